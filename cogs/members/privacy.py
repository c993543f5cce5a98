"""`/privacy`: the data kept about a member, in words and as a file, and its erasure.

What an erasure deletes is in `data.erasure`. Here are the commands and their messages.
"""

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from io import BytesIO
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.concurrency import BackgroundThread
from cogs.core.refusals import Refusal
from cogs.game.computer_players import make_computer_player
from cogs.ui.actions import Action
from cogs.ui.component import ComponentInteraction, component
from cogs.ui.layout import Style, action_row, button, layout_view, text_display
from cogs.ui.replies import Reply, defer, mark_committed, send
from cogs.ui.replies import answer_deferred as show_reply
from cogs.ui.texts import say
from data.models.members import Record
from render.text.catalogue import format_number

EARLIER_TIMEOUT: Final = 20.0
"""Seconds that an erasure waits for the member's earlier interactions."""
MAX_PLAIN_BYTES: Final = 2_000_000
"""The size in bytes up to which an exported file is not compressed."""

About = Mapping[str, Sequence[Record]]
"""The rows kept about a member, by kind."""


@component(Action.ERASE_ME)
async def erase_me(interaction: ComponentInteraction) -> None:
    """Erase the member's data; their games go on with computer players.

    The member's earlier interactions are finished first: each would write their name again.
    """
    raw, services = interaction.raw, interaction.services
    await defer(raw)
    await raw.client.in_flight.wait_for_earlier(raw.user.id, EARLIER_TIMEOUT)
    erased = await interaction.database.erasure.erase_member(raw.user.id, make_computer_player)
    mark_committed(raw)
    # Computer players have the member's seats now, and may be on turn.
    await services.activity.continue_without(erased.left)
    await _tell_erased(interaction, erased.servers)


async def _tell_erased(interaction: ComponentInteraction, servers: int) -> None:
    """Say that the data is erased, and afterwards whether the backups are: that takes minutes."""
    lines = [say("privacy.forgotten", n=servers)]
    in_backups = [say("privacy.forgetting_copies")] if servers else []
    await show_reply(interaction.raw, Reply(layout_view(text_display(*lines, *in_backups))))
    if not servers:
        return
    # After the first answer: backups are rewritten one by one, and the member need not wait.
    erasure = interaction.database.erasure
    pending = await erasure.propagate()
    if pending:
        key = "forgotten_log" if erasure.only_wal_pending(pending) else "forgotten_soon"
        lines.append(say(f"privacy.{key}", n=len(pending)))
    await show_reply(interaction.raw, Reply(layout_view(text_display(*lines))))


@app_commands.guild_only()
class PrivacyCog(
    commands.GroupCog, group_name="privacy", group_description="The data this bot keeps about you"
):
    """The commands `/privacy show`, `export`, `forget` and `ladder`."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot
        # Its own, because games that are not in memory are replayed on the one of the sessions.
        self.background = BackgroundThread()

    @app_commands.command(description="What the bot keeps about you, in numbers")
    async def show(self, raw: Interaction) -> None:
        """Show the number of rows of each kind."""
        await defer(raw, thinking=True)
        about = await self.bot.database.erasure.export(raw.user.id)
        lines = [
            say("privacy.line", what=say(f"privacy.{name}"), n=format_number(len(rows)))
            for name, rows in about.items()
            if rows
        ]
        found = lines or [say("privacy.nothing")]
        words = text_display(say("privacy.heading"), *found, say("privacy.rights"))
        await show_reply(raw, Reply(layout_view(words)))

    @app_commands.command(description="Everything the bot keeps about you, as a file")
    async def export(self, raw: Interaction) -> None:
        """Send all rows, of all servers, as a file."""
        await defer(raw, thinking=True)
        about = await self.bot.database.erasure.export(raw.user.id)
        # Discord's limit is on the whole request, with the text around the file.
        most = raw.filesize_limit * 9 // 10
        work = partial(exported_files, raw.user.id, about, most)
        first, *others = replies(await self.background(work))
        await show_reply(raw, first)
        for another in others:
            await send(raw, another)

    @app_commands.command(description="Delete your id and name everywhere, for good")
    async def forget(self, raw: Interaction) -> None:
        """Ask for confirmation."""
        sure = button(Action.ERASE_ME, 0, 0, label=say("privacy.forget_sure"), style=Style.danger)
        view = layout_view(text_display(say("privacy.forget")), action_row(sure))
        await send(raw, Reply(view))

    @app_commands.command(description="Leave the leaderboards of this server, or return to them")
    @app_commands.describe(show="Show you on the leaderboards")
    async def ladder(self, raw: Interaction, *, show: bool) -> None:
        """Hide the member on this server's leaderboards, or show them."""
        if raw.guild_id is None:
            raise Refusal("room.only_in_servers")
        user, guild = raw.user.id, raw.guild_id
        await self.bot.database.members.set_hidden(guild, user, hidden=not show)
        mark_committed(raw)
        hidden = await self.bot.database.members.is_hidden(guild, user)
        # A member who never played here is on no leaderboard, and nothing was written.
        known = show or hidden
        key = ("privacy.shown" if show else "privacy.hidden") if known else "privacy.never_played"
        await send(raw, Reply(text=say(key)))


def replies(files: Sequence[tuple[str, bytes]]) -> Iterator[Reply]:
    """Yield a message for each file; if there are several, with its number."""
    for place, (name, content) in enumerate(files, start=1):
        part = say("privacy.exported_part", place=place, parts=len(files))
        words = [say("privacy.exported"), *([part] if len(files) > 1 else [])]
        yield Reply(text="\n".join(words), files=partial(_attached, name, content))


def _attached(name: str, content: bytes) -> list[discord.File]:
    return [discord.File(BytesIO(content), name)]


def exported_files(user_id: int, about: About, most: int) -> list[tuple[str, bytes]]:
    """Return the exported files: names and contents, each at most `most` bytes.

    Takes long: for `BackgroundThread`.
    """
    plain = as_json(user_id, about)
    if len(plain) <= min(MAX_PLAIN_BYTES, most):
        return [("about-me.json", plain)]
    parts = compressed_parts(user_id, about, most)
    if len(parts) == 1:
        return [("about-me.json.gz", parts[0])]
    return [(f"about-me-{place}.json.gz", part) for place, part in enumerate(parts, start=1)]


def compressed_parts(user_id: int, about: About, most: int) -> list[bytes]:
    """Return the rows as compressed files of at most `most` bytes, each readable alone."""
    # Halved until each part fits: the compressed size is known only afterwards.
    whole = gzip.compress(as_json(user_id, about))
    if len(whole) <= most or all(len(rows) < 2 for rows in about.values()):
        return [whole]
    earlier = {name: rows[: len(rows) // 2] for name, rows in about.items()}
    later = {name: rows[len(rows) // 2 :] for name, rows in about.items()}
    return [*compressed_parts(user_id, earlier, most), *compressed_parts(user_id, later, most)]


def as_json(user_id: int, about: About) -> bytes:
    return json.dumps({"user_id": user_id, **about}, indent=1).encode()


async def setup(bot: TuppenceBot) -> None:
    await bot.add_cog(PrivacyCog(bot))
