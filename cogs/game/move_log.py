"""Game states, which are replayed from the move log, and a cache of such states.

The log has moves in the engine's notation, and `undo`. An undo takes back the newest move of the
present turn. The undo is refused if the move revealed a hidden card, because a player could use
undo to peek. The number of undos in a turn is limited, which also limits the length of the log.
"""

import json
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, Final, Self, TypeVar

import engine
from cogs.game.length import WHOLE, chosen_rounds
from data.models.moves import MoveEntry, interaction_key
from data.models.outcome import GameOutcome
from data.models.tables import TableRow, TableStatus
from engine import FaceDown
from engine.model.events import Dealt, Discarded
from engine.model.table import Event, Table
from engine.model.view import View
from engine.record import commitments
from engine.record.feats import summary

T = TypeVar("T")

UNDO: Final = "undo"
RECENT_KEYS: Final = 32
"""Number of keys of recent moves to remember, to recognise an interaction delivered twice."""
MAX_UNDO_PER_TURN: Final = 50
"""Maximum undos in one turn. No player needs as many. Each adds a move and an undo to the log."""
MEMBER_ORIGINS: Final = frozenset({"", "plan", "standing"})
"""Values of `PlayedMove.by` for moves that a member chose, now or in advance."""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """One accepted move: its log entry, its seat, its events and its text.

    `by` says who or what made the move. "" is a member, directly. `plan` and `standing` (an
    auto-answer) are a member's choice in advance. `clock` is the default at the deadline,
    `computer` a computer player, and `lesson` the script of a lesson. Moves of one interaction have
    the same `interaction_key`.
    """

    seq: int
    seat: int
    events: tuple[Event, ...]
    by: str = ""
    interaction_key: str = ""
    body: str = ""


