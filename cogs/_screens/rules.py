"""The rules of a game in a player's words, from the catalogue: in short, or one rule by its id."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from discord import ui

import engine
from cogs._kit.components import TEXT, screen, text
from cogs._kit.refusals import Refusal
from cogs._kit.texts import known, say, shortened
from cogs._lobby.options import own_rules
from engine.model.option import Value

ROOM: Final = TEXT - 200
"""What the heading leaves of a message."""
BY_THE_BOOK: Final[Mapping[str, Value]] = MappingProxyType({})


def rules_screen(
    slug: str, rule: str = "", house: Mapping[str, Value] = BY_THE_BOOK
) -> ui.LayoutView:
    """The short rules of a game, or the paragraph that a refusal has named.

    House rules that are on stand above them.

    Raises `Refusal` for a rule that the game does not have.
    """
    key = f"rules.{slug}.{rule.strip().upper() or 'short'}"
    if rule and not known(key):
        raise Refusal("help.unknown_rule", rule=shortened(rule, 20), game=engine.GAMES[slug].name)
    words = say(key) if known(key) else say("help.no_rules")
    heading = say("help.rules_heading", game=engine.GAMES[slug].name)
    told = "\n".join([*own_rules(slug, house), words])
    return screen(text(heading, shortened(told, ROOM)))
