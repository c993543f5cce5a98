"""Proofs that a member is on a server.

An interaction on a server proves that its member is there. An interaction in direct messages does
not prove that, so the bot asks Discord. The bot has no members intent, so Discord does not report
departures. Proofs are kept in memory only. Refusals are, too, because Discord blocks the address of
a bot that sends 10,000 forbidden requests in ten minutes.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeVar

import discord

from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.refusals import Refusal
from cogs.delivery.request import DISCORD_ERRORS, NO_ACCESS, NO_GUILD, with_timeout
from cogs.ui.permissions import may_read
from cogs.ui.places import Place, place_of
from cogs.ui.server_names import server_name

T = TypeVar("T")
LASTS: Final = 10 * 60.0
"""Seconds for which a proof is used, and for which a server counts as one without the bot."""
ASK_AGAIN: Final = 20.0
"""Seconds before Discord is asked again about a member whom it did not find, or after no answer.

Few, because the member may have joined again.
"""
ASK_SECONDS: Final = 1.5
"""Seconds in which Discord must answer. The answer to an interaction is due after 3."""
REMEMBERED: Final = 10_000
"""Maximum number of proofs in memory."""
NO_MEMBER: Final = frozenset({10007, 10013})
"""Discord's codes for a member and a user that it does not find."""
NO_BOT: Final = frozenset({NO_GUILD, NO_ACCESS})
"""Discord's codes for a server without the bot."""
NO_ANSWER: Final = 0
BOT: Final = 0
"""Stands for the bot itself where the id of a member is expected."""


class NotOnServer(Refusal):
    """The member is not on the server of the table."""


class ServerGone(Refusal):
    """The bot is not on the server of the table."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A member as they were on a server at `at`. `member` is None if the server is not cached."""

    at: float
    member: discord.Member | None


@dataclass(frozen=True, slots=True)
class Failure:
    """A request at `at` that gave no proof. `code` is Discord's code, or `NO_ANSWER`."""

    at: float
    code: int


