"""Ask the engine and the second judge the same questions, and record the differences."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Final

import engine
from engine.model.events import RoundEnded, RoundScored
from engine.model.table import Rules
from engine.players import choose
from engine.players.heuristic.normal import decided
from engine.players.thinking.thought import CAREFUL, CARELESS
from tests.judge import Following, Judge, Position, Questions, judge_of, questions_of
from tests.judge.tally import Difference, Tally
from tests.support.strategies import random_move

WHOLE: Final = 8
"""After one in so many moves of a round, the whole table is compared."""
LONGEST: Final = 20_000
"""Most moves in a round; every round ends long before."""


def options_at_random(slug: str, random: Random) -> dict[str, bool | int | str]:
    """Return random house rules, except limits that would end the game in round one."""
    chosen: dict[str, bool | int | str] = {}
    for option in engine.GAMES[slug].options:
        values = option.choices or tuple(range(max(2, option.least), option.most + 1))
        if random.random() < 0.5:
            chosen[option.name] = random.choice(values)
    return chosen


class Asking:
    """Asks questions about one game; `tally` has the results."""

    def __init__(self, slug: str) -> None:
        self.slug = slug
        self.judge: Judge = judge_of(slug)
        self.questions: Questions = questions_of(slug)
        self.tally = Tally()
        self._last: tuple[engine.Table, Position] | None = None

    def position(self, table: engine.Table) -> Position:
        """Return the position of a table; the same object if the table is asked about again."""
        if self._last is None or self._last[0] is not table:
            self._last = table, engine.position(table)
        return self._last[1]

    def about_moves(self, position: Position, seat: int, moves: Iterable[str], what: str) -> None:
        """Ask both judges whether moves are legal. `what` is the name under which the moves are
        counted.
        """
        table = engine.from_position(position)
        for move in moves:
            refused = engine.check(table, seat, move)
            mine = self.judge.refusal(position, seat, move)
            self.tally.asked[what] += 1
            if (refused is None) != (mine is None):
                theirs = "legal" if refused is None else f"{refused.rule} {refused.code}"
                self.differ("move", position, seat, move, mine or "legal", theirs)

    def about_legal(self, position: Position, seat: int, moves: Iterable[str]) -> None:
        """Compare the results of the moves that both judges call legal."""
        table = engine.from_position(position)
        for move in self._legal(position, seat, moves):
            self.made(table, seat, move)

    def _legal(self, position: Position, seat: int, moves: Iterable[str]) -> list[engine.Move]:
        table = engine.from_position(position)
        return [
            engine.read(move, table)
            for move in moves
            if (engine.check(table, seat, move) or self.judge.refusal(position, seat, move)) is None
        ]

    def about_score(self, position: Position, out: int | None) -> None:
        """Ask both judges for the score as if the round ended now."""
        scores = engine.score(engine.from_position(position), out)
        self._compare_scores(position, out, scores)

    def _compare_scores(
        self, position: Position, out: int | None, scores: Sequence[engine.Score]
    ) -> None:
        self.tally.asked["scores"] += 1
        mine = self.judge.score(position, out)
        theirs = [_plain(score, my) for score, my in zip(scores, mine, strict=True)]
        if mine != theirs:
            self.differ("score", position, -1 if out is None else out, "", str(mine), str(theirs))

    def differ(
        self, about: str, position: Position, seat: int, move: str, mine: str, theirs: str
    ) -> None:
        self.tally.differ(Difference(about, position, seat, move, mine, theirs))

    def round(self, seats: int, random: Random, *, every: int = 8) -> None:
        """Play a round with computer players, and ask about all its moves and its score.

        At one position in `every`, also ask about moves that nobody made.
        """
        table = self._dealt(seats, random)
        following = self._following(table)
        for _ in range(LONGEST):
            seat = random.choice(engine.pending(table)).seat
            if random.randrange(every) == 0:
                position = self.position(table)
                moves = self.questions.moves(position, seat, random)
                self.about_moves(position, seat, moves, "moves not offered")
            move = _move(table, seat, random)
            if following and random.randrange(WHOLE) and not _ends(table, seat, move):
                table = self._followed(following, table, seat, move)
                continue
            ended, table = self._made_whole(following, table, seat, move)
            if ended:
                self.tally.asked["rounds"] += 1
                self.tally.ends[ended.reason] += 1
                return
        raise AssertionError(f"a round of {self.slug} for {seats} did not end")

    def _following(self, table: engine.Table) -> Following | None:
        """Return the judge's own copy of the round, if it keeps one."""
        follow = getattr(self.judge, "follow", None)
        return follow(self.position(table)) if follow else None

    def _followed(
        self, following: Following, table: engine.Table, seat: int, move: engine.Move
    ) -> engine.Table:
        """Make a move within a round. Both judges must call the move legal and let play go on."""
        self.tally.asked["moves made"] += 1
        before, text = table, engine.write(move)
        for event in engine.decide(table, seat, move):
            table = engine.evolve(table, event)
        mine = following.move(seat, text)
        if mine:
            self.differ("move", engine.position(before), seat, text, mine, "legal")
            following.begin(self.position(table))
        return table

    def _made_whole(
        self, following: Following | None, table: engine.Table, seat: int, move: engine.Move
    ) -> tuple[RoundEnded | None, engine.Table]:
        """Make a move and compare everything, including the judge's own copy of the round."""
        before = self.position(table)
        if following:
            self._compare("round", before, seat, "", following.position(), before)
        ended, table = self.made(table, seat, move)
        if following and not ended:
            following.begin(self.position(table))
        return ended, table

    def _dealt(self, seats: int, random: Random) -> engine.Table:
        """Deal a round with random house rules, half of the time in the middle of a game."""
        options = options_at_random(self.slug, random)
        table = engine.deal(self.slug, seats, random.randbytes(32), options)
        if random.random() < 0.5:
            return table
        return engine.from_position(self.questions.begun(engine.position(table), random))

    def made(
        self, table: engine.Table, seat: int, move: engine.Move
    ) -> tuple[RoundEnded | None, engine.Table]:
        """Make a move, and compare whether it is legal and what follows."""
        before, text = self.position(table), engine.write(move)
        ended: RoundEnded | None = None
        for event in engine.decide(table, seat, move):
            if isinstance(event, RoundEnded):
                ended, at_end = event, engine.position(table)
            elif isinstance(event, RoundScored):
                assert ended
                self._compare_scores(at_end, ended.out, event.scores)
            table = engine.evolve(table, event)
        after = self.position(table)
        if self._about_made(before, seat, text, at_end if ended else after, ended):
            self._about_settled(before, seat, text, after)
        return ended, table

    def _about_made(
        self, before: Position, seat: int, text: str, after: Position, ended: RoundEnded | None
    ) -> bool:
        self.tally.asked["moves made"] += 1
        mine = self.judge.refusal(before, seat, text)
        if mine is not None:
            self.differ("move", before, seat, text, mine, "legal")
            return False
        self._about_consequences(before, seat, text, after)
        reason, theirs = self.judge.round_ends(before, seat, text), ended and ended.reason
        if reason != theirs:
            self.differ("end", before, seat, text, str(reason), str(theirs))
        return True

    def _about_settled(self, before: Position, seat: int, text: str, after: Position) -> None:
        """Compare the deal of the next round, or the end of the game, if the judge knows them."""
        settled = getattr(self.judge, "settled", None)
        for line in settled(before, seat, text, after) if settled else ():
            self.differ("settled", before, seat, text, line, "")

    def _about_consequences(self, before: Position, seat: int, text: str, after: Position) -> None:
        expected = self.judge.after(before, seat, text)
        self._compare("after", before, seat, text, expected, after)

    def _compare(
        self, about: str, at: Position, seat: int, text: str, mine: Position, theirs: Position
    ) -> None:
        """Record where a position differs from what the judge knows of it."""
        wrong = {k: v for k, v in mine.items() if not _same(k, theirs[k], v)}
        if wrong:
            other = str({key: theirs[key] for key in wrong})
            self.differ(f"{about} ({' '.join(wrong)})", at, seat, text, str(wrong), other)

    def positions(self, seats: int, random: Random) -> None:
        """Ask about positions that play seldom reaches, and about a few moves from each."""
        for position in self.questions.positions(self.slug, seats, random):
            self.about_score(position, random.choice((None, position["turn"])))
            table: engine.Table | None = engine.from_position(position)
            for _ in range(random.randrange(1, 5)):
                table = table and self._walked(table, random)

    def _walked(self, table: engine.Table, random: Random) -> engine.Table | None:
        """Ask about a seat's moves, and make a legal one that does not end the round.

        None if there is no such move.
        """
        seat = random.choice((engine.pending(table)[0], *engine.pending(table))).seat
        position = engine.position(table)
        moves = self.questions.moves(position, seat, random)
        self.tally.asked["positions"] += 1
        self.about_moves(position, seat, moves, "moves not offered")
        after = [self.made(table, seat, move) for move in self._legal(position, seat, moves)]
        going_on = [then for ended, then in after if ended is None and self._is_alive(then)]
        return random.choice(going_on) if going_on else None

    def _is_alive(self, table: engine.Table) -> bool:
        """Whether play could reach this table.

        A made-up foot of one card may leave a dead position.
        """
        is_alive = getattr(self.judge, "is_alive", None)
        return is_alive is None or is_alive(engine.position(table))


