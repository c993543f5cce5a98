"""The simulated server: permissions, threads, faults, and what Discord says of it."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from typing import Any

import aiohttp
import discord
from simcord.backend.errors import BackendError
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.env import Env

from bot import Tuppence
from tests.simulator.contexts import BY_MEMBER, Origin, told
from tests.simulator.faults import Faults
from tests.simulator.members import Member
from tests.simulator.messages import Shown


class SimulatedServer:
    """A server with a text channel; `Simulator` adds the bot, the clock and what members do."""

    env: Env
    bot: Tuppence
    faults: Faults
    channel: Any
    guild: Any
    everybody: dict[int, Member]
    contexts: dict[int, Origin]

    def promote(self, person: Member) -> None:
        """Let a member manage the server from now on."""
        may = discord.Permissions(manage_guild=True)
        role = self.guild.create_role("Manager", permissions=may)
        self.env.backend.add_member_role(self.guild.id, person.id, role.id)

    def added_at(self, when: str) -> None:
        """Say that the server added the bot at this time. A new server gets a welcome."""
        guild = self.env.backend.get_guild(self.guild.id)
        guild.members[self.env.backend.bot_user.id].joined_at = when

    def timed_out(self, *, hours: float) -> int:
        """Time the bot out from now on. Returns until when, in epoch seconds."""
        until = self.env.now() + timedelta(hours=hours)
        guild = self.bot.get_guild(self.guild.id)
        assert guild is not None
        guild.me.timed_out_until = until
        return round(until.timestamp())

    def demote(self, person: Member) -> None:
        """Take every role from a member."""
        guild = self.env.backend.get_guild(self.guild.id)
        for role_id in tuple(guild.members[person.id].role_ids):
            self.env.backend.remove_member_role(guild.id, person.id, role_id)

    def _let_people_speak(self) -> None:
        """Send each member's own locale and context; SimCord knows neither."""
        emit = self.env.backend.emit

        def spoken(event: str, payload: Mapping[str, Any]) -> None:
            if event == "INTERACTION_CREATE":
                user = payload["member"]["user"] if "member" in payload else payload["user"]
                person = self.everybody.get(int(user["id"]))
                payload = {**payload, "locale": person.locale if person else "en-US"}
                origin = self.contexts.get(int(payload["channel_id"]))
                payload = payload if origin is None else told(payload, origin)
                if origin is not None and set(origin.owners) == {BY_MEMBER}:
                    self.faults.follow_ups.limit(payload["token"])
            emit(event, payload)

        self.env.backend.emit = spoken  # type: ignore[method-assign]

    def _number_posts(self) -> None:
        """Give a post of a forum and its first message one id, as Discord does."""
        backend = self.env.backend
        make_thread, make_post = backend.create_thread, backend.create_forum_post

        def numbered(forum_id: int, name: str, starter: Any, **how: Any) -> Any:
            thread = partial(make_thread, message_id=starter.id)
            backend.create_thread = thread  # type: ignore[method-assign]
            try:
                return make_post(forum_id, name, starter, **how)
            finally:
                backend.create_thread = make_thread  # type: ignore[method-assign]

        backend.create_forum_post = numbered  # type: ignore[method-assign]

    async def speak(self, locale: str) -> None:
        """Let the server report this language to Discord."""
        self.env.backend.edit_guild(self.guild.id, {"preferred_locale": locale})
        await self.env.settle()

    def deny(self, *permissions: str, channel: Any = None, target: int | None = None) -> None:
        """Take permissions in the channel from the bot, or from `target`: a role or a member."""
        denied = discord.Permissions(**dict.fromkeys(permissions, True)).value
        roles = self.env.backend.get_guild(self.guild.id).roles
        kind = OverwriteType.ROLE if target in roles else OverwriteType.MEMBER
        overwrite = Overwrite(target or self.env.backend.bot_user.id, kind, deny=denied)
        self.env.backend.set_overwrite((channel or self.channel).id, overwrite)

    def allow(self, channel: Any = None) -> None:
        """Restore the bot's permissions in the channel."""
        me = self.env.backend.bot_user.id
        self.env.backend.delete_overwrite((channel or self.channel).id, me)

    def lock(self, thread: int, *, locked: bool = True, archived: bool = False) -> None:
        """Let a moderator lock and archive a thread; `locked=False` opens it again."""
        self.deny("manage_threads")  # A member with this permission can post in a locked thread.
        how = {"locked": locked, "archived": archived}
        self.env.backend.edit_channel(thread, {}, thread_metadata=how)

    def hang(self, method: str, path: str) -> None:
        """Let matching requests hang until `heal`."""
        self.faults.hang(method, path)

    def fail(
        self,
        method: str,
        path: str,
        *,
        status: int = 500,
        code: int = 0,
        times: int | None = 1,
        carried_out: bool = False,
    ) -> None:
        """Let Discord refuse matching requests; `path` is a pattern: "/channels/*/messages".

        With `carried_out` only the answer is lost: Discord has done what was asked.
        """
        if carried_out:
            self.faults.lose(method, path, BackendError(status, code, "lost"), times=times)
        else:
            self.env.inject_error(method, path, status=status, code=code, times=times)

    def disconnect(
        self, method: str, path: str, *, times: int | None = 1, carried_out: bool = False
    ) -> None:
        """Cut the connection of matching requests. `carried_out`: Discord has executed them."""
        error = aiohttp.ServerDisconnectedError()
        self.faults.lose(method, path, error, times=times, carried_out=carried_out)

    def meanwhile(self, method: str, path: str, happens: Callable[[], object]) -> None:
        """Run something just before the next matching request reaches Discord."""
        self.faults.meanwhile(method, path, happens)

    def heal(self) -> None:
        """End all faults."""
        self.faults.clear()
        self.env.backend.faults.clear()

    def put_away(self, message: Shown) -> None:
        """Let its member dismiss a private message; Discord sends the bot no event."""
        assert message.private
        self.env.backend.delete_message(message.channel_id, message.id)
