"""`HandInteraction`: one interaction in a hand panel, and `hand_component` for its handlers.

`HandInteraction` loads the seat, makes moves and saves settings. The handlers are in the files of
the pages. `open_panels` shows the panel afterwards.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias, TypeVar

import engine
from cogs.core.concurrency import Priority
from cogs.core.refusals import Refusal
from cogs.game import private_tables
from cogs.game.interactions import TableInteraction
from cogs.game.move_log import MAX_UNDO_PER_TURN, UNDO, NothingToUndo, UndoLimitReached
from cogs.game.state import TableState
from cogs.game.visibility import is_served, load_here
from cogs.hand import appearance
from cogs.hand.appearance import HandAppearance
from cogs.hand.auto_answers import AutoAnswers, auto_answers_of, turn_cycle
from cogs.hand.lesson_page import taught_refusal
from cogs.hand.panel import HandPage, HandPanel, choice_digest
from cogs.hand.practice_page import remember_slip
from cogs.narration.labels import broken_rule, reason
from cogs.ui.actions import ActionId
from cogs.ui.component import ComponentInteraction, component_by
from cogs.ui.first_answer import deferring
from cogs.ui.places import is_in_bot_dm
from cogs.ui.replies import is_private_message, mark_committed
from cogs.ui.texts import say
from data.models.members import MemberState, PlanRow, Proposal
from data.repositories.members import MemberRepository
from engine.advice.staging import Staging
from engine.advice.turn_plan import Plan
from engine.model.moves import Move
from engine.model.view import View

T = TypeVar("T")
PLAY: Final = HandPage()
BUILD_PAGE: Final = HandPage(build=True)
ABOUT_PAGE: Final = HandPage(about=True)


class StalePanel(Exception):  # noqa: N818 - not an error, but an answer to the member
    """The panel showed an older state of the table."""


@dataclass(slots=True)
class HandInteraction(TableInteraction):
    """An interaction in a hand panel, with its seat.

    `state` is replaced after each change.

    Attributes:
        seat: The member's seat.
        seen: The log entry that the panel showed.
        tried: The moves of the last attempt, in notation.
    """

    seat: int
    seen: int
    tried: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The log key of this interaction's moves. The log accepts each key only once."""
        return str(self.raw.id)

    @property
    def view(self) -> View:
        return self.state.view(self.seat)

    @property
    def table(self) -> engine.FaceDown:
        """The table as this seat sees it. The panel's lists of choices are made from this table."""
        return self.state.seen(self.seat)

    def known(self, ask: Callable[[engine.FaceDown, int], T]) -> T:
        """Return the result of `ask` for `table`. The game state caches the result."""
        return self.state.game.known(ask, self.seat)

    def panel(self, page: HandPage) -> HandPanel:
        return HandPanel.of(self.state, self.seat, page)

    def is_about(self, text: str, index: int = 0) -> bool:
        """Return whether the panel showed this text. True for a component without a digest."""
        return self.argument(index) in {-1, choice_digest(text)}

    def check_seen(self) -> None:
        """Raise `StalePanel` if the table has changed since the panel was shown."""
        if not self.state.game.is_current(self.seat, self.seen):
            raise StalePanel

    # ---- moves

    async def play(self, *moves: Move | str) -> None:
        """Make all given moves, or none. A text is a move in notation.

        Raises:
            Refusal: The step of the lesson is over.
            StalePanel: The table has changed since the panel was shown.
            engine.Refused: A rule forbids a move.
            NothingToUndo: There is nothing to undo.
            UndoLimitReached: The seat has undone too often.
        """
        if private_tables.is_step_finished(self.state):
            raise Refusal("learn.settled")
        bodies = tuple(move if isinstance(move, str) else engine.write(move) for move in moves)
        # The time by Discord's clock: a member must not miss a deadline because our queues are
        # full.
        self.tried, at, who = bodies, self.raw.created_at.timestamp(), self.user_id
        before = self.state
        acted = await self.services.sessions.act(
            before, self.seat, *bodies, seen=self.seen, key=self.key, who=who, at=at
        )
        self.state = acted.state
        if acted.stale:
            raise StalePanel
        await self.continue_game()
        # After the game continues: a failure here must not stop it, or be reported as a failed
        # move.
        await self._remember_slip(before, acted.state, moves)

    async def _remember_slip(
        self, before: TableState, after: TableState, moves: Sequence[Move | str]
    ) -> None:
        """In a practice game, let the coach check the moves for a blunder."""
        if not private_tables.is_practice(before):
            return
        view = before.view(self.seat)
        made = [engine.read(m, view) if isinstance(m, str) else m for m in moves if m != UNDO]
        if await remember_slip(self.database.lessons, before, after, self.seat, made):
            self.services.sessions.changed(self.state.row.id)

    async def continue_game(self) -> None:
        """Continue the game after a committed change."""
        # From here on a failure of Discord must not be reported as a failed move.
        mark_committed(self.raw)
        try:
            self.state = await self.services.computers.at_once(self.state)
        finally:  # the move is committed: others must see it even if a computer player fails
            self.services.activity.continue_game(self.state)

    async def push_to_other_panel(self) -> None:
        """Update the member's other panel of this hand, after a change that this one shows.

        One panel may be open on the server, and one in direct messages.
        """
        services = self.services
        other = services.hand_panels if is_in_bot_dm(self.raw) else services.dm_hands
        await other.push(self.state, (self.seat,))

    async def carry_out(self, moves: Sequence[Move]) -> None:
        """Make all given moves, or none. Raises the same exceptions as `play`.

        Raises:
            StalePanel: There are no moves, or the table has changed since the panel was shown.
        """
        if not moves:
            raise StalePanel
        await self.play(*moves)

    async def take_back(self) -> None:
        """Undo everything that the member's last interaction did, unless it revealed a hidden card.

        Raises the same exceptions as `play`.
        """
        await self.play(*[UNDO] * max(1, self.state.game.undoable_together(self.seat)))

    async def suggest(self, page: HandPage, move: Move | None) -> HandPage:
        """Return the page with a suggested move. An illegal move is not suggested."""
        if move is None or engine.check(self.table, self.seat, move) is not None:
            return page
        row, member = self.state.row, self.state.member(self.seat)
        # Saved, because a move can be longer than a custom id. The button has only its digest.
        proposal = Proposal(row.id, member, row.seq, engine.write(move))
        await self._members.save_proposal(proposal)
        self._update_settings(replace(self._settings, proposal=proposal))
        return replace(page, proposed=proposal.body)

    async def refused(self, page: HandPage, refused: engine.Refused) -> HandPage:
        """Return the page that explains a refused move, and suggests the nearest legal one.

        A lesson explains the refusal in its own words, and suggests nothing.
        """
        step = private_tables.step_of(self.state)
        if step is not None:
            await self.services.private_tables.missed(self.state)
            return replace(page, notice=taught_refusal(step, self.tried, refused), build=False)
        why, rule = reason(refused), broken_rule(refused)
        explained = replace(page, notice=why, rule=rule, build=False)
        return await self.suggest(explained, refused.fix)

    # ---- auto-answers and plan

    async def set_offer_answer(self, answer: int) -> None:
        """Set the auto-answer to offers. An open offer is answered at once."""
        answers = auto_answers_of(self.state, self.seat)
        await self._save_answers(
            replace(answers, offer=answer, until=turn_cycle(self.view, self.seat))
        )

    async def set_leave_answer(self, answer: int) -> None:
        """Set the auto-answer to partners who ask to go out.

        An open question is answered at once.
        """
        await self._save_answers(replace(auto_answers_of(self.state, self.seat), leave=answer))

    async def _save_answers(self, answers: AutoAnswers) -> None:
        row = answers.row(self.state.row.id, self.seat, self.state.member(self.seat))
        self.state = await self.services.sessions.save_auto_answers(self.state, row)
        await self.continue_game()

    async def plan(self, plan: Plan, *, armed: bool) -> None:
        """Save a plan for the next turn. An armed plan is played at once if the turn has come."""
        row = self.state.row
        member, turn = self.state.member(self.seat), self.state.game.table.round
        made = PlanRow(row.id, member, turn, row.seq, armed, str(plan))
        self.state = await self.services.sessions.plan(self.state, made)
        if armed:
            await self.continue_game()
        else:
            mark_committed(self.raw)

    async def drop_plan(self) -> None:
        self.state = await self.services.sessions.delete_plan(
            self.state, self.state.member(self.seat)
        )
        mark_committed(self.raw)

    # ---- appearance, note, staging

    async def change_appearance(self, how: Callable[[HandAppearance], HandAppearance]) -> None:
        """Change how the member sees their hand at every table."""
        row = await appearance.change(self._members, self.state.member(self.seat), how)
        self._update_settings(replace(self._settings, look=row))
        mark_committed(self.raw)

    async def note(self, body: str) -> None:
        """Save the member's note. An empty text deletes the note.

        Raises:
            Refusal: The game is over.
        """
        member = self.state.member(self.seat)
        if not await self._members.save_table_note(self.state.row.id, member, body):
            raise Refusal("panel.note_over")
        self._update_settings(replace(self._settings, memo=body))
        mark_committed(self.raw)

    async def stage(self, new: Staging) -> None:
        """Save the staged groups of the seat."""
        await self._members.save_staged_cards(
            self.state.row.id, self.state.member(self.seat), str(new)
        )
        self._update_settings(replace(self._settings, staged=str(new)))
        mark_committed(self.raw)

    @property
    def _members(self) -> MemberRepository:
        return self.database.members

    @property
    def _settings(self) -> MemberState:
        return self.state.member_state(self.seat)

    def _update_settings(self, rows: MemberState) -> None:
        self.state = self.services.sessions.with_member_state(
            self.state, self.state.member(self.seat), rows
        )


