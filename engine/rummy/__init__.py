"""Contract rummy: what `ten-pennies` and `ten-pennies-online` have in common.

`variant` lists the small questions the two game files answer; `rules` puts the family
together from sets (what is a set), openings (a hand's cheapest first-downs), offers (who
gets the upcard), play (laying and discarding), rounds (deal and end), scoring and views.
"""
