"""`./run` without a token: the same bot in a simulated Discord, played in a browser.

SimCord simulates Discord, and serves one page on this machine. The page shows the channel, or the
direct messages of a member, with the composer and all components, as that member sees them. Only
this file and the tests use SimCord.

The database survives a restart, but the simulated messages do not. So each start removes the
message ids of the tables, and the bot sends the messages again. SimCord's ids are the same each
time. The page shows no threads, so the bot may not open any and plays in the channel.
"""

import asyncio
import logging
import os
import struct
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

import discord
from simcord.backend.errors import SetupError
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.env import Env
from simcord.preview import Preview

from bot import SYNCED_COMMANDS_NOTE, Tuppence
from cogs.core.clock import Clock
from cogs.core.exit_status import exit_status_for, run_to_exit_status
from cogs.core.lifecycle import raise_store_failure, run_until_first_ends, stop_event
from cogs.core.log import start_log
from cogs.core.settings import ROOT, InvalidSettings, Settings
from cogs.gateway.identify import IdentifyQueue
from cogs.gateway.ownership import SingleProcess
from cogs.ops.databases import THIS_RELEASE
from data.database import Database

GUILD = 1_100_000_000_000_000_000
MEMBERS = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")  # enough for the largest table
TICK = 0.5  # seconds between two updates of the clock, and between two polls of the page
SETTLE = 30.0  # seconds after which the page says that an interaction failed
REMEMBERED = 40  # revisions of a page to remember; a hidden tab may poll only once a minute
PICTURES = 200  # published pictures to remember; those of two pages and of some revisions
PNG_SIZE = struct.Struct(">16xII")  # in the IHDR chunk, which comes after the signature
PLACES = """
.media-lightbox-trigger:disabled:has(> .gallery-image)
{ width: 100%; border-radius: 8px; background: var(--discord-control); }
.media-lightbox-trigger:disabled > .gallery-image { visibility: hidden; }
"""
"""CSS for a picture that is still loading: a plain background instead of a broken-image icon."""
log = logging.getLogger("tuppence")
F = TypeVar("F", bound=Callable[..., Any])
THREADS = discord.Permissions(create_public_threads=True, send_messages_in_threads=True)


def create_guild(env: Env) -> tuple[Any, tuple[Any, ...]]:
    """Create the guild. Returns its channel and its members.

    SimCord derives ids from its clock and a counter. Before the clock is set, the ids are the same
    in each session: members keep their seats, and the bot knows their direct messages again. The
    first member may manage the server. Otherwise nobody could use all commands.
    """
    env.backend.edit_bot_profile("Tuppence")
    guild = env.create_guild("Card Corner", id=GUILD)
    channel = guild.create_text_channel("card-room", topic="Type /play to open a table.")
    users = [env.create_user(name.lower(), global_name=name) for name in MEMBERS]
    me = env.backend.bot_user.id
    env.backend.set_overwrite(channel.id, Overwrite(me, OverwriteType.MEMBER, deny=THREADS.value))
    manager = guild.create_role("Manager", permissions=discord.Permissions(manage_guild=True))
    for user in users:
        env.backend.get_dm_channel(user.id)
    first = guild.add_member(users[0], roles=[manager])
    return channel, (first, *map(guild.add_member, users[1:]))


async def reset_messages(database: Database) -> None:
    """Remove all messages and commands from the database: the simulated Discord has none."""
    for table_id in await database.tables.playing_ids():
        await database.tables.set_message_ids(
            table_id, lobby_message_id=None, thread_id=None, message_id=None
        )
    for table_id in await database.tables.lobby_ids():
        lobby = await database.tables.get(table_id)
        await database.messages.move_table(table_id, lobby.channel_id)
    await database.program_state.set(SYNCED_COMMANDS_NOTE, "")


def replace_method(owner: Any, name: str, method: F) -> F:
    """Replace a method of SimCord, which has no hook for this. Returns the former method."""
    former: F = getattr(owner, name)
    setattr(owner, name, method)
    return former


