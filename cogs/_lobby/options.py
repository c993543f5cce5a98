"""House rules in words: every option of a game, what the book says, what this table plays.

An option is a fact of the engine (`engine.model.option.Option`); its words stand in the catalogue
under `options.<game>.<option>`, so that a game with a new option needs no change here.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import engine
from cogs._kit.texts import known, listed, say
from engine.model.option import Option, Value, settled

OFFERED: Final = 25
"""Values that fit a select; where there are more, a number is typed."""


def options_of(game: str) -> tuple[Option, ...]:
    """The options of a game, in the order of its own file."""
    return tuple(engine.GAMES[game].options)


def values(option: Option) -> Sequence[Value]:
    """Every value a table may choose, or none when there are too many to list."""
    listed_values = option.choices or tuple(range(option.least, option.most + 1))
    return listed_values if len(listed_values) <= OFFERED else ()


def name(game: str, option: Option) -> str:
    """What an option is called."""
    return say(f"options.{game}.{option.name}.name")


def about(game: str, option: Option) -> str:
    """What it changes."""
    return say(f"options.{game}.{option.name}.about")


def value(game: str, option: Option, chosen: Value) -> str:
    """A value in words."""
    key = f"options.{game}.{option.name}.value.{chosen}"
    if option.type is bool:
        return say("house.on" if chosen else "house.off")
    return say(key) if known(key) else str(chosen)


def book(game: str, option: Option) -> str:
    """What the book says, with the sentence of its rule."""
    sentence = say(f"rules.{game}.{option.rule}")
    return say("house.book", value=value(game, option, option.default), rule=sentence)


def lines(game: str, chosen: Mapping[str, Value]) -> list[str]:
    """One line for each option; what differs from the book says what the book says."""
    played = settled(options_of(game), chosen)
    return [
        say(
            "house.line" if played[option.name] == option.default else "house.line_own",
            name=name(game, option),
            value=value(game, option, played[option.name]),
            book=value(game, option, option.default),
        )
        for option in options_of(game)
    ]


def own_rules(game: str, chosen: Mapping[str, Value]) -> list[str]:
    """What differs from the book, each with what it is about; nothing where all is by the book."""
    own = trimmed(game, chosen)
    found = [
        say(
            "house.own_rule",
            name=name(game, option),
            value=value(game, option, own[option.name]),
            book=value(game, option, option.default),
            about=about(game, option),
        )
        for option in options_of(game)
        if option.name in own
    ]
    return [say("house.own_rules"), *found, ""] if found else []


def summary(game: str, chosen: Mapping[str, Value]) -> str:
    """The house rules that differ from the book, in one sentence."""
    own = [say("lobby.rule", name=name, value=value) for name, value in differing(game, chosen)]
    return say("lobby.rules_own", rules=listed(own)) if own else say("lobby.rules_book")


def plain_summary(game: str, chosen: Mapping[str, Value]) -> str:
    """The same for a select, where nothing is markup."""
    own = [say("presets.rule", name=name, value=value) for name, value in differing(game, chosen)]
    return say("list.comma").join(own)


def differing(game: str, chosen: Mapping[str, Value]) -> list[tuple[str, str]]:
    """Name and value, in words, of every option that differs from the book."""
    own = trimmed(game, chosen)
    return [(name(game, o), value(game, o, own[o.name])) for o in options_of(game) if o.name in own]


def trimmed(game: str, chosen: Mapping[str, Value]) -> dict[str, Value]:
    """Only what differs from the book: the shortest way to say the same rules."""
    played = settled(options_of(game), chosen)
    return {o.name: played[o.name] for o in options_of(game) if played[o.name] != o.default}


def fitting(game: str, chosen: Mapping[str, Value]) -> dict[str, Value]:
    """What is left of kept rules when a newer version of the game has other options."""
    options = {option.name: option for option in options_of(game)}
    return {
        given: to for given, to in chosen.items() if given in options and options[given].allows(to)
    }
