"""Feats and highlights: the reports agree with the game."""

import random
from functools import cache

import pytest

import engine
from engine.model.events import Dealt, RoundScored
from engine.model.table import Event, Table
from engine.players.heuristic import easy
from engine.record.feats import BOUGHT, KINDS, OUT, PENNIES, PILE, RED_THREES, add, feats, summary
from engine.record.highlights import TurnHighlights, highlights, leader, standing, turning_point


@cache
def played(slug: str) -> tuple[Table, tuple[tuple[Event, ...], ...]]:
    """Return a game of computer players: its last table, and the events of each move."""
    rng, table, steps = random.Random(1), engine.deal(slug, 4, bytes(32)), []
    while table.result is None:
        seat = next(one.seat for one in engine.pending(table) if one.default is not None)
        events = engine.decide(table, seat, easy.choose(engine.view(table, seat), rng))
        for event in events:
            table = engine.evolve(table, event)
        steps.append(events)
    return table, tuple(steps)


SLUGS = sorted(slug for slug, game in engine.GAMES.items() if 4 in game.seats)


def after(slug: str, moves: list[str], **position: object) -> dict[int, dict[str, int]]:
    """Return the feats of some moves from a position."""
    table = engine.from_position({"game": slug, "seats": 4, "options": {}} | position)
    tally: dict[int, dict[str, int]] = {seat: {} for seat in range(4)}
    for move in moves:
        for event in engine.decide(table, table.turn, move):
            add(tally, feats(event, table.rules))
            table = engine.evolve(table, event)
    return tally


@pytest.mark.parametrize("slug", SLUGS)
def test_the_points_of_all_rounds_add_up_to_the_final_scores(slug):
    table, steps = played(slug)
    told = summary(table, steps)
    assert table.result is not None
    assert tuple(map(sum, zip(*told.rounds, strict=True))) == table.result.scores


def test_the_lowest_wins_where_points_are_caught():
    assert [summary(*played(slug)).lowest_wins for slug in ("ten-pennies", "house-canasta")] == [
        *(True, False)
    ]


def test_whoever_has_caught_fewest_points_in_a_round_stands_best_in_it():
    _, steps = played("ten-pennies")
    rounds = [event for step in steps for event in step if isinstance(event, RoundScored)]
    for scored in rounds:
        caught = [score.total for score in scored.scores]
        stands = standing(scored.scores)
        assert sorted(range(4), key=lambda side: (-stands[side], side)) == sorted(
            range(4), key=lambda side: (caught[side], side)
        )
    assert len(rounds) == 7


@pytest.mark.parametrize("slug", SLUGS)
def test_canastas_counted_by_seat_are_those_on_the_table(slug):
    """Tested on the last round, whose melds are still on the table."""
    table, steps = played(slug)
    last = max(n for n, events in enumerate(steps[:-1]) if scored(events) or n == 0)
    tally: dict[int, dict[str, int]] = {seat: {} for seat in range(4)}
    for events in steps[last + 1 :]:
        for event in events:
            add(tally, feats(event, table.rules))
    counted = sum(found.get(kind, 0) for found in tally.values() for kind in KINDS)
    on_table = engine.view(table, None).sides
    assert counted == sum(sum(side.canastas.values()) for side in on_table)


def scored(events: tuple[Event, ...]) -> bool:
    return any(isinstance(event, RoundScored) for event in events)


def test_nobody_lays_more_red_threes_than_the_pack_has():
    table, steps = played("classic-canasta")
    told = summary(table, steps)
    laid = sum(found.get(RED_THREES, 0) for found in told.feats.values())
    assert 0 < laid <= 4 * len(told.rounds)


@pytest.mark.parametrize("slug", ["ten-pennies", "ten-pennies-online"])
def test_pennies_are_won_by_some_and_lost_by_others_and_none_are_made(slug):
    table, steps = played(slug)
    told = summary(table, steps)
    won = [told.feats[seat][PENNIES] for seat in range(4)]
    assert min(won) < 0 < max(won)
    assert sum(won) == 0
    assert sum(found.get(BOUGHT, 0) for found in told.feats.values()) > 0


def test_a_pile_counts_with_its_upcard():
    tally = after(
        "classic-canasta",
        ["take KS KD"],
        hands=["KS KD 4C 5D", "4C 5D 6H", "4C 5D 6H", "4C 5D 6H"],
        pile="4S 7H 9C KH",
        melds=[{"side": 0, "owner": 0, "cards": "QS QH QD"}],
    )
    assert tally[0] == {PILE: 4}
    assert tally[1] == {}


