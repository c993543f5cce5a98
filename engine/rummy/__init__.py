"""Contract rummy: the common parts of `ten-pennies` and `ten-pennies-online`.

`variant` lists the questions that the two game files answer; `rules` connects the parts. The parts
are `sets`, `openings` (cheapest first-downs), `offers` (who gets the upcard), `play` (laying and
discarding), `rounds` (deal and end), `scoring` and `views`.
"""
