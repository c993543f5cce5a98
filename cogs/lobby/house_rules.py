"""House rules of a lobby, and presets: house rules that a server has saved.

First the presets, then the layouts of the private pages, then the component handlers. The texts of
the options are in `cogs.narration.table_words`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Final

from discord import ui

import engine
from cogs.core.refusals import Refusal
from cogs.game.interactions import look_up
from cogs.lobby.interaction import LobbyInteraction, answer_host, host_component, load_hosted
from cogs.narration import table_words as rules
from cogs.narration.table_words import non_default_options
from cogs.ui.actions import Action, ActionId
from cogs.ui.component import ComponentInteraction, Handler, component, option_at, send_modal
from cogs.ui.layout import Item, Style, action_row, button, layout_view, select, text_display
from cogs.ui.replies import Reply, send
from cogs.ui.texts import escaped_text, say
from data.models.members import PresetAuthor
from data.models.tables import TableRow, TableStatus
from data.repositories.guilds import GuildRepository
from engine.model.option import Option, Value, settled
from render.text.catalogue import Catalogue

MAX_PRESETS: Final = 20
"""Most presets of one game on a server. A select has at most 25 options."""
MAX_NAME_LENGTH: Final = 40

Presets = Mapping[str, Mapping[str, Value]]


async def presets(guilds: GuildRepository, guild_id: int, game: str) -> Presets:
    return await guilds.presets(guild_id, game)


async def save_preset(guilds: GuildRepository, lobby: TableRow, name: str, by: PresetAuthor) -> str:
    """Save the house rules of a lobby as a preset. The new preset replaces one of the same name.

    Args:
        guilds: The repository with the presets.
        lobby: The lobby. Options with standard values are not saved.
        name: The name as typed.
        by: The member who saves it.

    Returns:
        The notice for the page.

    Raises:
        Refusal: The name is empty, the preset belongs to another member, or there are too many.
    """
    name = " ".join(name.split())[:MAX_NAME_LENGTH]
    if not name:
        raise Refusal("presets.nameless")
    saved = await presets(guilds, lobby.guild_id, lobby.game)
    if name not in saved and len(saved) >= MAX_PRESETS:
        raise Refusal("presets.full", n=MAX_PRESETS)
    options = non_default_options(lobby.game, lobby.options)
    if not await guilds.save_preset(lobby.guild_id, lobby.game, name, options, by):
        raise Refusal("presets.not_yours")
    return say("presets.kept", name=escaped_text(name))


async def delete_preset(
    guilds: GuildRepository, lobby: TableRow, number: int, by: PresetAuthor
) -> str:
    """Delete the preset with a `preset_id`. Return the notice for the page.

    Raises:
        Refusal: No preset has this id, or it belongs to another member.
    """
    name = named(await presets(guilds, lobby.guild_id, lobby.game), number)
    if not await guilds.delete_preset(lobby.guild_id, lobby.game, name, by):
        raise Refusal("presets.not_yours")
    return say("presets.forgotten", name=escaped_text(name))


def preset_id(name: str) -> int:
    """Return the number that identifies a preset in a select. The number is derived from the name.

    An index would change when another preset is deleted. A page from before the deletion would then
    apply the wrong preset.
    """
    return int.from_bytes(blake2b(name.encode(), digest_size=7).digest(), "big")


def named(saved: Presets, number: int) -> str:
    """Return the name of the preset with a `preset_id`.

    Raises:
        Refusal: No preset has this id.
    """
    for name in saved:
        if preset_id(name) == number:
            return name
    raise Refusal("presets.gone")


# ---- layouts: the page of all house rules, and the page of one option


def rules_page(lobby: TableRow, saved: Presets, *, host: bool, notice: str = "") -> ui.LayoutView:
    """Return the page of all options with their values. The host's page also has components.

    Args:
        lobby: The lobby, or the table in play.
        saved: The server's presets for the game.
        host: Whether the reader may change the options.
        notice: A line about what has just happened.
    """
    heading = say("house.heading", game=engine.GAMES[lobby.game].name)
    if not rules.options_of(lobby.game):
        return layout_view(text_display(heading, say("house.none")))
    explained = say("house.explained" if host else "house.only_host")
    words = text_display(heading, *rules.option_lines(lobby.game, lobby.options), explained, notice)
    return layout_view(words, *(host_components(lobby, saved) if host else ()))


def host_components(lobby: TableRow, saved: Presets) -> list[Item]:
    options = rules.options_of(lobby.game)
    played = settled(options, lobby.options)
    labels = [
        (n, rules.name(lobby.game, o), rules.value(lobby.game, o, played[o.name]))
        for n, o in enumerate(options)
    ]
    parts = [
        select(Action.RULE, lobby.id, lobby.revision, labels=labels, placeholder=say("house.hint")),
        *preset_selects(lobby, saved),
    ]
    own = bool(rules.non_default_options(lobby.game, lobby.options))
    reset = button(
        Action.STANDARD_RULES, lobby.id, lobby.revision, label=say("house.reset"), disabled=not own
    )
    save = button(
        Action.SAVE_PRESET, lobby.id, lobby.revision, label=say("presets.keep"), disabled=not own
    )
    return [*parts, action_row(reset, save)]


def preset_selects(lobby: TableRow, saved: Presets) -> Sequence[Item]:
    """Return the selects that apply and delete a preset. Empty if the server has no presets."""
    labels = [
        (preset_id(name), name, rules.plain_summary(lobby.game, saved[name])) for name in saved
    ]
    return [
        select(action, lobby.id, lobby.revision, labels=labels, placeholder=say(f"presets.{hint}"))
        for action, hint in ((Action.PRESET, "use"), (Action.DELETE_PRESET, "forget"))
        if labels
    ]


def rule_page(lobby: TableRow, number: int) -> ui.LayoutView:
    """Return the page of one option: what it does, its standard value, and all its values."""
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
    """Return the select of an option's values. The current value is selected."""
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


