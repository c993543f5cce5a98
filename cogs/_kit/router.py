"""The router: finds the handler of a component interaction and calls it.

Every interaction is counted as in flight. What it raises reaches the one error handler.

A Draw press takes these named steps, from the gateway to the commit:

     1  discord.py dispatches `on_interaction`    10  `simple_move`, the handler
     2  `ComponentRouter.dispatch`                11  `AtSeat.play`
     3  the wrapper of `hand_component`           12  `Tables.act`
     4  `acknowledged`                            13  `Commit.enter`
     5  `load_hand_interaction`                   14  `GameSoFar.then`, where the engine decides
     6  `Tables.load`                             15  `Tables._commit`: lock and retry
     7  one query of the store                    16  `settle`: the follow-ups
     8  `Turnstile.passed`                        17  `TableStore.play`
     9  `attempt_move`                            18  append to the log, COMMIT
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, cast

import discord

from cogs._kit import replies
from cogs._kit.address import Address
from cogs._kit.client import Press
from cogs._kit.controls import REGISTRY, ComponentInteraction, Handler, fields
from cogs._kit.refusals import Refusal, Storm
from cogs._kit.verbs import Form

ANSWERED: Final = frozenset(
    {discord.InteractionType.component, discord.InteractionType.modal_submit}
)


class ComponentRouter:
    """Dispatches the component interactions of one bot by their custom ids."""

    def __init__(self) -> None:
        self.registry = REGISTRY

    async def dispatch(self, raw: Press) -> None:
        """Answer a component or the submission of a modal; ignore any other interaction."""
        if raw.type not in ANSWERED:
            return
        found = self._find(raw)
        if found is None:
            await raw.client.failed(raw, Refusal("room.old_control"))
            return
        handler, interaction = found
        with raw.client.languages.of_press(raw):
            replies.arrived(raw)
            try:
                with _in_flight(raw):
                    await handler(interaction)
            except Exception as error:  # noqa: BLE001 - the one handler decides what each error means
                await raw.client.failed(raw, error)

    def _find(
        self, raw: Press
    ) -> tuple[Handler[ComponentInteraction], ComponentInteraction] | None:
        """Return the handler and what it is given; None for an action that nothing handles."""
        data = cast("Mapping[str, Any]", raw.data)
        try:
            custom_id = Address.parse(data["custom_id"])
        except ValueError:
            return None
        registered = self.registry.get(custom_id.verb)
        is_modal = raw.type is discord.InteractionType.modal_submit
        # Custom ids can be forged: on a button the handler of a modal would find no fields.
        if registered is None or isinstance(registered.action, Form) != is_modal:
            return None
        answers = defaultdict(str, fields(data.get("components", ())))
        values = data.get("values", ())
        interaction = ComponentInteraction(raw, custom_id=custom_id, values=values, fields=answers)
        return registered.handler, interaction


@contextmanager
def _in_flight(raw: Press) -> Iterator[None]:
    """Count an interaction as in flight. Raises `Leaving` at the stop, `Storm` for too many."""
    raw.client.pulse.heard(raw.created_at.timestamp())
    with raw.client.gate.passing(raw.user.id):
        raw.client.services.activity.check_open()
        check_storm(raw)
        yield


def check_storm(raw: Press) -> None:
    """Raise `Storm` when a member presses, or types commands, faster than anybody plays."""
    storms = raw.client.storms
    # A command has no message: its channel counts instead.
    place = raw.message.id if raw.message is not None else raw.channel_id or 0
    if not storms.admits(raw.user.id, place):
        raw.client.figures.count("storms")
        raise Storm(told=not storms.warns(raw.user.id))
