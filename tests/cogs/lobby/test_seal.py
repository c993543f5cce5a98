"""Tests of the sealed shuffle: nobody can know, choose or later alter the cards.

Each test attempts an attack.
"""

import re
from dataclasses import replace

import pytest

import engine
from cogs.game.computer_players import make_computer_player
from cogs.game.seat_changes import raise_if_refused
from cogs.game.shuffle_seal import digest_of_start, shuffle_seed
from cogs.history.receipt import receipt_of
from cogs.table.scores import seal_line
from data.models.tables import ShuffleInputs
from engine.record.receipt import Receipt
from engine.record.shuffle import AtJoins, Contribution, seed_of_joins
from engine.verify import Check, ExitStatus, Published, Verdict, holds, status, verify
from tests.cogs.support.finished_games import dealt, final_message, play_on
from tests.cogs.support.play import open_lobby
from tests.simulator import Member, Simulator


async def row_of(simulator: Simulator, number: int = 1):
    row = await simulator.bot.database.tables.find(number)
    assert row is not None
    return row


async def receipt_in(answer) -> Receipt:
    """Return the receipt in an answer."""
    ((_, content),) = answer.message.images().items()
    return Receipt.read(content.decode())


async def published(simulator: Simulator) -> Published:
    """Return the digits that the messages of the first table publish."""
    row = await row_of(simulator)
    start = digest_of_start(row)
    assert start is not None
    shown = [m for m in simulator.messages(simulator.channel.id) if "Digest of all moves" in m.text]
    end, _ = re.findall(r"`([0-9a-f]{8})`", shown[-1].text)
    return Published(row.commitment[:8], start[:8], end)


# ---- to know the cards


async def test_the_cards_dealt_are_those_that_the_press_on_start_has_mixed(simulator):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    await ann.set_terms(lobby, seats="2")  # On the private page; the queue updates the lobby.
    await ben.press(lobby, "Join")
    await ann.press(lobby, "start")
    row = await row_of(simulator)
    played = (await simulator.bot.services.sessions.load(1)).game.table
    assert played == engine.deal(row.game, 2, row.seed, row.options, row.rules_version)


async def test_who_reads_the_database_before_start_cannot_know_the_cards(simulator):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    await ben.press(lobby, "Join")
    read = await row_of(simulator)
    pressed = await simulator.bot.database.tables.shuffle_contributions(1)
    joined = tuple(sorted(number for _, number in pressed))
    known = {
        seed_of_joins(read.lobby_seed, 1, [Contribution(user or 0, n) for user, n in pressed]),
        *(
            shuffle_seed(read, ShuffleInputs(joined, (0, *joined, *2 * (0,)), start))
            for start in (0, *joined)
        ),
    }
    await ann.press(lobby, "fill")
    row = await row_of(simulator)
    assert row.presses is not None
    assert row.presses.start > max(joined)
    assert row.seed not in known
    assert row.seed == shuffle_seed(row, row.presses)


@pytest.mark.parametrize(
    "column,value",
    [
        ("options", '{"max_rounds": 9}'),
        ("rules_version", 1),
        ("presses", "[[9000, 9001], [9001, 9000], 9999]"),
        ("presses", "[[9000, 9001], [9000, 9001], 9998]"),
    ],
)
async def test_what_is_changed_after_the_start_is_found_by_the_receipt(simulator, column, value):
    ann, ben, *_ = simulator.members
    live = await play_on(simulator, await dealt(simulator, [ann, ben]))
    assert live.row.presses == ShuffleInputs((9000, 9001), (9000, 9001), 9999)
    statement = f"UPDATE card_table SET {column} = ?"
    await simulator.bot.database.tables.backend.transaction(
        lambda c, _: c.execute(statement, (value,)).rowcount
    )
    live = await simulator.bot.services.sessions.load(live.row.id)
    receipt = await receipt_of(simulator.bot.database.tables, live)
    found = {one.check: one.verdict for one in verify(receipt, Published(live.row.commitment))}
    assert found[Check.MIX] is Verdict.FALSE


# ---- to choose the cards


async def test_forgetting_before_the_start_leaves_the_press_in_the_mix_and_tied_to_nobody(
    simulator,
):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    for _ in range(2):
        await ben.press(lobby, "Join")
        await simulator.bot.database.erasure.erase_member(ben.id, make_computer_player)
    with simulator.env._bot_scope():  # SimCord waits only for work that starts inside an action.
        simulator.bot.services.activity.show(await row_of(simulator))
    await simulator.wait(0)
    await ann.press(lobby, "fill")
    row = await row_of(simulator)
    assert row.presses is not None
    assert len(row.presses.joined) == 2
    assert {user for user, _ in await simulator.bot.database.tables.shuffle_contributions(1)} == {
        None,
        ann.id,
    }


