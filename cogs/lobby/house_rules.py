"""The handlers of the page of a lobby's house rules, and of the presets that a server saves."""

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Final

from discord import ui

import engine
from cogs.core.refusals import Refusal
from cogs.game.interactions import look_up
from cogs.lobby.interaction import LobbyInteraction, answer_host, host_component
from cogs.narration import table_words as rules
from cogs.narration.table_words import non_default_options
from cogs.ui.actions import Action, ActionId
from cogs.ui.component import ComponentInteraction, Handler, component, option_at, send_modal
from cogs.ui.layout import Item, action_row, button, layout_view, select, text_display
from cogs.ui.replies import Reply, send
from cogs.ui.texts import escaped_text, say
from data.models.tables import TableRow, TableStatus
from data.repositories.guilds import GuildRepository
from engine.model.option import Option, Value, settled

MOST: Final = 20
"""Sets kept for one game of a server; a select holds 25."""
MAX_NAME_LENGTH: Final = 40

Presets = Mapping[str, Mapping[str, Value]]


async def presets(guilds: GuildRepository, guild_id: int, game: str) -> Presets:
    """The kept sets of a server for a game, by name, oldest first."""
    return await guilds.presets(guild_id, game)


async def save_preset(
    guilds: GuildRepository, guild_id: int, game: str, name: str, options: Mapping[str, Value]
) -> str:
    """Keep a set under a name, in place of one of that name; what to say about it.

    Raises `Refusal` for an empty name, or when there are too many.
    """
    name = " ".join(name.split())[:MAX_NAME_LENGTH]
    if not name:
        raise Refusal("presets.nameless")
    kept = await presets(guilds, guild_id, game)
    if name not in kept and len(kept) >= MOST:
        raise Refusal("presets.full", n=MOST)
    await guilds.save_preset(guild_id, game, name, non_default_options(game, options))
    return say("presets.kept", name=escaped_text(name))


async def delete_preset(guilds: GuildRepository, guild_id: int, game: str, mark: int) -> str:
    """Forget the set of that mark; what to say about it. Raises `Refusal`."""
    name = named(await presets(guilds, guild_id, game), mark)
    await guilds.delete_preset(guild_id, game, name)
    return say("presets.forgotten", name=escaped_text(name))


def preset_id(name: str) -> int:
    """What stands for a set in a select.

    It is the name's alone: a place in the list, or a row's number, is another set's once this one
    is forgotten, and a page that was opened before would then mean that one.
    """
    return int.from_bytes(blake2b(name.encode(), digest_size=7).digest(), "big")


def named(kept: Presets, mark: int) -> str:
    """The name of the set of that mark. Raises `Refusal` when none has it."""
    for name in kept:
        if preset_id(name) == mark:
            return name
    raise Refusal("presets.gone")


# ---- The private page of a lobby's house rules, and the page of one of them


def rules_page(lobby: TableRow, kept: Presets, *, host: bool, notice: str = "") -> ui.LayoutView:
    """Every option with its value; for the host, what can be done about it."""
    heading = say("house.heading", game=engine.GAMES[lobby.game].name)
    if not rules.options_of(lobby.game):
        return layout_view(text_display(heading, say("house.none")))
    explained = say("house.explained" if host else "house.only_host")
    words = text_display(heading, *rules.option_lines(lobby.game, lobby.options), explained, notice)
    return layout_view(words, *(controls(lobby, kept) if host else ()))


def controls(lobby: TableRow, kept: Presets) -> list[Item]:
    """The host's controls."""
    options = rules.options_of(lobby.game)
    played = settled(options, lobby.options)
    labels = [
        (n, rules.name(lobby.game, o), rules.value(lobby.game, o, played[o.name]))
        for n, o in enumerate(options)
    ]
    parts = [
        select(Action.RULE, lobby.id, lobby.revision, labels=labels, placeholder=say("house.hint")),
        *kept_choices(lobby, kept),
    ]
    own = bool(rules.non_default_options(lobby.game, lobby.options))
    reset = button(
        Action.STANDARD_RULES, lobby.id, lobby.revision, label=say("house.reset"), disabled=not own
    )
    keep = button(
        Action.SAVE_PRESET, lobby.id, lobby.revision, label=say("presets.keep"), disabled=not own
    )
    return [*parts, action_row(reset, keep)]


