"""Buttons, selects and forms that carry their own address and so survive a restart.

    class Draw(Control[Parlour], verb=verbs.DRAW):
        async def press(self, interaction: Press) -> None:
            ...                      # self.address.table, .seen, .args; self.services

    verbs.DRAW.at(7, 31, label="Draw two")          # on a screen; custom id t1:draw:7:31
    bot.controls.install(parlour, Draw)             # in the door's setup(bot)
    await channel.send(view=fresh(view))            # always fresh(), for every send and edit

A press finds its control by the verb in the custom id alone, whatever has become of the message
under the finger. discord.py is told of none: it would look through the message for each press, log
errors of its own, and keep open forms by custom id for the whole bot, so that of two players the
second would lose an answer, and no form would outlive a restart.

Every press passes the bot's gate, and what it raises reaches the one error handler.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, TypeVar, cast

import discord
from discord import ui

from cogs._kit import replies
from cogs._kit.address import Address
from cogs._kit.client import Press
from cogs._kit.refusals import Refusal, Storm
from cogs._kit.verbs import Form, Verb

NUMBER: Final = re.compile(r"-?\d{1,20}", re.ASCII)

ViewT = TypeVar("ViewT", ui.View, ui.LayoutView)
S = TypeVar("S")
T = TypeVar("T")


def fresh(view: ViewT) -> ViewT:
    """Finish a view before it is sent; its controls answer all the same.

    A finished view is never stored by discord.py: no timer, no leak.
    """
    view.stop()
    return view


class Control(Generic[S]):
    """What answers the presses of one verb; `services` are what its door was given."""

    verb: ClassVar[Verb]

    def __init_subclass__(cls, *, verb: Verb | None = None) -> None:
        if verb is not None:
            cls.verb = verb

    def __init__(
        self,
        address: Address,
        services: S,
        values: Sequence[str] = (),
        answers: Mapping[str, str] | None = None,
    ) -> None:
        self.address = address
        self.services = services
        self.answers = defaultdict(str, answers or {})
        """The fields of a form by their custom ids; empty where a made-up form has none."""
        self._values = values

    @property
    def chosen(self) -> tuple[int, ...]:
        """The values that were chosen in a select, as numbers.

        Raises `Refusal` for others: a press can be made up.
        """
        if not all(NUMBER.fullmatch(value) for value in self._values):
            raise Refusal("room.old_control")
        return tuple(map(int, self._values))

    @property
    def choice(self) -> int:
        """The one value that was chosen. Raises `Refusal` for none, and for what is no number."""
        if len(self._values) != 1:
            raise Refusal("room.old_control")
        return self.chosen[0]

    async def press(self, interaction: Press) -> None:
        """What the control does. Any exception is answered by the one error handler."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Installed(Generic[S]):
    """A kind of control, and what its door was given."""

    kind: type[Control[S]]
    services: S

    def made(self, address: Address, data: Mapping[str, Any]) -> Control[S]:
        """The control as it was pressed."""
        answers = dict(fields(data.get("components", ())))
        return self.kind(address, self.services, data.get("values", ()), answers)


class Controls:
    """Who answers what, for one bot."""

    def __init__(self) -> None:
        self._installed: dict[str, Installed[Any]] = {}

    def install(self, services: S, *kinds: type[Control[S]]) -> None:
        """Answer these controls. Raises `ValueError` when a verb is taken twice."""
        for kind in kinds:
            taken = self._installed.setdefault(kind.verb.name, Installed(kind, services))
            if taken.kind is not kind:
                raise ValueError(f"two controls answer to {kind.verb.name!r}")

    @property
    def verbs(self) -> frozenset[Verb]:
        """What is answered."""
        return frozenset(installed.kind.verb for installed in self._installed.values())

    async def route(self, interaction: Press) -> None:
        """Answer a control or a form that was pressed; whoever else interacts is not for us."""
        kinds = discord.InteractionType
        if interaction.type not in {kinds.component, kinds.modal_submit}:
            return
        control = self._found(interaction)
        if control is None:
            await interaction.client.failed(interaction, Refusal("room.old_control"))
        else:
            await answering(interaction, control)

    def _found(self, interaction: Press) -> Control[Any] | None:
        """The control that was pressed; None for one that nobody knows any more."""
        data = cast("Mapping[str, Any]", interaction.data)
        try:
            address = Address.parse(data["custom_id"])
        except ValueError:
            return None
        installed = self._installed.get(address.verb)
        is_form = interaction.type is discord.InteractionType.modal_submit
        # Ids can be made up: on a button a form's verb would find no fields.
        if installed is None or isinstance(installed.kind.verb, Form) != is_form:
            return None
        return installed.made(address, data)


async def answering(interaction: Press, control: Control[Any]) -> None:
    """Do the work of a press, and speak the language of whoever pressed."""
    with interaction.client.languages.of_press(interaction):
        await passing(interaction, control)


async def passing(interaction: Press, control: Control[Any]) -> None:
    """Do the work of a press inside the gate; what it raises goes to the error handler."""
    replies.arrived(interaction)
    try:
        interaction.client.pulse.heard(interaction.created_at.timestamp())
        with interaction.client.gate.passing(interaction.user.id):
            check_storm(interaction)
            await control.press(interaction)
    except Exception as error:  # noqa: BLE001 - the one handler decides what each error means
        await interaction.client.failed(interaction, error)


def check_storm(press: Press) -> None:
    """Raise `Storm` when somebody presses, or types commands, faster than anybody plays."""
    storms = press.client.storms
    # A command has no message: its channel is the place.
    place = press.message.id if press.message is not None else press.channel_id or 0
    if not storms.admits(press.user.id, place):
        press.client.figures.count("storms")
        raise Storm(told=not storms.warns(press.user.id))


async def show_form(
    press: Press, form: Form, title: str, *items: ui.Item[Any], address: tuple[int, ...]
) -> None:
    """Open a form; `address` is table, seen and arguments. It must be the first answer."""
    table, seen, *args = address
    modal = ui.Modal(title=title, custom_id=str(Address(form.name, table, seen, tuple(args))))
    for item in items:
        modal.add_item(item)
    modal.stop()
    await replies.first(press, lambda: press.response.send_modal(modal))


def fields(components: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Custom id and value of every field; of a select, the values with spaces between them."""
    for component in components:
        yield from fields(component.get("components", ()))
        if "component" in component:
            yield from fields([component["component"]])
        if "custom_id" in component:
            values = component.get("values") or [component.get("value") or ""]
            yield component["custom_id"], " ".join(values)


def picked(found: Sequence[T], place: int) -> T:
    """What stands at a place. Raises `Refusal` when nothing does: ids are not to be trusted."""
    if not 0 <= place < len(found):
        raise Refusal("lobby.refused.stale")
    return found[place]
