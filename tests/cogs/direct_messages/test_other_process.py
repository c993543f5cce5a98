"""Hands in direct messages that arrive at a process which does not serve the table."""

import pytest

from tests.cogs.direct_messages.support import hands_in_dm, in_dm, on_turn, open_in_dm
from tests.cogs.support.play import start

pytestmark = pytest.mark.asyncio


async def served_elsewhere(simulator):
    """Return a game that another process serves from now on, and the member on turn."""
    game = await start(simulator, simulator.members[:2], seats=2)
    person, _ = await on_turn(game)
    return game, person


def serve_nothing(simulator, monkeypatch):
    monkeypatch.setattr(simulator.bot.ownership, "owns", lambda _: False)


async def test_the_hand_is_shown_with_a_link_in_place_of_its_buttons(simulator, monkeypatch):
    game, person = await served_elsewhere(simulator)
    serve_nothing(simulator, monkeypatch)
    await person.slash("hand", channel=person.dm)
    (hand,) = in_dm(simulator, person)
    assert "cards" in hand.text
    assert [c for c in hand.controls if not c.verb.startswith("remind")] == []
    (link,) = hand.links
    assert str(game.thread) in link


async def test_a_press_on_an_older_hand_makes_no_move(simulator, monkeypatch):
    game, person = await served_elsewhere(simulator)
    hand = await open_in_dm(person)
    seq = await game.seq()
    serve_nothing(simulator, monkeypatch)
    await person.press(hand, "say")
    assert await game.seq() == seq
    assert hand.controls == ()
    assert hands_in_dm(simulator, person) == []


async def test_what_changes_a_table_is_refused_with_a_link(simulator, monkeypatch):
    game, person = await served_elsewhere(simulator)
    answer = await person.slash("table", channel=person.dm)
    more = await person.press(answer.message, "More")
    leave = (await person.press(more.message, "quit")).message
    serve_nothing(simulator, monkeypatch)
    refused = await person.press(leave, leave.controls[0].custom_id)
    assert "play it there" in refused.text
    assert (await game.live()).seat_of(person.id) is not None


async def test_a_typed_move_makes_none(simulator, monkeypatch):
    game, person = await served_elsewhere(simulator)
    seq = await game.seq()
    serve_nothing(simulator, monkeypatch)
    await person.slash("move", channel=person.dm, text="draw")
    assert await game.seq() == seq
    (hand,) = in_dm(simulator, person)
    assert hand.links != ()
