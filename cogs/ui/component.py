"""Component handlers: functions that answer a button, a select or a modal by its custom id.

    @component(verbs.YEA)
    async def vote_yes(interaction: ComponentInteraction) -> None:
        ...       # interaction.custom_id.table, .argument(), .choice, .fields, .services

    verbs.YEA.at(7, 31, label="Yes")                # in a layout; custom id t1:yea:7:31
    await channel.send(view=fresh(view))            # always fresh(), for every send and edit

`component` registers a handler when its module is imported; `cogs.wiring` imports all of them.
The router finds the handler of an interaction by the action in its custom id alone, even where the
message has changed since. So components survive a restart. discord.py knows none of them: it would
search the message for each interaction and log errors of its own. It also keeps open modals by
custom id for the whole bot: of two members with the same modal the second would lose an answer,
and no modal would outlive a restart.
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
"""Takes the place of the custom id in the interaction of a command."""

ViewT = TypeVar("ViewT", ui.View, ui.LayoutView)
T = TypeVar("T")
F = TypeVar("F")


def stopped(view: ViewT) -> ViewT:
    """Stop a view before it is sent; its components are answered nevertheless.

    discord.py never stores a stopped view: no timer, no leak.
    """
    view.stop()
    return view


# ---- what a handler is given


class Inputs(TypedDict):
    """What Discord sends with a component interaction, as keyword arguments."""

    custom_id: CustomId
    values: Sequence[str]
    fields: defaultdict[str, str]


@dataclass(slots=True)
class ComponentInteraction:
    """An interaction with what it asks for, and the services of the bot.

    `raw` is discord.py's. `values` are those chosen in a select; `modal_values` are the answers of
    a modal by custom id, "" for a missing one, because a member can forge an interaction.
    """

    raw: Interaction
    _: KW_ONLY
    custom_id: CustomId = OF_COMMAND
    values: Sequence[str] = ()
    fields: defaultdict[str, str] = field(default_factory=lambda: defaultdict(str))

    @property
    def services(self) -> Services:
        """The services of the bot."""
        return self.raw.client.services

    @property
    def store(self) -> Database:
        """The database of the bot."""
        return self.raw.client.database

    @property
    def user_id(self) -> int:
        """The Discord id of the member."""
        return self.raw.user.id

    @property
    def inputs(self) -> Inputs:
        """What an interaction that is made from this one takes over."""
        return {"custom_id": self.custom_id, "values": self.values, "fields": self.fields}

    @property
    def chosen(self) -> tuple[int, ...]:
        """The values chosen in a select, as numbers.

        Raises:
            Refusal: A value is no number: the interaction is forged.
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
        """Return a number of the custom id after table and version; -1, no valid index, if none."""
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
    """Register `answer` as the handler of an action, with the decorated function to call.

    Decorators that load what an interaction is about, or show what it did, are made with it.

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
    raw: Interaction, form: ModalAction, title: str, *items: ui.Item[Any], address: tuple[int, ...]
) -> None:
    """Open a modal, which must be the first answer to the interaction.

    Args:
        raw: The interaction to answer.
        form: The action that the modal's submission asks for.
        title: The heading of the modal.
        items: Its fields.
        address: Table, version and arguments of its custom id.
    """
    table, seen, *args = address
    modal = ui.Modal(title=title, custom_id=str(CustomId(form.name, table, seen, tuple(args))))
    for item in items:
        modal.add_item(item)
    modal.stop()
    await replies.initial_response(raw, lambda: raw.response.send_modal(modal))


def modal_values(components: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Yield custom id and value of every field of a modal; a select's values joined by spaces."""
    for part in components:
        yield from modal_values(part.get("components", ()))
        if "component" in part:
            yield from modal_values([part["component"]])
        if "custom_id" in part:
            values = part.get("values") or [part.get("value") or ""]
            yield part["custom_id"], " ".join(values)


def option_at(found: Sequence[T], place: int) -> T:
    """Return the option at an index, which may be forged.

    Raises:
        Refusal: There is no such option.
    """
    if not 0 <= place < len(found):
        raise Refusal("lobby.refused.stale")
    return found[place]
