"""Advice compared with everything that a hand could do: each choice of its cards, one by one."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

import engine
from engine import FaceDown
from engine.advice import choices
from engine.advice.judgement import judge
from engine.advice.lay_all import lay_all
from engine.advice.rank_groups import (
    MOST_WILDS,
    as_move,
    groups,
    has_groups,
    possible,
    take_groups,
    wilds_of,
)
from engine.model.cards import RANK, THREE, Cards, read_cards
from engine.model.events import RoundEnded
from engine.model.moves import Add, Discard, Group, Meld, Take, cards_laid
from engine.model.table import Table
from tests.engine.players.positions import GAMES, a_round
from tests.engine.positions import actor

Kind = tuple[int, tuple[int, ...], int | None]
"""Number of natural cards of the rank, the ranks of the wild cards with them, and the meld."""


@cache
def tables(game: str, seats: int, phase: str) -> tuple[tuple[FaceDown, int], ...]:
    """Some tables of a round, each as the seat to act knows it."""
    at = [table for table in a_round(game, seats, "normal", 3) if table.phase == phase]
    return tuple(seen(table) for table in at[:: max(1, len(at) // 12)])


def seen(table: Table) -> tuple[FaceDown, int]:
    seat = actor(table)
    return engine.face_down(engine.view(table, seat)), seat


def selections(hand: Cards) -> Iterator[Cards]:
    """Yield every choice of these cards; equal cards count as one."""
    faces = sorted(set(hand))
    for counts in product(*(range(hand.count(face) + 1) for face in faces)):
        yield b"".join(bytes((face,)) * n for face, n in zip(faces, counts, strict=True))


def kind_of(table: FaceDown, group: Group, rank: int) -> Kind:
    wild = wilds_of(table)
    ranks = sorted(RANK[face] for face in group.cards)
    beside = tuple(one for one in ranks if one in wild and one != rank)
    return len(ranks) - len(beside), beside, group.meld


def tried(table: FaceDown, seat: int, rank: int) -> Iterator[Group]:
    """Yield every choice of cards of a rank, with a few wild cards, for a meld or as a new one."""
    wild, hand = wilds_of(table), table.hands[seat]
    own = bytes(face for face in hand if RANK[face] == rank)
    beside = bytes(face for face in hand if RANK[face] in wild and RANK[face] != rank)
    for cards, more in product(selections(own), selections(beside)):
        few = all(sum(RANK[face] == one for face in more) <= MOST_WILDS for one in wild)
        if cards and few:
            yield Group(cards + more)
            yield from (Group(cards + more, n) for n in range(1, len(table.melds) + 1))


@pytest.mark.parametrize("game, seats", GAMES)
def test_groups_are_all_that_the_rules_let_lie_or_open(game: str, seats: int) -> None:
    for table, seat in tables(game, seats, "play"):
        wild = wilds_of(table)
        for rank in set(table.hands[seat].translate(RANK)) - set(wild):
            may = [
                group
                for group in tried(table, seat, rank)
                if (group.meld is None or table.melds[group.meld - 1].rank == rank)
                and possible(engine.check(table, seat, as_move(group)))
            ]
            kinds = {kind_of(table, group, rank) for group in may}
            placed = {(n, beside) for n, beside, meld in kinds if meld is not None}
            wanted = {kind for kind in kinds if kind[2] is not None or kind[:2] not in placed}
            found = groups(table, seat, rank)
            assert {kind_of(table, group, rank) for group in found} == wanted
            assert len({kind_of(table, group, rank) for group in found}) == len(found)
            assert has_groups(table, seat, rank) is bool(kinds)


@pytest.mark.parametrize("game, seats", GAMES)
def test_thrifty_groups_spend_wild_cards_beside_all_natural_ones_only(
    game: str, seats: int
) -> None:
    for table, seat in tables(game, seats, "play"):
        wild, hand = wilds_of(table), table.hands[seat]
        for rank in set(hand.translate(RANK)) - set(wild):
            held = sum(RANK[face] == rank for face in hand)
            kinds = {kind_of(table, each, rank) for each in groups(table, seat, rank)}
            thrifty = {kind_of(table, e, rank) for e in groups(table, seat, rank, thrifty=True)}
            assert {kind for kind in kinds if not kind[1] or kind[0] == held} <= thrifty
            assert all(not beside or natural == held for natural, beside, _ in thrifty)


@pytest.mark.parametrize("game, seats", GAMES)
def test_the_pile_can_be_taken_with_every_choice_that_the_rules_allow(
    game: str, seats: int
) -> None:
    for table, seat in tables(game, seats, "draw"):
        if not table.pile:
            continue
        rank = RANK[table.pile[-1]]
        may = [
            group
            for group in tried(table, seat, rank)
            if group.meld is None and possible(engine.check(table, seat, Take(group.cards)))
        ]
        found = take_groups(table, seat, rank)
        wanted = {kind_of(table, group, rank) for group in may}
        assert {kind_of(table, group, rank) for group in found} == wanted
        assert len(wanted) == len(found)


@pytest.mark.parametrize("game, seats", GAMES)
def test_the_discards_are_all_that_may_go_wild_cards_last(game: str, seats: int) -> None:
    for table, seat in tables(game, seats, "play"):
        wild, hand = wilds_of(table), table.hands[seat]
        may = [face for face in set(hand) if engine.check(table, seat, Discard(face)) is None]
        found = choices.discards(table, seat)
        assert found == sorted(may, key=lambda face: (RANK[face] in wild, face))
        assert sorted(judge(table, seat).discards) == sorted(may)


@pytest.mark.parametrize("game, seats", GAMES)
def test_a_suggestion_brings_what_it_says(game: str, seats: int) -> None:
    for table, seat in tables(game, seats, "play"):
        before = engine.view(table, seat)
        side = before.sides[before.side_of(seat)]
        for choice in choices.suggestions(table, seat):
            events = engine.decide(table, seat, choice.move)
            over = any(isinstance(event, RoundEnded) for event in events)
            assert choice.out == any(isinstance(e, RoundEnded) and e.out == seat for e in events)
            assert choice.cards == len(cards_laid(choice.move))
            if over:
                continue
            now = engine.view(FaceDown(engine.play(table, seat, choice.move)), seat)
            if before.lowest_wins:
                cards = cards_laid(choice.move)
                assert choice.points == table.rules.values(table.round).in_hand(cards)
            else:
                assert choice.points == now.sides[before.side_of(seat)].on_table - side.on_table
            had = {meld.number for meld in before.melds if meld.bonus > 0}
            new = [meld.kind for meld in now.melds if meld.bonus > 0 and meld.number not in had]
            assert choice.kind == "".join(new[:1])


@pytest.mark.parametrize("game, seats", GAMES)
def test_a_hand_can_open_where_a_first_meld_is_suggested(game: str, seats: int) -> None:
    for table, seat in tables(game, seats, "play"):
        if not engine.view(table, seat).seats[seat].opened:
            melds = [one.move for one in choices.suggestions(table, seat)]
            assert choices.can_open(table, seat) is any(isinstance(move, Meld) for move in melds)


@pytest.mark.parametrize("game, seats", GAMES)
def test_laying_all_leaves_no_natural_card_that_could_lie(game: str, seats: int) -> None:
    for table, seat in tables(game, seats, "play"):
        after, moves = table, lay_all(table, seat)
        for move in moves:
            assert isinstance(move, Add | Meld)
            assert choices.spent(move, wilds_of(table)) == 0
            after = FaceDown(engine.play(after, seat, move))
        if not moves or after.turn != seat or after.phase != "play":
            continue
        assert after.hands[seat]
        for choice in choices.suggestions(after, seat):
            cards = cards_laid(choice.move)
            left_alone = {THREE, *wilds_of(table)} & {*cards.translate(RANK)}
            ends = choice.out or len(cards) == len(after.hands[seat])
            assert left_alone or ends, engine.write(choice.move)


@pytest.mark.parametrize("game, seats", GAMES)
def test_a_proposed_turn_can_be_made_step_by_step_and_ends_no_round(game: str, seats: int) -> None:
    for table, seat in tables(game, seats, "play"):
        after, turn = table, judge(table, seat)
        for move in turn.moves:
            after = FaceDown(engine.play(after, seat, move))
            assert (after.turn, after.phase) == (seat, "play")
        for last in (turn.last.move if turn.last else None, turn.ending):
            if last is not None:
                events = engine.decide(after, seat, last)
                ended = any(isinstance(event, RoundEnded) for event in events)
                assert ended is (last is turn.ending)


PARTLY_LOCKED = {
    "game": "house-canasta",
    "seats": 2,
    "phase": "play",
    "hands": ["4S 4S 4H 4H 4D 4C KC", "5C 6D 7H"],
    "melds": [{"side": 0, "owner": 0, "cards": "AS AH AD"}],
    "locked": "4H 4D 4C",
}


def test_of_a_rank_of_which_some_cards_are_locked_the_others_can_be_picked() -> None:
    table = engine.face_down(engine.view(engine.from_position(PARTLY_LOCKED), 0))
    fours = Group(read_cards("4S 4H 4S"))
    assert engine.check(table, 0, as_move(fours)) is None
    assert groups(table, 0, 1) == [fours]


TWO_KINGS = {
    "game": "ten-pennies-online",
    "seats": 3,
    "phase": "play",
    "hands": ["9C KD KC", "4C 5D 6H", "4C 5D 6H"],
    "melds": [{"side": 1, "owner": 1, "cards": "KS KH KD"}],
    "down": [True, True, True],
}


def test_where_no_two_cards_may_be_equal_the_one_that_is_missing_can_be_picked() -> None:
    table = engine.face_down(engine.view(engine.from_position(TWO_KINGS), 0))
    king = Group(read_cards("KC"), 1)
    assert engine.check(table, 0, as_move(king)) is None
    assert king in groups(table, 0, 10)
