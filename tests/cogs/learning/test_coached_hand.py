"""Tests of a practice game's panel: what it says and highlights for the learner."""

from typing import Any

from discord import ButtonStyle

from cogs.lessons.coach import GOODBYE, QUIET, next_coach_line, remember_hint, remember_turn_end
from cogs.narration.summary import others_since
from cogs.ui.custom_id import CustomId
from cogs.ui.texts import TEXT_VARIATION_SELECTOR
from tests.cogs.learning.test_coach import NOBODY, seen
from tests.cogs.lessons.practice_positions import LAST_CARD, practising
from tests.cogs.support.play import default_turn, placed, start
from tests.simulator import Shown
from tests.simulator.messages import walk

OTHERS = ["5D 6H 7S 8C"] * 3
DOWN: dict[str, Any] = {
    "melds": [{"side": 0, "owner": 0, "cards": "9S 9S 9H 9H 9D 9D"}],
    "down": [True, False] * 2,
}
GREEN = ButtonStyle.success.value


def green(shown: Shown) -> set[str]:
    """Return the actions of the green buttons."""
    styled = (part for part in walk(shown.stored.components) if part.get("style") == GREEN)
    return {CustomId.parse(part["custom_id"]).action for part in styled}


async def test_a_title_speaks_of_no_pile_that_cannot_be_taken(simulator):
    shown = await practising(
        simulator, simulator.members[0], hands=["4C 5D JS", *OTHERS], pile="6S"
    )
    assert "your turn, draw\n" in shown.text
    assert "(CC-R" not in shown.text
    assert "🔒 The pile is frozen: you need two natural cards like 6♠" in shown.text


async def test_pennies_says_that_a_wild_card_does_not_help_to_take_the_pile(simulator):
    hands = ["8S 2H JS", *["5D 6H 7S 9C"] * 5]
    melds = [{"side": 0, "owner": 0, "cards": "KS KH KD"}]
    at = {"hands": hands, "pile": "8D", "melds": melds, "down": [True, False] * 3}
    shown = await practising(simulator, simulator.members[0], "pennies-from-heaven", **at)
    assert "🔒 To take the pile, lay two natural cards like 8♦" in shown.text.replace(
        TEXT_VARIATION_SELECTOR, ""
    )
    assert "House rules may allow a wild card" in shown.text


async def test_whoever_is_offered_their_own_discard_reads_that_it_is_theirs(simulator):
    ann = simulator.members[0]
    at = {"phase": "play", "hands": ["3S 4H 7C KD", *OTHERS], "pile": "9S"}
    shown = await practising(simulator, ann, "ten-pennies", **at)
    await ann.press(shown, next(label for label in shown.labels if "K♦" in label))
    await simulator.wait(3)
    assert "buy back the K♦ that you discarded, or pass" in shown.text.replace(
        TEXT_VARIATION_SELECTOR, ""
    )


async def test_the_green_button_is_what_a_hint_says_and_is_not_doubled_by_it(simulator):
    ann = simulator.members[0]
    shown = await practising(simulator, ann, hands=["4C 5D JS", *OTHERS], pile="6S")
    assert green(shown) == {"say"}
    await ann.press(shown, "hint")
    assert "💬 Draw" in shown.text
    assert "instead" not in {control.verb for control in shown.controls}


async def test_a_card_that_a_hint_would_leave_is_not_offered_in_green(simulator):
    rummy = {"phase": "offer", "turn": 1, "offer_to": [0], "pile": "5S QC"}
    hands = ["3S 4H 7C", *OTHERS]
    shown = await practising(simulator, simulator.members[0], "ten-pennies", hands=hands, **rummy)
    found = {c.label: c for c in shown.controls}
    assert found["Pass"].verb == "say"
    await simulator.members[0].press(shown, "hint")
    assert "Leave the upcard" in shown.text
    assert "Do this" not in shown.text + "".join(shown.labels)


async def test_after_the_lays_what_to_throw_and_why_stands_there(simulator):
    ann = simulator.members[0]
    hands = ["9C 4C JS QD", *OTHERS]
    shown = await practising(simulator, ann, phase="play", hands=hands, **DOWN)
    assert "💡 Six nines are on the table" in shown.text
    await ann.press(shown, "playturn")
    assert "your turn, discard a card" in shown.text
    assert "💡 Discard" in shown.text
    assert "Build: nothing fits yet" not in shown.labels
    assert green(shown) == {"throw"}


async def test_going_out_with_the_last_card_is_one_button(simulator):
    shown = await practising(simulator, simulator.members[0])
    verbs = [control.verb for control in shown.controls]
    assert "goout" in verbs
    assert "dropit" not in verbs


def test_who_asks_for_hints_does_not_play_without_the_coach() -> None:
    quiet = seen(phase="play", hand="4C 5D", melds=[{"side": 0, "owner": 0, "cards": "KS KH KD"}])
    heard = {"table": 7, "turn": 1, "said": 0, "open": 0, "quiet": QUIET}
    assert next_coach_line(heard, 7, 2, quiet, NOBODY).row == GOODBYE
    assert next_coach_line(remember_hint(heard), 7, 2, quiet, NOBODY).row is None
    left = next_coach_line(heard, 7, 2, quiet, NOBODY).heard
    assert left["said"] == 21  # The score as it was since the deal with members.
    assert remember_turn_end(remember_hint(left), NOBODY)[GOODBYE] == 0


async def test_what_ended_a_round_is_told_before_what_was_done_in_the_next(simulator):
    game = await start(simulator, simulator.members, game="classic-canasta")
    await placed(game, {**LAST_CARD, "turn": 0})
    await default_turn(game)
    await default_turn(game)
    live = await game.live()
    told = others_since(live, (live.game.table.turn + 1) % 4)
    scored = [n for n, line in enumerate(told) if "Round 1 is scored" in line]
    thrown = [n for n, line in enumerate(told) if "discarded" in line]
    assert thrown[0] < scored[0] < thrown[-1]
