"""The router: finds the handler of a component interaction, and calls that handler.

Each interaction counts as in flight and is rate limited. Errors go to `cogs.error_handler`.
`cogs.ui.commands` dispatches slash commands. When a player presses Draw, these calls lead from the
gateway to the database's COMMIT:

 1  discord.py dispatches `on_interaction`    10  `simple_move`, the handler
 2  `ComponentRouter.dispatch`                11  `HandInteraction.play`
 3  the wrapper of `hand_component`           12  `TableSessions.act`
 4  `deferring`                               13  `PendingCommit.enter`
 5  `load_hand_interaction`                   14  `GameState.then`, where the engine decides
 6  `TableSessions.load`                      15  `TableSessions._commit`: lock and retry
 7  one query of the table                    16  `apply_follow_ups`
 8  `LoopThrottle.wait`                       17  `TableRepository.play`
 9  `attempt_move`                            18  append to the log, COMMIT
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, cast

import discord

from cogs.core.bot import Interaction
from cogs.core.refusals import RateLimited, Refusal
from cogs.ui import replies
from cogs.ui.actions import ModalAction
from cogs.ui.component import REGISTRY, ComponentInteraction, Handler, modal_values
from cogs.ui.custom_id import ANSWERED_INTERACTION, CustomId
from cogs.ui.off_server import check_works_here
from cogs.ui.permissions import NotInvited

ANSWERED: Final = frozenset(
    {discord.InteractionType.component, discord.InteractionType.modal_submit}
)


class ComponentRouter:
    """Dispatches the component interactions of one bot by their custom ids."""

    def __init__(self) -> None:
        self.registry = REGISTRY
        self._not_invited = NotInvited()

    async def dispatch(self, raw: Interaction) -> None:
        """Answer a component or a submitted modal. Ignore any other interaction."""
        if raw.type not in ANSWERED:
            return
        match = self._find(raw)
        if match is None:
            await raw.client.handle_error(raw, Refusal("room.old_control"))
            return
        handler, interaction = match
        ANSWERED_INTERACTION.set(
            raw.id
        )  # discord.py gives each interaction its own task, and so its own context
        with raw.client.languages.of_interaction(raw):
            replies.track(raw)
            try:
                with _in_flight(raw):
                    action = interaction.custom_id.action
                    await check_works_here(raw, action, self._not_invited)
                    raw.client.services.proofs.note(raw)
                    raw.client.services.mailboxes.note(raw)
                    async with raw.client.services.activity.naming(raw):
                        await handler(interaction)
            except Exception as error:  # noqa: BLE001 - the error handler decides what each error means
                await raw.client.handle_error(raw, error)

    def _find(
        self, raw: Interaction
    ) -> tuple[Handler[ComponentInteraction], ComponentInteraction] | None:
        """Return the handler and its argument, or None if there is no handler."""
        data = cast("Mapping[str, Any]", raw.data)
        try:
            custom_id = CustomId.parse(data["custom_id"])
        except ValueError:
            return None
        registered = self.registry.get(custom_id.action)
        is_modal = raw.type is discord.InteractionType.modal_submit
        # A member can forge a custom id. The handler of a modal would find no fields on a button.
        if registered is None or isinstance(registered.action, ModalAction) != is_modal:
            return None
        answers = defaultdict(str, modal_values(data.get("components", ())))
        values = data.get("values", ())
        interaction = ComponentInteraction(raw, custom_id=custom_id, values=values, fields=answers)
        return registered.handler, interaction


@contextmanager
def _in_flight(raw: Interaction) -> Iterator[None]:
    """Count an interaction as in flight in this block.

    Raises:
        ShuttingDown: The process is stopping.
        RateLimited: The member sends interactions too fast.
    """
    raw.client.clock_skew.heard(raw.created_at.timestamp())
    with raw.client.in_flight.tracking(raw.user.id, raw.guild_id):
        raw.client.services.activity.check_open()
        check_rate_limit(raw)
        yield


def check_rate_limit(raw: Interaction) -> None:
    """Raise `RateLimited` if a member sends interactions too fast."""
    limiter = raw.client.rate_limiter
    # A command has no message, so the limit is the channel's.
    place_id = raw.message.id if raw.message is not None else raw.channel_id or 0
    if not limiter.admits(raw.user.id, place_id):
        raw.client.metrics.count("storms")
        raise RateLimited(told=not limiter.warns(raw.user.id))