@dataclass(frozen=True, slots=True)
class GameState:
    """A game up to entry `seq` of its log.

    - `steps`: the moves played, without those that were taken back.
    - `turn_seq`: the entry since which the same seats have to decide.
    - `earlier`: the tables to which an undo can return, newest last.
    - `recent`: the keys of the newest entries.
    - `own`: by seat, the newest entry that its member chose.
    - `taken_back`: the number of undos since `turn_seq`.
    - `log_digest`: a digest of all entries, which is published with the result.
    """

    table: Table
    seq: int = 0
    turn_seq: int = 0
    steps: tuple[PlayedMove, ...] = ()
    earlier: tuple[Table, ...] = ()
    recent: tuple[str, ...] = ()
    own: Mapping[int, int] = field(default_factory=dict)
    taken_back: int = 0
    log_digest: bytes = commitments.NO_MOVES
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
        """Return the game before its first move: newly dealt, or in its given start position.

        Raises:
            ValueError: The table is a lobby. A lobby has a secret seed but no deck.
        """
        if row.status is TableStatus.LOBBY:
            raise ValueError(f"table {row.id} is dealt when it starts, not before")
        if row.start is not None:
            return cls(engine.from_position(json.loads(row.start)))
        return cls(engine.deal(row.game, len(row.seats), row.seed, row.options, row.rules_version))

    def view(self, seat: int | None) -> View:
        """Return what a seat may know. For seat None, return what everybody may know. Cached."""
        if seat not in self._views:
            self._views[seat] = engine.view(self.table, seat)
        return self._views[seat]

    def seen(self, seat: int | None) -> FaceDown:
        """Return the table with all cards face down that a seat does not know.

        For None, only the cards that everybody knows are face up. Callers use this table to find
        legal moves without revealing hidden cards.
        """
        if seat not in self._face_down:
            self._face_down[seat] = engine.face_down(self.view(seat))
        return self._face_down[seat]

    def known(self, ask: Callable[[FaceDown, int], T], seat: int) -> T:
        """Return `ask(table, seat)` for the table as the seat knows it. Cached.

        The hand panel shows some lists in several places, and its interactions need them too.
        """
        question = (ask, seat)
        if question not in self._known:
            self._known[question] = ask(self.seen(seat), seat)
        answer: T = self._known[question]
        return answer

    def then(self, entry: MoveEntry) -> "GameState":
        """Return the game after one further entry.

        Raises:
            engine.Refused: A rule forbids the move.
            NothingToUndo: Another seat made the newest move, or the move revealed a hidden card.
        """
        return replay_entries(self, (entry,))

    def last_chosen_entry(self, seat: int) -> int:
        """Return the newest entry that a seat's member chose, or -1.

        The move of that entry may have been undone since.
        """
        return self.own.get(seat, -1)

    def is_by(self, who: str) -> bool:
        """Return whether `PlayedMove.by` of the newest move is `who`."""
        return bool(self.steps) and self.steps[-1].by == who

    def is_current(self, seat: int, seen: int) -> bool:
        """Return whether a seat that saw the game up to entry `seen` may still decide.

        Several seats are asked at once whether they want the upcard. The answers of other seats
        since `seen` change nothing for a seat that has not answered.
        """
        asked = any(d.seat == seat and d.kind == "offer" for d in engine.pending(self.table))
        return seen == self.seq or (asked and self.turn_seq <= seen <= self.seq)

    def can_undo(self, seat: int) -> bool:
        """Return whether this seat may take back the newest move."""
        return self.is_open_to(seat) and self.taken_back < MAX_UNDO_PER_TURN

    def undoable_together(self, seat: int) -> int:
        """Return how many of the newest moves come from one interaction.

        One undo button takes them all back. Returns 0 if this seat may not take them back.
        """
        if not self.is_open_to(seat):
            return 0
        newest = reversed(self.steps[-len(self.earlier) :])
        return len(
            list(
                takewhile(
                    lambda step: step.interaction_key == self.steps[-1].interaction_key, newest
                )
            )
        )

    def is_open_to(self, seat: int) -> bool:
        """Return whether this seat made the newest move, and the move revealed no hidden card."""
        return bool(self.earlier) and self.steps[-1].seat == seat

    def check_undo(self, seat: int) -> None:
        """Raise `NothingToUndo` or `UndoLimitReached` if this seat may not take a move back."""
        if not self.is_open_to(seat):
            raise NothingToUndo
        if not self.can_undo(seat):
            raise UndoLimitReached

    def since(self, seq: int) -> Iterator[Event]:
        """Yield the events after entry `seq`, those of the newest move first."""
        for step in reversed(self.steps):
            if step.seq <= seq:
                return
            yield from step.events

    def gone_by(self, seat: int, seq: int) -> bool:
        """Return whether a seat has ended a turn since entry `seq`."""
        discards = (event for event in self.since(seq) if isinstance(event, Discarded))
        return any(event.seat == seat for event in discards)

    def same_hand(self, seat: int, seq: int) -> bool:
        """Return whether a seat's hand is certainly the same as after entry `seq`."""
        events = self.since(seq)
        return not any(isinstance(event, Dealt) or event.whose == seat for event in events)

    def outcome(self) -> GameOutcome | None:
        """Return the result of the game for the leaderboards; None while the game goes on."""
        result = engine.result(self.table)
        if result is None:
            return None
        sides = tuple(side.seats for side in self.view(None).sides)
        rules = self.table.rules
        lowest = rules.lowest_wins
        ranks = tuple(result.place(side, lowest_wins=lowest) for side in range(len(sides)))
        feats = summary(self.table, (step.events for step in self.steps))
        return GameOutcome(
            *(sides, ranks, result.scores, str(result.reason)),
            *(feats.lowest_wins, feats.rounds, feats.feats),
            whole=chosen_rounds(rules.slug, rules.chosen) == WHOLE,
        )


class Replay:
    """A game to which log entries are added.

    Its lists grow in place. Copying them for each entry would cost the square of the log's length.
    """

    def __init__(self, game: GameState) -> None:
        self._game = game
        self._table = game.table
        self._deciding = deciding_seats(game.table)
        self._seq, self._turn_seq = game.seq, game.turn_seq
        self._steps, self._earlier = list(game.steps), list(game.earlier)
        self._recent, self._own = list(game.recent), dict(game.own)
        self._taken_back, self._log_digest = game.taken_back, game.log_digest

    def add(self, entry: MoveEntry) -> None:
        """Add an entry. Raises what `GameState.then` raises."""
        if entry.body == UNDO:
            self._undo(entry)
        else:
            self._move(entry)
        self._seq = entry.seq
        self._recent.append(entry.key)
        if made_by(entry) in MEMBER_ORIGINS:
            self._own[entry.seat] = entry.seq
        self._log_digest = commitments.longer(self._log_digest, entry.seat, entry.body)

    def state(self) -> GameState:
        """Return the game after the added entries."""
        return replace(
            self._game,
            table=self._table,
            seq=self._seq,
            turn_seq=self._turn_seq,
            steps=tuple(self._steps),
            earlier=tuple(self._earlier),
            recent=tuple(self._recent[-RECENT_KEYS:]),
            own=self._own,
            taken_back=self._taken_back,
            log_digest=self._log_digest,
        )

    def _move(self, entry: MoveEntry) -> None:
        before, events = self._table, engine.decide(self._table, entry.seat, entry.body)
        for event in events:
            self._table = engine.evolve(self._table, event)
        decided = self._deciding if before.round == self._table.round else ()
        self._deciding = deciding_seats(self._table)
        if not set(self._deciding) <= set(decided):
            self._turn_seq, self._taken_back = entry.seq, 0
        self._steps.append(moves_of_entry(entry, events))
        if reveals_nothing(before, self._table):
            self._earlier.append(before)
        else:
            self._earlier.clear()

    def _undo(self, entry: MoveEntry) -> None:
        # Do not check the limit here: a log of an older version may contain more undos.
        if not (self._earlier and self._steps[-1].seat == entry.seat):
            raise NothingToUndo
        self._table = self._earlier.pop()
        self._deciding = deciding_seats(self._table)
        self._steps.pop()
        self._taken_back += 1


