"""The real bot on SimCord's simulated Discord, for all tests of the bot.

A test asks for the fixture `simulator`: the real `Tuppence` with all cogs loaded, a database in
`tmp_path`, one server with a text channel, four members, a clock that moves only when the test says
so, and entropy that is the same on each run.

    async def test_a_stranger_cannot_draw(simulator):
        ann, ben, cleo, dan = simulator.members
        opened = await ann.slash("play", game="house-canasta")     # in simulator.channel
        lobby = opened.message                                     # the bot's answer
        await ben.press(lobby, "Join")                             # by label, or by action: "join"
        answer = await cleo.choose(page, "seat", ["1"])            # by action; values or labels
        assert "not your turn" in answer.text

    Answer   .message (Shown; fails when there is none), .text, .private, .modal, .followups,
             .acknowledged
    Shown    .id, .channel_id, .text (all its words), .controls (Control), .alts (alt texts),
             .images() (bytes of its files by name), .private; always reads the newest version
    Control  .custom_id, .verb, .label, .disabled, .kind ("button" or "select"), .options
             (label -> value), .placeholder

    simulator.messages(channel_id=None, viewer=None)    the visible ones, oldest first
    simulator.threads(), simulator.latest(channel_id)   ids of threads; the newest message
    await simulator.wait(3600)                          moves the clock; everything due happens
    await simulator.together(ann.pressing(m, "Start"), ...) a race
    await ann.press_stale(message, "t1:draw:1:0")       a button that is gone
    await ann.slash("hand", channel=ann.dm)             in the direct messages with the bot
    simulator.group_dm(ann, ben)                        a group without the bot: its channel's id
    await ann.submit(answer, {"rounds": "3"})           fills in the modal answer.modal
    await ann.set_terms(lobby, seats="2", length="1")   fills in the form behind Set up
    await ann.complete("play", "game", "can")           autocomplete: the labels offered
    simulator.fail("PATCH", "/channels/*", status=500)  Discord refuses such requests
    simulator.disconnect("POST", "/interactions/*")     cuts the connection: no answer
    simulator.meanwhile("PATCH", "/webhooks/*", run)    run just before the next such request
    simulator.hang("POST", "/channels/7/messages")      no answer until simulator.heal()
    simulator.heal()                                    ends all faults
    simulator.put_away(panel)                           its member dismisses a private message
    simulator.deny("create_public_threads")             the bot loses a permission in the channel
    simulator.allow()                                   gets it back
    simulator.lock(thread)                              a moderator locks it, or reopens it
    simulator.faults.no_more_threads = True             the server is at its limit
    simulator.set_clock(-3600)                          somebody sets the machine's clock back
    await simulator.restart()                           killed: same Discord, same database
    await simulator.restart(crash=False)                stopped in order, as on SIGTERM
    simulator.sent                                      every request (method, path, json)
    @pytest.mark.first_start                            Discord does not have the commands yet
    simulator.log                                       every log record, DEBUG and up
    simulator.take_errors()                             ERROR records that this test expects

Every payload is checked when the action ends, against Discord's OpenAPI description (when it lies
at ../shared/discord-api beside the checkout) and against the rules that the description lacks; see
`payloads`. A test fails when the bot has logged an ERROR that it did not take.

Cogs must not keep a task that waits for ever on a queue or an event (SimCord waits for it and fails
with "bot did not settle"): use `discord.ext.tasks.loop`, or start a task when there is work and let
it end when there is none. `asyncio.to_thread` and short sleeps are fine.
"""

from tests.simulator.members import Member, Pressing
from tests.simulator.messages import Answer, Control, Shown, controls_of, text_of
from tests.simulator.simulator import Simulator, open_simulator

__all__ = [
    "Answer",
    "Control",
    "Member",
    "Pressing",
    "Shown",
    "Simulator",
    "controls_of",
    "open_simulator",
    "text_of",
]