class MembershipProofs:
    """The proofs of one bot."""

    def __init__(self, bot: TuppenceBot) -> None:
        self._bot = bot
        self._proofs: OrderedDict[tuple[int, int], Proof] = OrderedDict()
        self._failures: OrderedDict[tuple[int, int], Failure] = OrderedDict()

    def note(self, raw: Interaction) -> None:
        """Keep the proof that an interaction on a server gives."""
        if isinstance(raw.user, discord.Member) and place_of(raw) is Place.SERVER:
            self._keep(raw.user.guild.id, raw.user.id, raw.user)

    def newest(self, guild_id: int, user_id: int) -> Proof | None:
        """Return the cached proof; None if there is none, or if it is older than `LASTS`."""
        proof = self._proofs.get((guild_id, user_id))
        is_recent = proof is not None and proof.at > self._bot.clock() - LASTS
        return proof if is_recent and not self.is_server_gone(guild_id) else None

    async def require(self, guild_id: int, user_id: int) -> Proof:
        """Return a proof that a member is on a server.

        Asks Discord if there is none, unless the answer is known.

        Raises:
            NotOnServer: The member is not on the server.
            ServerGone: The bot is not on the server.
            Refusal: Discord does not answer.
        """
        proof = self.newest(guild_id, user_id)
        code = self._known_code(guild_id, user_id) if proof is None else None
        if code is not None:
            raise refusal_of(code, await server_name(self._bot, guild_id))
        return proof or self._keep(guild_id, user_id, await self._ask(guild_id, user_id))

    async def refusals(self, guild_ids: Iterable[int], user_id: int) -> dict[int, Refusal]:
        """Return why there is no proof for a member, by server. Servers with a proof are left out.

        Asks about all servers in parallel, because our answer is due after 3 seconds.
        """
        asked = tuple(dict.fromkeys(guild_ids))
        found = await asyncio.gather(*(self._refusal(one, user_id) for one in asked))
        return {one: why for one, why in zip(asked, found, strict=True) if why is not None}

    async def _refusal(self, guild_id: int, user_id: int) -> Refusal | None:
        try:
            await self.require(guild_id, user_id)
        except Refusal as refusal:
            return refusal
        return None

    def is_member_absent(self, guild_id: int, user_id: int) -> bool:
        """Return whether Discord has said lately that a member is not on a server."""
        failure = self._failure(guild_id, user_id, LASTS)
        return failure is not None and failure.code in NO_MEMBER

    def may_play(self, guild_id: int, user_id: int) -> bool:
        """Return False if the member or the bot is known not to be on a server."""
        return not (self.is_server_gone(guild_id) or self.is_member_absent(guild_id, user_id))

    def is_server_gone(self, guild_id: int) -> bool:
        """Return whether the bot is known not to be on a server."""
        # Before it is ready, the bot does not know its own servers. With several processes it is
        # never ready in this sense, so Discord is asked.
        bot = self._bot
        if bot.is_ready() and bot.ownership.owns(guild_id) and bot.get_guild(guild_id) is None:
            return True
        return self._failure(guild_id, BOT, LASTS) is not None

    def sees(self, guild_id: int, user_id: int, channel_id: int) -> bool:
        """Return whether a member may read a channel, as far as this process knows.

        True if this process does not know: without a fresh proof, or on a server of another
        process.
        """
        proof, guild = self.newest(guild_id, user_id), self._bot.get_guild(guild_id)
        if guild is None or proof is None or proof.member is None:
            return True
        channel = guild.get_channel(channel_id)
        return channel is not None and may_read(channel, proof.member)

    def _keep(self, guild_id: int, user_id: int, member: discord.Member | None) -> Proof:
        proof = Proof(self._bot.clock(), member)
        for one in (user_id, BOT):
            self._failures.pop((guild_id, one), None)
        remember(self._proofs, (guild_id, user_id), proof)
        return proof

    def _failure(self, guild_id: int, user_id: int, seconds: float) -> Failure | None:
        """Return the newest failure, if it is not older than these seconds."""
        failure = self._failures.get((guild_id, user_id))
        return failure if failure and failure.at > self._bot.clock() - seconds else None

    def _known_code(self, guild_id: int, user_id: int) -> int | None:
        """Return the code that Discord would answer; None if it must be asked."""
        if self.is_server_gone(guild_id):
            return NO_GUILD
        failure = self._failure(guild_id, user_id, ASK_AGAIN)
        return None if failure is None else failure.code

    async def _ask(self, guild_id: int, user_id: int) -> discord.Member | None:
        guild = self._bot.get_guild(guild_id)
        asking = self._bot.http.get_member(guild_id, user_id)
        try:
            data = await with_timeout(self._bot, asking, ASK_SECONDS)
        except DISCORD_ERRORS as error:
            code = self._note_failure(guild_id, user_id, error)
            raise refusal_of(code, await server_name(self._bot, guild_id)) from error
        state = self._bot._connection  # noqa: SLF001 - discord.py has no public way
        return None if guild is None else discord.Member(data=data, guild=guild, state=state)

    def _note_failure(self, guild_id: int, user_id: int, error: Exception) -> int:
        """Save Discord's answer. Return its code."""
        code = NO_ANSWER
        if isinstance(error, discord.Forbidden | discord.NotFound):
            self._proofs.pop((guild_id, user_id), None)
            code = error.code
        whose = BOT if code in NO_BOT else user_id
        remember(self._failures, (guild_id, whose), Failure(self._bot.clock(), code))
        return code


def remember(found: OrderedDict[tuple[int, int], T], key: tuple[int, int], value: T) -> None:
    """Save a value under a server and a member. The oldest is dropped if there are too many."""
    found[key] = value
    found.move_to_end(key)
    if len(found) > REMEMBERED:
        found.popitem(last=False)


def refusal_of(code: int, server: str) -> Refusal:
    """Return the refusal for the code with which Discord has answered."""
    if code in NO_MEMBER:
        return NotOnServer("dm.not_on_server", server=server)
    if code in NO_BOT:
        return ServerGone("dm.server_gone", server=server)
    return Refusal("dm.no_answer")