def replay_entries(game: GameState, entries: Sequence[MoveEntry]) -> GameState:
    """Return the game after these entries. Raises what `GameState.then` raises."""
    if not entries:
        return game  # keeps its cached views
    replay = Replay(game)
    for entry in entries:
        replay.add(entry)
    return replay.state()


def moves_of_entry(entry: MoveEntry, events: tuple[Event, ...]) -> PlayedMove:
    """Return the move of a log entry."""
    key = interaction_key(entry.key)
    return PlayedMove(entry.seq, entry.seat, events, made_by(entry), key, entry.body)


def made_by(entry: MoveEntry) -> str:
    """Return the value of `PlayedMove.by` for a log entry."""
    by, colon, _ = entry.key.partition(":")  # an interaction's key has no colon
    return by if colon else ""


class NothingToUndo(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """Another seat made the newest move, or the move revealed a hidden card."""


class UndoLimitReached(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """The turn has already had `MAX_UNDO_PER_TURN` undos."""


def deciding_seats(table: Table) -> tuple[int, ...]:
    """Return the seats whose decision the game needs to continue.

    Optional decisions do not count.
    """
    return tuple(one.seat for one in engine.pending(table) if one.default is not None)


def newly_deciding_seats(before: Table, after: Table) -> frozenset[int]:
    """Return the seats that must decide now.

    Excludes seats that already had to decide before, in the same round.
    """
    now = frozenset(deciding_seats(after))
    return now if before.round != after.round else now - frozenset(deciding_seats(before))


def reveals_nothing(before: Table, after: Table) -> bool:
    """Return whether a move revealed nothing hidden and did not end the turn."""
    hidden = (len(before.stock), tuple(map(len, before.feet)), before.round, before.turn)
    now = (len(after.stock), tuple(map(len, after.feet)), after.round, after.turn)
    return hidden == now and after.phase == "play" and after.question is None


# ---- the cache of replayed games


BYTES_PER_GAME: Final = 28_000
"""Memory of a cached game without moves: its cards, and each seat's view.

`tracemalloc` shows 12 to 43 KiB, depending on the number of seats.
"""
BYTES_PER_MOVE: Final = 470
"""Memory of a move in a cached game. `tracemalloc` shows 385 to 500 bytes in games of 400 moves."""


class GameCache:
    """The games that were used last.

    The database has their logs, so a dropped game costs only the time to replay it. `capacity` is
    in bytes. Games are counted with an estimate, because measuring them would take longer than a
    move.
    """

    def __init__(self, capacity: int = 64_000_000) -> None:
        self.capacity = capacity
        self._games: OrderedDict[int, GameState] = OrderedDict()
        self._size = 0

    def get(self, table_id: int) -> GameState | None:
        """Return the cached game of a table, or None."""
        return self._games.get(table_id)

    def put(self, table_id: int, game: GameState) -> None:
        """Cache a game unless a newer version is cached.

        May remove the games unused for longest.
        """
        cached = self._games.get(table_id)
        if cached is None or cached.seq <= game.seq:
            self._size += cache_cost(game) - (cache_cost(cached) if cached is not None else 0)
            self._games[table_id] = game
        self._games.move_to_end(table_id)
        # Keep the newest game even if it alone exceeds the capacity, because it is in use.
        while self._size > self.capacity and len(self._games) > 1:
            _, evicted = self._games.popitem(last=False)
            self._size -= cache_cost(evicted)


def cache_cost(game: GameState) -> int:
    """Return the estimated memory of a cached game, in bytes."""
    return BYTES_PER_GAME + BYTES_PER_MOVE * game.seq
