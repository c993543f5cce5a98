"""A game in play: its log folded into a table, step by step.

The log holds moves in the engine's notation and `undo`. An undo takes back the newest move of the
running turn; it is allowed only while that move showed nobody a hidden card, so that taking it
back cannot be a peek. How many moves of one turn are taken back is bounded, and so is its log.
"""

import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, Final, Self, TypeVar

import engine
from data.models.moves import MoveEntry, interaction_key
from data.models.tables import GameOutcome, TableRow, TableStatus
from engine import FaceDown
from engine.model.events import Dealt, Discarded
from engine.model.table import Event, Table
from engine.model.view import View
from engine.record import commitments
from engine.record.feats import summary

T = TypeVar("T")

UNDO: Final = "undo"
RECENT_KEYS: Final = 32
"""Keys of the newest presses, to know one that Discord delivers twice."""
MAX_UNDO_PER_TURN: Final = 50
"""Moves of one turn that may be taken back: nobody needs so many, and each is two entries."""
MEMBER_ORIGINS: Final = frozenset({"", "plan", "standing"})
"""Entries that a member has wished, now or beforehand, by `Step.by`."""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """One accepted move: who made it, what it made happen, and its text.

    `by` is empty for a member who pressed, else `clock`, when the time was up, `computer`, or
    `plan` and `standing` for what a member has said beforehand, or `lesson` for what the others do
    in one. Steps of one `press` go together.
    """

    seq: int
    seat: int
    events: tuple[Event, ...]
    by: str = ""
    press: str = ""
    body: str = ""


@dataclass(frozen=True, slots=True)
class GameState:
    """A game up to entry `seq` of its log. Moves taken back are not among the steps.

    `turn_seq` is the entry with which somebody new had to decide; `earlier` are the tables an
    undo can go back to, newest last; `own` is each seat's newest entry by its member's wish;
    `taken_back` counts the moves taken back since somebody new had to decide. `trail` holds every
    entry, for the digest that is published with the result.
    """

    table: Table
    seq: int = 0
    turn_seq: int = 0
    steps: tuple[PlayedMove, ...] = ()
    earlier: tuple[Table, ...] = ()
    recent: tuple[str, ...] = ()
    own: Mapping[int, int] = field(default_factory=dict)
    taken_back: int = 0
    trail: bytes = commitments.NO_MOVES
    _views: dict[int | None, View] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    _face_down: dict[int | None, FaceDown] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    _known: dict[tuple[Callable[..., object], int], Any] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    @classmethod
    def begun(cls, row: TableRow) -> Self:
        """The game as it was dealt, or as the position has it that it begins from.

        Raises `ValueError` before its start: a lobby has a secret, and no deck.
        """
        if row.status is TableStatus.LOBBY:
            raise ValueError(f"table {row.id} is dealt with the press that starts, not before")
        if row.start is not None:
            return cls(engine.from_position(json.loads(row.start)))
        return cls(engine.deal(row.game, len(row.seats), row.seed, row.options, row.rules_version))

    def view(self, seat: int | None) -> View:
        """What a seat, or everybody, may know: made once, for it is asked at every turn."""
        if seat not in self._views:
            self._views[seat] = engine.view(self.table, seat)
        return self._views[seat]

    def seen(self, seat: int | None) -> FaceDown:
        """The table as a seat, or everybody, knows it, the rest face down: to ask what is legal."""
        if seat not in self._face_down:
            self._face_down[seat] = engine.face_down(self.view(seat))
        return self._face_down[seat]

    def known(self, ask: Callable[[FaceDown, int], T], seat: int) -> T:
        """What `ask` says of the table as a seat knows it.

        It is asked once: a panel shows a list in several places, and its press asks for it again.
        """
        question = (ask, seat)
        if question not in self._known:
            self._known[question] = ask(self.seen(seat), seat)
        answer: T = self._known[question]
        return answer

    def then(self, entry: MoveEntry) -> "GameState":
        """The game with one more entry. Raises `engine.Refused`; then nothing has changed."""
        after = self._undone(entry) if entry.body == UNDO else self._moved(entry)
        recent = (*self.recent, entry.key)[-RECENT_KEYS:]
        own = {**self.own, entry.seat: entry.seq} if made_by(entry) in MEMBER_ORIGINS else self.own
        trail = commitments.longer(self.trail, entry.seat, entry.body)
        return replace(after, seq=entry.seq, recent=recent, own=own, trail=trail)

    def said(self, seat: int) -> int:
        """The newest entry a seat has made by its member's wish, taken back or not; -1 for none."""
        return self.own.get(seat, -1)

    def is_by(self, who: str) -> bool:
        """Whether the newest move was made by them, as `Step.by` says it."""
        return bool(self.steps) and self.steps[-1].by == who

    def is_current(self, seat: int, seen: int) -> bool:
        """Whether a seat that has seen entry `seen` may decide by it.

        Several are asked at once whether they want the upcard: what others have answered since
        changes nothing for those who are still thinking.
        """
        asked = any(d.seat == seat and d.kind == "offer" for d in engine.pending(self.table))
        return seen == self.seq or (asked and self.turn_seq <= seen <= self.seq)

    def can_undo(self, seat: int) -> bool:
        """Whether this seat may take back the newest move."""
        return self.is_open_to(seat) and self.taken_back < MAX_UNDO_PER_TURN

    def newest_press(self, seat: int) -> int:
        """How many of the newest moves one press has made, and can be taken back together."""
        if not self.is_open_to(seat):
            return 0
        newest = reversed(self.steps[-len(self.earlier) :])
        return len(list(takewhile(lambda step: step.press == self.steps[-1].press, newest)))

    def is_open_to(self, seat: int) -> bool:
        """Whether the newest move is this seat's and showed nobody a hidden card."""
        return bool(self.earlier) and self.steps[-1].seat == seat

    def check_undo(self, seat: int) -> None:
        """Raise `NothingToUndo` or `UndoLimitReached` when this seat may not take a move back."""
        if not self.is_open_to(seat):
            raise NothingToUndo
        if not self.can_undo(seat):
            raise UndoLimitReached

    def since(self, seq: int) -> Iterator[Event]:
        """What has happened after entry `seq`."""
        for step in reversed(self.steps):
            if step.seq <= seq:
                return
            yield from step.events

    def gone_by(self, seat: int, seq: int) -> bool:
        """Whether a seat has ended a turn since entry `seq`, in whatever way."""
        found = (event for event in self.since(seq) if isinstance(event, Discarded))
        return any(event.seat == seat for event in found)

    def same_hand(self, seat: int, seq: int) -> bool:
        """Whether nothing since entry `seq` can have changed the cards of a seat."""
        found = self.since(seq)
        return not any(isinstance(event, Dealt) or event.whose == seat for event in found)

    def outcome(self) -> GameOutcome | None:
        """How the game ended, for the ladder; None while it lasts."""
        result = engine.result(self.table)
        if result is None:
            return None
        sides = tuple(side.seats for side in self.view(None).sides)
        lowest = self.table.rules.lowest_wins
        ranks = tuple(result.place(side, lowest_wins=lowest) for side in range(len(sides)))
        told = summary(self.table, (step.events for step in self.steps))
        return GameOutcome(
            *(sides, ranks, result.scores, str(result.reason)),
            *(told.lowest_wins, told.rounds, told.feats),
        )

    def _moved(self, entry: MoveEntry) -> "GameState":
        events = engine.decide(self.table, entry.seat, entry.body)
        table = self.table
        for event in events:
            table = engine.evolve(table, event)
        is_new = bool(newly_deciding_seats(self.table, table))
        return replace(
            self,
            table=table,
            turn_seq=entry.seq if is_new else self.turn_seq,
            taken_back=0 if is_new else self.taken_back,
            steps=(*self.steps, moves_of_entry(entry, events)),
            earlier=(*self.earlier, self.table) if reveals_nothing(self.table, table) else (),
        )

    def _undone(self, entry: MoveEntry) -> "GameState":
        # An older log may hold more of them than may be made now.
        if not self.is_open_to(entry.seat):
            raise NothingToUndo
        return replace(
            self,
            table=self.earlier[-1],
            earlier=self.earlier[:-1],
            steps=self.steps[:-1],
            taken_back=self.taken_back + 1,
        )