# ---- component handlers


DIGITS = 6
WHOLE_NUMBER: Final = re.compile(rf"\d{{1,{DIGITS}}}", re.ASCII)
"""A number with as many digits as the modal accepts."""


def house_rules_component(
    action: ActionId,
) -> Callable[[Handler[LobbyInteraction]], Handler[LobbyInteraction]]:
    """Register the decorated function as the handler of an action on the page of house rules."""
    return host_component(action, _page)


async def _page(interaction: LobbyInteraction) -> ui.LayoutView:
    saved = await _presets(interaction, interaction.lobby)
    return rules_page(interaction.lobby, saved, host=True, notice=interaction.notice)


async def _presets(interaction: ComponentInteraction, lobby: TableRow) -> Presets:
    return await presets(interaction.database.guilds, lobby.guild_id, lobby.game)


async def _choose(interaction: LobbyInteraction, chosen: Mapping[str, Value]) -> None:
    """Replace the house rules.

    Raises:
        Refusal: The lobby cannot have these rules, or the lobby has changed.
    """
    lobbies, seen = interaction.services.lobbies, interaction.custom_id.version
    interaction.lobby = await lobbies.choose(interaction.lobby, chosen, seen)


async def _set_one(interaction: LobbyInteraction, number: int, to: Value) -> None:
    """Change the value of one option.

    Raises:
        Refusal: The option does not exist, or the lobby cannot have the value.
    """
    option = option_at(rules.options_of(interaction.lobby.game), number)
    await _choose(interaction, {**interaction.lobby.options, option.name: to})


@component(Action.HOUSE_RULES)
async def open_house_rules(interaction: ComponentInteraction) -> None:
    """Open the page of house rules, which everybody may read.

    An argument in the custom id means that the host returns from another page.
    """
    if interaction.custom_id.args:
        await answer_host(interaction, _page)
        return
    lobby = await look_up(interaction)
    host = interaction.user_id == lobby.host_id and lobby.status is TableStatus.LOBBY
    view = rules_page(lobby, await _presets(interaction, lobby), host=host)
    await send(interaction.raw, Reply(view))


@component(Action.RULE)
async def choose_option(interaction: ComponentInteraction) -> None:
    """Show the page of the selected option."""
    await answer_host(interaction, _page_of_option)


async def _page_of_option(interaction: LobbyInteraction) -> ui.LayoutView:
    number = interaction.choice
    # A forged number must raise `Refusal` before the layout uses it as an index.
    option_at(rules.options_of(interaction.lobby.game), number)
    return rule_page(interaction.lobby, number)


@house_rules_component(Action.SET_OPTION)
async def set_option(interaction: LobbyInteraction) -> None:
    """Give an option the selected value."""
    number = interaction.argument()
    option = option_at(rules.options_of(interaction.lobby.game), number)
    await _set_one(interaction, number, option_at(rules.values(option), interaction.choice))


