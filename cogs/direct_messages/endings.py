"""The text that replaces a DM hand when the game is over, or when the member loses the seat."""

from cogs.core.bot import TuppenceBot
from cogs.core.refusals import Refusal
from cogs.game.state import TableState, is_seat_taken_over
from cogs.table.scores import final_words
from cogs.ui.texts import link_to_table, say
from data.models.tables import TableRow, TableStatus


async def words_at_end(bot: TuppenceBot, row: TableRow, user_id: int) -> str:
    """Return what a member reads at the end of their game: the result, and a link to the table.

    Without a proof that the member is on the server, return neither result nor link.
    """
    over, proofs = say("dm.over", table=row.id), bot.services.proofs
    try:
        await proofs.require(row.guild_id, user_id)
    except Refusal:
        return over
    is_finished = row.status is TableStatus.FINISHED
    result = final_words(await bot.services.sessions.load(row.id)) if is_finished else []
    sees = proofs.sees(row.guild_id, user_id, row.channel_id)
    link = [say("table.link", link=link_to_table(row))] if sees else []
    return "\n".join([over, *filter(None, result), *link])


def words_of_lost_seat(state: TableState, user_id: int) -> str:
    """Return the text for a member who no longer plays the seat."""
    key = "dm.seat_kept" if is_seat_taken_over(state, user_id) else "dm.seat_lost"
    return say(key, table=state.row.id)
