"""The private page of a lobby's house rules, and the page of one of them."""

from collections.abc import Sequence

from discord import ui

import engine
from cogs._kit import verbs
from cogs._kit.components import Item, button, row, screen, select, text
from cogs._kit.texts import say
from cogs._lobby import options as rules
from cogs._lobby.presets import Presets, mark_of
from data.game.rows import TableRow
from engine.model.option import Option, settled


def rules_page(lobby: TableRow, kept: Presets, *, host: bool, notice: str = "") -> ui.LayoutView:
    """Every option with its value; for the host, what can be done about it."""
    heading = say("house.heading", game=engine.GAMES[lobby.game].name)
    if not rules.options_of(lobby.game):
        return screen(text(heading, say("house.none")))
    explained = say("house.explained" if host else "house.only_host")
    words = text(heading, *rules.lines(lobby.game, lobby.options), explained, notice)
    return screen(words, *(controls(lobby, kept) if host else ()))


def controls(lobby: TableRow, kept: Presets) -> list[Item]:
    """The host's controls."""
    options = rules.options_of(lobby.game)
    played = settled(options, lobby.options)
    labels = [
        (n, rules.name(lobby.game, o), rules.value(lobby.game, o, played[o.name]))
        for n, o in enumerate(options)
    ]
    parts = [
        select(verbs.RULE, lobby.id, lobby.revision, labels=labels, placeholder=say("house.hint")),
        *kept_choices(lobby, kept),
    ]
    own = bool(rules.trimmed(lobby.game, lobby.options))
    reset = button(verbs.BOOK, lobby.id, lobby.revision, label=say("house.reset"), disabled=not own)
    keep = button(verbs.KEEP, lobby.id, lobby.revision, label=say("presets.keep"), disabled=not own)
    return [*parts, row(reset, keep)]


def kept_choices(lobby: TableRow, kept: Presets) -> Sequence[Item]:
    """The selects of the sets that this server keeps, if it keeps any."""
    labels = [(mark_of(name), name, rules.plain_summary(lobby.game, kept[name])) for name in kept]
    return [
        select(verb, lobby.id, lobby.revision, labels=labels, placeholder=say(f"presets.{hint}"))
        for verb, hint in ((verbs.PRESET, "use"), (verbs.UNKEEP, "forget"))
        if labels
    ]


def rule_page(lobby: TableRow, number: int) -> ui.LayoutView:
    """One option: what it changes, what the book says, and the values to choose from."""
    option = rules.options_of(lobby.game)[number]
    played = settled(rules.options_of(lobby.game), lobby.options)[option.name]
    words = text(
        say("house.title", name=rules.name(lobby.game, option)),
        rules.about(lobby.game, option),
        rules.book(lobby.game, option),
        say("house.now", value=rules.value(lobby.game, option, played)),
    )
    back = button(verbs.HOUSE, lobby.id, lobby.revision, 1, label=say("house.back"))
    if rules.values(option):
        return screen(words, value_choice(lobby, number, option), row(back))
    typed = button(verbs.NUMBER, lobby.id, lobby.revision, number, label=say("house.type"))
    return screen(words, row(typed, back))


def value_choice(lobby: TableRow, number: int, option: Option) -> Item:
    """The select of an option's values; the present one is marked."""
    values = list(rules.values(option))
    played = settled(rules.options_of(lobby.game), lobby.options)[option.name]
    labels = [
        (
            n,
            rules.value(lobby.game, option, value),
            say("house.by_book") if value == option.default else "",
        )
        for n, value in enumerate(values)
    ]
    return select(
        verbs.VALUE,
        lobby.id,
        lobby.revision,
        number,
        labels=labels,
        placeholder=say("house.values"),
        chosen=values.index(played),
    )
