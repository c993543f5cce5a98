"""The handlers of the page of a lobby's house rules, and of the presets that a server saves."""

from collections.abc import Callable, Mapping

from discord import ui

from cogs._kit import verbs
from cogs._kit.controls import ComponentInteraction, Handler, component, picked, show_form
from cogs._kit.names import harmless
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, tell
from cogs._kit.texts import say
from cogs._kit.verbs import Verb
from cogs._lobby import options as rules
from cogs._lobby import presets
from cogs._lobby.options_page import rule_page, rules_page
from cogs._lobby.presets import Presets
from cogs._press.host import InLobby, answer_host, host_component
from cogs._press.presses import look_up
from data.game.rows import Status, TableRow
from engine.model.option import Value

DIGITS = 6
"""Characters of the longest number that may be typed."""


def house_rules_component(action: Verb) -> Callable[[Handler[InLobby]], Handler[InLobby]]:
    """Register the decorated function as the handler of an action on the page of house rules."""
    return host_component(action, _page)


async def _page(interaction: InLobby) -> ui.LayoutView:
    saved = await _presets(interaction, interaction.lobby)
    return rules_page(interaction.lobby, saved, host=True, notice=interaction.notice)


async def _presets(interaction: ComponentInteraction, lobby: TableRow) -> Presets:
    return await presets.presets(interaction.store.people, lobby.guild_id, lobby.game)


async def _choose(interaction: InLobby, chosen: Mapping[str, Value]) -> None:
    """Play by these options. Raises `Refusal`."""
    lobbies, seen = interaction.services.lobbies, interaction.custom_id.seen
    interaction.lobby = await lobbies.choose(interaction.lobby, chosen, seen)


async def _set_one(interaction: InLobby, number: int, to: Value) -> None:
    """Give one option another value. Raises `Refusal`."""
    option = picked(rules.options_of(interaction.lobby.game), number)
    await _choose(interaction, {**interaction.lobby.options, option.name: to})


@component(verbs.HOUSE)
async def open_house_rules(interaction: ComponentInteraction) -> None:
    """Open the page of house rules, which everybody may read; or go back to it."""
    if interaction.custom_id.args:
        await answer_host(interaction, _page)
        return
    lobby = await look_up(interaction)
    host = interaction.user_id == lobby.host_id and lobby.status is Status.LOBBY
    view = rules_page(lobby, await _presets(interaction, lobby), host=host)
    await tell(interaction.raw, Reply(view))


@component(verbs.RULE)
async def choose_option(interaction: ComponentInteraction) -> None:
    """Show the page of the chosen option."""
    await answer_host(interaction, _page_of_option)


async def _page_of_option(interaction: InLobby) -> ui.LayoutView:
    number = interaction.choice
    picked(rules.options_of(interaction.lobby.game), number)
    return rule_page(interaction.lobby, number)


@house_rules_component(verbs.VALUE)
async def set_option(interaction: InLobby) -> None:
    """Give an option the chosen value."""
    number = interaction.argument()
    option = picked(rules.options_of(interaction.lobby.game), number)
    await _set_one(interaction, number, picked(rules.values(option), interaction.choice))


@component(verbs.NUMBER)
async def open_number_modal(interaction: ComponentInteraction) -> None:
    """Open the modal for a value out of many."""
    lobbies, asked = interaction.services.lobbies, interaction.custom_id
    lobby = await lobbies.hosted(asked.table, interaction.user_id)
    option = picked(rules.options_of(lobby.game), interaction.argument())
    field = ui.TextInput[ui.Modal](custom_id="number", max_length=DIGITS)
    wanted = say("house.range", least=option.least, most=option.most)
    label = ui.Label(text=wanted, component=field)
    title, address = rules.name(lobby.game, option), (asked.table, asked.seen, *asked.args)
    await show_form(interaction.raw, verbs.NUMBERED, title, label, address=address)


@house_rules_component(verbs.NUMBERED)
async def submit_number_modal(interaction: InLobby) -> None:
    """Give an option the typed value. Raises `Refusal` for no number of its range."""
    option = picked(rules.options_of(interaction.lobby.game), interaction.argument())
    typed = interaction.fields["number"].strip()
    if not (typed.isascii() and typed.isdecimal() and option.allows(int(typed))):
        raise Refusal("house.not_a_number", least=option.least, most=option.most)
    await _set_one(interaction, interaction.argument(), int(typed))


@house_rules_component(verbs.BOOK)
async def reset_to_standard_rules(interaction: InLobby) -> None:
    """Remove all house rules."""
    await _choose(interaction, {})


@house_rules_component(verbs.PRESET)
async def apply_preset(interaction: InLobby) -> None:
    """Play by the house rules of a preset."""
    kept = await _presets(interaction, interaction.lobby)
    name = presets.named(kept, interaction.choice)
    await _choose(interaction, rules.fitting(interaction.lobby.game, kept[name]))
    interaction.notice = say("presets.used", name=harmless(name))


@component(verbs.KEEP)
async def open_save_preset_modal(interaction: ComponentInteraction) -> None:
    """Open the modal that asks for the name of a preset."""
    await interaction.services.lobbies.hosted(interaction.custom_id.table, interaction.user_id)
    field = ui.TextInput[ui.Modal](custom_id="name", max_length=presets.LONGEST)
    label = ui.Label(text=say("presets.keep_name"), component=field)
    address = (interaction.custom_id.table, interaction.custom_id.seen)
    title = say("presets.keep_title")
    await show_form(interaction.raw, verbs.KEPT, title, label, address=address)


@house_rules_component(verbs.KEPT)
async def submit_save_preset_modal(interaction: InLobby) -> None:
    """Save the house rules of this lobby as a preset."""
    people, lobby, name = interaction.store.people, interaction.lobby, interaction.fields["name"]
    guild, options = lobby.guild_id, lobby.options
    interaction.notice = await presets.keep(people, guild, lobby.game, name, options)


@house_rules_component(verbs.UNKEEP)
async def remove_preset(interaction: InLobby) -> None:
    """Delete a preset."""
    people, lobby, place = interaction.store.people, interaction.lobby, interaction.choice
    interaction.notice = await presets.forget(people, lobby.guild_id, lobby.game, place)
