"""Tests that hidden cards are never sent: nothing public depends on them.

Two tables with the same public history and other hidden cards must send the same bytes to
everybody. In a whole game, nothing that others or the log can see contains a hand, a seed or a
token.
"""

import re
from dataclasses import replace
from random import Random

import pytest

import engine
from cogs.game.move_log import GameState
from cogs.game.state import TableState
from cogs.narration.labels import hand_words
from cogs.table.details import details_layout, log_layout
from cogs.table.layout import replaced_table_layout, table_layout
from cogs.table.scores import score_layout
from data.models.moves import MoveEntry
from engine.model.events import Drawn
from engine.players.heuristic.easy import choose
from render.renderer import Renderer
from render.widgets.seats import TableNames
from tests.cogs.support.play import start
from tests.cogs.support.positions import PICTURE, row
from tests.simulator.messages import controls_in

LONG_ENOUGH = 4  # A smaller hand may equal a public meld.


def played(moves, seed=b"\x07" * 32):
    """Return a table some moves into a game of four."""
    game = GameState.begun(row(4, seed=seed))
    for seq in range(1, moves + 1):
        seat = engine.pending(game.table)[0].seat
        move = choose(engine.view(game.table, seat), Random(seq))
        game = game.then(MoveEntry(seq, seat, f"k{seq}", 0.0, engine.write(move)))
    return TableState(row(4, seed=seed, seq=moves, name="Ann"), game)


def twin(at, number):
    """Return a table with the same public history and other hidden cards: hands, stock, drawn
    cards.
    """
    table = engine.sample(at.view(None), Random(number))
    steps = tuple(
        replace(step, events=tuple(map(disguised, step.events))) for step in at.game.steps
    )
    return replace(at, game=replace(at.game, table=table, steps=steps, earlier=()))


def disguised(event):
    """Return the draw with other cards in it."""
    if isinstance(event, Drawn) and event.cards:
        return replace(event, cards=bytes((face + 1) % 52 for face in event.cards))
    return event


PUBLIC = {
    "table": lambda at: table_layout(at, PICTURE),
    "moved": lambda at: replaced_table_layout(at, "link", at.row.seq),
    "log": lambda at: log_layout(at, None),
    "more": lambda at: details_layout(at, None),
    "score": score_layout,
}


@pytest.mark.parametrize("name", PUBLIC)
@pytest.mark.parametrize("moves", [0, 7, 40])
def test_public_messages_do_not_depend_on_hidden_cards(name, moves):
    at = played(moves)
    others = [twin(at, number) for number in range(3)]
    assert any(other.game.table.hands != at.game.table.hands for other in others)
    shown = PUBLIC[name](at).to_components()
    assert [PUBLIC[name](other).to_components() for other in others] == [shown] * 3


async def test_the_picture_of_the_table_and_its_words_do_not_depend_on_hidden_cards():
    artist, at = Renderer(), played(40)
    try:
        pictures = [
            await artist.table(one.view(None), TableNames(one.names()))
            for one in (at, twin(at, 1), twin(at, 2))
        ]
    finally:
        artist.close()
    assert pictures[0] == pictures[1] == pictures[2]


def test_the_twin_is_told_apart_by_its_owner():
    at = played(7)
    drew = next(e.seat for step in at.game.steps for e in step.events if isinstance(e, Drawn))
    assert log_layout(at, drew).to_components() != log_layout(twin(at, 1), drew).to_components()


async def test_a_whole_game_leaks_nothing(simulator):
    game = await start(simulator, simulator.members, options={"max_rounds": 1})
    hands = set()
    while not (live := await game.live()).game.outcome():
        hands |= {hand_words(live.view(seat).hand) for seat in range(4)}
        await game.take_turn()
    hidden = {words for words in hands if len(words.split()) >= LONG_ENOUGH}
    public = "\n".join(public_bodies(simulator))
    assert "Discard pile" in public
    assert not [words for words in hidden if words in public]
    logged = "\n".join(record.getMessage() for record in simulator.log if ours(record))
    assert live.row.seed.hex() not in public + logged
    assert not [words for words in hidden if words in logged]


def public_bodies(simulator):
    """Yield everything that the bot sent to a channel, old versions included, as text."""
    for request in simulator.sent:
        if request.path.startswith("/channels/") and request.json is not None:
            yield str(request.json)


def ours(record):
    """Whether a log record is the bot's, not the simulation's."""
    return not record.name.startswith("simcord")


async def test_every_control_ever_sent_carries_numbers_only(simulator):
    game = await start(simulator, simulator.members)
    for _ in range(3):
        await game.take_turn()
    for request in simulator.sent:
        body = request.json if isinstance(request.json, dict) else {}
        parts = (body.get("data") or body).get("components") or []
        for control in controls_in(parts):
            assert re.fullmatch(r"t1:[a-z]+(:\d+)+", control.custom_id)


async def test_files_are_named_by_what_they_are(simulator):
    game = await start(simulator, simulator.members)
    await game.take_turn()
    names = {name for m in simulator.messages() for name in m.images()}
    assert names <= {"table.png", "hand.png"}
