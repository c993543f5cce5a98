"""Tests that advice, its reason and the buttons do not contradict each other."""

import pytest

from cogs.hand.build_page import build_buttons, lay_title, pick_select
from cogs.hand.layout import hand_layout
from cogs.hand.opening_requirement import minimum_words
from cogs.hand.panel import HandPanel
from cogs.hand.play_page import simple_buttons
from cogs.hand.suggestions import turn_rows, turn_words
from cogs.narration.labels import advice_words, of_rank
from cogs.table import layout as table_layout
from cogs.ui.layout import Item, Style
from engine.advice.judgement import Judgement, buys_for_others, holds_back
from engine.model.cards import RANK, read_cards
from engine.model.moves import BUY, PASS
from engine.players import Advice
from engine.players.thinking.thought import Reason
from tests.cogs.hand.test_one_adviser import TABLE, panels
from tests.cogs.support.positions import PICTURE, live, panel_of
from tests.simulator.messages import walk as parts


def house(hand: str, *lying: str, **more: object) -> HandPanel:
    """A panel of seat 0 in House Canasta, with these melds of its side."""
    melds = [{"side": 0, "owner": 0, "cards": cards} for cards in lying]
    hands = [hand, "4D 5C 6H JS QC KD 9D TD"]
    at = {"seats": 2, "phase": "play", "hands": hands, "melds": melds, "down": [bool(lying), False]}
    return panel_of(live({**at, "turn": 0, "pile": "JH 5S QC 8D", **more}))


def labels_of(*rows: Item, style: Style | None = None) -> list[str]:
    """The labels of buttons, or of those with one style."""
    found = [part for part in parts(rows) if "label" in part]
    return [str(one["label"]) for one in found if style is None or one["style"] == style.value]


FOURS = "4S 4S 4H 4D 4D 4C 6H 7H 8S 8C 9S 9H TC TC QD QH"
LYING = "6S 6D 6C", "7S 7D 7C", "8H 8H 8D"


@pytest.mark.parametrize("game, seats", TABLE)
def test_no_rank_is_kept_that_the_advice_discards(game: str, seats: int) -> None:
    for panel in panels(game, seats):
        judged = panel.judged
        if judged.last is None or not panel.lays or judged.lays:
            continue
        held = holds_back(panel.table, panel.seat, judged)
        if held is not None and held[0] != "kept_pair":
            assert RANK[judged.discards[0]] not in held[1]


def test_the_cards_that_stay_in_hand_for_the_pile_are_named_with_the_time_to_lay_them() -> None:
    panel = house(FOURS, *LYING)
    assert not panel.judged.lays
    text = turn_words(panel)
    assert "Don't lay your sixes, sevens and eights yet: in hand they can take the pile." in text
    assert "Lay them before the round ends" in text
    assert "fours" not in text  # one of them is the discard


def test_of_three_alike_that_lose_one_the_pair_is_the_reason() -> None:
    panel = house("6S 6H 6C 9S TC JD QD KD KC AS", "5S 5D 5C", "7S 7D 7C")
    six = Judgement(discards=tuple(read_cards("6C")))
    assert holds_back(panel.table, 0, six) == ("kept_pair", [RANK[read_cards("6C")[0]]])
    assert holds_back(panel.table, 0, panel.judged) == ("kept_for_pile", [RANK[six.discards[0]]])


def test_without_a_reason_to_keep_cards_the_discard_has_the_reason() -> None:
    panel = house("6H 9S TC JD QD KD AS", "6S 6D 6C", "7S 7D 7C")
    six = Judgement(discards=tuple(read_cards("6H")))
    assert holds_back(panel.table, 0, six) is None


CANASTA = "4H 4C 6H 7S 7D 7D 7C 8H 8D 8C 9D TC 2S 2D 2D"


def test_wild_cards_of_a_proposed_turn_have_a_reason() -> None:
    text = turn_words(house(CANASTA))
    assert "add 2♠︎ 2♦︎ 2♦︎ to your sevens" in text
    assert "💡 Complete the canasta of sevens" in text


def test_the_buttons_of_a_proposed_turn_say_what_their_numbers_count() -> None:
    assert labels_of(*turn_rows(house(CANASTA))) == [
        "Play this turn: lay 10 cards",
        "Lay all: 7 cards",
    ]