SHOWN_ON_FOCUS = "renderPopup(field, `OPTIONS MATCHING ${current.toUpperCase()}`, choices,"
"""The code in the page's script that shows the suggestions when an option gets the focus."""
ASKS = "if (!choices.length) { clearPopup(); queryAutocomplete(option, current); } else "
LOADING_OLD = {
    "!manifests[id] || manifests[id].available": "manifests[id]?.available",
    "URL.revokeObjectURL(url);\n      urls.delete(key);": (
        "setTimeout(() => URL.revokeObjectURL(url), 60000);\n      urls.delete(key);"
    ),
}
"""Code in the page's script that refuses pictures of older revisions, and what replaces it."""
REPLACED = {"/commands.js": {SHOWN_ON_FOCUS: ASKS + SHOWN_ON_FOCUS}, "/assets.js": LOADING_OLD}


def change_files(preview: Preview) -> None:
    """Change the page's files. Call this before serving the page.

    The page then asks for suggestions as soon as an option has the focus, as Discord does. SimCord
    would ask only after the first letter, and would show "No options match" until then. It also
    finishes loading a picture that the bot has replaced meanwhile, instead of "unavailable".
    """

    async def static(request: Any) -> Any:
        response = await serve(request)
        for old, new in REPLACED.get(request.path, {}).items():
            response.text = response.text.replace(old, new)
        if request.path.endswith(".css"):
            response.text += PLACES
        return response

    serve = replace_method(preview._server, "_static", static)  # noqa: SLF001


