"""The bot is back after an absence: nobody has paid for it, and what is shown is what is so."""

from tests.cogs.clocks import MINUTE, away, looked, timed
from tests.cogs.playing import default_turn


async def test_the_absence_of_the_bot_is_charged_to_nobodys_bank(room):
    game = await timed(room, room.people[:2], seats=2, pace="live")
    who = await game.turn()
    await room.wait(20)
    await away(room, 40 * MINUTE)
    await looked(room)
    await room.wait(10)
    assert await default_turn(game) == who
    assert await room.bot.store.time.spent(game.table_id) == {}