def test_the_discard_after_a_proposed_turn_is_left_to_the_member() -> None:
    assert "After that, discard 6♥︎ yourself." in turn_words(house(CANASTA))


def test_melds_in_hand_are_not_called_laid() -> None:
    words = minimum_words(house("4H 4C 6H 7S 7D 7D 7C 9D TC"), 50)
    assert "The melds in your hand are worth 20; you still need 30." in words


def test_advice_to_draw_is_no_answer_to_why() -> None:
    found = [
        shown(panel)
        for panel in panels("house-canasta", 4)
        if panel.takes and not panel.judged.takes
    ]
    assert found
    assert all("💡 Draw" in text and "Why: " not in text for text in found)


def shown(panel: HandPanel) -> str:
    found = parts(hand_layout(panel, PICTURE).to_components())
    return "\n".join(str(part["content"]) for part in found if "content" in part)


def test_a_group_that_needs_the_upcard_is_labelled_so() -> None:
    panel = house("4H 4C 8S 8H 8C 9D", *LYING[:2], phase="draw", pile="4S")
    labels = {
        option["label"]: option["description"]
        for part in parts(hand_rows(panel))
        for option in part.get("options", [])
    }
    assert labels["4♥︎ 4♣︎"] == "10 points; only with 4♠︎ from the pile"
    assert labels["8♠︎ 8♥︎ 8♣︎"] == "30 points"


def hand_rows(panel: HandPanel) -> list[dict[str, object]]:
    return pick_select(panel)


def test_grey_buttons_of_staged_cards_say_why() -> None:
    at = {"seats": 2, "turn": 0, "phase": "draw", "pile": "4S", "down": [True, False]}
    at["hands"] = ["4H 4C 8S 8H 8C 9D", "4D 5C 6H"]
    at["melds"] = [{"side": 0, "owner": 0, "cards": LYING[0]}]
    panel = panel_of(live(at), staged="8S 8H 8C")
    labels = [one.get("label", "") for one in build_buttons(panel)]
    assert labels[:2] == ["Lay it all: draw first", "This can't take the pile"]
    playing = panel_of(live({**at, "phase": "play"}), staged="8S 8H 8C")
    assert lay_title(playing) == "Lay it all"


UPCARD = {
    "game": "ten-pennies",
    "seats": 3,
    "turn": 0,
    "phase": "draw",
    "pile": "9S Jo",
    "hands": ["KS KH 8D 8S 5C 4D", "4C 5D 6H", "4C 5D 6H"],
}


OFFER = UPCARD | {"turn": 1, "phase": "offer"}


def test_an_offer_on_the_table_is_not_blue() -> None:
    row = table_layout.simple_buttons(live(OFFER), 0)
    assert labels_of(*row, style=Style.secondary) == ["Buy Joker (+2 cards) for a penny", "Pass"]


def test_the_advice_on_an_offer_is_the_only_green_button() -> None:
    panel = panel_of(live(OFFER))
    assert panel.judged.first is not None
    assert panel.judged.first.move == PASS
    assert labels_of(*simple_buttons(panel), style=Style.success) == ["Pass"]


def test_to_leave_an_upcard_is_not_called_a_draw() -> None:
    assert "Leave Joker" in labels_of(*simple_buttons(panel_of(live(UPCARD))))


def test_a_card_that_is_bought_for_the_others_has_a_reason() -> None:
    bought = Advice(BUY, Reason.BUY_CARDS, {"card": "Jo", "lacks": 2})
    assert buys_for_others(Judgement(bought))
    assert advice_words(bought).startswith("Buy the joker: you get two more cards with it")
    assert not buys_for_others(Judgement(Advice(BUY, Reason.BUY_FITS, {})))


def test_a_joker_has_an_article_in_a_sentence() -> None:
    unfit = Advice(PASS, Reason.LEAVE_UNFIT, {"card": "Jo"})
    assert advice_words(unfit).startswith("Leave the upcard: the joker fits no set")
    assert "do you want the joker?" in table_layout.attention(live(UPCARD))


def test_equal_cards_are_counted_when_spelled_out() -> None:
    assert of_rank(list(read_cards("2S 2D 2D"))) == "the twos of spades and diamonds (2 of them)"
    assert of_rank(list(read_cards("2D 2D"))) == "the twos of diamonds (2 of them)"
    assert of_rank(list(read_cards("2S 2D"))) == "the twos of spades and diamonds"