def kept_choices(lobby: TableRow, kept: Presets) -> Sequence[Item]:
    """The selects of the sets that this server keeps, if it keeps any."""
    labels = [(preset_id(name), name, rules.plain_summary(lobby.game, kept[name])) for name in kept]
    return [
        select(verb, lobby.id, lobby.revision, labels=labels, placeholder=say(f"presets.{hint}"))
        for verb, hint in ((Action.PRESET, "use"), (Action.DELETE_PRESET, "forget"))
        if labels
    ]


def rule_page(lobby: TableRow, number: int) -> ui.LayoutView:
    """One option: what it changes, what the book says, and the values to choose from."""
    option = rules.options_of(lobby.game)[number]
    played = settled(rules.options_of(lobby.game), lobby.options)[option.name]
    words = text_display(
        say("house.title", name=rules.name(lobby.game, option)),
        rules.about(lobby.game, option),
        rules.standard_value(lobby.game, option),
        say("house.now", value=rules.value(lobby.game, option, played)),
    )
    back = button(Action.HOUSE_RULES, lobby.id, lobby.revision, 1, label=say("house.back"))
    if rules.values(option):
        return layout_view(words, value_choice(lobby, number, option), action_row(back))
    typed = button(Action.OPTION_NUMBER, lobby.id, lobby.revision, number, label=say("house.type"))
    return layout_view(words, action_row(typed, back))


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
        Action.SET_OPTION,
        lobby.id,
        lobby.revision,
        number,
        labels=labels,
        placeholder=say("house.values"),
        chosen=values.index(played),
    )


# ---- The handlers of the page of a lobby's house rules, and of the presets that a server saves


DIGITS = 6
"""Characters of the longest number that may be typed."""


def house_rules_component(
    action: ActionId,
) -> Callable[[Handler[LobbyInteraction]], Handler[LobbyInteraction]]:
    """Register the decorated function as the handler of an action on the page of house rules."""
    return host_component(action, _page)


async def _page(interaction: LobbyInteraction) -> ui.LayoutView:
    saved = await _presets(interaction, interaction.lobby)
    return rules_page(interaction.lobby, saved, host=True, notice=interaction.notice)


async def _presets(interaction: ComponentInteraction, lobby: TableRow) -> Presets:
    return await presets(interaction.store.guilds, lobby.guild_id, lobby.game)


async def _choose(interaction: LobbyInteraction, chosen: Mapping[str, Value]) -> None:
    """Play by these options. Raises `Refusal`."""
    lobbies, seen = interaction.services.lobbies, interaction.custom_id.seen
    interaction.lobby = await lobbies.choose(interaction.lobby, chosen, seen)


async def _set_one(interaction: LobbyInteraction, number: int, to: Value) -> None:
    """Give one option another value. Raises `Refusal`."""
    option = option_at(rules.options_of(interaction.lobby.game), number)
    await _choose(interaction, {**interaction.lobby.options, option.name: to})


@component(Action.HOUSE_RULES)
async def open_house_rules(interaction: ComponentInteraction) -> None:
    """Open the page of house rules, which everybody may read; or go back to it."""
    if interaction.custom_id.args:
        await answer_host(interaction, _page)
        return
    lobby = await look_up(interaction)
    host = interaction.user_id == lobby.host_id and lobby.status is TableStatus.LOBBY
    view = rules_page(lobby, await _presets(interaction, lobby), host=host)
    await send(interaction.raw, Reply(view))


@component(Action.RULE)
async def choose_option(interaction: ComponentInteraction) -> None:
    """Show the page of the chosen option."""
    await answer_host(interaction, _page_of_option)


