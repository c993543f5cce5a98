"""Proofs that a member is on a server.

An interaction on a server proves that its member is there. An interaction in direct messages does
not prove that, so the bot asks Discord. The bot has no members intent, so Discord does not report
departures. Proofs are kept in memory only.
"""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final, TypeVar

import discord

from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.refusals import Refusal
from cogs.delivery.request import DISCORD_ERRORS, NO_ACCESS, NO_GUILD, with_timeout
from cogs.direct_messages.server_names import server_name
from cogs.ui.places import Place, place_of

T = TypeVar("T")
LASTS: Final = 10 * 60.0
"""Seconds for which a proof is used."""
ASK_SECONDS: Final = 1.5
"""Seconds in which Discord must answer. The answer to an interaction is due after 3."""
REMEMBERED: Final = 10_000
"""Maximum number of proofs in memory."""
NO_MEMBER: Final = frozenset({10007, 10013})
"""Discord's codes for a member and a user that it does not find."""
NO_BOT: Final = frozenset({NO_GUILD, NO_ACCESS})
"""Discord's codes for a server without the bot."""


class NotOnServer(Refusal):
    """The member is not on the server of the table."""


class ServerGone(Refusal):
    """The bot is not on the server of the table."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A member as they were on a server at `at`. `member` is None if the server is not cached."""

    at: float
    member: discord.Member | None


class MembershipProofs:
    """The proofs of one bot."""

    def __init__(self, bot: TuppenceBot) -> None:
        self._bot = bot
        self._proofs: OrderedDict[tuple[int, int], Proof] = OrderedDict()
        self._absent: OrderedDict[tuple[int, int], float] = OrderedDict()

    def note(self, raw: Interaction) -> None:
        """Keep the proof that an interaction on a server gives."""
        if isinstance(raw.user, discord.Member) and place_of(raw) is Place.SERVER:
            self._keep(raw.user.guild.id, raw.user.id, raw.user)

    def newest(self, guild_id: int, user_id: int) -> Proof | None:
        """Return the cached proof; None if there is none, or if it is older than `LASTS`."""
        proof = self._proofs.get((guild_id, user_id))
        return proof if proof and proof.at > self._bot.clock() - LASTS else None

    async def require(self, guild_id: int, user_id: int) -> Proof:
        """Return a proof that a member is on a server. Asks Discord if there is none.

        Raises:
            NotOnServer: The member is not on the server.
            ServerGone: The bot is not on the server.
            Refusal: Discord does not answer.
        """
        proof = self.newest(guild_id, user_id)
        return proof or self._keep(guild_id, user_id, await self._ask(guild_id, user_id))

    def is_known_absent(self, guild_id: int, user_id: int) -> bool:
        """Return whether Discord has said lately that a member is not on a server."""
        return self._absent.get((guild_id, user_id), 0.0) > self._bot.clock() - LASTS

    def sees(self, guild_id: int, user_id: int, channel_id: int) -> bool:
        """Return whether a member may view a channel, as far as this process knows.

        True if this process does not know: without a fresh proof, or on a server of another
        process.
        """
        proof, guild = self.newest(guild_id, user_id), self._bot.get_guild(guild_id)
        if guild is None or proof is None or proof.member is None:
            return True
        channel = guild.get_channel(channel_id)
        return channel is not None and channel.permissions_for(proof.member).view_channel

    def _keep(self, guild_id: int, user_id: int, member: discord.Member | None) -> Proof:
        proof = Proof(self._bot.clock(), member)
        self._absent.pop((guild_id, user_id), None)
        remember(self._proofs, (guild_id, user_id), proof)
        return proof

    async def _ask(self, guild_id: int, user_id: int) -> discord.Member | None:
        guild = self._bot.get_guild(guild_id)
        asking = self._bot.http.get_member(guild_id, user_id)
        try:
            data = await with_timeout(self._bot, asking, ASK_SECONDS)
        except (discord.Forbidden, discord.NotFound) as error:
            self._proofs.pop((guild_id, user_id), None)
            refusal = refusal_of(error, await server_name(self._bot, guild_id))
            if isinstance(refusal, NotOnServer):
                remember(self._absent, (guild_id, user_id), self._bot.clock())
            raise refusal from error
        except DISCORD_ERRORS as error:
            raise Refusal("dm.no_answer") from error
        state = self._bot._connection  # noqa: SLF001 - discord.py has no public way
        return None if guild is None else discord.Member(data=data, guild=guild, state=state)


def remember(found: OrderedDict[tuple[int, int], T], key: tuple[int, int], value: T) -> None:
    """Save a value under a server and a member. The oldest is dropped if there are too many."""
    found[key] = value
    found.move_to_end(key)
    if len(found) > REMEMBERED:
        found.popitem(last=False)


def refusal_of(error: discord.HTTPException, server: str) -> Refusal:
    """Return the refusal for an error of `get_member`: no member, no bot there, or another."""
    if error.code in NO_MEMBER:
        return NotOnServer("dm.not_on_server", server=server)
    if error.code in NO_BOT:
        return ServerGone("dm.server_gone", server=server)
    return Refusal("dm.no_answer")