def _ends(table: engine.Table, seat: int, move: engine.Move) -> bool:
    return any(isinstance(event, RoundEnded) for event in engine.decide(table, seat, move))


def _move(table: engine.Table, seat: int, random: Random) -> engine.Move:
    """Return a computer player's move: careful, careless or easy; rarely any legal move."""
    whim = random.random()
    if whim < 0.02:
        return random_move(table, seat, random)
    if whim < 0.06:
        return choose(engine.view(table, seat), "easy", random)
    rules: Rules = table.rules
    return decided(rules, table, seat, CAREFUL if whim < 0.9 else CARELESS)[0].move


def _same(key: str, one: Any, other: Any) -> bool:
    return bool(one == other or _sorted(key, one) == _sorted(key, other))


def _sorted(key: str, value: Any) -> Any:
    """Return a value of a position without the order of cards, where that order means nothing."""
    if isinstance(value, str) and key not in ("stock", "pile"):
        return " ".join(sorted(value.split()))
    if isinstance(value, list):
        return [_sorted(key, each) for each in value]
    return {k: _sorted(k, v) for k, v in value.items()} if isinstance(value, dict) else value


def _plain(score: engine.Score, like: dict[str, int]) -> dict[str, int]:
    """Return the engine's score as the judge writes it: total and all items that are not zero."""
    items = {str(key): value for key, value in score.items.items() if value or key in like}
    return {"total": score.total, **items}
