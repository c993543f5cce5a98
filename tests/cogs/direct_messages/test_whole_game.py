"""A game to its end by two members. One of them plays by direct message alone."""

from data.models.members import ReminderPreferences
from data.models.tables import TableStatus
from tests.cogs.direct_messages.support import in_dm
from tests.cogs.support.play import start
from tests.simulator import Member, Shown, Simulator

VERBS = ("say", "playturn", "layall", "layit", "throw", "dropit", "drop")
"""The actions that a member of this game uses, best first."""
MOST = 600
"""Presses after which the game should long be over."""


async def press_one(person: Member, shown: Shown) -> None:
    """Press the best component of a call or a hand."""
    usable = [c for c in shown.controls if c.verb in VERBS and not c.disabled]
    best = min(usable, key=lambda control: VERBS.index(control.verb))
    if best.kind == "select":
        await person.choose(shown, best.verb, [next(iter(best.options.values()))])
    else:
        await person.press(shown, best.custom_id)


async def test_a_game_is_played_to_its_end_by_somebody_who_never_opens_the_thread(
    simulator: Simulator,
) -> None:
    ann, ben, *_ = simulator.members
    await simulator.bot.database.members.change_reminder_preferences(
        ben.id, lambda _: ReminderPreferences(way="direct")
    )
    game = await start(simulator, [ann, ben], seats=2, options={"max_rounds": 1})
    tables, by_ben = simulator.bot.database.tables, 0
    for _ in range(MOST):
        row = await tables.find(game.table_id)
        if row is None or row.status is not TableStatus.PLAYING:
            break
        if await game.turn() == ann:
            await press_one(ann, await game.hand(ann))
        else:
            await press_one(ben, in_dm(simulator, ben)[-1])
            by_ben += 1
    assert row is not None
    assert row.status is TableStatus.FINISHED
    assert by_ben > 3
    (over,) = in_dm(simulator, ben)
    assert over.text.startswith(f"The game at table {game.table_id} is over.")
    assert "won!" in over.text
    assert not over.controls
