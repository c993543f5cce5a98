"""Tests that the panel's best buttons, the coach and the hint always agree."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

import engine
from cogs.game.move_log import GameState
from cogs.game.state import TableState
from cogs.hand.layout import hand_layout
from cogs.hand.panel import HandPage, HandPanel
from cogs.lessons.coach_rows import ROWS, LearnerView
from cogs.ui.actions import Action
from cogs.ui.custom_id import CustomId
from cogs.ui.layout import Style
from data.models.tables import TablePurpose
from engine.advice import choices
from engine.advice.judgement import Judgement, judge, throws_wild
from engine.model.cards import BLACK_THREES, JOKER, RANK
from engine.model.moves import Add, Ask, Buy, Discard, Draw, Meld, Move, Pass, Take
from tests.cogs.support.positions import PICTURE, panel_of, row
from tests.engine.players.positions import GAMES
from tests.simulator.messages import walk as parts
from tests.support.strategies import walk

TABLE = GAMES[::3]


def panels(game: str, seats: int, **more: Any) -> Iterator[HandPanel]:
    """Yield panels of the seat to act, at random positions of a round."""
    random = Random(f"{game}{seats}")
    table = engine.deal(game, seats, random.randbytes(32))
    for now, seat, _ in walk(table, random, 90):
        yield panel_of(TableState(row(seats, game, **more), GameState(now)), seat)


def green(panel: HandPanel) -> list[CustomId]:
    """Return the custom ids of the green buttons."""
    found = parts(hand_layout(panel, PICTURE).to_components())
    shown = [part for part in found if part.get("style") == Style.success.value]
    return [CustomId.parse(part["custom_id"]) for part in shown]


def meant(panel: HandPanel, custom_id: CustomId) -> Move | None:
    """Return the move that a green button begins with."""
    match custom_id.action:
        case Action.SIMPLE_MOVE.name:
            return choices.SIMPLE[custom_id.args[0]]
        case Action.TAKE_PILE.name:
            return panel.takes[0].move
        case Action.PLAYTURN.name:
            return panel.judged.moves[0]
        case Action.DISCARD_PROPOSED.name:
            return Discard(panel.known(choices.discards)[custom_id.args[0]])
        case Action.LAY_ONLY.name:
            return panel.lays[0].move
        case _:
            return None


@pytest.mark.parametrize("game, seats", TABLE)
@pytest.mark.parametrize("purpose", [TablePurpose.PLAY, TablePurpose.PRACTICE])
def test_what_is_green_is_what_a_hint_says(game: str, seats: int, purpose: TablePurpose) -> None:
    for panel in panels(game, seats, purpose=purpose):
        assert panel.judged.first is not None
        hinted = panel.judged.first.move
        for custom_id in green(panel):
            if custom_id.action == Action.GOOUT.name:
                assert panel.judged.ending is not None
            elif custom_id.action == Action.ASK_TO_GO_OUT.name:
                assert isinstance(hinted, Ask)
            else:
                assert meant(panel, custom_id) == hinted
        after = HandPage(notice="Why.", proposed=engine.write(hinted))
        asked = panel_of(panel.state, panel.seat, after)
        verbs = [one.action for one in green(asked)]
        assert len(set(verbs) - {Action.GOOUT.name, Action.ASK_TO_GO_OUT.name}) == 1


def lays(judged: Judgement) -> list[Move]:
    """Return the lays of a judgement, including one that ends the round."""
    return [*judged.moves, *([judged.ending] if judged.ending else [])]


def is_first(judged: Judgement, *kinds: type[Move]) -> bool:
    return judged.first is not None and isinstance(judged.first.move, kinds)


def any_lay(judged: Judgement, kind: type[Move]) -> bool:
    return any(isinstance(move, kind) for move in lays(judged))


ASKED: dict[str, Callable[[Judgement, Any], bool]] = {
    "take": lambda judged, _: is_first(judged, Take),
    "big_pile": lambda judged, _: is_first(judged, Take),
    "first_turn": lambda judged, _: is_first(judged, Draw),
    "buy": lambda judged, _: is_first(judged, Buy),
    "buy_nearer": lambda judged, _: is_first(judged, Buy),
    "keep_penny": lambda judged, _: is_first(judged, Pass, Draw),
    "opening": lambda judged, _: any_lay(judged, Meld),
    "contract": lambda judged, _: any_lay(judged, Meld),
    "seven": lambda judged, _: any_lay(judged, Add),
    "fits": lambda judged, _: any_lay(judged, Add),
    "way_out": lambda judged, _: judged.ending is not None,
    "feed": lambda judged, facts: all(RANK[f] != facts["rank"] for f in judged.discards[:1]),
    "guard": lambda judged, _: judged.discards[0] in BLACK_THREES,
}
"""By row: whether the judgement does what the row's sentence asks for. Other rows state a fact."""


@pytest.mark.parametrize("game, seats", TABLE)
def test_no_sentence_of_the_coach_asks_for_what_a_hint_would_not_do(game: str, seats: int) -> None:
    for panel in panels(game, seats):
        table = panel.table
        seen = LearnerView(panel.view, table, panel.seat, judge(table, panel.seat))
        for name, (trigger, _) in ROWS.items():
            facts = trigger(seen)
            assert facts is None or name not in ASKED or ASKED[name](seen.judged, facts), name


def words(panel: HandPanel) -> str:
    """Return all texts of a panel."""
    found = parts(hand_layout(panel, PICTURE).to_components())
    return "\n".join(str(part["content"]) for part in found if "content" in part)


def surprises(panel: HandPanel) -> bool:
    """Whether the advice may surprise a beginner: a wild card discarded, or cards not laid."""
    judged = panel.judged
    left = bool(panel.takes) and not judged.takes
    held = bool(panel.lays) and not judged.lays and judged.last is not None
    return left or held or throws_wild(panel.table, judged)


@pytest.mark.parametrize("game, seats", TABLE)
def test_what_looks_mad_to_a_beginner_comes_with_its_reason(game: str, seats: int) -> None:
    found = [panel for panel in panels(game, seats) if surprises(panel)]
    for panel in found:
        assert "-# 💡 " in words(panel)
    assert found or engine.GAMES[game].lowest_wins


def test_a_joker_that_is_thrown_comes_with_its_reason() -> None:
    """The discard blocks a rich pile: the kings and queens would be taken."""
    lying = [
        {"side": 0, "owner": 0, "cards": "KS KH KD"},
        *({"side": 1, "owner": 1, "cards": f"{rank}S {rank}H {rank}D"} for rank in "9TJQ"),
    ]
    pile = " ".join(["4S 5S 6S 7S 8S"] * 3)
    hands = ["9C TC JC QC Jo", *["4C 5D 6H QS JH"] * 3]
    game = {"game": "classic-canasta", "seats": 4, "turn": 0, "phase": "play", "melds": lying}
    table = engine.from_position({**game, "hands": hands, "pile": pile})
    panel = panel_of(TableState(row(4, "classic-canasta"), GameState(table)))
    assert panel.judged.discards[0] == JOKER
    assert "-# 💡 Discard" in words(panel)


def test_a_joker_that_is_not_wild_yet_is_thrown_with_its_reason() -> None:
    hands = ["4H 6H JS JD 2H 2C Jo", *["4C 5D 6H QS JH"] * 2]
    game = {"game": "ten-pennies", "seats": 3, "turn": 0, "phase": "play", "hands": hands}
    panel = panel_of(TableState(row(3, "ten-pennies"), GameState(engine.from_position(game))))
    assert panel.judged.discards[0] == JOKER
    assert "-# 💡 Discard" in words(panel)