async def load_hand_interaction(
    interaction: ComponentInteraction, table_id: int
) -> HandInteraction:
    """Return an interaction with the member's seat at a table.

    Raises:
        Refusal: The member has no seat there, or may not see the table.
    """
    state = await load_here(interaction.raw, table_id)
    seat = state.require_seat(interaction.user_id)
    return HandInteraction(interaction.raw, state, seat, state.row.seq, **interaction.inputs)


HandHandler: TypeAlias = Callable[[HandInteraction], Awaitable[HandPage]]
PanelCheck: TypeAlias = Callable[[HandInteraction], HandPage | None]
"""Returns a page to show instead of calling the handler, or None. May raise `StalePanel`."""


def require_current(interaction: HandInteraction) -> HandPage | None:
    """Raise `StalePanel` for a stale panel.

    If the log already has this interaction's moves, return the Play page instead.
    """
    # Discord may deliver an interaction twice, such as after a resumed connection. Move only once.
    if interaction.key in interaction.state.game.recent:
        return PLAY
    interaction.check_seen()
    return None


def accept_stale(_: HandInteraction) -> HandPage | None:
    """Accept any panel, even a stale one."""
    return None


async def attempt_move(
    interaction: HandInteraction, handler: HandHandler, page: HandPage, check: PanelCheck
) -> HandPage:
    """Call a handler unless a check forbids it.

    Args:
        interaction: The interaction.
        handler: Makes the moves, and returns the page to show.
        page: The page that shows the refusal if a rule forbids a move.
        check: Called before the handler. If it returns a page, that page is shown instead.

    Returns:
        The page to show. Refusals by rules and stale panels are not raised. The page shows them.
    """
    try:
        return check(interaction) or await handler(interaction)
    except StalePanel:
        return await stale_page(interaction)
    except UndoLimitReached:
        return HandPage(notice=say("panel.enough_taken_back", n=MAX_UNDO_PER_TURN))
    except NothingToUndo:
        return HandPage(notice=say("panel.nothing_to_undo"))
    except engine.Refused as refused:
        return await interaction.refused(page, refused)


