"""Tests of the narration: every event has a text, and none reveals what its reader may not know."""

import importlib
import pkgutil
import random
import sys
from dataclasses import replace
from itertools import product
from typing import get_args

import pytest

import engine
from cogs.game.move_log import GameState, PlayedMove
from cogs.game.state import TableState
from cogs.narration import events
from cogs.narration.events import event_phrase, key, last_log_lines, log_lines, newest_first, phrase
from cogs.narration.labels import reason
from cogs.table.layout import LINES, since_a_member
from cogs.ui.texts import has_text
from data.models.moves import MoveEntry
from data.models.tables import Player
from engine.canasta.round.events import FootEarned, FootPickedUp, Grabbed
from engine.model.deeds import Deed, DeedKind
from engine.model.events import Drawn, RoundEnded, RoundScored
from engine.model.refusals import Code, Refused
from engine.model.score import Item, Score
from engine.model.table import Event
from engine.players.heuristic import easy
from render.text.catalogue import use_language
from tests.cogs.support.positions import live, row
from tests.support.each import each
from tests.support.strategies import walk

for module in pkgutil.walk_packages(engine.__path__, "engine."):
    importlib.import_module(module.name)


def all_events(kind=Event):
    """Yield every kind of event, without the unnamed copies that `dataclass(slots=True)` makes."""
    for event in kind.__subclasses__():
        if getattr(sys.modules[event.__module__], event.__name__) is event:
            yield event
        yield from all_events(event)


@pytest.mark.parametrize("event", sorted(all_events(), key=str))
def test_every_event_says_what_was_done(event):
    assert event.deeds is not Event.deeds


@each(product(get_args(DeedKind), [b"", b"\0"], ["foot", "pony"]))
def test_every_deed_has_words(kind, cards, packet):
    assert has_text(f"story.{key(Deed(kind, cards=cards), packet)}")


@pytest.mark.parametrize("game", sorted(engine.GAMES))
def test_what_is_told_of_a_meld_is_how_many_cards_came_to_it(game):
    table = engine.deal(game, engine.GAMES[game].seats[-1], bytes(32))
    told = 0
    for before, seat, move in walk(table, random.Random(3), 400):
        melds, now = before.melds, before
        for event in engine.decide(before, seat, move):
            now = engine.evolve(now, event)
            for number, came in event.melded():
                had = melds[number - 1].cards if number <= len(melds) else b""
                assert len(now.melds[number - 1].cards) - len(had) == came
                told += 1
    assert told


@pytest.mark.parametrize("packet,noun", [("foot", "foot"), ("pony", "ponytail")])
def test_each_game_calls_the_second_hand_by_its_own_name(packet, noun):
    told = [
        *event_phrase(FootEarned((0,)), packet),
        *event_phrase(FootPickedUp(0, None, 11, b"", 0), packet),
    ]
    assert told == [f"earned the {noun}", f"picked up the {noun} (11 cards)"]


def test_a_refusal_calls_the_second_hand_by_the_name_the_game_gives_it():
    refused = [Refused(rule, Code.NO_FOOT_DUE) for rule in ("PFH-R27", "PT-R23")]
    assert [reason(one).split()[-2] for one in refused] == ["foot", "ponytail"]


@pytest.mark.parametrize("reason", ["out", "stock", "sevens", "washed", "declined"])
def test_every_end_of_a_round_has_words(reason):
    assert event_phrase(RoundEnded(reason), "")


@each(Code)
def test_every_reason_for_a_refusal_has_a_sentence(code):
    assert has_text(f"refused.{code}")


def told(viewer):
    """Return the line that tells a viewer that seat 0 drew two kings."""
    at = live({})
    course = at.game
    event = Drawn(0, 2, b"\x28\x29")
    step = PlayedMove(1, 0, (event,))
    (line,) = log_lines(type(at)(at.row, type(course)(course.table, steps=(step,))), viewer)
    return line.words


