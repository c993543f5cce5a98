"""The seam for every test of the bot: the real bot on SimCord's simulated Discord.

A test asks for the fixture `room`: the real `CardRoom` with all doors loaded, a database in
`tmp_path`, one server with a text channel, four members, a clock that moves only when the test
says so, and entropy that is the same on each run.

    async def test_a_stranger_cannot_draw(room):
        ann, ben, cleo, dan = room.people
        opened = await ann.slash("play", game="house-canasta")     # in room.channel
        lobby = opened.message                                     # what the bot answered with
        await ben.press(lobby, "Join")                             # by label, or by verb: "join"
        answer = await cleo.choose(lobby, "pace", ["1"])           # by verb; values or labels
        assert "not your turn" in answer.text

    Answer   .message (Shown; fails when there is none), .text, .private, .modal, .followups,
             .acknowledged
    Shown    .id, .channel_id, .text (all its words), .controls (Control), .alts (alt texts),
             .images() (bytes of its files by name), .private; always reads the newest version
    Control  .custom_id, .verb, .label, .disabled, .kind ("button" or "select"), .options
             (label -> value), .placeholder

    room.messages(channel_id=None, viewer=None)   the visible ones, oldest first, in any channel
    room.threads()                                ids of threads; room.latest(channel_id)
    await room.wait(3600)                         the clock moves on and everything due happens
    await room.together(ann.pressing(m, "Start"), ben.pressing(m, "Start"))     a race
    await ann.press_stale(message, "t1:draw:1:0")   a control that is no longer there
    await ann.submit(answer, {"rounds": "3"})     fills in the form that answer.modal is
    await ann.complete("play", "game", "can")     autocomplete: the labels offered
    room.fail("PATCH", "/channels/*/messages/*", status=500, times=1)           Discord fails
    room.cut("POST", "/interactions/*", carried_out=True)    the connection, and the answer is lost
    room.meanwhile("PATCH", "/webhooks/*", lambda: ...)      just before the next such request
    room.heal()                                   nothing fails any more
    room.put_away(panel)                          its member dismisses a private message
    room.hang("POST", "/channels/7/messages")     such requests are not answered until room.heal()
    room.deny("create_public_threads")            the bot loses a permission in room.channel
    room.allow()                                  and has it again
    room.lock(thread)                             a moderator locks it; locked=False opens it
    room.faults.no_more_threads = True           the server has as many as there may be
    room.set_clock(-3600)                         somebody sets the machine's clock back
    await room.restart()                          as if killed: same Discord, same database file
    await room.restart(crash=False)               drained first, as on SIGTERM
    room.sent                                     every request of the bot (method, path, json)
    room.log                                      every log record, DEBUG and up
    room.take_faults()                            ERROR records that this test expects

Every payload is checked when the action ends, against Discord's OpenAPI description (when it
lies at ../shared/discord-api beside the checkout) and against the rules that the description
lacks; see `payloads`. A test fails when the bot has logged an ERROR that it did not take.

Cogs must not keep a task that waits for ever on a queue or an event (SimCord waits for it and
fails with "bot did not settle"): use `discord.ext.tasks.loop`, or start a task when there is
work and let it end when there is none. `asyncio.to_thread` and short sleeps are fine.
"""

from tests.simulator.members import Person, Pressing
from tests.simulator.messages import Answer, Control, Shown, controls_of, text_of
from tests.simulator.simulator import Room, open_room

__all__ = [
    "Answer",
    "Control",
    "Person",
    "Pressing",
    "Room",
    "Shown",
    "controls_of",
    "open_room",
    "text_of",
]
