"""Buttons, selects and forms that carry their own address and so survive a restart.

A custom id is `t1:<verb>:<table>:<seen>` and any number of small whole numbers after it: the
grammar's version, what is asked for, the table, the revision or move number the screen showed,
and arguments. Ids and numbers only; never a card, for whoever sees a control can read its id.

    class Draw(TableButton, verb="draw"):
        async def press(self, interaction: Press) -> None:
            ...                      # self.address.table, .seen, .args

    Draw.make(7, 31, label="Draw two")              # in a view; custom id t1:draw:7:31
    install(bot, Draw)                              # in the door's setup(bot)
    await channel.send(view=fresh(view))            # always fresh(), for every send and edit

Every press passes the bot's gate, and what it raises reaches the one error handler: discord.py
itself only logs the errors of dynamic items, and the member would see "interaction failed".
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, Self, TypeVar, cast

import discord
from discord import ui

from cogs._kit import replies
from cogs._kit.client import Client, Press
from cogs._kit.refusals import Refusal, Storm

ViewT = TypeVar("ViewT", ui.View, ui.LayoutView)
ItemT = TypeVar("ItemT", bound=ui.Item[Any])

VERSION = "t1"
LONGEST = 100  # Discord's limit for a custom id
_GRAMMAR = re.compile(
    rf"{VERSION}:(?P<verb>[a-z][a-z_]*):(?P<table>\d+):(?P<seen>\d+)(?P<args>(?::-?\d+)*)", re.ASCII
)
_NEVER = r"(?!)"  # a class without a verb answers to nothing


@dataclass(frozen=True, slots=True)
class Address:
    """What a control asks for, where, and what its screen had seen."""

    verb: str
    table: int
    seen: int
    args: tuple[int, ...] = ()

    def __str__(self) -> str:
        """The custom id. Raises `ValueError` when the address cannot be written as one."""
        text = ":".join(map(str, (VERSION, self.verb, self.table, self.seen, *self.args)))
        if len(text) > LONGEST or not _GRAMMAR.fullmatch(text):
            raise ValueError(f"not a custom id: {text}")
        return text

    @classmethod
    def parse(cls, custom_id: str) -> "Address":
        """The address in a custom id. Raises `ValueError` for any text that is none of ours."""
        match = _GRAMMAR.fullmatch(custom_id)
        if match is None or len(custom_id) > LONGEST:
            raise ValueError(f"not one of our custom ids: {custom_id[:LONGEST]!r}")
        args = tuple(int(part) for part in match["args"].split(":")[1:])
        return cls(match["verb"], int(match["table"]), int(match["seen"]), args)


def fresh(view: ViewT) -> ViewT:
    """Finish a view before it is sent; its controls answer all the same.

    A finished view is never stored by discord.py: no timer, no leak, and no later edit with it
    can unregister a dynamic item for the whole bot.
    """
    view.stop()
    return view


async def answering(interaction: Press, work: "Answer") -> None:
    """Do the work of a press, and speak the language of whoever pressed."""
    with interaction.client.languages.of_press(interaction):
        await passing(interaction, work)


async def passing(interaction: Press, work: "Answer") -> None:
    """Do the work of a press inside the gate; what it raises goes to the error handler."""
    try:
        interaction.client.pulse.heard(interaction.created_at.timestamp())
        with interaction.client.gate.passing(interaction.user.id):
            check_storm(interaction)
            await work.press(interaction)
    except Exception as error:  # noqa: BLE001 - the one handler decides what each error means
        await interaction.client.failed(interaction, error)


def check_storm(press: Press) -> None:
    """Raise `Storm` when somebody presses, or types commands, faster than anybody plays."""
    storms = press.client.storms
    place = press.message.id if press.message is not None else press.channel_id or 0
    if not storms.admits(press.user.id, place):
        raise Storm(told=not storms.warns(press.user.id))


class Answer(Protocol):
    """Something that a press sets to work."""

    async def press(self, interaction: Press) -> None:
        """Answer the press."""


class _Control(ui.DynamicItem[ItemT], template=_NEVER):
    """A dynamic item with an address; subclasses say what a press does."""

    verb: ClassVar[str] = ""
    kinds: ClassVar[dict[str, type[Any]]] = {}
    """Verb -> the class that answers it, once the door that has it is loaded."""

    def __init_subclass__(cls, *, verb: str = "") -> None:
        cls.verb = verb
        if verb:
            cls.kinds[verb] = cls
        template = rf"{VERSION}:{verb}:\d+:\d+(?::-?\d+)*" if verb else _NEVER
        super().__init_subclass__(template=template)

    def __init__(self, address: Address, item: ItemT) -> None:
        super().__init__(item)
        self.address = address

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The control as it was pressed. discord.py calls this."""
        return cls(Address.parse(match.string), cast("ItemT", item))

    @classmethod
    def unshown(cls, interaction: Press, custom_id: str) -> Self:
        """The control as it was pressed on a message that has changed under the finger."""
        control = cls(Address.parse(custom_id), cls.bare(custom_id))
        control._refresh_state(interaction, cast("Any", interaction.data))
        return control

    @classmethod
    def bare(cls, custom_id: str) -> ItemT:
        """The item inside, without looks."""
        raise NotImplementedError

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer the press. discord.py calls this; `press` does the work."""
        await answering(interaction, self)

    async def press(self, interaction: Press) -> None:
        """What the control does. Any exception is answered by the one error handler."""
        raise NotImplementedError


class TableButton(_Control[ui.Button[Any]]):
    """A button of a table or a panel."""

    @classmethod
    def bare(cls, custom_id: str) -> ui.Button[Any]:
        """The item inside, without looks."""
        return ui.Button(custom_id=custom_id)

    @classmethod
    def make(
        cls,
        table: int,
        seen: int,
        *args: int,
        label: str | None = None,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: str | None = None,
        disabled: bool = False,
    ) -> Self:
        """The button for a view. Raises `ValueError` when the address is too long."""
        address = Address(cls.verb, table, seen, args)
        item: ui.Button[Any] = ui.Button(
            label=label, style=style, emoji=emoji, disabled=disabled, custom_id=str(address)
        )
        return cls(address, item)


class TableSelect(_Control[ui.Select[Any]]):
    """A select of a table or a panel; the values of its options are whole numbers."""

    @classmethod
    def bare(cls, custom_id: str) -> ui.Select[Any]:
        """The item inside, without looks."""
        return ui.Select(custom_id=custom_id)

    @classmethod
    def make(
        cls,
        table: int,
        seen: int,
        *args: int,
        options: Sequence[discord.SelectOption],
        placeholder: str | None = None,
        most: int = 1,
    ) -> Self:
        """The select for a view; up to `most` options can be chosen at once."""
        address = Address(cls.verb, table, seen, args)
        item: ui.Select[Any] = ui.Select(
            options=list(options),
            placeholder=placeholder,
            max_values=most,
            custom_id=str(address),
        )
        return cls(address, item)

    @property
    def chosen(self) -> tuple[int, ...]:
        """The values that were chosen, as numbers."""
        return tuple(int(value) for value in self.item.values)


class TableForm:
    """A form (Discord's modal) whose answer is routed by its custom id.

    discord.py keeps open modals by custom id for the whole bot, so that the second of two
    players would lose an answer, and forgets them at a restart. Ours are never stored.
    """

    verb: ClassVar[str]

    def __init_subclass__(cls, *, verb: str) -> None:
        cls.verb = verb

    def __init__(self, address: Address, answers: Mapping[str, str]) -> None:
        self.address = address
        self.answers = answers

    @classmethod
    async def show(
        cls, interaction: Press, title: str, *items: ui.Item[Any], address: tuple[int, ...]
    ) -> None:
        """Open the form; `address` is table, seen and arguments. It must be the first answer."""
        table, seen, *args = address
        modal = ui.Modal(title=title, custom_id=str(Address(cls.verb, table, seen, tuple(args))))
        for item in items:
            modal.add_item(item)
        modal.stop()
        await replies.first(interaction, lambda: interaction.response.send_modal(modal))

    async def press(self, interaction: Press) -> None:
        """What is done with `self.answers`, the fields by their custom ids."""
        raise NotImplementedError


def install(bot: Client, *kinds: type[_Control[Any] | TableForm]) -> None:
    """Make the bot answer these controls. Raises `ValueError` when a verb is taken twice."""
    for kind in kinds:
        if bot.verbs.setdefault(kind.verb, kind) is not kind:
            raise ValueError(f"two controls answer to {kind.verb!r}")
        if issubclass(kind, ui.DynamicItem):
            bot.add_dynamic_items(kind)


async def route(interaction: Press) -> None:
    """Answer what discord.py leaves unanswered: forms, and controls nobody knows any more."""
    if interaction.type not in {
        discord.InteractionType.component,
        discord.InteractionType.modal_submit,
    }:
        return
    data = cast("Mapping[str, Any]", interaction.data)
    kind = interaction.client.verbs.get(_verb(data["custom_id"]))
    if kind is None:
        await interaction.client.failed(interaction, Refusal("room.old_control"))
    elif interaction.type is discord.InteractionType.modal_submit and issubclass(kind, TableForm):
        address = Address.parse(data["custom_id"])
        await answering(interaction, kind(address, dict(_fields(data["components"]))))
    elif issubclass(kind, _Control) and not _on_message(interaction, data["custom_id"]):
        await answering(interaction, kind.unshown(interaction, data["custom_id"]))


def _on_message(interaction: Press, custom_id: str) -> bool:
    """Whether the pressed message still has that control: discord.py answers no other."""
    assert interaction.message is not None  # controls are on messages
    shown = ui.LayoutView.from_message(interaction.message).walk_children()
    return any(getattr(item, "custom_id", None) == custom_id for item in shown)


def _verb(custom_id: str) -> str:
    try:
        return Address.parse(custom_id).verb
    except ValueError:
        return ""


def _fields(components: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Custom id and value of every field; of a select, the values with spaces between them."""
    for component in components:
        yield from _fields(component.get("components", ()))
        if "component" in component:
            yield from _fields([component["component"]])
        if "custom_id" in component:
            values = component.get("values") or [component.get("value") or ""]
            yield component["custom_id"], " ".join(values)