def test_who_drew_reads_the_cards():
    assert "K♠" in told(0).replace("\ufe0e", "")


@pytest.mark.parametrize("viewer", [None, 1, 2, 3])
def test_everybody_else_reads_how_many(viewer):
    assert "drew 2 cards" in told(viewer)
    assert not any(sign in told(viewer) for sign in "♠♥♦♣")


def test_names_in_the_story_are_cleaned():
    at = live({}, name="**@everyone**")
    assert "@everyone" not in at.player_name(0)


@pytest.fixture(scope="module")
def played():
    """Return a table of four, a hundred moves after the deal."""
    dealt, rng = row(4), random.Random(1)
    course = GameState.begun(dealt)
    for seq in range(1, 101):
        seat = engine.pending(course.table)[0].seat
        move = engine.write(easy.choose(engine.view(course.table, seat), rng))
        course = course.then(MoveEntry(seq, seat, f"k{seq}", 0.0, move))
    return TableState(dealt, course)


@pytest.mark.parametrize("most", [1, 3, 12, 1000])
def test_the_end_of_the_story_is_the_same_when_nothing_before_it_is_read(played, most):
    assert last_log_lines(played, 0, most) == log_lines(played, 0)[-most:]


@pytest.mark.parametrize("members", [(0, 1, 2, 3), (2,), ()])
@pytest.mark.parametrize("until", [1, 30, 99, 100])
def test_an_old_message_ends_with_a_members_turn_as_if_the_whole_story_were_read(
    played, until, members
):
    seats = tuple(
        one if one.seat in members else replace(one, player=Player("computer", None, "Basil"))
        for one in played.row.seats
    )
    at = replace(played, row=replace(played.row, seats=seats))
    whole = [line for line in log_lines(at, None) if line.seq <= until]
    own = [n for n, line in enumerate(whole) if line.seat in members]
    assert since_a_member(at, until) == whole[own[-1] if own else 0 :][-LINES:]


def test_who_looks_back_meets_what_was_told_last_first(played):
    forwards = [event for _, _, event in events.events_since(played, 1)]
    assert list(newest_first(played, 1)) == forwards[::-1]


def test_what_was_done_is_told_in_the_language_spoken_now():
    deed = Deed("drew", 2)
    with use_language("de"):
        german = phrase(deed, "foot")
    assert phrase(deed, "foot") != german
    with use_language("de"):
        assert phrase(deed, "foot") == german


@pytest.mark.parametrize("since", [0, 40, 99])
def test_the_story_since_an_entry_tells_nothing_older(played, since):
    assert [line.seq for line in log_lines(played, 0, since)][-1] == 100
    assert all(line.seq > since for line in log_lines(played, 0, since))


@pytest.mark.parametrize("move,words", [("take", ""), ("take KS KD", " with K♠︎ K♦︎")])
def test_a_pile_taken_onto_a_meld_is_taken_with_nothing(move, words):
    melds = [{"side": 0, "owner": 0, "cards": "KS KH KD KC"}]
    game = {"game": "classic-canasta", "seats": 4, "phase": "draw", "turn": 0, "pile": "5S KC"}
    hands = ["KS KD 9S 5H", "4C", "4C", "4C"]
    table = engine.from_position({**game, "melds": melds, "hands": hands})
    (took, *_) = event_phrase(engine.decide(table, 0, move)[0], "")
    assert took == f"took the pile (2 cards, K♣︎ on top){words}"


def test_a_pile_taken_by_other_sets_names_its_card_and_its_pair_before_them():
    hands = ["5S 5H 2S 2H 2H Jo 4C 9D", "4C"]
    game = {"game": "house-canasta", "seats": 2, "phase": "draw", "turn": 0, "pile": "5D"}
    table = engine.from_position({**game, "hands": hands})
    events = engine.decide(table, 0, "take 5S 5H / 2S 2H 2H Jo")
    took, laid = (words.replace("\ufe0e", "") for words in event_phrase(events[0], ""))
    assert took == "took the pile (5♦ alone) with 5♠ 5♥"
    assert laid == "laid 2♠ 2♥ 2♥ Joker"


