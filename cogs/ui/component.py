"""Component handlers: functions that answer a button, a select or a modal by its custom id.

    @component(Action.VOTE_YES)
    async def vote_yes(interaction: ComponentInteraction) -> None:
        ...       # interaction.custom_id.table, .argument(), .choice, .fields, .services

    Action.VOTE_YES.at(7, 31, label="Yes")          # in a layout; custom id t1:yea:7:31
    await channel.send(view=stopped(view))          # `layout_view` returns a stopped view

`component` registers a handler when its module is imported; `cogs.wiring` imports all of them. The
router finds the handler by the action in the custom id alone, so components survive a restart.

discord.py's own dispatch is not used. It searches the message for each component, and logs errors
of its own. It also keeps open modals by custom id for the whole bot: if two members had the same
modal open, it would drop the second answer, and no modal would survive a restart.
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
"""The custom id in the interaction of a command, which has none."""

ViewT = TypeVar("ViewT", ui.View, ui.LayoutView)
T = TypeVar("T")
F = TypeVar("F")


def stopped(view: ViewT) -> ViewT:
    """Stop a view before it is sent. Its components are answered nevertheless.

    discord.py does not store a stopped view. Otherwise it would keep every view that was ever sent.
    """
    view.stop()
    return view


# ---- what a handler is given


class Inputs(TypedDict):
    """The input of a component interaction, as keyword arguments."""

    custom_id: CustomId
    values: Sequence[str]
    fields: defaultdict[str, str]


@dataclass(slots=True)
class ComponentInteraction:
    """An interaction with its input, and the services of the bot.

    `raw` is discord.py's interaction. `values` are those chosen in a select. `fields` are the
    answers of a modal by custom id, "" for a missing one, because a member can forge an
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
        """The input, for an interaction with more parts that is made from this one."""
        return {"custom_id": self.custom_id, "values": self.values, "fields": self.fields}

    @property
    def chosen(self) -> tuple[int, ...]:
        """The values chosen in a select, as numbers.

        Raises:
            Refusal: A value is no number, so the interaction is forged.
        """
        if not all(NUMBER.fullmatch(value) for value in self.values):
            raise Refusal("room.old_control")
        return tuple(map(int, self.values))

    @property
    def choice(self) -> int:
        """The one value chosen in a select.

        Raises:
            Refusal: There is not exactly one, or it is no number.
        """
        if len(self.values) != 1:
            raise Refusal("room.old_control")
        return self.chosen[0]

    def argument(self, place: int = 0) -> int:
        """Return a number of the custom id after table and version.

        Returns -1, which is no valid index, where there is none.
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
"""The handlers of this program by action. They are stateless: several bots may share them."""


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
    """Register `answer` as the handler of an action; it is given the decorated function to call.

    Decorators that load a table first, or show a layout afterwards, are made with it.

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
    """Register the decorated function as the handler of an action; it is given what `load` returns.

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
    """Open a modal, which must be the first answer to the interaction.

    Args:
        raw: The interaction to answer.
        action: The action of the submission.
        title: The heading of the modal.
        items: Its fields.
        address: Table, version and arguments of its custom id.
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

    The values of a select are joined by spaces. A ticked box has the value "True".
    """
    for part in components:
        yield from modal_values(part.get("components", ()))
        if "component" in part:
            yield from modal_values([part["component"]])
        if "custom_id" in part:
            values = part.get("values") or [part.get("value") or ""]
            yield part["custom_id"], " ".join(map(str, values))


def option_at(options: Sequence[T], index: int) -> T:
    """Return the option at an index. The index may be forged.

    Raises:
        Refusal: There is no such option.
    """
    if not 0 <= index < len(options):
        raise Refusal("lobby.refused.stale")
    return options[index]
