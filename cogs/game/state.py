"""A table in play: the one value that holds what a press at it knows."""

from dataclasses import dataclass, field

from cogs.core.refusals import Refusal
from cogs.game.move_log import GameState, deciding_seats
from cogs.ui.card_emojis import NO_EMOJIS, CardEmojis
from cogs.ui.texts import card, escaped_name, say
from data.models.deadlines import WHOLE_TABLE, OpenDecision
from data.models.members import DEFAULT_MEMBER_STATE, MemberState
from data.models.tables import EMPTY_CONTEXT, Player, TableContext, TableRow
from engine import FaceDown
from engine.advice.staging import Staging
from engine.model.events import RoundScored
from engine.model.view import View


class ReadToken:
    """When a table was read: as long as it is the table's newest, nothing has changed since."""


@dataclass(frozen=True, slots=True)
class TableState:
    """A table's row, its game so far, and what is so beside it, all of one moment."""

    row: TableRow
    game: GameState
    circumstances: TableContext = EMPTY_CONTEXT
    read_token: ReadToken = field(default_factory=ReadToken, compare=False, repr=False)
    emojis: CardEmojis = field(default=NO_EMOJIS, compare=False, repr=False)

    def view(self, seat: int | None) -> View:
        """What a seat, or everybody, may know."""
        return self.game.view(seat)

    def seen(self, seat: int | None) -> FaceDown:
        """The table as a seat, or everybody, knows it, the rest face down: to ask what is legal."""
        return self.game.seen(seat)

    def deciding(self) -> tuple[int, ...]:
        """The seats the game waits for. An optional decision holds nobody up."""
        return deciding_seats(self.game.table)

    @property
    def round_began(self) -> int:
        """The entry of the log with which the cards of this round were dealt."""
        scored = (
            step.seq
            for step in reversed(self.game.steps)  # the move that ends a round deals the next one
            if any(isinstance(event, RoundScored) for event in step.events)
        )
        return next(scored, 0)

    def wait(self, seat: int) -> OpenDecision | None:
        """How long the table waits for a seat, if it does."""
        return next(
            (decision for decision in self.circumstances.open_decisions if decision.seat == seat),
            None,
        )

    def shown_card(self, face: int) -> str:
        """A card in a sentence: its emoji, where there is one, and its words."""
        emoji = self.emojis.of(face)
        return card(face) if emoji is None else f"{emoji} {card(face)}"

    # ---- who plays

    def player(self, seat: int) -> Player:
        """Who plays a seat."""
        player = self.row.seats[seat].player
        assert player is not None  # a game starts with every seat taken
        return player

    def member(self, seat: int) -> int:
        """The member who plays a seat, by Discord id; only for one who has just pressed."""
        user_id = self.player(seat).user_id
        assert user_id is not None
        return user_id

    def names(self) -> tuple[str, ...]:
        """The players' names by seat, for pictures."""
        return tuple(self.player(seat.seat).name for seat in self.row.seats)

    def faces(self) -> tuple[str, ...]:
        """For pictures, by seat: the name of a computer player, whose face it is; or nothing."""
        players = (self.player(seat.seat) for seat in self.row.seats)
        return tuple(player.name if player.kind == "computer" else "" for player in players)

    def player_name(self, seat: int) -> str:
        """A player by name, for messages; a computer player is marked."""
        player = self.player(seat)
        name = escaped_name(player.name)
        return say("people.computer", name=name) if player.kind == "computer" else name

    def seat_of(self, user_id: int) -> int | None:
        """The seat a member plays, or None."""
        return seat_of(self.row, user_id)

    def own_seat(self, user_id: int) -> int | None:
        """The seat that is a member's, also while somebody else plays it, or None."""
        return next((seat.seat for seat in self.row.seats if seat.is_of(user_id)), None)

    def require_seat(self, user_id: int) -> int:
        """The seat that a member plays. Raises `Refusal` for anybody else."""
        seat = self.seat_of(user_id)
        if seat is None:
            own, until = self.own_seat(user_id), waiting_for_any_member_until(self)
            if own is not None and until is not None:
                raise Refusal("clock.held_alone", at=round(until))
            raise Refusal("table.not_seated" if own is None else "clock.held")
        return seat

    # ---- what a seat's member has chosen, or said beforehand

    def chosen(self, seat: int) -> MemberState:
        """All that is kept of it."""
        return self.circumstances.members.get(self.player(seat).user_id or 0, DEFAULT_MEMBER_STATE)

    def staging(self, seat: int) -> Staging:
        """What they have staged and still hold."""
        return Staging.read(self.chosen(seat).staged).held(self.view(seat).hand)

    def others_waiting(self, seat: int) -> tuple[int, ...]:
        """The other tables that wait for whoever plays a seat, the longest wait first."""
        found = self.circumstances.waiting.get(self.player(seat).user_id or 0, ())
        return tuple(table for table in found if table != self.row.id)

    def proposed(self, seat: int) -> str | None:
        """The text of the move put forward at the newest entry; None when it has gone by."""
        found = self.chosen(seat).proposal
        return found.body if found is not None and found.seq == self.row.seq else None


def seat_of(row: TableRow, user_id: int) -> int | None:
    """The seat a member plays at a table, or None."""
    for seat in row.seats:
        if seat.player is not None and seat.player.user_id == user_id:
            return seat.seat
    return None


def is_played_by_computer(state: TableState, seat: int) -> bool:
    """Whether a computer player drives a seat for a member who is away."""
    player = state.player(seat)
    return player.kind == "computer" and player.user_id is not None


def is_seat_taken_over(state: TableState, user_id: int) -> bool:
    """Whether somebody else plays the seat that is this member's: computer player or substitute."""
    seat = state.own_seat(user_id)
    return seat is not None and (
        is_played_by_computer(state, seat) or state.seat_of(user_id) is None
    )


def paused_until(state: TableState, seat: int) -> float | None:
    """Until when a member's own pause lasts at a table."""
    own = (
        pause
        for pause in state.circumstances.pauses
        if pause.reason == "member" and pause.seat == seat
    )
    return next((pause.until for pause in own), None)


def is_paused(state: TableState) -> bool:
    """Whether time stands still for everybody at a table: then nobody is told anything."""
    return any(pause.seat == WHOLE_TABLE for pause in state.circumstances.pauses)


def waiting_for_any_member_until(state: TableState) -> float | None:
    """Until when a game that no member plays any more waits for any of them to be back."""
    decisions = (pause.until for pause in state.circumstances.pauses if pause.reason == "nobody")
    return next(decisions, None)


def has_member_player(row: TableRow) -> bool:
    """Whether any member drives a seat: computer players alone never move."""
    return row.is_attended