def test_cards_laid_off_on_the_way_to_the_pile_are_added_to_their_meld():
    melds = [{"side": 0, "owner": 0, "cards": "KS KH KD"}]
    game = {"game": "classic-canasta", "seats": 4, "phase": "draw", "turn": 0, "pile": "4S 5D"}
    hands = ["5S 5H KC 4C 9D", "4C", "4C", "4C"]
    table = engine.from_position({**game, "hands": hands, "melds": melds})
    took, added = event_phrase(engine.decide(table, 0, "take 5S 5H / 1: KC")[0], "")
    assert "(2 cards, 5♦ on top) with 5♠ 5♥" in took.replace("\ufe0e", "")
    assert added.endswith("to the kings")


def test_the_deal_is_nobodys_turn():
    step = PlayedMove(1, 0, (Grabbed(0, 28, 30, 0, by_dealer=True),))
    at = live({})
    (line,) = log_lines(TableState(at.row, GameState(at.game.table, steps=(step,))), None)
    assert line.seat is None
    assert "let the bot grab 28 cards" in line.words


def test_who_cuts_the_pack_grabs_nothing():
    cutting = Grabbed(3, 61, 61, 100, by_dealer=False)
    assert event_phrase(cutting, "pony") == ["let the bot cut 61 cards for the deal (exact: 61)"]


THREE = {"seats": 3, "turn": 0, "phase": "draw", "pile": "9H", "stock": "8C 8D"}
"""A position for three players, who may take the nine with two nines."""


def test_whoever_takes_the_pile_first_of_three_is_told_to_play_alone():
    hands = ["9S 9D KS KH KD 4C", "9S 9D KS KH KD 4C", "4C 5C"]
    game = {"game": "house-canasta"} | THREE | {"hands": hands, "down": [True] * 3}
    melds = [{"side": seat, "owner": seat, "cards": "QS QH QD"} for seat in range(2)]
    game |= {"melds": melds}
    table = engine.from_position(game)
    taken = event_phrase(engine.decide(table, 0, "take 9S 9D")[0], "")
    assert taken[-1] == "now plays this round alone"
    again = engine.from_position(game | {"lone": 0})
    assert "alone" not in " ".join(event_phrase(engine.decide(again, 0, "take 9S 9D")[0], "")[1:])
    four = engine.from_position(game | {"seats": 4, "hands": [*hands, "4C"], "down": [True] * 4})
    assert "now plays" not in " ".join(event_phrase(engine.decide(four, 0, "take 9S 9D")[0], ""))


def test_totals_name_their_sides_and_who_shared_points():
    at = live(THREE | {"hands": ["9S", "4C", "5C"]})
    shared = [Score(side, {Item.CARDS: 20, Item.SPLIT: 20}, 40) for side in (0, 2)]
    scores = (shared[0], Score(1, {Item.CARDS: 30}, 30), shared[1])
    step = PlayedMove(1, 0, (RoundScored(1, scores, (40, 30, 40), {}),))
    names = replace(
        at.row,
        seats=tuple(
            replace(seat, player=Player("member", 1000 + seat.seat, name))
            for seat, name in zip(at.row.seats, ("Ann", "Ben", "Cleo"), strict=True)
        ),
    )
    (line,) = log_lines(TableState(names, GameState(at.game.table, steps=(step,))), None)
    plain = line.words.replace("\u2068", "").replace("\u2069", "")
    assert plain.startswith("Round 1 is scored. Totals: ")
    assert all(words in plain for words in ("Ann **40**", "Ben **30**", "Cleo **40**"))
    assert "Ann and Cleo were partners: each gets half of their points" in plain
