"""The page of a lobby's house rules: every option in words, and the sets a server keeps."""

from collections.abc import Mapping

from discord import ui

from cogs._kit import verbs
from cogs._kit.client import Client, Press
from cogs._kit.controls import Control, picked, show_form
from cogs._kit.names import harmless
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, tell
from cogs._kit.texts import say
from cogs._lobby import options as rules
from cogs._lobby import presets
from cogs._lobby.options_page import rule_page, rules_page
from cogs._lobby.presets import Presets
from cogs._press.host import HostControl, InLobby
from cogs._press.presses import Pressed
from data.game.rows import Status, TableRow
from engine.model.option import Value

DIGITS = 6
"""Characters of the longest number that may be typed."""


class RulesPage(HostControl):
    """A control of the page of house rules."""

    async def page(self, press: InLobby) -> ui.LayoutView:
        """All house rules."""
        kept = await self.presets(press.interaction, press.lobby)
        return rules_page(press.lobby, kept, host=True, notice=press.notice)

    async def presets(self, interaction: Press, lobby: TableRow) -> Presets:
        """The sets that the server keeps."""
        return await presets.presets(interaction.client.store.people, lobby.guild_id, lobby.game)

    async def choose(self, press: InLobby, chosen: Mapping[str, Value]) -> None:
        """Play by these options. Raises `Refusal`."""
        lobbies, seen = press.services.lobbies, self.address.seen
        press.lobby = await lobbies.choose(press.lobby, chosen, seen)

    async def set_one(self, press: InLobby, number: int, to: Value) -> None:
        """Give one option another value. Raises `Refusal`."""
        option = picked(rules.options_of(press.lobby.game), number)
        await self.choose(press, {**press.lobby.options, option.name: to})


class House(RulesPage, verb=verbs.HOUSE):
    """Open the page of house rules, which anybody may read; or go back to it."""

    async def press(self, interaction: Press) -> None:
        """Show it."""
        if self.address.args:
            await super().press(interaction)
            return
        lobby = await Pressed(interaction).look_up(self.address.table)
        host = interaction.user.id == lobby.host_id and lobby.status is Status.LOBBY
        view = rules_page(lobby, await self.presets(interaction, lobby), host=host)
        await tell(interaction, Reply(view))


class Rule(RulesPage, verb=verbs.RULE):
    """Choose the option to change."""

    async def page(self, press: InLobby) -> ui.LayoutView:
        """The page of that option."""
        number = self.choice
        picked(rules.options_of(press.lobby.game), number)
        return rule_page(press.lobby, number)


class NewValue(RulesPage, verb=verbs.VALUE):
    """Choose a value for an option."""

    async def act(self, press: InLobby) -> None:
        """Play by it."""
        option = picked(rules.options_of(press.lobby.game), self.argument())
        await self.set_one(press, self.argument(), picked(rules.values(option), self.choice))


class TypeNumber(Control, verb=verbs.NUMBER):
    """Open the form for a value out of many."""

    async def press(self, interaction: Press) -> None:
        """Show it."""
        lobby = await interaction.client.services.lobbies.hosted(
            self.address.table, interaction.user.id
        )
        option = picked(rules.options_of(lobby.game), self.argument())
        field = ui.TextInput[ui.Modal](custom_id="number", max_length=DIGITS)
        wanted = say("house.range", least=option.least, most=option.most)
        await show_form(
            interaction,
            verbs.NUMBERED,
            rules.name(lobby.game, option),
            ui.Label(text=wanted, component=field),
            address=(self.address.table, self.address.seen, *self.address.args),
        )


class Number(RulesPage, verb=verbs.NUMBERED):
    """A value that was typed."""

    async def act(self, press: InLobby) -> None:
        """Play by it. Raises `Refusal` for what is no number of that range."""
        option = picked(rules.options_of(press.lobby.game), self.argument())
        typed = self.answers["number"].strip()
        if not (typed.isascii() and typed.isdecimal() and option.allows(int(typed))):
            raise Refusal("house.not_a_number", least=option.least, most=option.most)
        await self.set_one(press, self.argument(), int(typed))


class Book(RulesPage, verb=verbs.BOOK):
    """Play everything by the book."""

    async def act(self, press: InLobby) -> None:
        """Take all house rules back."""
        await self.choose(press, {})


class Preset(RulesPage, verb=verbs.PRESET):
    """Play by a set that the server keeps."""

    async def act(self, press: InLobby) -> None:
        """Take its rules over."""
        kept = await self.presets(press.interaction, press.lobby)
        name = presets.named(kept, self.choice)
        await self.choose(press, rules.fitting(press.lobby.game, kept[name]))
        press.notice = say("presets.used", name=harmless(name))


class Keep(Control, verb=verbs.KEEP):
    """Open the form that asks for the name of a set."""

    async def press(self, interaction: Press) -> None:
        """Show it."""
        await interaction.client.services.lobbies.hosted(self.address.table, interaction.user.id)
        field = ui.TextInput[ui.Modal](custom_id="name", max_length=presets.LONGEST)
        label = ui.Label(text=say("presets.keep_name"), component=field)
        address = (self.address.table, self.address.seen)
        title = say("presets.keep_title")
        await show_form(interaction, verbs.KEPT, title, label, address=address)


class Kept(RulesPage, verb=verbs.KEPT):
    """The name of a set to keep."""

    async def act(self, press: InLobby) -> None:
        """Keep the rules of this lobby under it."""
        people, lobby, name = press.store.people, press.lobby, self.answers["name"]
        guild, options = lobby.guild_id, lobby.options
        press.notice = await presets.keep(people, guild, lobby.game, name, options)


class Unkeep(RulesPage, verb=verbs.UNKEEP):
    """Keep a set no longer."""

    async def act(self, press: InLobby) -> None:
        """Forget it."""
        people, lobby, place = press.store.people, press.lobby, self.choice
        press.notice = await presets.forget(people, lobby.guild_id, lobby.game, place)


async def setup(bot: Client) -> None:
    """Load the extension."""
    bot.controls.install(
        House, Rule, NewValue, TypeNumber, Number, Book, Preset, Keep, Kept, Unkeep
    )
