"""Tests of card emojis: uploaded once, kept up to date, in addition to the words."""

from dataclasses import replace

import discord

from cogs.ui.card_emojis import OURS, CardEmojis, sync_emojis
from engine.model.cards import FACES, NAMES
from render.card_emoji import card_emoji, card_of
from tests.cogs.support.play import start

HEADER = b"\x89PNG\r\n\x1a\n"


def faces(mark=1):
    """Return a placeholder for every card's picture."""
    return {f"card_{card}_{mark:08x}": HEADER + card.encode() for card in NAMES}


def uploads(simulator):
    return [one for one in simulator.sent if (one.method, one.path[-7:]) == ("POST", "/emojis")]


def there(simulator):
    return {emoji.name for emoji in simulator.env.backend.application_emojis.values()}


async def with_faces(simulator, pictures):
    """Restart the bot with these pictures."""
    simulator.faces = pictures
    await simulator.restart()
    await simulator.env.settle()


def test_every_face_that_is_drawn_is_known_to_be_ours_and_shows_a_card():
    drawn = card_emoji()
    assert all(OURS.fullmatch(name) and len(name) <= 32 for name in drawn)
    assert {card_of(name) for name in drawn} >= set(NAMES)


# ---- in step


async def test_the_faces_are_uploaded_once_however_often_the_bot_starts(simulator):
    await with_faces(simulator, faces())
    assert there(simulator) == set(faces())
    before = len(uploads(simulator))
    await with_faces(simulator, faces())
    assert len(uploads(simulator)) == before == len(NAMES)


async def test_a_face_that_is_drawn_anew_takes_the_place_of_the_old_one_and_of_no_other(simulator):
    simulator.env.backend.create_application_emoji("card_shark")
    await with_faces(simulator, faces())
    await with_faces(simulator, faces(2))
    assert there(simulator) == set(faces(2)) | {"card_shark"}


async def test_one_that_somebody_deleted_is_there_again_after_the_next_round(simulator):
    await with_faces(simulator, faces())
    emojis = simulator.env.backend.application_emojis
    del emojis[next(iter(emojis))]
    with simulator.env._bot_scope():
        await sync_emojis(simulator.bot, faces, simulator.bot.card_emojis)
    assert len(there(simulator)) == len(NAMES)


# ---- what is shown


async def shown(simulator):
    """Return the buttons and options of discards after a draw, as they were sent to Discord."""
    game = await start(simulator, simulator.members)
    who = await game.turn()
    panel = await game.hand(who)
    await who.press(panel, "say")
    found = list(parts(panel.stored.components))
    options = [one for part in found if ":drop:" in custom_id(part) for one in part["options"]]
    return [*(part for part in found if ":throw:" in custom_id(part)), *options]


def parts(components):
    """Yield all nested parts of a message."""
    for part in components:
        data = part if isinstance(part, dict) else part.to_dict()
        yield data
        yield from parts(data.get("components", ()))


def custom_id(part):
    return part.get("custom_id", "")


async def test_a_card_to_throw_is_shown_and_said(simulator):
    await with_faces(simulator, faces())
    found = await shown(simulator)
    assert found
    assert all(part["emoji"]["name"].startswith("card_") for part in found)
    assert all(part["label"] for part in found)


async def test_where_discord_refuses_there_are_the_words_alone(simulator):
    simulator.fail("POST", "/applications/*/emojis", status=400, code=30008, times=None)
    await with_faces(simulator, faces())
    assert simulator.bot.card_emojis.of(0) is None
    found = await shown(simulator)
    assert found
    assert not any(part.get("emoji") for part in found)
    simulator.heal()
    with simulator.env._bot_scope():
        await sync_emojis(simulator.bot, faces, simulator.bot.card_emojis)
    assert simulator.bot.card_emojis.of(0) is not None


async def test_an_emoji_that_discord_does_not_know_is_shown_once_and_then_no_more(simulator):
    await with_faces(simulator, faces())
    game = await start(simulator, simulator.members)
    simulator.fail("POST", "/interactions/*", status=400, code=50035)
    await simulator.members[0].press(game.board, "My hand")
    assert simulator.take_errors()
    assert simulator.bot.card_emojis.of(0) is None
    assert (await simulator.members[0].press(game.board, "My hand")).private


async def test_a_card_in_a_sentence_keeps_its_words(simulator):
    live = await (await start(simulator, simulator.members)).live()
    assert live.shown_card(FACES["7H"]) == "7♥\N{VARIATION SELECTOR-15}"
    known = CardEmojis()
    known.know({FACES["7H"]: discord.PartialEmoji(name="card_7H_00000001", id=5)})
    said = replace(live, emojis=known).shown_card(FACES["7H"])
    assert said == "<:card_7H_00000001:5> 7♥\N{VARIATION SELECTOR-15}"