def test_a_canasta_counts_for_whoever_completed_it():
    tally = after(
        "classic-canasta",
        ["add 1: KS 2D"],
        phase="play",
        hands=["KS 2D 4C 5D", "4C 5D 6H", "4C 5D 6H", "4C 5D 6H"],
        melds=[{"side": 0, "owner": 2, "cards": "KS KH KD KC KH"}],
    )
    assert tally[0] == {"mixed": 1}


def test_a_ninth_card_does_not_make_a_canasta_again():
    tally = after(
        "classic-canasta",
        ["add 1: KS"],
        phase="play",
        hands=["KS 2D 4C 5D", "4C 5D 6H", "4C 5D 6H", "4C 5D 6H"],
        melds=[{"side": 0, "owner": 2, "cards": "KS KH KD KC KH KD KC KS"}],
    )
    assert tally[0] == {}


@pytest.mark.parametrize("slug", SLUGS)
def test_every_scored_round_has_a_story(slug):
    table, steps = played(slug)
    told = highlights(table, steps)
    assert [one.round for one in told] == list(range(1, len(told) + 1))
    assert len(told) == len(summary(table, steps).rounds)
    assert all(len(one.best) == len(one.red_threes) == 4 for one in told)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_stories_and_the_summary_count_the_same_red_threes(slug):
    table, steps = played(slug)
    told, numbers = highlights(table, steps), summary(table, steps)
    for seat in range(4):
        assert sum(one.red_threes[seat] for one in told) == numbers.feats[seat].get(RED_THREES, 0)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_biggest_pile_of_the_game_is_the_biggest_of_its_rounds(slug):
    table, steps = played(slug)
    piles = [one.pile.feats[PILE] for one in highlights(table, steps) if one.pile]
    biggest = max(found.get(PILE, 0) for found in summary(table, steps).feats.values())
    assert max(piles, default=0) == biggest


@pytest.mark.parametrize("slug", SLUGS)
def test_a_best_moment_is_its_players_own_and_gained_something(slug):
    for one in highlights(*played(slug)):
        for seat, turn in enumerate(one.best):
            assert turn is None or (turn.seat, turn.gain > 0) == (seat, True)


def test_who_went_out_did_so_in_the_last_turn_of_the_round():
    table, steps = played("classic-canasta")
    outs = sum(found.get(OUT, 0) for found in summary(table, steps).feats.values())
    assert 0 < outs <= len(summary(table, steps).rounds)


def turn(number: int, leads: int | None) -> TurnHighlights:
    return TurnHighlights(1, number, 0, 0, {}, leads)


@pytest.mark.parametrize(
    "leads,expected",
    [
        ([0, 0, 0], None),
        ([None, 0, None, 0], None),
        ([0, 1, 1], 2),
        ([0, None, 1, 1], 3),
        ([0, 1, 0, 0], 3),
    ],
)
def test_the_turning_point_is_where_the_lead_changed_for_the_last_time(leads, expected):
    found = turning_point(turn(number, lead) for number, lead in enumerate(leads, start=1))
    assert (found.number if found else None) == expected


@pytest.mark.parametrize("standings,side", [((5, 3), 0), ((3, 5, 1), 1), ((5, 5, 1), None)])
def test_two_who_share_the_lead_do_not_lead(standings, side):
    assert leader(standings) == side


def test_what_a_side_gains_turn_by_turn_is_what_the_round_brings_it():
    """In these rounds no side gains or loses anything in another seat's turn."""
    last, steps = played("house-canasta")
    table, ends = engine.deal("house-canasta", 4, bytes(32)), []
    begins = [standing(table.rules.score(table, None))]
    for event in (one for events in steps for one in events):
        table = engine.evolve(table, event)
        if isinstance(event, RoundScored):
            ends.append(standing(event.scores))
        elif isinstance(event, Dealt):
            begins.append(standing(table.rules.score(table, None)))
    told = [list(began) for began in begins]
    for sums, one in zip(told, highlights(last, steps), strict=True):
        for turn in one.turns:
            sums[table.rules.side_of(turn.seat)] += turn.gain
    assert told == [list(end) for end in ends]