async def stale_page(interaction: HandInteraction) -> HandPage:
    """Return the page for a stale panel.

    The page says whether the member has moved since the panel was shown.
    """
    interaction.state = await interaction.services.sessions.newest(interaction.state)
    if is_in_bot_dm(interaction.raw):
        return HandPage(notice=say("dm.stale"))
    has_moved = interaction.state.game.last_chosen_entry(interaction.seat) > interaction.seen
    return HandPage(notice=say("panel.has_moved" if has_moved else "panel.stale"))


def hand_component(
    action: ActionId, page: HandPage = PLAY, *, check: PanelCheck = require_current
) -> Callable[[HandHandler], HandHandler]:
    """Register the decorated function as the handler of an action in a hand panel.

    The panel then shows the page that the handler returns.

    Args:
        action: The action.
        page: The page that shows the refusal if a rule forbids a move.
        check: Called before the handler. It decides whether the panel that the member saw is valid.
    """

    async def answer(handler: HandHandler, interaction: ComponentInteraction) -> None:
        raw = interaction.raw
        # Discord expects a response within three seconds, so defer if the handler takes long.
        async with deferring(raw, thinking=not is_private_message(raw)):
            hand = await load_hand_interaction(interaction, interaction.custom_id.table)
            hand.seen, before = interaction.custom_id.version, hand.state
            # The engine blocks the event loop for milliseconds, so that concurrent moves must take
            # turns.
            await raw.client.throttle.wait(Priority.MOVE)
            # Another process serves the table: the hand is shown with a link instead of buttons.
            served = is_served(raw, hand.state.row)
            shown = await attempt_move(hand, handler, page, check) if served else PLAY
            await interaction.services.hand_panels.show(raw, hand.state, hand.seat, shown)
        if hand.state is not before:
            await hand.push_to_other_panel()

    return component_by(action, answer)


def staging_changed_page() -> HandPage:
    """Return the Build page for a panel that showed other staged groups."""
    return replace(BUILD_PAGE, notice=say("panel.staged_anew"))


def choice_at(found: Sequence[T], index: int) -> T:
    """Return the choice at an index.

    Raises:
        StalePanel: There is no such choice. The custom id is forged, or its list is outdated.
    """
    if not 0 <= index < len(found):
        raise StalePanel
    return found[index]