async def test_a_deck_that_was_set_aside_stays_counted_when_its_member_is_forgotten(simulator):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    await ben.press(lobby, "Join")
    await ann.cancel(lobby)
    await simulator.bot.database.erasure.erase_member(ben.id, make_computer_player)
    answer = await ann.press(await final_message(simulator, [ann, ben]), "Verify the shuffle")
    assert "these players abandoned one other deal" in answer.text


async def test_a_lobby_that_still_waits_is_no_deck_that_was_set_aside(simulator):
    ann, ben, cleo, _ = simulator.members
    await ben.press(await open_lobby(simulator, cleo), "Join")
    answer = await ann.press(await final_message(simulator, [ann, ben]), "Verify the shuffle")
    assert "These players abandoned no other deal" in answer.text


async def test_after_forgetting_the_receipt_still_shows_how_the_deck_was_mixed(simulator):
    ann, ben, *_ = simulator.members
    final = await final_message(simulator, [ann, ben])
    await simulator.bot.database.erasure.erase_member(ann.id, make_computer_player)
    answer = await ben.press(final, "Verify the shuffle")
    assert answer.text.count("✅") == 4
    assert str(ann.id) not in (await receipt_in(answer)).text()


async def test_a_seed_that_was_changed_in_the_database_is_found(simulator):
    ann, ben, *_ = simulator.members
    final = await final_message(simulator, [ann, ben])
    await simulator.bot.database.tables.backend.transaction(
        lambda c, _: c.execute("UPDATE card_table SET lobby_seed = zeroblob(32)").rowcount
    )
    answer = await ann.press(final, "Verify the shuffle")
    assert answer.text.count("❌") == 2


async def test_the_first_message_shows_the_digest_of_the_start_once_it_has_begun(simulator):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    assert "start:" not in lobby.text
    await ann.press(lobby, "fill")
    await simulator.wait(0)
    digest = digest_of_start(await row_of(simulator))
    assert digest is not None
    assert f"`{digest[:8]}`" in lobby.text
    assert digest not in lobby.text


async def test_the_digests_of_the_messages_are_those_of_the_receipt(simulator):
    ann, ben, *_ = simulator.members
    answer = await ann.press(await final_message(simulator, [ann, ben]), "Verify the shuffle")
    receipt = await receipt_in(answer)
    shown = await published(simulator)
    known = (receipt.commitment, receipt.start or "", receipt.end)
    assert [one[:8] for one in known] == [shown.fingerprint, shown.start, shown.end]
    assert all(f"`{digest}`" in answer.text for digest in known)


async def test_a_move_that_is_exchanged_in_the_database_is_found_by_the_published_end(simulator):
    ann, ben, *_ = simulator.members
    live = await play_on(simulator, await dealt(simulator, [ann, ben]))
    before = (await receipt_of(simulator.bot.database.tables, live)).end
    result = engine.result(live.game.table)
    assert result is not None
    assert before[:8] in seal_line(live, result.scores)
    exchanged = replace(live.game, log_digest=b"another")
    assert before[:8] not in seal_line(replace(live, game=exchanged), result.scores)


# ---- to see hands that are not one's own


async def test_a_player_gets_the_receipt_and_it_verifies_offline(simulator):
    ann, ben, *_ = simulator.members
    answer = await ann.press(await final_message(simulator, [ann, ben]), "Verify the shuffle")
    receipt = await receipt_in(answer)
    assert answer.private
    assert answer.text.count("✅") == 4
    assert status(verify(receipt, await published(simulator))) is ExitStatus.TRUE


async def test_a_stranger_is_told_that_the_shuffle_was_fair_and_gets_no_receipt(simulator):
    ann, ben, cleo, _ = simulator.members
    answer = await cleo.press(await final_message(simulator, [ann, ben]), "Verify the shuffle")
    assert answer.text.count("✅") == 4
    assert "only its players get the file" in answer.text
    assert answer.message.images() == {}


async def test_where_the_table_agreed_to_open_hands_a_stranger_gets_the_receipt(simulator):
    ann, ben, cleo, _ = simulator.members
    final = await final_message(simulator, [ann, ben], agreed=True)
    answer = await cleo.press(final, "Verify the shuffle")
    assert holds(verify(await receipt_in(answer)))