class SeenComponents:
    """The components of each page's messages, in the latest revisions of the page.

    A tab shows the revision that it fetched last. Since then, another component may have moved to
    the same position. Discord sends the custom id of the component that the member saw. SimCord
    would send the custom id of the component that has the position now.
    """

    def __init__(self, env: Env, preview: Preview) -> None:
        self._messages = env.backend.messages
        self._pages = preview._pages  # noqa: SLF001
        self._revisions: dict[str, dict[int, Mapping[str, Any]]] = {}
        self._publish = replace_method(preview, "_publish", self.publish)

    def publish(self, page: Any, **reason: Any) -> None:
        """Publish a page, and remember the components of this revision."""
        self._publish(page, **reason)
        messages = {key: self._message(page, key) for key in page.snapshot["messages"]}
        revisions = self._revisions.setdefault(page.id, {})
        revisions[page.revision] = {key: one.components for key, one in messages.items() if one}
        revisions.pop(page.revision - REMEMBERED, None)
        for closed in self._revisions.keys() - self._pages.keys() - {page.id}:
            del self._revisions[closed]

    @contextmanager
    def as_seen(self, page: Any, body: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        """Replace a message's components with those that the member saw. Yield the new action.

        If the revision is no longer remembered, replace nothing. SimCord then refuses the action.
        """
        now, message_id = {**body, "published_revision": page.revision}, str(body.get("target_id"))
        revision = self._revisions.get(page.id, {}).get(body.get("published_revision", 0), {})
        message, seen = self._message(page, message_id), revision.get(message_id)
        is_press = body.get("kind") in {"click", "select"}
        if not is_press or message is None or seen is None:
            yield body if is_press else now
            return
        newest, message.components = message.components, seen
        try:
            yield now
        finally:
            if message.components is seen:  # the bot has not changed the message
                message.components = newest

    def _message(self, page: Any, written: str) -> Any:
        number = int(written) if written.isdecimal() else 0
        return self._messages.get(page.channel_id, {}).get(number)


class PublishedPictures:
    """The pictures that the pages published, so that a tab can load each of them at once.

    SimCord would first decode a picture in a new process, which can take seconds, and would refuse
    it as soon as the bot has edited the message. The tab would then show "unavailable" instead of
    the cards. Discord also keeps the picture that a member's app is loading.

    SimCord would also tell a picture's size only after decoding it. Until then the page would show
    a broken image, and everything below would jump.
    """

    def __init__(self, preview: Preview) -> None:
        self._blobs = preview._blobs  # noqa: SLF001
        self._pictures: dict[str, bytes] = {}
        self._publish = replace_method(preview, "_publish", self.publish)
        self._prepare = replace_method(preview, "_prepare_asset", self.prepare)
        self._payload = replace_method(preview, "_page_payload", self.payload)

    def publish(self, page: Any, **reason: Any) -> None:
        """Publish a page, and remember its pictures."""
        self._publish(page, **reason)
        for asset_id, asset in page.assets.items():
            blob = self._blobs.get(asset.digest or "")
            if blob and blob.data.startswith(b"\x89PNG"):
                self._pictures.pop(asset_id, None)  # the newest ones are last
                self._pictures[asset_id] = blob.data
        for forgotten in list(self._pictures)[:-PICTURES]:
            del self._pictures[forgotten]

    def payload(self, page: Any) -> dict[str, Any]:
        """Return what a tab is told of a page, with the sizes of the pictures."""
        payload = self._payload(page)
        for asset_id, told in payload["assets"].items():
            if picture := self._pictures.get(asset_id):
                told["displayWidth"], told["displayHeight"] = PNG_SIZE.unpack_from(picture)
        return payload

    async def prepare(
        self, context_id: str | None, asset_id: str, **how: Any
    ) -> tuple[str, bytes, str]:
        """Return type, bytes and name of a file. `how` says if a part of it or a copy is wanted."""
        picture = self._pictures.get(asset_id)
        if picture is None or any(how.values()):
            return await self._prepare(context_id, asset_id, **how)
        return "image/png", picture, "picture.png"


class DirectMessages:
    """The members' direct messages with the bot, as further entries of "viewing as".

    SimCord shows one channel on all pages. Here the viewer decides: a member views the room, and a
    user their direct messages. The id of a user's entry is the id of that channel.
    """

    def __init__(self, preview: Preview) -> None:
        self._preview = preview
        self._room = preview.channel
        self._users = {str(one.user.dm_channel.id): one.user for one in preview.viewers}
        self._publish = replace_method(preview, "_publish", self.publish)
        self._viewer = replace_method(preview, "_viewer", self.viewer)

    def publish(self, page: Any, **reason: Any) -> None:
        """Publish a page with the viewer's channel and the further entries."""
        channel = self.channel(page)
        if page.channel_id != channel.id:
            page.channel_id = channel.id
            newest = self._preview._initial_target(page.viewer, channel.id)  # noqa: SLF001
            page.target_id = page.window_end_id = newest
        self._publish(page, **reason)
        for key, user in self._users.items():
            page.snapshot["viewers"].append({"id": key, "name": f"{user.global_name} (DM)"})
        if page.channel_id != self._room.id:
            page.snapshot["viewerId"] = str(page.channel_id)

    def viewer(self, viewer_id: Any) -> Any:
        """Return the member or the user of an entry."""
        return self._users.get(str(viewer_id)) or self._viewer(viewer_id)

    def channel(self, page: Any) -> Any:
        """Return the channel that the page shows."""
        return getattr(page.viewer, "dm_channel", self._room)


class BrowserSession:
    """One page, and the clock of the simulated Discord behind the page."""

    def __init__(self, env: Env, preview: Preview) -> None:
        self._env = env
        self._preview = preview
        self._seen = SeenComponents(env, preview)
        PublishedPictures(preview)
        self._direct = DirectMessages(preview)
        self._lock = asyncio.Lock()
        self._closing = False
        self._action = replace_method(preview, "_action", self.action)

    async def action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Perform a member's action on the page, and publish the changes.

        SimCord refuses an action while another action runs. Here the second action waits until the
        first action and the clock update are done. SimCord also refuses an action on a page that
        has changed. Here the bot receives the component that the member saw, and answers a stale
        component with the newest state.
        """
        async with self._lock:
            self._closing = body.get("kind") == "close"
            page = self._preview._get_page(context_id)  # noqa: SLF001
            self._preview.channel = self._direct.channel(page)
            with self._seen.as_seen(page, body) as seen_body:
                result = await self._action(context_id, seen_body)
            await self._publish_changes()
            return result

    async def follow(self) -> None:
        """Set the simulated clock to the real time at intervals, and publish what the bot sends."""
        while True:
            await asyncio.sleep(TICK)
            async with self._lock:
                try:
                    await self._env.advance_time(clock_lag(self._env))
                    await self._publish_changes()
                except TimeoutError as error:
                    # The due tasks have started and continue. Without this, the page would end.
                    log.warning("the bot is slow: %s", error)

    async def _publish_changes(self) -> None:
        """Publish every page if the bot has sent something since the last call."""
        if self._env.http_requests and not self._closing:
            await self._preview.refresh()
            # SimCord stores all requests for tests. Over days they would fill the memory.
            self._env.backend.http_requests.clear()
            self._env.backend.transcript.clear()
            drop_unused_pictures(self._env)


def drop_unused_pictures(env: Env) -> None:
    """Delete the pictures that no message contains."""
    messages = (one for some in env.backend.messages.values() for one in some.values())
    kept = {picture["url"] for message in messages for picture in message.attachments}
    blobs = env.backend.cdn._blobs  # noqa: SLF001 - SimCord cannot delete a blob
    for url in blobs.keys() - kept:
        del blobs[url]


async def advance_clock(env: Env, seconds: float) -> None:
    """Let simulated time pass. Interactions do not wait for this."""
    await env.external_wait(asyncio.sleep(seconds), reason="the clock of the tables")


def clock_lag(env: Env) -> float:
    """Return how many seconds the simulated clock is behind the real clock."""
    return max(0.0, time.time() - env.now().timestamp())


async def play(settings: Settings) -> None:
    """Run a session until the page is closed or a signal arrives."""
    clock = Clock()
    database = await Database.open(settings.database, now=clock, program=THIS_RELEASE)
    try:
        await reset_messages(database)
        ownership = SingleProcess(IdentifyQueue(), clock)
        # SimCord does not simulate application emojis.
        bot = Tuppence(settings, database, ownership=ownership, faces=dict)
        env = Env(bot, shard_count=1, check_errors=False, settle_timeout=SETTLE)
        bot.sleep = partial(advance_clock, env)
        channel, members = create_guild(env)
        env.backend.advance_clock(clock_lag(env))
        await env.start()
        try:
            preview = env.preview(channel, viewers=members, layout="channel", port=settings.port)
            await show(env, preview, database, settings.port)
            await bot.drain()
        finally:
            await env.shutdown()
    finally:
        await database.close()


async def show(env: Env, preview: Preview, database: Database, port: int) -> None:
    """Serve the page until it is closed or a signal arrives.

    Raises:
        NotSaved: The database can no longer save.
        InvalidSettings: The port is taken.
    """
    stop = stop_event()
    change_files(preview)
    try:
        await preview.__aenter__()
    except SetupError as error:
        if not isinstance(error.__cause__, OSError):
            raise
        why = error.__cause__.strerror
        problem = f"TUPPENCE_PORT: {port} cannot be had ({why}). Give another, or 0"
        raise InvalidSettings([problem]) from error
    try:
        sys.stdout.write(f"Tuppence plays at {preview.url}\nStop it with Ctrl-C.\n")
        sys.stdout.flush()
        follow = BrowserSession(env, preview).follow()
        await run_until_first_ends(
            follow, preview.wait_closed(), raise_store_failure(database), stop.wait()
        )
    finally:
        await preview.close()


def main() -> int:
    """Read the settings, and run a session in the browser. Returns the exit status."""
    try:
        settings = Settings.read(os.environ, ROOT / ".env")
    except InvalidSettings as problems:
        return exit_status_for(problems)
    start_log(settings.log_level, settings.token)
    return run_to_exit_status(
        play(replace(settings, token=None, home_guild=None, database=settings.pretended))
    )


if __name__ == "__main__":
    sys.exit(main())
