"""Tests of each kind of vote: who is asked, what silence means, and what cancels it."""

from typing import Final, get_args

import pytest

from cogs.votes.consent_page import consent_layout
from data.models.consent import CONSENT, Asked, Asks, Question, Void, unconfirmed, voters
from data.models.tables import TableStatus
from data.models.votes import VoteKind
from render.text.catalogue import LANGUAGES, use_language
from tests.cogs.game.test_authority import forged, leave, row_of
from tests.cogs.lobby.test_terms import PACE, lobby_of, row
from tests.cogs.support.play import default_move, default_turn
from tests.cogs.support.preferences import wishing
from tests.cogs.support.time import DAY, HOUR, MINUTE, after
from tests.cogs.votes.test_votes import ask, asked, away, substituted, three
from tests.simulator.messages import texts_in

VOTES: Final = get_args(VoteKind)
ENDED: Final = ("no longer needed", "is void")


async def put(simulator, question, game=None):
    """Open a vote; return the game and the vote message."""
    if question == "seat":
        game, *_, dan = await away(simulator)
        await forged(dan, game, "sub:1")
        return game, asked(game)
    game = game or (await three(simulator))[0]
    return game, await ask(game, game.people[0], question, 1)


# ---- who is asked


async def test_only_owners_are_asked_about_the_end_and_only_players_about_a_seat(simulator):
    game, ben, dan = await substituted(simulator)
    ann, _, cleo = game.people
    table = await row_of(simulator, game)
    people = {"owners": {ann.id, ben.id, cleo.id}, "players": {ann.id, dan.id, cleo.id}}
    for question in VOTES:
        found = {voter.user_id for voter in voters(question, table, 1).values()}
        assert found == people[CONSENT[question].asked], question


async def test_all_but_the_host_are_asked_about_terms_and_all_about_open_hands(simulator):
    ann, ben, *_ = simulator.members
    _, table_id = await lobby_of(simulator, ben)
    table = await row(simulator, table_id)
    people = {"guests": {ben.id}, "seated": {ann.id, ben.id}}
    for question in ("terms", "hands"):
        found = {voter.user_id for voter in voters(question, table).values()}
        assert found == people[CONSENT[question].asked], question


# ---- who may ask


@pytest.mark.parametrize("question", VOTES)
async def test_a_stranger_asks_only_for_a_seat_that_is_let(simulator, question):
    game, *_, dan = await three(simulator)
    control = {"hold": "replace", "seat": "sub:1", "end": "stop:1"}[question]
    await forged(dan, game, control, ["1"] if question == "hold" else None)
    assert await simulator.bot.database.votes.of_table(game.table_id) == ()


# ---- silence


@pytest.mark.parametrize("question", VOTES)
async def test_silence_means_what_the_table_says(simulator, question):
    game, message = await put(simulator, question)
    consent = CONSENT[question]
    await after(simulator, 3 * DAY)
    assert ("Agreed:" in message.text.splitlines()[-1]) is consent.silence
    assert ("Not agreed" in message.text) is not consent.silence
    assert ((await row_of(simulator, game)).status is TableStatus.CLOSED) is (question == "end")


@pytest.mark.parametrize("silent", [1, 2])
async def test_only_the_own_silence_of_whose_seat_it_is_keeps_it_for_them(simulator, silent):
    game, message = await put(simulator, "hold")
    other = game.people[3 - silent]
    await other.press(message, "I agree")
    await after(simulator, DAY + HOUR)
    is_held = (await game.live()).player(1).kind == "computer"
    assert is_held is (CONSENT["hold"].own_silence if silent == 1 else CONSENT["hold"].silence)


async def test_silence_about_terms_and_open_hands_is_a_no(simulator):
    ann, ben, *_ = simulator.members
    lobby, table_id = await lobby_of(simulator, ben)
    await ann.set_terms(lobby, pace=PACE)
    await ann.press(lobby, "agree")
    table = await row(simulator, table_id)
    assert not CONSENT["terms"].silence
    assert unconfirmed(table) == {table.seats[1].seat}
    assert "Not yet" in lobby.text
    assert not CONSENT["hands"].silence


