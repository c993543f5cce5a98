"""Tests that a press means what its own panel shows, even if a newer panel stages other cards."""

from dataclasses import replace

import pytest

from cogs.hand.panel import choice_digest
from cogs.ui.custom_id import CustomId
from tests.cogs.support.play import placed, seated, start

OLD = 15 * 60
"""Seconds after which Discord allows no edit of a panel, so that the next one is a new message."""
OTHER = "QS QD QH 7H 8H 9C"
TURN = {
    "turn": 0,
    "phase": "play",
    "hands": ["KS KD KH AS AH AD 4S 5S 6C", OTHER],
    "melds": [{"side": 0, "owner": 0, "cards": "JS JH JD"}],
    "stock": "4H 4D 5H 5D 6H 6D",
    "pile": "9D",
}
HINTED = TURN | {"hands": ["KS KD KH KC AH AS AD 4S 5S", OTHER], "melds": []}
DRAW = TURN | {"phase": "draw", "pile": "KC", "hands": ["KS KD KH 4S 4C 6C", OTHER]}
LAST = TURN | {
    "hands": ["AS AH AD 4S", OTHER],
    "melds": [
        {"side": 0, "owner": 0, "cards": f"{r}S {r}H {r}D {r}C {r}S {r}H {r}D"} for r in "JQ"
    ],
}


async def playing(simulator, position):
    """Return two players, and the panel of the player to act."""
    game = await start(simulator, simulator.members[:2], seats=2)
    await placed(game, position)
    person = await seated(game, 0)
    return game, person, await game.hand(person)


async def pick(person, panel, *ranks):
    """Stage the first group of each rank."""
    for rank in ranks:
        options = panel.find("picks", "select").options
        found = next(value for label, value in options.items() if label.startswith(rank))
        await person.choose(panel, "picks", [found])


async def newer(simulator, game, person):
    """Return the Build page of a newer panel, with all staged cards taken back."""
    await simulator.wait(OLD)
    panel = await game.hand(person)
    await person.press(panel, "build")
    while "unstage" in {control.verb for control in panel.controls}:
        await person.press(panel, "unstage")
    return panel


async def hinted(game, person):
    """Return the custom id of the button for a hint's move; the panel has only one such button."""
    live = await game.live()
    body = live.proposed(live.seat_of(person.id))
    return str(CustomId("instead", game.table_id, live.row.seq, (choice_digest(body),)))


async def steps(game):
    return len((await game.live()).game.steps)


async def before(person, panel, verb, kept=0):
    """Press a button in the format of the previous release, which does not name staged cards."""
    custom_id = next(c.custom_id for c in panel.controls if c.verb == verb)
    parts = custom_id.split(":")
    return await person.press_stale(panel, ":".join(parts[: 4 + kept]))


async def test_lay_it_all_lays_nothing_else_than_what_its_page_shows(simulator):
    game, person, old = await playing(simulator, TURN)
    await person.press(old, "build")
    await pick(person, old, "K")
    await pick(person, await newer(simulator, game, person), "A")
    done = await steps(game)
    await person.press(old, "laystaged")
    assert await steps(game) == done
    assert "Your selection changed elsewhere" in old.text
    assert "• A" in old.text
    await person.press(old, "laystaged")
    assert await steps(game) > done


async def test_the_pile_is_not_taken_with_cards_that_the_page_does_not_show(simulator):
    game, person, old = await playing(simulator, DRAW)
    await person.press(old, "build")
    await pick(person, old, "K")
    shown = next(c for c in old.controls if c.verb == "takestaged")
    await pick(person, await newer(simulator, game, person), "K")
    done = await steps(game)
    made_up = f"t1:takestaged:{game.table_id}:{await game.seq()}:1"
    await person.press_stale(old, made_up)
    assert await steps(game) == done
    await person.press_stale(old, shown.custom_id)
    assert await steps(game) > done


async def test_nobody_goes_out_by_other_cards_than_the_page_shows(simulator):
    game, person, old = await playing(simulator, LAST)
    await person.press(old, "build")
    await pick(person, old, "A")
    assert "goout" in {control.verb for control in old.controls}
    await newer(simulator, game, person)
    done = await steps(game)
    await person.press(old, "goout")
    assert await steps(game) == done
    assert "Your selection changed elsewhere" in old.text


async def test_a_move_put_forward_is_made_only_by_the_button_that_names_it(simulator):
    game, person, old = await playing(simulator, HINTED)
    await person.press(old, "Hint")
    named = await hinted(game, person)
    await simulator.wait(OLD)
    await person.slash("move", text="discard 3H")
    done = await steps(game)
    await person.press_stale(old, named)
    assert await steps(game) == done
    assert "nothing was played." in old.text


@pytest.mark.parametrize(
    "verb,position,rank,kept",
    [("laystaged", TURN, "K", 0), ("takestaged", DRAW, "K", 0), ("goout", LAST, "A", 1)],
)
async def test_a_button_of_before_does_what_it_did(simulator, verb, position, rank, kept):
    game, person, panel = await playing(simulator, position)
    await person.press(panel, "build")
    await pick(person, panel, rank)
    done = await steps(game)
    await before(person, panel, verb, kept)
    assert await steps(game) > done


async def test_a_proposal_of_before_is_made(simulator):
    game, person, panel = await playing(simulator, TURN)
    await person.press(panel, "Hint")
    done = await steps(game)
    named = CustomId.parse(await hinted(game, person))
    await person.press_stale(panel, str(replace(named, args=())))
    assert await steps(game) > done
