"""Mail: what is said to a member of a table, by direct message or in the table's thread."""

from collections.abc import Callable
from dataclasses import dataclass

import discord

from cogs._game.links import home
from cogs._game.live import Live
from cogs._kit.client import Client
from cogs._messages.outbox import Outbox
from cogs._traffic.codes import passes
from data.game.posts import Draft, Tell
from data.people.rows import Preference
from render.text.catalogue import speaking


@dataclass(frozen=True, slots=True)
class Notice:
    """What is said to a member: how, under which name in the outbox, and what it means."""

    how: str
    what: str
    told: tuple[Tell, ...] = ()
    key: str | None = None
    value: str | None = None
    by: str = ""


class Mail:
    """Reaches members, for one bot."""

    def __init__(self, bot: Client) -> None:
        self._bot = bot
        self._outbox = Outbox(bot)

    async def reach(
        self, live: Live, user_id: int, wish: Preference, said: Notice, words_of: Callable[[], str]
    ) -> None:
        """Say it the way they chose: in their own language only where nobody else reads it.

        Raises `discord.HTTPException` when it can be said in neither place.
        """
        languages, guild_id = self._bot.languages, live.row.guild_id
        if wish.way == "direct":
            with speaking(await languages.of_member(guild_id, user_id)):
                words = words_of()
            if await self.directly(live, user_id, said, words):
                return
        with speaking(await languages.of_server(guild_id)):
            words = words_of()
        await self.in_thread(live, user_id, said, words)

    async def directly(self, live: Live, user_id: int, said: Notice, words: str) -> bool:
        """Say it by direct message; False when the member takes none."""
        try:
            channel = await self._bot.create_dm(discord.Object(user_id))
            await self._send(live, channel.id, said, words, mentioning())
        except discord.HTTPException as error:
            if passes(error):
                raise
            return False
        return True

    async def in_thread(self, live: Live, user_id: int, said: Notice, words: str) -> None:
        """Say it where the table is. Raises `discord.HTTPException`."""
        await self._send(live, home(live.row), said, words, mentioning(user_id))

    async def _send(
        self, live: Live, place: int, said: Notice, words: str, allowed: discord.AllowedMentions
    ) -> None:
        draft = Draft(live.row.id, said.what, place, live.row.seq, said.told, said.key, said.value)
        await self._outbox.send(draft, {"content": words, "allowed_mentions": allowed})


def mentioning(*user_ids: int) -> discord.AllowedMentions:
    """Permission to notify these members and nobody else."""
    users = [discord.Object(user_id) for user_id in user_ids]
    return discord.AllowedMentions(users=users, everyone=False, roles=False)