# ---- what voids a question


async def game_over(simulator, game, message):
    await forged(simulator.invite("Mo", manages=True), game, "stopfor", ["0"])


async def owner_moves(simulator, game, message):
    while await game.turn() != game.people[1]:
        await default_turn(game)
    await default_move(game)


async def owner_leaves(simulator, game, message):
    await leave(game, game.people[1])


async def owner_lets_nobody_in(simulator, game, message):
    await wishing(simulator, game.people[1], substitution="computer")
    await game.people[0].press(message, "I agree")


async def newcomer_is_forgotten(simulator, game, message):
    dan = simulator.members[3]
    await dan.press((await dan.slash("privacy forget")).message, "forgetme")
    await game.people[0].press(message, "I agree")


VOTES_ARE_VOID: Final = {
    ("hold", "over"): game_over,
    ("hold", "moved"): owner_moves,
    ("hold", "handed"): owner_leaves,
    ("seat", "over"): game_over,
    ("seat", "unlet"): owner_lets_nobody_in,
    ("seat", "stranger"): newcomer_is_forgotten,
    ("end", "over"): game_over,
}


@pytest.mark.parametrize("question, reason", sorted(VOTES_ARE_VOID))
async def test_a_vote_is_void_for_each_reason_of_the_table(simulator, question, reason):
    game, message = await put(simulator, question)
    await VOTES_ARE_VOID[question, reason](simulator, game, message)
    await simulator.wait(MINUTE)
    assert any(words in message.text for words in ENDED), message.text
    assert "I agree" not in message.labels


async def host_cancels(ann, ben, lobby):
    await ann.cancel(lobby)


async def guest_leaves(ann, ben, lobby):
    await ben.press(lobby, "Leave")


async def host_changes_again(ann, ben, lobby):
    await ann.set_terms(lobby, pace="3")


LOBBY_IS_VOID: Final = {
    ("terms", "over"): (host_cancels, "was cancelled"),
    ("terms", "left"): (guest_leaves, "not at this table"),
    ("terms", "asked_again"): (host_changes_again, "table has changed"),
    ("hands", "over"): (host_cancels, "was cancelled"),
    ("hands", "left"): (guest_leaves, "not at this table"),
}


@pytest.mark.parametrize("question, reason", sorted(LOBBY_IS_VOID))
async def test_a_question_of_a_lobby_is_void_for_each_reason(simulator, question, reason):
    ann, ben, *_ = simulator.members
    lobby, _ = await lobby_of(simulator, ben)
    await ann.set_terms(lobby, pace=PACE)
    page = lobby if question == "terms" else await ben.page_with(lobby, "agree")
    answer = page.find({"terms": "confirm", "hands": "agree"}[question], "button").custom_id
    happens, told = LOBBY_IS_VOID[question, reason]
    await happens(ann, ben, lobby)
    assert told in (await ben.press_stale(lobby, answer)).text


def test_every_reason_of_the_table_is_tested():
    wanted = {(question, void) for question, one in CONSENT.items() for void in one.voids}
    assert wanted == {*VOTES_ARE_VOID, *LOBBY_IS_VOID}


def test_the_table_knows_every_word_and_every_vote():
    assert {*CONSENT} == {*get_args(Question)} >= {*VOTES}
    assert {one.asks for one in CONSENT.values()} == {*get_args(Asks)}
    assert {one.asked for one in CONSENT.values()} == {*get_args(Asked)}
    assert {void for one in CONSENT.values() for void in one.voids} == {*get_args(Void)}


# ---- the help page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_page_has_a_paragraph_for_each_question(language):
    with use_language(language):
        (told,) = texts_in(consent_layout().to_components())
    assert told.count("### ") == len(CONSENT)
    assert len(told) < 4000
    assert "{" not in told


async def test_the_help_page_is_on_every_vote(simulator):
    _, message = await put(simulator, "end")
    answer = await simulator.members[3].press(message, "How votes work")
    assert answer.private
    assert "The game ends without a result" in answer.text
