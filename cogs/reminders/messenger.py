"""Mail: what is said to a member of a table, by direct message or in the table's thread."""

from collections.abc import Callable
from dataclasses import dataclass

import discord

from cogs.core.bot import TuppenceBot
from cogs.delivery.outbox import Outbox
from cogs.delivery.request import is_transient
from cogs.game.state import TableState
from cogs.ui.texts import channel_of_table
from data.models.members import ReminderPreferences
from data.models.messages import MessageDraft, ReminderOfSeat
from render.text.catalogue import use_language


@dataclass(frozen=True, slots=True)
class MemberNotice:
    """What is said to a member: how, under which name in the outbox, and what it means."""

    how: str
    what: str
    told: tuple[ReminderOfSeat, ...] = ()
    key: str | None = None
    value: str | None = None
    by: str = ""


class MemberMessenger:
    """Reaches members, for one bot."""

    def __init__(self, bot: TuppenceBot) -> None:
        self._bot = bot
        self._outbox = Outbox(bot)

    async def reach(
        self,
        state: TableState,
        user_id: int,
        preferences: ReminderPreferences,
        said: MemberNotice,
        text_of: Callable[[], str],
    ) -> None:
        """Say it the way they chose: in their own language only where nobody else reads it.

        Raises `discord.HTTPException` when it can be said in neither place.
        """
        languages, guild_id = self._bot.languages, state.row.guild_id
        if preferences.way == "direct":
            with use_language(await languages.of_member(guild_id, user_id)):
                words = text_of()
            if await self.directly(state, user_id, said, words):
                return
        with use_language(await languages.of_server(guild_id)):
            words = text_of()
        await self.in_thread(state, user_id, said, words)

    async def directly(
        self, state: TableState, user_id: int, said: MemberNotice, words: str
    ) -> bool:
        """Say it by direct message; False when the member takes none."""
        try:
            channel = await self._bot.create_dm(discord.Object(user_id))
            await self._send(state, channel.id, said, words, allow_mentions())
        except discord.HTTPException as error:
            if is_transient(error):
                raise
            return False
        return True

    async def in_thread(
        self, state: TableState, user_id: int, said: MemberNotice, words: str
    ) -> None:
        """Say it where the table is. Raises `discord.HTTPException`."""
        await self._send(state, channel_of_table(state.row), said, words, allow_mentions(user_id))

    async def _send(
        self,
        state: TableState,
        place: int,
        said: MemberNotice,
        words: str,
        allowed: discord.AllowedMentions,
    ) -> None:
        draft = MessageDraft(
            state.row.id, said.what, place, state.row.seq, said.told, said.key, said.value
        )
        await self._outbox.send(draft, {"content": words, "allowed_mentions": allowed})


def allow_mentions(*user_ids: int) -> discord.AllowedMentions:
    """Permission to notify these members and nobody else."""
    users = [discord.Object(user_id) for user_id in user_ids]
    return discord.AllowedMentions(users=users, everyone=False, roles=False)