@component(Action.OPTION_NUMBER)
async def open_number_modal(interaction: ComponentInteraction) -> None:
    """Open the modal for an option whose value is a number."""
    lobby, asked = await load_hosted(interaction), interaction.custom_id
    option = option_at(rules.options_of(lobby.game), interaction.argument())
    field = ui.TextInput[ui.Modal](custom_id="number", max_length=DIGITS)
    wanted = say("house.range", least=option.least, most=option.most)
    label = ui.Label(text=wanted, component=field)
    title, target = rules.name(lobby.game, option), (asked.table, asked.version, *asked.args)
    await send_modal(interaction.raw, Action.OPTION_NUMBER_MODAL, title, label, address=target)


@house_rules_component(Action.OPTION_NUMBER_MODAL)
async def submit_number_modal(interaction: LobbyInteraction) -> None:
    """Give an option the typed value.

    Raises:
        Refusal: The text is no number, or the number is outside the option's range.
    """
    option = option_at(rules.options_of(interaction.lobby.game), interaction.argument())
    typed = interaction.fields["number"].strip()
    # A forged modal can have thousands of digits, and `int` would raise for them.
    if not (WHOLE_NUMBER.fullmatch(typed) and option.allows(int(typed))):
        raise Refusal("house.not_a_number", least=option.least, most=option.most)
    await _set_one(interaction, interaction.argument(), int(typed))


@house_rules_component(Action.STANDARD_RULES)
async def reset_to_standard_rules(interaction: LobbyInteraction) -> None:
    await _choose(interaction, {})


@house_rules_component(Action.PRESET)
async def apply_preset(interaction: LobbyInteraction) -> None:
    """Replace the house rules with those of the selected preset."""
    saved = await _presets(interaction, interaction.lobby)
    name = named(saved, interaction.choice)
    # The preset may be older than the game's current options, so invalid ones are left out.
    await _choose(interaction, rules.valid_options(interaction.lobby.game, saved[name]))
    interaction.notice = say("presets.used", name=escaped_text(name))


@component(Action.SAVE_PRESET)
async def open_save_preset_modal(interaction: ComponentInteraction) -> None:
    """Open the modal that asks for the name of a preset."""
    await load_hosted(interaction)
    field = ui.TextInput[ui.Modal](custom_id="name", max_length=MAX_NAME_LENGTH)
    label = ui.Label(text=say("presets.keep_name"), component=field)
    target = (interaction.custom_id.table, interaction.custom_id.version)
    title = say("presets.keep_title")
    await send_modal(interaction.raw, Action.SAVE_PRESET_MODAL, title, label, address=target)


@house_rules_component(Action.SAVE_PRESET_MODAL)
async def submit_save_preset_modal(interaction: LobbyInteraction) -> None:
    """Save the house rules of this lobby as a preset."""
    guilds, name = interaction.database.guilds, interaction.fields["name"]
    interaction.notice = await save_preset(guilds, interaction.lobby, name, _author(interaction))


@component(Action.DELETE_PRESET)
async def ask_before_deleting(interaction: ComponentInteraction) -> None:
    """Ask for confirmation before a preset of the server is deleted."""
    await answer_host(interaction, _deletion_question)


async def _deletion_question(interaction: LobbyInteraction) -> ui.LayoutView:
    lobby, preset = interaction.lobby, interaction.choice
    try:
        name = named(await _presets(interaction, lobby), preset)
    except Refusal as refusal:  # another member has deleted it meanwhile
        interaction.notice = refusal.sentence(Catalogue.load())
        return await _page(interaction)
    at = (lobby.id, lobby.revision)
    keep = button(Action.HOUSE_RULES, *at, 1, label=say("setup.cancel_keep"))
    sure, style = say("presets.forget_sure"), Style.danger
    delete = button(Action.DELETE_PRESET_SURE, *at, preset, label=sure, style=style)
    question = say("presets.forget_question", name=escaped_text(name))
    return layout_view(text_display(question), action_row(keep, delete))


@house_rules_component(Action.DELETE_PRESET_SURE)
async def remove_preset(interaction: LobbyInteraction) -> None:
    """Delete a preset after the confirmation."""
    guilds, preset = interaction.database.guilds, interaction.argument()
    interaction.notice = await delete_preset(
        guilds, interaction.lobby, preset, _author(interaction)
    )


def _author(interaction: LobbyInteraction) -> PresetAuthor:
    """Return the interaction's member, and whether they may manage the lobby's server."""
    raw = interaction.raw
    manages = raw.permissions.manage_guild and raw.guild_id == interaction.lobby.guild_id
    return PresetAuthor(raw.user.id, manages)