async def _page_of_option(interaction: LobbyInteraction) -> ui.LayoutView:
    number = interaction.choice
    option_at(rules.options_of(interaction.lobby.game), number)
    return rule_page(interaction.lobby, number)


@house_rules_component(Action.SET_OPTION)
async def set_option(interaction: LobbyInteraction) -> None:
    """Give an option the chosen value."""
    number = interaction.argument()
    option = option_at(rules.options_of(interaction.lobby.game), number)
    await _set_one(interaction, number, option_at(rules.values(option), interaction.choice))


@component(Action.OPTION_NUMBER)
async def open_number_modal(interaction: ComponentInteraction) -> None:
    """Open the modal for a value out of many."""
    lobbies, asked = interaction.services.lobbies, interaction.custom_id
    lobby = await lobbies.hosted(asked.table, interaction.user_id)
    option = option_at(rules.options_of(lobby.game), interaction.argument())
    field = ui.TextInput[ui.Modal](custom_id="number", max_length=DIGITS)
    wanted = say("house.range", least=option.least, most=option.most)
    label = ui.Label(text=wanted, component=field)
    title, address = rules.name(lobby.game, option), (asked.table, asked.seen, *asked.args)
    await send_modal(interaction.raw, Action.OPTION_NUMBER_MODAL, title, label, address=address)


@house_rules_component(Action.OPTION_NUMBER_MODAL)
async def submit_number_modal(interaction: LobbyInteraction) -> None:
    """Give an option the typed value. Raises `Refusal` for no number of its range."""
    option = option_at(rules.options_of(interaction.lobby.game), interaction.argument())
    typed = interaction.fields["number"].strip()
    if not (typed.isascii() and typed.isdecimal() and option.allows(int(typed))):
        raise Refusal("house.not_a_number", least=option.least, most=option.most)
    await _set_one(interaction, interaction.argument(), int(typed))


@house_rules_component(Action.STANDARD_RULES)
async def reset_to_standard_rules(interaction: LobbyInteraction) -> None:
    """Remove all house rules."""
    await _choose(interaction, {})


@house_rules_component(Action.PRESET)
async def apply_preset(interaction: LobbyInteraction) -> None:
    """Play by the house rules of a preset."""
    kept = await _presets(interaction, interaction.lobby)
    name = named(kept, interaction.choice)
    await _choose(interaction, rules.valid_options(interaction.lobby.game, kept[name]))
    interaction.notice = say("presets.used", name=escaped_text(name))


@component(Action.SAVE_PRESET)
async def open_save_preset_modal(interaction: ComponentInteraction) -> None:
    """Open the modal that asks for the name of a preset."""
    await interaction.services.lobbies.hosted(interaction.custom_id.table, interaction.user_id)
    field = ui.TextInput[ui.Modal](custom_id="name", max_length=MAX_NAME_LENGTH)
    label = ui.Label(text=say("presets.keep_name"), component=field)
    address = (interaction.custom_id.table, interaction.custom_id.seen)
    title = say("presets.keep_title")
    await send_modal(interaction.raw, Action.SAVE_PRESET_MODAL, title, label, address=address)


@house_rules_component(Action.SAVE_PRESET_MODAL)
async def submit_save_preset_modal(interaction: LobbyInteraction) -> None:
    """Save the house rules of this lobby as a preset."""
    guilds, lobby, name = interaction.store.guilds, interaction.lobby, interaction.fields["name"]
    guild, options = lobby.guild_id, lobby.options
    interaction.notice = await save_preset(guilds, guild, lobby.game, name, options)


@house_rules_component(Action.DELETE_PRESET)
async def remove_preset(interaction: LobbyInteraction) -> None:
    """Delete a preset."""
    guilds, lobby, place = interaction.store.guilds, interaction.lobby, interaction.choice
    interaction.notice = await delete_preset(guilds, lobby.guild_id, lobby.game, place)
