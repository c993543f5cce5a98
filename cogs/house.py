"""The page of a lobby's house rules: every option in words, and the sets a server keeps."""

from discord import ui

from cogs._kit.client import Client, Press
from cogs._kit.controls import TableButton, TableForm, TableSelect, install
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, tell
from cogs._kit.texts import say
from cogs._lobby import options as rules
from cogs._lobby import presets
from cogs._lobby.options_page import rule_page, rules_page
from cogs._press.host import PagePress, open_lobby, picked
from cogs._work.services import Parlour
from data.game.rows import Status, TableRow
from engine.model.option import Value

DIGITS = 6
"""Characters of the longest number that may be typed."""


class RulesPage(PagePress):
    """A press on the page of house rules."""

    async def page(self, parlour: Parlour, lobby: TableRow, notice: str) -> ui.LayoutView:
        """All house rules."""
        kept = await presets.presets(parlour.store, lobby.guild_id, lobby.game)
        return rules_page(lobby, kept, host=True, notice=notice)

    async def choose(self, parlour: Parlour, lobby: TableRow, number: int, to: Value) -> TableRow:
        """Give one option another value. Raises `Refusal`."""
        option = picked(rules.options_of(lobby.game), number)
        chosen = {**lobby.options, option.name: to}
        return await parlour.lobbies.choose(lobby, chosen, self.address.seen)


class House(RulesPage, TableButton, verb="house"):
    """Open the page of house rules, which anybody may read; or go back to it."""

    async def press(self, interaction: Press) -> None:
        """Show it."""
        if self.address.args:
            await super().press(interaction)
            return
        parlour = Parlour.of(interaction.client)
        lobby = await parlour.lobbies.row(self.address.table)
        kept = await presets.presets(parlour.store, lobby.guild_id, lobby.game)
        host = interaction.user.id == lobby.host_id and lobby.status is Status.LOBBY
        view = rules_page(lobby, kept, host=host)
        await tell(interaction, Reply(view))


class Rule(RulesPage, TableSelect, verb="rule"):
    """Choose the option to change."""

    async def page(self, parlour: Parlour, lobby: TableRow, notice: str) -> ui.LayoutView:
        """The page of that option."""
        del parlour, notice
        number = self.chosen[0]
        picked(rules.options_of(lobby.game), number)
        return rule_page(lobby, number)


class NewValue(RulesPage, TableSelect, verb="value"):
    """Choose a value for an option."""

    async def change(self, parlour: Parlour, lobby: TableRow) -> TableRow:
        """Play by it."""
        number = self.address.args[0]
        option = picked(rules.options_of(lobby.game), number)
        to = picked(rules.values(option), self.chosen[0])
        return await self.choose(parlour, lobby, number, to)


class TypeNumber(TableButton, verb="number"):
    """Open the form for a value out of many."""

    async def press(self, interaction: Press) -> None:
        """Show it."""
        parlour = Parlour.of(interaction.client)
        lobby = await open_lobby(parlour, interaction, self.address.table)
        option = picked(rules.options_of(lobby.game), self.address.args[0])
        field = ui.TextInput[ui.Modal](custom_id="number", max_length=DIGITS)
        wanted = say("house.range", least=option.least, most=option.most)
        address = (self.address.table, self.address.seen, *self.address.args)
        await Number.show(
            interaction,
            rules.name(lobby.game, option),
            ui.Label(text=wanted, component=field),
            address=address,
        )


class Number(RulesPage, TableForm, verb="numbered"):
    """A value that was typed."""

    async def change(self, parlour: Parlour, lobby: TableRow) -> TableRow:
        """Play by it. Raises `Refusal` for what is no number of that range."""
        option = picked(rules.options_of(lobby.game), self.address.args[0])
        typed = self.answers["number"].strip()
        if not (typed.isascii() and typed.isdecimal() and option.allows(int(typed))):
            raise Refusal("house.not_a_number", least=option.least, most=option.most)
        return await self.choose(parlour, lobby, self.address.args[0], int(typed))


class Book(RulesPage, TableButton, verb="book"):
    """Play everything by the book."""

    async def change(self, parlour: Parlour, lobby: TableRow) -> TableRow:
        """Take all house rules back."""
        return await parlour.lobbies.choose(lobby, {}, self.address.seen)


class Preset(RulesPage, TableSelect, verb="preset"):
    """Play by a set that the server keeps."""

    async def change(self, parlour: Parlour, lobby: TableRow) -> TableRow:
        """Take its rules over."""
        kept = await presets.presets(parlour.store, lobby.guild_id, lobby.game)
        name = presets.named(kept, self.chosen[0])
        chosen = rules.fitting(lobby.game, kept[name])
        after = await parlour.lobbies.choose(lobby, chosen, self.address.seen)
        self.said = say("presets.used", name=name)
        return after


class Keep(TableButton, verb="keep"):
    """Open the form that asks for the name of a set."""

    async def press(self, interaction: Press) -> None:
        """Show it."""
        parlour = Parlour.of(interaction.client)
        await open_lobby(parlour, interaction, self.address.table)
        field = ui.TextInput[ui.Modal](custom_id="name", max_length=presets.LONGEST)
        label = ui.Label(text=say("presets.keep_name"), component=field)
        address = (self.address.table, self.address.seen)
        await Kept.show(interaction, say("presets.keep_title"), label, address=address)


class Kept(RulesPage, TableForm, verb="kept"):
    """The name of a set to keep."""

    async def change(self, parlour: Parlour, lobby: TableRow) -> TableRow:
        """Keep the rules of this lobby under it."""
        store, name = parlour.store, self.answers["name"]
        self.said = await presets.keep(store, lobby.guild_id, lobby.game, name, lobby.options)
        return lobby


class Unkeep(RulesPage, TableSelect, verb="unkeep"):
    """Keep a set no longer."""

    async def change(self, parlour: Parlour, lobby: TableRow) -> TableRow:
        """Forget it."""
        store, place = parlour.store, self.chosen[0]
        self.said = await presets.forget(store, lobby.guild_id, lobby.game, place)
        return lobby


async def setup(bot: Client) -> None:
    """Load the door."""
    install(bot, House, Rule, NewValue, TypeNumber, Number, Book, Preset, Keep, Kept, Unkeep)
