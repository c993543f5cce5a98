"""Component handlers: functions that answer a button, a select or a modal.

    @component(Action.VOTE_YES)
    async def vote_yes(interaction: ComponentInteraction) -> None:
        ...  # use interaction.custom_id.table, .argument(), .choice, .fields, .services

    Action.VOTE_YES.button(7, 31, label="Yes")  # in a layout; the custom id is t1:yea:7:31
    await channel.send(view=layout_view(...))   # in `cogs.ui.layout`

`component` registers a handler when its module is imported. `cogs.wiring` imports all handlers. The
router needs only the action in the custom id, so components still work after a restart.

We do not use discord.py's own dispatch. It searches the message for each component, and logs its
own errors. It also stores open modals by custom id: if two members opened the same modal, it would
drop the second answer. After a restart it would know no modal.
"""

import re
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import partial
from typing import Any, Final, TypeAlias, TypedDict, TypeVar

from discord import ui

from cogs.core.bot import Interaction, Services
from cogs.core.refusals import Refusal
from cogs.ui import replies
from cogs.ui.actions import ActionId, ModalAction
from cogs.ui.custom_id import CustomId
from data.database import Database

NUMBER: Final = re.compile(r"-?\d{1,20}", re.ASCII)
OF_COMMAND: Final = CustomId("command", 0, 0)
"""A custom id for commands, whose interactions have none."""

T = TypeVar("T")
F = TypeVar("F")


# ---- the argument of a handler


class Inputs(TypedDict):
    """A member's choices or typed answers, as keyword arguments of `ComponentInteraction`."""

    custom_id: CustomId
    values: Sequence[str]
    fields: defaultdict[str, str]


@dataclass(slots=True)
class ComponentInteraction:
    """An interaction with the member's input, and with access to the bot's services.

    `raw` is discord.py's interaction. `values` are the values chosen in a select. `fields` are the
    answers in a modal, keyed by custom id. A missing answer is "", because a member can forge an
    interaction.
    """

    raw: Interaction
    _: KW_ONLY
    custom_id: CustomId = OF_COMMAND
    values: Sequence[str] = ()
    fields: defaultdict[str, str] = field(default_factory=lambda: defaultdict(str))

    @property
    def services(self) -> Services:
        return self.raw.client.services

    @property
    def database(self) -> Database:
        return self.raw.client.database

    @property
    def user_id(self) -> int:
        return self.raw.user.id

    @property
    def inputs(self) -> Inputs:
        """The keyword arguments with which to construct an interaction of a subclass."""
        return {"custom_id": self.custom_id, "values": self.values, "fields": self.fields}

    @property
    def chosen(self) -> tuple[int, ...]:
        """The values chosen in a select, as numbers.

        Raises:
            Refusal: A value is not a number, so the interaction is forged.
        """
        if not all(NUMBER.fullmatch(value) for value in self.values):
            raise Refusal("room.old_control")
        return tuple(map(int, self.values))

    @property
    def choice(self) -> int:
        """The single value chosen in a select.

        Raises:
            Refusal: There is not exactly one value, or it is not a number.
        """
        if len(self.values) != 1:
            raise Refusal("room.old_control")
        return self.chosen[0]

    def argument(self, place: int = 0) -> int:
        """Return a number from the custom id. `place` counts the numbers after table and version.

        Returns -1, which is no valid index, if there is no such number.
        """
        args = self.custom_id.args
        return args[place] if place < len(args) else -1


# ---- registration

Handler: TypeAlias = Callable[[T], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class RegisteredComponent:
    """An action with its handler."""

    action: ActionId
    handler: Handler[ComponentInteraction]


Registry: TypeAlias = dict[str, RegisteredComponent]
REGISTRY: Final[Registry] = {}
"""The handlers by action. They have no state, so several bots in one process may share them."""


def component(
    action: ActionId, registry: Registry = REGISTRY
) -> Callable[[Handler[ComponentInteraction]], Handler[ComponentInteraction]]:
    """Register the decorated function as the handler of an action.

    Raises:
        ValueError: The action already has a handler.
    """

    def register(handler: Handler[ComponentInteraction]) -> Handler[ComponentInteraction]:
        if action.name in registry:
            raise ValueError(f"two handlers for {action.name!r}")
        registry[action.name] = RegisteredComponent(action, handler)
        return handler

    return register


def component_by(
    action: ActionId, answer: Callable[[F, ComponentInteraction], Awaitable[None]]
) -> Callable[[F], F]:
    """Register `answer` as the handler of an action. `answer` gets the decorated function to call.

    Other decorators call this function, to load a table first or to show a layout afterwards.

    Raises:
        ValueError: The action already has a handler.
    """

    def register(function: F) -> F:
        component(action)(partial(answer, function))
        return function

    return register


def component_after(
    action: ActionId, load: Callable[[ComponentInteraction], Awaitable[T]]
) -> Callable[[Handler[T]], Handler[T]]:
    """Register the decorated function as the handler of an action.

    Its argument is the value that `load` returns.

    Raises:
        ValueError: The action already has a handler.
    """

    async def answer(handler: Handler[T], interaction: ComponentInteraction) -> None:
        await handler(await load(interaction))

    return component_by(action, answer)


def check_complete(actions: Iterable[str], registry: Registry = REGISTRY) -> None:
    """Raise `ValueError` unless every action has a handler."""
    if missing := sorted(set(actions) - registry.keys()):
        raise ValueError(f"no handler for {', '.join(missing)}")


# ---- modals and choices


async def send_modal(
    raw: Interaction,
    action: ModalAction,
    title: str,
    *items: ui.Item[Any],
    address: tuple[int, ...],
) -> None:
    """Open a modal. This must be the first answer to the interaction.

    Args:
        raw: The interaction to answer.
        action: The action of the submitted modal.
        title: The heading of the modal.
        items: The fields of the modal.
        address: Table, version and arguments of the modal's custom id.
    """
    table, version, *args = address
    custom_id = CustomId(action.name, table, version, tuple(args))
    modal = ui.Modal(title=title, custom_id=str(custom_id))
    for item in items:
        modal.add_item(item)
    modal.stop()  # discord.py would otherwise keep the modal until it times out
    await replies.initial_response(raw, lambda: raw.response.send_modal(modal))


def modal_values(components: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Yield the custom id and the value of each field of a modal.

    The values of a select are joined by spaces. A ticked checkbox has the value "True".
    """
    for part in components:
        yield from modal_values(part.get("components", ()))
        if "component" in part:
            yield from modal_values([part["component"]])
        if "custom_id" in part:
            values = part.get("values") or [part.get("value") or ""]
            yield part["custom_id"], " ".join(map(str, values))


def option_at(options: Sequence[T], index: int) -> T:
    """Return the option at `index`. The index may be forged by a member.

    Raises:
        Refusal: There is no such option.
    """
    if not 0 <= index < len(options):
        raise Refusal("lobby.refused.stale")
    return options[index]