def replay_entries(game: GameState, entries: Iterable[MoveEntry]) -> GameState:
    """The game with these entries after it. Raises as `GameSoFar.then`."""
    for entry in entries:
        game = game.then(entry)
    return game


def moves_of_entry(entry: MoveEntry, events: tuple[Event, ...]) -> PlayedMove:
    """The step that an entry of the log was."""
    key = interaction_key(entry.key)
    return PlayedMove(entry.seq, entry.seat, events, made_by(entry), key, entry.body)


def made_by(entry: MoveEntry) -> str:
    """Who made an entry, as `Step.by` says it."""
    by, colon, _ = entry.key.partition(":")  # the key of a press has no colon
    return by if colon else ""


class NothingToUndo(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """The newest move is somebody else's, or it showed a hidden card."""


class UndoLimitReached(Exception):  # noqa: N818 - the same
    """So many moves of this turn were taken back that no other may be."""


def deciding_seats(table: Table) -> tuple[int, ...]:
    """The seats the game waits for. An optional decision holds nobody up."""
    return tuple(one.seat for one in engine.pending(table) if one.default is not None)


def newly_deciding_seats(before: Table, after: Table) -> frozenset[int]:
    """The seats that have to decide now and had not before, or not in this round."""
    now = frozenset(deciding_seats(after))
    return now if before.round != after.round else now - frozenset(deciding_seats(before))


def reveals_nothing(before: Table, after: Table) -> bool:
    """Whether a move showed nobody anything hidden, and left the turn where it was."""
    hidden = (len(before.stock), tuple(map(len, before.feet)), before.round, before.turn)
    now = (len(after.stock), tuple(map(len, after.feet)), after.round, after.turn)
    return hidden == now and after.phase == "play" and after.question is None


# ---- Folded games held in memory, and only so as not to fold them again: the store has their logs


ROOM: Final = 100_000
"""Entries of all games together: some 45 MB, or a hundred tables in play with a thousand each."""
EACH: Final = 60
"""Entries that weigh as much as what a game has besides: its cards, and what each seat may see."""


class GameCache:
    """The games asked for last, as many as there is `room` for, whether they are played or over."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._games: OrderedDict[int, GameState] = OrderedDict()
        self._weight = 0

    def get(self, table_id: int) -> GameState | None:
        """The newest fold that is kept of a table's game."""
        return self._games.get(table_id)

    def keep(self, table_id: int, game: GameState) -> None:
        """Keep a game, unless a newer fold of it is kept; the one asked for longest ago may go."""
        kept = self._games.get(table_id)
        if kept is None or kept.seq <= game.seq:
            self._weight += cache_cost(game) - (cache_cost(kept) if kept is not None else 0)
            self._games[table_id] = game
        self._games.move_to_end(table_id)
        while self._weight > self._room and len(self._games) > 1:
            _, gone = self._games.popitem(last=False)
            self._weight -= cache_cost(gone)


def cache_cost(game: GameState) -> int:
    """What a game takes of the room, in entries."""
    return EACH + game.seq
