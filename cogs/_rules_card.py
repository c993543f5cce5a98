"""The rules of a game, in short, from the catalogue."""

from discord import ui

import engine
from cogs._parts import TEXT, card, text
from cogs._texts import known, say, shortened

ROOM = TEXT - 200


def rules_card(slug: str) -> ui.LayoutView:
    """The short rules of a game."""
    heading = say("help.rules_heading", game=engine.GAMES[slug].name)
    key = f"rules.{slug}.short"
    words = say(key) if known(key) else say("help.no_rules")
    return card(text(heading, shortened(words, ROOM)))
