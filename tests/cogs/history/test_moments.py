"""Tests of the moments of a finished game and their texts, without a bot."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest

import engine
from cogs.game.move_log import GameState
from cogs.game.state import TableState
from cogs.history import finished_games
from cogs.history.film_frames import frames
from cogs.history.moments import WHOLE_GAME, Replay
from cogs.ui.texts import card, without_markdown
from data.models.leaderboards import ServerRecord
from data.models.moves import MoveEntry
from data.models.tables import Player, SeatRow, TableStatus
from engine.model.events import Discarded, RoundScored
from engine.players.heuristic import easy
from render.text import alt_text
from tests.cogs.support.positions import row

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve")
GAMES = {
    "house-canasta": (4, {"max_rounds": 2}),
    "classic-canasta": (4, {}),
    "ten-pennies": (4, {}),
}


def played(game: str) -> TableState:
    """Play a game to its end, by computer players under members' names."""
    seats, options = GAMES[game]
    drivers = (Player("member", 1000 + seat, name) for seat, name in enumerate(NAMES[:seats]))
    at = tuple(SeatRow(seat, driver) for seat, driver in enumerate(drivers))
    made = replace(row(seats, game, options=options, open_hands=True), seats=at)
    course, rng = GameState.begun(made), random.Random(1)
    while course.table.result is None:
        waiting = [one.seat for one in engine.pending(course.table) if one.default is not None]
        seat, seq = rng.choice(waiting), course.seq + 1
        move = engine.write(easy.choose(engine.view(course.table, seat), rng))
        course = course.then(MoveEntry(seq, seat, f"k{seq}", 0.0, move))
    return TableState(replace(made, seq=course.seq, status=TableStatus.FINISHED), course)


@pytest.fixture(scope="module", params=sorted(GAMES))
def replay(request) -> Replay:
    return Replay(played(request.param))


@pytest.fixture(scope="module")
def pennies() -> Replay:
    return Replay(played("ten-pennies"))


def ends(replay: Replay) -> list[int]:
    """Return the ends of all rounds but the last."""
    return [replay.ends(number) for number in list(replay.rounds)[:-1]]


def test_at_the_end_of_a_round_its_points_are_in_the_scores_alone(replay):
    assert ends(replay)
    for at in ends(replay):
        for view in (replay.view(at), *replay.hands(at)):
            assert [side.score for side in view.sides] == list(replay.scored(at).totals)
            assert [view.so_far(side) for side in view.sides] == [0] * len(view.sides)


def test_at_the_end_of_a_round_nobody_is_on_turn(replay):
    for at in ends(replay):
        for view in (replay.view(at), *replay.hands(at)):
            assert "The round is over." in alt_text.table_text(view, replay.state.names())
            assert view.pending == ()


def test_a_tied_round_is_no_extra_round_yet():
    live = played("house-canasta")
    steps = tuple(replace(one, events=tuple(map(tied, one.events))) for one in live.game.steps)
    replay = Replay(replace(live, game=replace(live.game, steps=steps)))
    (end,) = ends(replay)
    assert [replay.view(at).tie_break for at in (end, end + 1)] == [False, True]


def tied(event):
    """Return the event, with a score changed into a tie that needs an extra round."""
    return replace(event, fields={"tie_break": True}) if isinstance(event, RoundScored) else event


def deeds_of_others(replay: Replay) -> list[tuple[int, int]]:
    """Return (moment, seat) wherever another seat's move caused an event of the seat."""
    return [
        (at, seat)
        for at in range(1, replay.last + 1)
        for seat, event in replay.events(at)
        if event.deeds() and not event.between_turns and seat != replay.seat(at)
    ]


@pytest.mark.parametrize("game", ["classic-canasta", "ten-pennies"])
def test_what_a_move_brought_another_is_told_of_that_other(game):
    replay = Replay(played(game))
    assert deeds_of_others(replay)
    for at, seat in deeds_of_others(replay):
        assert f"**{replay.state.player_name(seat)}** " in replay.caption(at)


def test_a_purchase_is_filmed_as_the_buyers(pennies):
    bought = [one for one in deeds_of_others(pennies) if "bought" in pennies.caption(one[0])]
    at, seat = bought[0]
    told = " ".join(frame.caption for frame in frames(pennies, pennies.table(at).round))
    assert f"{NAMES[seat]} bought" in told


def test_an_answer_that_closes_no_offer_is_told_alike_whether_yes_or_no(pennies):
    silent = [at for at in range(1, pennies.last) if not pennies.captions(at)]
    answers = [event.yes for at in silent for event in pennies.moments[at].events]
    assert {True, False} <= set(answers)
    for at in silent:
        who = pennies.state.player_name(pennies.seat(at))
        assert pennies.caption(at) == f"**{who}** answers the offer."


def test_the_film_of_a_game_shows_every_discard_that_ends_no_round(replay):
    made = [(frame.view.round, frame.view.pile) for frame in frames(replay, WHOLE_GAME)]
    for at, moment in enumerate(replay.moments):
        if any(isinstance(event, Discarded) for event in moment.events) and not replay.is_end(at):
            assert (moment.table.round, moment.table.pile) in made


def test_the_film_of_a_game_has_a_frame_for_every_turn(replay):
    told = [
        f"Round {turn.round}, turn {turn.number}: "
        for number in replay.rounds
        for turn in replay.turns(number)
    ]
    made = frames(replay, WHOLE_GAME)
    assert len(made) == len(told)
    assert all(one.caption.startswith(turn) for one, turn in zip(made, told, strict=True))


def test_a_frame_of_a_game_tells_the_discard_and_what_was_laid_before_it(replay):
    made = frames(replay, WHOLE_GAME)
    for before, turn in pairwise(replay.turns(1)[:-1]):
        events = [
            event
            for at in range(replay.at(before) + 1, replay.at(turn) + 1)
            for event in replay.moments[at].events
        ]
        told = made[turn.number - 1].caption
        laid = sum(deed.kind == "laid" for event in events for deed in event.deeds())
        thrown = next(event.card for event in events if isinstance(event, Discarded))
        assert without_markdown(f"discarded {card(thrown)}") in told
        assert not laid or f"{NAMES[turn.seat]}: {laid} meld" in told


def test_a_record_pile_is_shown_as_it_was_taken_in_whichever_round():
    replay = Replay(played("classic-canasta"))
    first = {pile: at for at, pile in reversed(piles(replay))}
    later = {pile: at for pile, at in first.items() if replay.table(at).round > 1}
    assert later
    for pile, at in later.items():
        record = ServerRecord("classic-canasta", "pile", pile, 0.0, 7, 1000, "Ann", ("Ann",))
        assert finished_games.record_view(replay.state, (record,)) == replay.view(at)


def piles(replay: Replay) -> list[tuple[int, int]]:
    """Return the moments at which a pile was taken, each with its cards."""
    return [
        (at, deed.count)
        for at in range(1, replay.last + 1)
        for _, event in replay.events(at)
        for deed in event.deeds()
        if deed.kind == "took"
    ]