async def test_who_left_the_game_has_played_it_and_gets_the_receipt(simulator):
    ann, ben, cleo, _ = simulator.members
    table_id = await dealt(simulator, [ann, ben])
    live = await play_on(simulator, table_id, moves=4)
    seat, store = live.seat_of(ben.id), simulator.bot.database
    assert seat is not None
    raise_if_refused(
        await store.tables.replace_player(
            table_id, seat, make_computer_player(live.names()), from_seq=live.row.seq
        )
    )
    await play_on(simulator, table_id, seed=2)
    assert [await store.tables.has_played(table_id, one.id) for one in (ann, ben, cleo)] == [
        *(True, True, False)
    ]


@pytest.mark.parametrize("agreed", [False, True])
async def test_the_end_of_a_game_shows_eight_digits_and_no_seed(simulator, agreed):
    ann, ben, *_ = simulator.members
    final = await final_message(simulator, [ann, ben], agreed=agreed)
    assert [len(digits) for digits in re.findall(r"`([0-9a-f]{8,})`", final.text)] == [8, 8]


async def test_a_lobby_shows_eight_digits_of_its_fingerprint_and_all_on_request(simulator):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    row = await row_of(simulator)
    assert re.findall(r"`([0-9a-f]{8,})`", lobby.text) == [row.commitment[:8]]
    assert f"`{row.commitment}`" in (await ann.press(lobby, "How the shuffle is sealed")).text


async def test_no_receipt_while_the_game_lasts(simulator):
    ann, ben, *_ = simulator.members
    final = await final_message(simulator, [ann, ben])
    table_id = await dealt(simulator, [ann, ben])
    answer = await ann.press_stale(final, f"t1:verify:{table_id}:0")
    assert "isn't over yet" in answer.text


# ---- games from before the press of Start was mixed in


async def begun_before(simulator: Simulator, people: list[Member]) -> int:
    """A table in play, as the previous release left it."""
    table_id = await dealt(simulator, people)
    row, store = await row_of(simulator, table_id), simulator.bot.database
    joined = [
        Contribution(user or 0, n) for user, n in await store.tables.shuffle_contributions(table_id)
    ]
    seed = seed_of_joins(row.lobby_seed, table_id, joined)
    statement = "UPDATE card_table SET presses = '', seed = ?"
    await store.tables.backend.transaction(lambda c, _: c.execute(statement, (seed,)).rowcount)
    return table_id


async def test_a_game_begun_under_the_old_scheme_plays_on_and_verifies_as_what_it_is(simulator):
    ann, ben, *_ = simulator.members
    live = await play_on(simulator, await begun_before(simulator, [ann, ben]))
    assert engine.result(live.game.table) is not None
    receipt = await receipt_of(simulator.bot.database.tables, live)
    assert isinstance(receipt.mixed, AtJoins)
    assert '"tuppence receipt 1"' in receipt.text()
    assert holds(verify(receipt, Published(live.row.commitment)))


async def test_of_a_game_begun_under_the_old_scheme_it_is_said_that_it_was(simulator):
    ann, ben, *_ = simulator.members
    live = await play_on(simulator, await begun_before(simulator, [ann, ben]))
    await simulator.bot.database.erasure.erase_member(ann.id, make_computer_player)
    with simulator.env._bot_scope():  # SimCord waits only for work that starts inside an action.
        simulator.bot.services.activity.wake(live.row)
    await simulator.wait(0)
    answer = await ben.press(simulator.messages(simulator.channel.id)[-1], "Verify the shuffle")
    assert "before clicks on Start became part of the shuffle" in answer.text
    assert "asked to be forgotten" in answer.text


# ---- the answer, from wherever it is asked for


async def test_the_shuffle_can_be_verified_from_the_replay_too(simulator):
    ann, ben, *_ = simulator.members
    live = await play_on(simulator, await dealt(simulator, [ann, ben]))
    shown = (await ann.slash("replay", table=live.row.id)).message
    assert shown is not None
    answer = await ann.press(shown, "Verify the shuffle")
    assert answer.text.count("✅") == 4


async def test_the_answer_says_what_the_seal_cannot_prove(simulator):
    ann, ben, *_ = simulator.members
    answer = await ann.press(await final_message(simulator, [ann, ben]), "Verify the shuffle")
    assert "cannot prove that the operator has not changed the program" in answer.text


async def test_a_packed_game_replays_and_verifies_like_any_other(simulator):
    ann, ben, *_ = simulator.members
    final = await final_message(simulator, [ann, ben])
    assert await simulator.bot.database.tables.archive_finished(simulator.now() + 5) == 1
    await simulator.restart()
    answer = await ann.press(final, "Verify the shuffle")
    assert answer.text.count("✅") == 4
