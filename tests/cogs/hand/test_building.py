"""Tests of the panel's Build page: groups are staged until they are laid together."""

import pytest

from cogs.hand.build_page import build_buttons, verdict
from engine.model.cards import write_cards
from tests.cogs.hand.test_panel import until_a_meld
from tests.cogs.support.play import first, placed, seated, start
from tests.cogs.support.positions import live, panel_of


async def building(simulator, *, opened=False):
    """A member on the Build page with three kings staged; the side has opened, or has not."""
    game = await start(simulator, simulator.members)
    hands = ["KS KH KD 8S 5H 6H", *["4D 5C 6H"] * 3]
    melds = [{"side": 0, "owner": 0, "cards": "9S 9D 9H"}] if opened else []
    await placed(game, {"turn": 0, "hands": hands, "melds": melds, "down": [opened, False] * 2})
    person = await seated(game, 0)
    panel = await game.hand(person)
    await stage(person, panel)
    return game, person, panel


async def stage(person, panel):
    """Stage the first group that is offered."""
    await person.press(panel, "Build")
    await person.choose(panel, "picks", [first(panel, "picks")])


async def test_a_staged_group_is_listed_with_the_running_total(simulator):
    _, _, panel = await building(simulator)
    assert "• K♠︎ K♥︎ K♦︎" in panel.text
    assert "**30 of 50** points for your first meld" in panel.text


async def test_where_the_side_has_opened_a_staged_group_can_be_laid_now(simulator):
    _, _, panel = await building(simulator, opened=True)
    assert "can lay these cards now" in panel.text
    assert "points for your first meld" not in panel.text


async def test_staging_survives_closing_the_panel_and_a_restart(simulator):
    game = await start(simulator, simulator.members)
    person, panel = await until_a_meld(game)
    await stage(person, panel)
    staged = [line for line in panel.text.splitlines() if line.startswith("•")]
    await simulator.restart()
    panel = await game.hand(person)
    await person.press(panel, "Build")
    assert [line for line in panel.text.splitlines() if line.startswith("•")] == staged


async def test_what_is_staged_is_not_listed_among_the_cards_left(simulator):
    game, person, panel = await building(simulator)
    live = await game.live()
    left = int(panel.text.partition(" cards**")[0].rpartition("**")[2])
    assert left < len(live.view(live.seat_of(person.id)).hand)


async def test_a_staged_group_can_be_taken_back(simulator):
    _, person, panel = await building(simulator)
    await person.press(panel, "Take one back")
    assert "•" not in panel.text


async def test_what_is_staged_is_laid_together(simulator):
    game, person, panel = await building(simulator, opened=True)
    await person.press(panel, "laystaged")
    laid = [write_cards(meld.cards) for meld in (await game.live()).view(None).melds]
    assert laid == ["9S 9H 9D", "KS KH KD"]


async def test_too_few_points_for_the_first_melds_are_not_laid(simulator):
    _, _, panel = await building(simulator)
    assert next(c for c in panel.controls if c.verb == "laystaged").disabled


async def test_one_can_plan_while_others_play(simulator):
    game = await start(simulator, simulator.members)
    hands = ["4C 5D 6H 7S", "KS KH KD 9S 9H 9D 5S", "4C 5D 6H", "4C 5D 6H"]
    await placed(game, {"turn": 0, "phase": "draw", "hands": hands})
    waiting = await seated(game, 1)
    panel = await game.hand(waiting)
    await waiting.press(panel, "Build")
    assert any(c.verb == "picks" for c in panel.controls)
    assert "Lay it all" not in panel.labels


KINGS_AND_EIGHTS = "KS KH KD / 8S 8H 8D"
CONTRACT = {
    "seats": 3,
    "phase": "draw",
    "pile": "KC",
    "hands": ["KS KH KD 8S 8H 8D 5C", "4C 5D 6H", "4C 5D 6H"],
}


@pytest.mark.parametrize("game", ["ten-pennies", "ten-pennies-online"])
def test_where_one_card_is_taken_alone_no_pile_is_taken_with_what_is_staged(game):
    panel = panel_of(live({"game": game, **CONTRACT}), staged=KINGS_AND_EIGHTS)
    assert "no such move" not in verdict(panel)
    labels = [str(getattr(one, "label", "")) for one in build_buttons(panel)]
    assert "Take the pile with it" not in labels


def test_before_one_has_drawn_it_is_said_that_what_is_staged_waits_for_that_alone():
    at = live({"game": "ten-pennies", **CONTRACT})
    assert (
        verdict(panel_of(at, staged=KINGS_AND_EIGHTS))
        == "You can lay these cards once you have drawn."
    )


@pytest.mark.parametrize("game", ["classic-canasta", "ponytail-canasta"])
def test_where_only_the_pile_is_left_what_is_staged_waits_for_the_pile(game):
    hands = ["KS KH KD QS QD 4C 5C", *["4C 5D 6H"] * 3]
    melds = [{"side": 0, "owner": 0, "cards": "8S 8H 8D"}]
    at = {"game": game, "phase": "draw", "stock": "", "pile": "5S QC", "hands": hands}
    said = verdict(panel_of(live({**at, "melds": melds}), staged="KS KH KD"))
    assert said == "You can lay these cards once you have taken the pile."


def test_while_others_play_what_is_staged_waits_for_the_turn():
    at = live({"game": "ten-pennies", **CONTRACT, "turn": 1})
    said = verdict(panel_of(at, staged=KINGS_AND_EIGHTS))
    assert said == "You can lay these cards on your turn."


async def test_what_was_put_aside_is_put_aside_no_longer_when_new_cards_are_dealt(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    await placed(game, {"turn": 0, "stock": "", "hands": ["KS KH KD 8S 5H", "4C 5D 6H"]})
    person = await seated(game, 0)
    await stage(person, await game.hand(person))
    assert (await game.live()).member_state(0).staged
    await person.slash("move", text="discard 5H")
    told = await game.live()
    simulator.bot.services.sessions.changed(game.table_id)
    kept = await game.live()
    assert told.view(None).round == 2
    assert (told.member_state(0).staged, kept.member_state(0).staged) == ("", "")


async def test_what_was_put_aside_outlives_the_turn(simulator):
    game, person, _ = await building(simulator)
    await person.slash("move", text="discard 5H")
    assert (await game.live()).member_state(0).staged
