"""Tests of Why?: after the round, a move is explained by the view that its player had."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random

import pytest

import engine
from cogs.game.computer_players import RANDOM_DECISION, decision_seed
from cogs.game.move_log import GameState
from cogs.game.state import TableState
from cogs.narration.computer_reasons import (
    answered,
    explainable_turns,
    growing,
    in_ten,
    motive,
    reasons_for_turn,
    seen_by_all,
)
from cogs.narration.events import log_lines
from cogs.narration.summary import others_since
from cogs.table.details import log_layout
from cogs.ui.texts import card, say, shorten_middle, without_markdown
from data.models.moves import MoveEntry
from data.models.tables import Player, SeatRow
from engine.model.cards import NAMES, RANK_NAMES
from engine.model.events import RoundScored
from engine.model.moves import DRAW, Discard
from engine.model.view import View
from engine.players import Advice, choose, reason_for
from engine.players.thinking.thought import Reason
from render.text.catalogue import Catalogue, use_language
from tests.cogs.support.finished_games import ONE_ROUND, dealt
from tests.cogs.support.positions import live as position
from tests.cogs.support.positions import row, wrong_with
from tests.engine.players.positions import worlds
from tests.support.each import each

PUBLIC = {"n", "card", "rank"}
"""Facts that everybody saw. A sentence may use them, and a risk in tenths."""


@each(product(Reason, ["en", "de"]))
def test_every_reason_has_an_answer_that_asks_for_nothing_hidden(reason: Reason, language: str):
    with use_language(language):
        words = Catalogue.load().words(f"why.{reason}", n=7, card="☆", rank="☆", tenths=2)
    assert words
    assert "{" not in words


def computers(game: str, seats: int, level: str, *, late: bool = False) -> TableState:
    """Play a game of computer players, with a member in seat 0, until a round is over.

    The seats in `late` never had time for a search.
    """
    made = row(seats, game, name="Ann")
    drivers = [Player("computer", None, f"Basil {seat}", level) for seat in range(seats)]
    drivers[0] = Player("member", 1000, "Ann")
    made = replace(made, seats=tuple(SeatRow(*each) for each in enumerate(drivers)))
    so_far, over = GameState.begun(made), False
    while not over:
        decision = next(each for each in engine.pending(so_far.table) if each.default is not None)
        seat, seq = decision.seat, so_far.seq
        chance = Random(decision_seed(made, seq))
        move = choose(so_far.view(seat), level, chance, more_time=worlds(0))
        key = f"computer:7:{seat}:{seq}{RANDOM_DECISION if late else ''}" if seat else f"press{seq}"
        so_far = so_far.then(MoveEntry(seq + 1, seat, key, 0.0, engine.write(move)))
        over = any(isinstance(event, RoundScored) for event in so_far.steps[-1].events)
    return TableState(replace(made, seq=so_far.seq), so_far)


GAMES = (("classic-canasta", 4), ("pennies-from-heaven", 6), ("ten-pennies", 3))


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
@pytest.mark.parametrize("game, seats", GAMES)
def test_the_reason_is_the_one_it_moved_by(game: str, seats: int, level: str):
    live = computers(game, seats, level)
    told: list[str] = []
    for line in explainable_turns(live, log_lines(live, None)):
        told += reasons_for_turn(live, line.seq)
    assert len(told) > 10
    assert say("why.searched") not in told
    slips = len(told) / 2 if level == "easy" else 1
    assert told.count(say("why.default")) < slips


def test_a_turn_of_many_moves_gives_each_reason_once():
    live = computers("classic-canasta", 4, "normal")
    answers = [
        reasons_for_turn(live, line.seq) for line in explainable_turns(live, log_lines(live, None))
    ]
    assert max(map(len, answers)) > 2
    assert all(len(answer) == len(set(answer)) for answer in answers)


@pytest.mark.parametrize("percent, tenths", [(1, 1), (24, 2), (66, 7), (100, 9)])
def test_a_risk_is_told_in_tenths(percent: int, tenths: int):
    assert in_ten({"percent": percent}) == tenths


def test_a_hard_player_that_had_no_time_is_said_to_have_played_quickly():
    hurried = log_lines(computers("ten-pennies", 3, "hard", late=True), None)
    unhurried = log_lines(computers("ten-pennies", 3, "hard"), None)
    theirs = [line for line in hurried if line.seat]
    assert all(line.words.endswith("*(played quickly)*") for line in theirs)
    assert not any("quickly" in line.words for line in hurried if line.seat == 0)
    assert not any("quickly" in line.words for line in unhurried)


def test_that_it_played_quickly_is_told_in_short_as_well():
    hurried = others_since(computers("ten-pennies", 3, "hard", late=True), 1)
    assert any(line.endswith("*(played quickly)*") for line in hurried)
    assert not any(
        "quickly" in line for line in others_since(computers("ten-pennies", 3, "hard"), 1)
    )


def test_no_card_is_named_that_did_not_lie_open_to_all():
    live = computers("classic-canasta", 4, "normal")
    table, opened, named = GameState.begun(live.row).table, set[str](), set[str]()
    ends = {line.seq for line in explainable_turns(live, log_lines(live, None))}
    for step in live.game.steps:
        for event in step.events:
            opened |= {card(face) for face in engine.view(table, None).pile}
            table = engine.evolve(table, event)
        opened |= {card(face) for face in engine.view(table, None).pile}
        if step.seq in ends:
            cards = set(re.findall(r"\w+[♠♥♦♣]\ufe0e", " ".join(reasons_for_turn(live, step.seq))))
            assert cards <= opened
            named |= cards
    assert named


def test_what_is_told_of_a_move_is_asked_of_the_view_that_everybody_has():
    live = computers("ten-pennies", 3, "normal")
    view = engine.view(GameState.begun(live.row).table, None)
    assert seen_by_all(view, engine.read("draw", view)).keys() <= PUBLIC


def test_nobody_is_asked_about_a_round_that_is_still_played():
    live = computers("classic-canasta", 4, "normal")
    over = max(line.seq for line in explainable_turns(live, log_lines(live, None)))
    assert reasons_for_turn(live, over)
    running = replace(live, game=_without_last(live))
    assert explainable_turns(running, log_lines(running, None)) == []
    assert not any(reasons_for_turn(running, step.seq) for step in running.game.steps)


def _without_last(live: TableState) -> GameState:
    """Return the game before the move that ended the round."""
    so_far = GameState.begun(live.row)
    for step in live.game.steps[:-1]:
        key = f"{step.by}:{step.seq}" if step.by else step.interaction_key
        so_far = so_far.then(MoveEntry(step.seq, step.seat, key, 0.0, step.body))
    return so_far


def test_neither_a_member_nor_who_took_a_seat_over_is_asked():
    live = computers("classic-canasta", 4, "normal")
    assert all(line.seat for line in explainable_turns(live, log_lines(live, None)))
    late = tuple(replace(seat, since=live.row.seq) for seat in live.row.seats)
    taken_over = replace(live, row=replace(live.row, seats=late))
    assert explainable_turns(taken_over, log_lines(taken_over, None)) == []


def test_a_hard_player_who_was_short_of_time_says_so():
    live = computers("classic-canasta", 4, "hard", late=True)
    ends = [line.seq for line in explainable_turns(live, log_lines(live, None))]
    told = [sentence for seq in ends for sentence in reasons_for_turn(live, seq)]
    assert told
    assert all(
        sentence.endswith("(I was short of time and did not try the move in other deals.)")
        for sentence in told
    )
    assert not any(
        say("why.default") in sentence or say("why.searched") in sentence for sentence in told
    )


def as_hard(live: TableState) -> TableState:
    """Return the game as if hard players with other weights had played it."""
    seats = tuple(
        replace(seat, player=replace(seat.player, level="hard")) if seat.player else seat
        for seat in live.row.seats
    )
    return replace(live, row=replace(live.row, seats=seats))


@pytest.mark.parametrize(
    "game, seats, late", [("classic-canasta", 4, True), ("ten-pennies", 3, False)]
)
def test_nobody_says_to_have_played_a_move_through_without_a_search(
    game: str, seats: int, late: bool
):
    live = as_hard(computers(game, seats, "easy", late=late))
    ends = [line.seq for line in explainable_turns(live, log_lines(live, None))]
    told = [sentence for seq in ends for sentence in reasons_for_turn(live, seq)]
    assert any(say("why.default") in sentence for sentence in told)
    assert not any(say("why.searched") in sentence for sentence in told)


def test_no_reason_is_told_but_of_what_the_log_tells():
    live = computers("ten-pennies", 4, "normal")
    told_of = {line.seq for line in explainable_turns(live, log_lines(live, None))}
    others = {step.seq for step in live.game.steps if step.body == "pass"} - told_of
    assert others  # An answer to an offer may stay secret.
    assert not any(reasons_for_turn(live, seq) for seq in others)


def test_who_does_not_count_calls_no_card_safe():
    live = computers("ponytail-canasta", 4, "easy")
    told = [
        why
        for line in explainable_turns(live, log_lines(live, None))
        for why in reasons_for_turn(live, line.seq)
    ]
    assert any("I discarded" in sentence for sentence in told)
    assert not any("from the cards seen" in sentence for sentence in told)


def test_a_meld_of_wild_cards_does_not_hide_of_which_rank_a_card_was_kept():
    melds = [{"side": 0, "cards": "9S 9H 9D"}, {"side": 0, "cards": "Jo 2S 2H"}]
    at = position({"game": "ponytail-canasta", "melds": melds})
    assert {RANK_NAMES[rank] for rank in growing(at.view(None), 0)} == {"9"}


def test_the_log_lets_one_ask_and_fits_discord():
    live = computers("house-canasta", 4, "easy")
    screen = log_layout(live, 0)
    assert wrong_with(screen) == []
    assert "t1:why:" in str(screen.to_components())


def first_turn() -> tuple[View, list[Discard]]:
    """Return the view of a hard player after its draw, and all its discards."""
    live = computers("classic-canasta", 4, "hard")
    table = GameState.begun(live.row).table
    table = engine.play(table, table.turn, engine.read("draw", engine.view(table, table.turn)))
    thrown = [each for each in engine.legal(table, table.turn) if isinstance(each, Discard)]
    return engine.view(table, table.turn), thrown


@cache
def hards_reasons() -> Mapping[Discard, Advice]:
    """Return the explanation of each discard; the worlds are played once for all of them."""
    view, thrown = first_turn()
    return {each: reason_for(view, "hard", Random(1), each) for each in thrown}


def test_a_move_of_hard_that_its_weights_would_not_make_was_searched():
    (view, thrown), hard = first_turn(), hards_reasons()
    assert {each.reason for each in hard.values()} > {Reason.SEARCHED}
    promised = [each.facts["points"] for each in hard.values() if "points" in each.facts]
    assert all(int(points) > 0 for points in promised)
    assert len(promised) < len(thrown)
    normal = {reason_for(view, "normal", Random(1), each).reason for each in thrown}
    assert Reason.DEFAULT in normal
    assert Reason.SEARCHED not in normal


def test_what_a_move_promised_is_told_in_fifties():
    assert "about 100 points better" in searched(Reason.EXTEND, points=110)
    assert "about 50 points better" in searched(None, points=30)
    assert "a few points better" in searched(None, points=20)
    assert "points" not in searched(None)


def test_what_was_thrown_is_not_cut_off_where_one_asks_about_it():
    live = computers("classic-canasta", 4, "normal")
    long = [
        line
        for line in explainable_turns(live, log_lines(live, None))
        if len(without_markdown(line.words)) > 100
    ]
    assert long
    for line in long:
        whole, label = (
            without_markdown(line.words),
            shorten_middle(without_markdown(line.words), 100),
        )
        assert len(label) <= 100
        assert label.split()[0] == whole.split()[0]
        assert label.endswith(" ".join(whole.split()[-2:]))


def test_what_fitted_and_was_not_laid_is_told_after_the_round():
    live = computers("house-canasta", 4, "normal")
    ends = [line.seq for line in explainable_turns(live, log_lines(live, None))]
    told = {sentence for seq in ends for sentence in reasons_for_turn(live, seq)}
    assert told & {say(f"why.kept_{why}") for why in ("for_pile", "few", "for_partner")}


def searched(plain: Reason | None, **facts: int) -> str:
    """Return the explanation of a move that was searched; the reason `plain` is left out."""
    found: dict[str, int | str] = {**facts}
    if plain is not None:
        found["plain"] = plain
    seen: dict[str, int | str] = {"card": "9♦", "rank": "nines", "n": 7}
    return answered(Advice(DRAW, Reason.SEARCHED, found), seen)


def test_of_a_move_that_was_played_through_the_plain_reason_is_told_beside_it():
    assert searched(Reason.EXTEND).startswith("I added to the nines")
    assert "did better than my first choice" in searched(Reason.EXTEND)
    assert "about 3 in ten" in searched(Reason.THROW_LEAST_RISK, percent=31)
    assert "one in ten at most" in searched(Reason.THROW_LEAST_RISK, percent=4)
    assert searched(None) == say("why.searched")


def test_a_reason_that_compares_is_not_told_of_a_move_that_came_second():
    assert "my safest natural card" not in searched(Reason.THROW_LEAST_RISK, percent=31)
    assert searched(Reason.OPEN) == say("why.searched")


def test_a_wild_card_that_froze_or_a_card_that_closed_is_told_though_it_came_second():
    assert searched(Reason.THROW_FREEZER, percent=0).startswith("I discarded 9♦: it froze a pile")
    assert searched(Reason.THROW_BLOCKER, percent=0).startswith(
        "I discarded 9♦: while it was on top"
    )
    assert "helped the next player" not in searched(Reason.THROW_STOPPER, percent=4)


def test_a_wild_card_that_a_search_threw_onto_a_rich_pile_froze_it():
    melds = [{"side": side, "cards": "9S 9H 9D"} for side in (0, 1)]
    pile = "4C 5D 6H 7S 8C TD JH QS KC 4D"
    keys = {"hands": ["2S KS KH QC QD TC", *["4H 5S 6C"] * 3], "melds": melds, "pile": pile}
    at_play = {"game": "classic-canasta", "phase": "play", "down": [True] * 4}
    view = position(at_play | keys).view(0)
    frozen = reason_for(view, "hard", Random(1), engine.read("discard 2S", view))
    assert frozen.reason is Reason.SEARCHED
    assert frozen.facts["plain"] is Reason.THROW_FREEZER


def thrown_to(known: str) -> Advice:
    """Explain the discard of an eight; jacks are kept because another player openly took jacks."""
    hands = ["8S JH", f"4C 5D {known}", *["4C 5D 6H"] * 2]
    down = {"down": [True, False, False, False], "known": ["", known, "", ""]}
    melds = [{"side": 0, "owner": 0, "cards": "QS QD QH"}]
    game = {"game": "ten-pennies", "hands": hands, "melds": melds, "phase": "play"}
    view = position(game | down).view(0)
    move = engine.read("discard 8S", view)
    return motive(view, "normal", Random(1), reason_for(view, "normal", Random(1), move))


def test_that_a_card_was_kept_from_the_next_player_is_told_where_it_may_be_of_several_ranks():
    told = thrown_to("JC 9D")
    assert told.reason is Reason.KEEP_WANTED
    answer = answered(told, {"card": "8♠", "n": 3})
    assert "to keep another card from the next player" in answer
    assert "J" not in answer
    assert thrown_to("JC").reason is Reason.THROW_USELESS


def test_that_a_card_was_given_or_kept_is_told_after_the_round():
    live = computers("ten-pennies", 4, "hard")
    ends = [line.seq for line in explainable_turns(live, log_lines(live, None))]
    told = [sentence for seq in ends for sentence in reasons_for_turn(live, seq)]
    assert any("although the next player" in sentence for sentence in told)
    assert any("to keep another card from the next player" in sentence for sentence in told)


@pytest.mark.parametrize("below, said", [(1, "card below 9♦"), (2, "cards below 9♦")])
def test_of_a_pile_left_because_it_came_too_late_the_cards_below_the_top_one_count(
    below: int, said: str
):
    left = Advice(DRAW, Reason.PILE_TOO_LATE, {"n": below + 1})
    assert said in answered(left, {"card": "9♦", "n": below + 1})


def test_a_hard_players_second_thought_keeps_what_its_weights_said_of_it():
    first = choose(first_turn()[0], "normal", Random(1))
    reasons = (told for move, told in hards_reasons().items() if move != first)
    told = [each for each in reasons if each.reason is Reason.SEARCHED]
    assert any(each.facts.get("plain") is Reason.THROW_LEAST_RISK for each in told)


async def test_in_the_log_a_computer_player_says_why(simulator):
    ann, ben, *_ = simulator.members
    table_id = await dealt(simulator, [ann, ben], computers=2, options=ONE_ROUND)
    tables = simulator.bot.services.sessions
    live = await tables.load(table_id)
    while engine.pending(live.game.table):
        seat = engine.pending(live.game.table)[0].seat
        move = choose(live.view(seat), "normal", Random(decision_seed(live.row, live.row.seq)))
        by = "computer" if live.player(seat).kind == "computer" else "plan"
        key = f"{by}:{table_id}:{live.row.seq}"
        live = (await tables.act(live, seat, engine.write(move), seen=live.row.seq, key=key)).state
    board = await ann.slash("table")
    log = await ann.press_stale(board.message, f"t1:log:{table_id}:{live.row.seq}")
    options = next(c for c in log.message.controls if c.verb == "why").options
    answer = await ann.choose(log.message, "why", [next(iter(options.values()))])
    assert answer.private
    assert re.search(r"\bI (drew|threw|took|laid|added|completed|went|opened)\b", answer.text)
    assert not any(f" {name} " in answer.text for name in NAMES)
