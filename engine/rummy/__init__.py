"""Contract rummy: the common parts of `ten-pennies` and `ten-pennies-online`.

`variant` declares what the two games define differently. `rules` implements `Rules` by the other
files. These are `sets`, `openings` (cheapest first-downs), `offers` (who gets the upcard), `play`
(laying and discarding), `rounds` (deal and end), `scoring` and `views`.
"""
