"""Buttons, selects and modals that carry their own custom id and so survive a restart.

    class Draw(Control, verb=verbs.DRAW):
        async def press(self, interaction: Press) -> None:
            ...       # self.address.table, .seen, .args; interaction.client.services

    verbs.DRAW.at(7, 31, label="Draw two")          # in a layout; custom id t1:draw:7:31
    bot.controls.install(Draw)                      # in the extension's setup(bot)
    await channel.send(view=fresh(view))            # always fresh(), for every send and edit

The router finds the control of an interaction by the verb in its custom id alone, even where the
message has changed since. discord.py knows of none of them: it would search the message for each
interaction and log errors of its own. It also keeps open modals by custom id for the whole bot: of
two members with the same modal the second would lose an answer, and no modal would outlive a
restart.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, TypeVar

from discord import ui

from cogs._kit import replies
from cogs._kit.address import Address
from cogs._kit.client import Press
from cogs._kit.refusals import Refusal
from cogs._kit.verbs import Form, Verb

NUMBER: Final = re.compile(r"-?\d{1,20}", re.ASCII)

ViewT = TypeVar("ViewT", ui.View, ui.LayoutView)
T = TypeVar("T")


def fresh(view: ViewT) -> ViewT:
    """Finish a view before it is sent; its controls answer all the same.

    A finished view is never stored by discord.py: no timer, no leak.
    """
    view.stop()
    return view


class Control:
    """What answers the interactions of one verb; services are at `interaction.client.services`."""

    verb: ClassVar[Verb]

    def __init_subclass__(cls, *, verb: Verb | None = None) -> None:
        if verb is not None:
            cls.verb = verb

    def __init__(
        self,
        address: Address,
        values: Sequence[str] = (),
        answers: Mapping[str, str] | None = None,
    ) -> None:
        self.address = address
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

    def argument(self, place: int = 0) -> int:
        """A number of the address after table and seen; -1, which picks nothing, without one."""
        args = self.address.args
        return args[place] if place < len(args) else -1

    async def press(self, interaction: Press) -> None:
        """What the control does. Any exception is answered by the one error handler."""
        raise NotImplementedError


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
