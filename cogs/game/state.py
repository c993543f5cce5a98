"""`TableState`: everything that was read about a table in play at one moment."""

from dataclasses import dataclass, field

from cogs.core.refusals import Refusal
from cogs.game.move_log import GameState, deciding_seats
from cogs.game.names import named_player, seat_names
from cogs.ui.card_emojis import NO_EMOJIS, CardEmojis
from cogs.ui.texts import card
from data.models.deadlines import WHOLE_TABLE, OpenDecision
from data.models.members import DEFAULT_MEMBER_STATE, MemberState
from data.models.tables import EMPTY_CONTEXT, Player, TableContext, TableRow
from engine import FaceDown
from engine.advice.staging import Staging
from engine.model.events import RoundScored
from engine.model.view import View


class ReadToken:
    """Identifies a read.

    While the token is the table's current one, nothing has changed since the read.
    """


@dataclass(frozen=True, slots=True)
class TableState:
    """A table's row, game and circumstances, all read at one moment."""

    row: TableRow
    game: GameState
    circumstances: TableContext = EMPTY_CONTEXT
    read_token: ReadToken = field(default_factory=ReadToken, compare=False, repr=False)
    emojis: CardEmojis = field(default=NO_EMOJIS, compare=False, repr=False)

    def view(self, seat: int | None) -> View:
        """Return what a seat may know. For seat None, return what everybody may know.

        See `GameState.view`.
        """
        return self.game.view(seat)

    def seen(self, seat: int | None) -> FaceDown:
        """Return the table with unknown cards face down; see `GameState.seen`."""
        return self.game.seen(seat)

    def deciding(self) -> tuple[int, ...]:
        """Return the seats whose decision the game needs now; see `deciding_seats`."""
        return deciding_seats(self.game.table)

    @property
    def round_start(self) -> int:
        """The log entry that dealt the cards of this round."""
        scored = (
            step.seq
            for step in reversed(self.game.steps)  # the move that ends a round deals the next
            if any(isinstance(event, RoundScored) for event in step.events)
        )
        return next(scored, 0)

    def open_decision(self, seat: int) -> OpenDecision | None:
        """Return a seat's open decision, which has its deadline; None if the seat has none."""
        return next(
            (decision for decision in self.circumstances.open_decisions if decision.seat == seat),
            None,
        )

    def shown_card(self, face: int) -> str:
        """Return a card for a sentence: its emoji, if there is one, and its name."""
        emoji = self.emojis.of(face)
        return card(face) if emoji is None else f"{emoji} {card(face)}"

    # ---- who plays

    def player(self, seat: int) -> Player:
        """Return the player of a seat: a member or a computer player."""
        player = self.row.seats[seat].player
        assert player is not None  # a game starts with every seat taken
        return player

    def member(self, seat: int) -> int:
        """Return the Discord id of a seat's member. Only for a seat with a member."""
        user_id = self.player(seat).user_id
        assert user_id is not None
        return user_id

    def names(self) -> tuple[str, ...]:
        """Return the players' names by seat, for pictures. No two names look alike."""
        return seat_names(self.row)

    def faces(self) -> tuple[str, ...]:
        """Return, by seat, the name whose face a picture draws. "" for a member."""
        return tuple(
            name if self.player(seat).kind == "computer" else ""
            for seat, name in enumerate(self.names())
        )

    def player_name(self, seat: int) -> str:
        """Return a player's name for a message. The name of a computer player is marked."""
        return named_player(self.row, seat)

    def seat_of(self, user_id: int) -> int | None:
        return seat_of(self.row, user_id)

    def own_seat(self, user_id: int) -> int | None:
        """Return the seat that a member owns, or None.

        The seat counts even while another player plays it.
        """
        return next((seat.seat for seat in self.row.seats if seat.is_of(user_id)), None)

    def require_seat(self, user_id: int) -> int:
        """Return the seat that a member plays.

        Raises:
            SeatTakenOver: A substitute plays the member's own seat.
            Refusal: The member has no seat here.
        """
        seat = self.seat_of(user_id)
        if seat is None:
            owns = self.own_seat(user_id) is not None
            raise SeatTakenOver(self) if owns else Refusal("table.not_seated")
        return seat

    # ---- choices of a seat's member, for now or in advance

    def member_state(self, seat: int) -> MemberState:
        """Return everything that the member who plays a seat has stored for this table."""
        return self.state_of(self.player(seat).user_id or 0)

    def state_of(self, user_id: int) -> MemberState:
        """Return everything that a member has stored for this table.

        The member plays or owns a seat.
        """
        return self.circumstances.members.get(user_id, DEFAULT_MEMBER_STATE)

    def staging(self, seat: int) -> Staging:
        """Return the staged cards that are still in the hand of the seat."""
        return Staging.read(self.member_state(seat).staged).held(self.view(seat).hand)

    def others_waiting(self, seat: int) -> tuple[int, ...]:
        """Return the ids of other tables that wait for a seat's player, the longest wait first."""
        table_ids = self.circumstances.waiting.get(self.player(seat).user_id or 0, ())
        return tuple(table_id for table_id in table_ids if table_id != self.row.id)

    def proposed(self, seat: int) -> str | None:
        """Return the text of the proposed move; None if the game has gone on since the proposal."""
        proposal = self.member_state(seat).proposal
        if proposal is None or proposal.seq != self.row.seq:
            return None
        return proposal.body


class SeatTakenOver(Refusal):
    """Somebody else plays the member's own seat. The answer has the button **I'm back**."""

    def __init__(self, state: TableState) -> None:
        super().__init__("clock.held")
        self.state = state


def seat_of(row: TableRow, user_id: int) -> int | None:
    """Return the seat that a member plays at a table, or None."""
    for seat in row.seats:
        if seat.player is not None and seat.player.user_id == user_id:
            return seat.seat
    return None


def is_played_by_computer(state: TableState, seat: int) -> bool:
    """Return whether a computer player plays a seat for an absent member."""
    player = state.player(seat)
    return player.kind == "computer" and player.user_id is not None


def is_seat_taken_over(state: TableState, user_id: int) -> bool:
    """Return whether a computer player or a substitute plays the seat that this member owns."""
    seat = state.own_seat(user_id)
    return seat is not None and (
        is_played_by_computer(state, seat) or state.seat_of(user_id) is None
    )


def paused_until(state: TableState, seat: int) -> float | None:
    """Return the end of a member's own pause in UTC epoch seconds; None if there is no pause."""
    own = (
        pause
        for pause in state.circumstances.pauses
        if pause.reason == "member" and pause.seat == seat
    )
    return next((pause.until for pause in own), None)


def is_paused(state: TableState) -> bool:
    """Return whether the whole table is paused. During such a pause the bot notifies nobody."""
    return any(pause.seat == WHOLE_TABLE for pause in state.circumstances.pauses)


def waiting_for_any_member_until(state: TableState) -> float | None:
    """Return until when a game without members waits for a member. None if a member plays."""
    decisions = (pause.until for pause in state.circumstances.pauses if pause.reason == "nobody")
    return next(decisions, None)


def has_member_player(row: TableRow) -> bool:
    """Return whether at least one member plays a seat.

    Computer players alone do not continue a game.
    """
    return row.is_attended
