"""Tests of substitutes: who may take the seat of an absent member, and what they see."""

from tests.cogs.absence.test_absence import driver, until_away
from tests.cogs.support.preferences import wishing
from tests.cogs.support.time import timed
from tests.simulator import Shown


async def invited(simulator):
    await wishing(simulator, simulator.members[1], substitution="member")
    game, ben = await until_away(simulator)
    ann, _, cleo, _ = simulator.members
    more = await ann.press(game.board, "More")
    answer = await ann.press(more.message, "Invite a substitute")
    return game, ben, cleo, answer.message


async def agreed(game, invitation, cleo):
    """Let Cleo ask for the seat, and let Ann agree."""
    await cleo.press(invitation, "Take this seat")
    await game.people[0].press(vote_of(game), "I agree")


def vote_of(game):
    return [m for m in game.simulator.messages(game.thread) if "I agree" in m.labels][-1]


async def test_a_substitute_takes_the_seat(simulator):
    game, ben, cleo, invitation = await invited(simulator)
    assert "a substitute can take the seat" in invitation.text
    assert invitation.pinged == ()
    seat = (await game.live()).seat_of(ben.id)
    await agreed(game, invitation, cleo)
    assert (await game.live()).seat_of(cleo.id) == seat
    assert (await game.live()).seat_of(ben.id) is None


async def test_a_substitute_sees_only_from_then_on(simulator):
    game, ben, cleo, invitation = await invited(simulator)
    before = (await ben.press(game.board, "Log")).text
    await agreed(game, invitation, cleo)
    told = (await cleo.press(game.board, "Log")).text
    assert any(line.count("drew") > line.count("drew 2 cards") for line in before.splitlines())
    assert all(line.count("drew") == line.count("drew 2 cards") for line in told.splitlines())


async def test_whoever_plays_cannot_take_a_second_seat(simulator):
    game, ben, _, invitation = await invited(simulator)
    assert (
        "already have a seat at this table"
        in (await simulator.members[0].press(invitation, "sub")).text
    )
    assert (await driver(game, ben)).kind == "computer"


async def test_a_seat_is_taken_once(simulator):
    game, _, cleo, invitation = await invited(simulator)
    dan = simulator.members[3]
    both = await simulator.together(
        cleo.pressing(invitation, "sub"), dan.pressing(invitation, "sub")
    )
    told = sorted(answer.text for answer in both)  # Either of the two may have been first.
    assert "voted on that a while ago" in told[0]
    assert "The vote has begun" in told[1]
    await simulator.members[0].press(vote_of(game), "I agree")
    assert "can't take this seat" in (await dan.press(invitation, "sub")).text


async def test_nobody_is_invited_while_everybody_is_there(simulator):
    game = await timed(simulator, simulator.members)
    more = await simulator.members[0].press(game.board, "More")
    assert "Invite a substitute" not in more.message.labels
    made_up = f"t1:invite:{game.table_id}:0"
    assert "No seat is open" in (await simulator.members[0].press_stale(game.board, made_up)).text


async def test_a_seat_is_offered_in_other_channels_only_if_everybody_sees_the_table(simulator):
    await wishing(simulator, simulator.members[1], substitution="member")
    game, _ = await until_away(simulator)
    ann = simulator.members[0]
    made_up = f"t1:invite:{game.table_id}:0"
    simulator.deny("view_channel", target=simulator.members[3].id)
    elsewhere = (await ann.slash("help", channel=abroad(simulator.guild))).message
    refused = await ann.press_stale(elsewhere, made_up)
    assert refused.private
    assert "can't see this table's channel" in refused.text
    assert "a substitute can take the seat" in (await ann.press_stale(game.board, made_up)).text


async def test_a_seat_is_not_offered_on_another_server(simulator):
    await wishing(simulator, simulator.members[1], substitution="member")
    game, _ = await until_away(simulator)
    ann = simulator.members[0]
    server = simulator.env.create_guild("Other")
    member = server.add_member(ann.actor.user)
    channel = abroad(server)
    await simulator.env.settle()
    record = (await member.slash(channel, "help"))._interaction
    shown = Shown(simulator, record.channel_id, record.message_id)
    refused = await ann.press_stale(shown, f"t1:invite:{game.table_id}:0")
    assert refused.private
    assert "works only on the table's server" in refused.text


def abroad(server):
    return server.create_text_channel("abroad")
