"""`/privacy`: shows, exports and erases the data that the bot stores about a member.

Here are the commands and their messages. What an erasure deletes is in `data.erasure`.
"""

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from io import BytesIO
from typing import Final

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.concurrency import BackgroundThread
from cogs.core.refusals import Refusal
from cogs.game.computer_players import make_computer_player
from cogs.ui.actions import Action
from cogs.ui.commands import anywhere
from cogs.ui.component import ComponentInteraction, component
from cogs.ui.custom_id import NO_TABLE
from cogs.ui.layout import (
    MAX_OPTIONS,
    Style,
    action_row,
    button,
    layout_view,
    select,
    text_display,
)
from cogs.ui.operator import operator_line
from cogs.ui.places import Place, place_of
from cogs.ui.replies import Reply, defer, edit_or_send, mark_committed, send
from cogs.ui.replies import answer_deferred as show_reply
from cogs.ui.server_names import server_names
from cogs.ui.texts import say, without_markdown
from data.models.members import Record
from render.text.catalogue import format_number

EARLIER_TIMEOUT: Final = 20.0
"""Seconds that an erasure waits for the member's earlier interactions."""
FILES_PER_MESSAGE: Final = 10
"""Discord's limit for the number of files in one message."""
MAX_PLAIN_BYTES: Final = 2_000_000
"""Size in bytes up to which an exported file is not compressed."""

About = Mapping[str, Sequence[Record]]
"""The rows that the bot stores about a member, by kind."""


@component(Action.ERASE_ME)
async def erase_me(interaction: ComponentInteraction) -> None:
    """Erase the member's data. Computer players take over their games.

    First wait for the member's earlier interactions, because each of them could save the member's
    name again.
    """
    raw, services = interaction.raw, interaction.services
    await defer(raw)
    await raw.client.in_flight.wait_for_earlier(raw.user.id, EARLIER_TIMEOUT)
    # First, while the ids of these messages are known.
    await services.dm_hands.delete_all_of(raw.user.id)
    erased = await interaction.database.erasure.erase_member(raw.user.id, make_computer_player)
    mark_committed(raw)
    # Computer players have the member's seats now, and it may be their turn.
    await services.activity.continue_without(erased.left)
    await _tell_erased(interaction, erased.servers)


async def _tell_erased(interaction: ComponentInteraction, servers: int) -> None:
    """Confirm the erasure at once. Later say whether the backups are erased too.

    Erasing the backups takes minutes.
    """
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


@anywhere
class PrivacyCog(
    commands.GroupCog, group_name="privacy", group_description="The data this bot keeps about you"
):
    """The commands `/privacy show`, `export`, `forget` and `ladder`."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot
        # A thread of its own, because `TableSessions` uses the shared one to replay games.
        self.background = BackgroundThread()

    @app_commands.command(description="What the bot keeps about you, in numbers")
    async def show(self, raw: Interaction) -> None:
        """Show, for each kind of data, how many rows the bot stores about the member."""
        await defer(raw, thinking=True)
        about = await self.bot.database.erasure.export(raw.user.id)
        lines = [
            say("privacy.line", what=say(f"privacy.{name}"), n=format_number(len(rows)))
            for name, rows in about.items()
            if rows
        ]
        found, own = lines or [say("privacy.nothing")], operator_line(self.bot.settings)
        words = text_display(say("privacy.heading"), *found, say("privacy.rights"), own)
        await show_reply(raw, Reply(layout_view(words)))

    @app_commands.command(description="Everything the bot keeps about you, as a file")
    async def export(self, raw: Interaction) -> None:
        """Send everything that the bot stores about the member, from all servers, as files."""
        await defer(raw, thinking=True)
        about = await self.bot.database.erasure.export(raw.user.id)
        # Discord's limit includes the text that is sent with the file.
        most = raw.filesize_limit * 9 // 10
        work = partial(exported_files, raw.user.id, about, most)
        first, *others = replies(await self.background(work))
        await show_reply(raw, first)
        for another in others:
            await send(raw, another)

    @app_commands.command(description="Delete your id and name everywhere, for good")
    async def forget(self, raw: Interaction) -> None:
        """Ask for confirmation before the erasure."""
        sure = button(Action.ERASE_ME, 0, 0, label=say("privacy.forget_sure"), style=Style.danger)
        view = layout_view(text_display(say("privacy.forget")), action_row(sure))
        await send(raw, Reply(view))

    @app_commands.command(description="Leave the leaderboards of this server, or return to them")
    @app_commands.describe(show="Show you on the leaderboards")
    async def ladder(self, raw: Interaction, *, show: bool) -> None:
        """Hide the member on this server's leaderboards, or show them again."""
        if raw.guild_id is None or place_of(raw) is not Place.SERVER:
            await send(raw, Reply(await _server_question(raw, show=show)))
            return
        await send(raw, Reply(text=await _hide(raw, raw.guild_id, show=show)))


async def _hide(raw: Interaction, guild: int, *, show: bool) -> str:
    """Hide the member on a server's leaderboards, or show them. Return the confirmation."""
    members, user = raw.client.database.members, raw.user.id
    await members.set_hidden(guild, user, hidden=not show)
    mark_committed(raw)
    hidden = await members.is_hidden(guild, user)
    # A member who never played here is on no leaderboard, so nothing was saved.
    known = show or hidden
    key = ("privacy.shown" if show else "privacy.hidden") if known else "privacy.never_played"
    return say(key)


async def _server_question(raw: Interaction, *, show: bool) -> ui.LayoutView:
    """Return the question for which server the member hides, or returns.

    Raises:
        Refusal: No server knows the member.
    """
    found = await raw.client.database.members.memberships(raw.user.id)
    if not found:
        raise Refusal("dm.no_games")
    ids = [one.guild_id for one in found[:MAX_OPTIONS]]
    names = await server_names(raw.client, ids)
    labels = [(one, without_markdown(names[one]), "") for one in ids]
    question, hint = say("dm.which_server"), say("dm.server")
    servers = select(Action.LADDER_OF_SERVER, *NO_TABLE, int(show), labels=labels, placeholder=hint)
    return layout_view(text_display(question), servers)


@component(Action.LADDER_OF_SERVER)
async def hide_on_server(interaction: ComponentInteraction) -> None:
    """Hide the member on the selected server's leaderboards, or show them again."""
    show, guild = interaction.argument() == 1, interaction.choice
    said = await _hide(interaction.raw, guild, show=show)
    await edit_or_send(interaction.raw, Reply(layout_view(text_display(said))))


def replies(files: Sequence[tuple[str, bytes]]) -> Iterator[Reply]:
    """Yield messages with up to ten files each. If there are several files, they are numbered.

    Discord allows five messages after the first one where only a member has installed the bot.
    """
    for start in range(0, len(files), FILES_PER_MESSAGE):
        shown = files[start : start + FILES_PER_MESSAGE]
        numbers = {"first": start + 1, "last": start + len(shown), "parts": len(files)}
        part = [say("dm.exported_parts", **numbers)] if len(files) > 1 else []
        text = "\n".join([say("privacy.exported"), *part])
        yield Reply(text=text, files=partial(_attached, shown))


def _attached(files: Sequence[tuple[str, bytes]]) -> list[discord.File]:
    return [discord.File(BytesIO(content), name) for name, content in files]


def exported_files(user_id: int, about: About, most: int) -> list[tuple[str, bytes]]:
    """Return the names and contents of the exported files, each of at most `most` bytes.

    Slow: run it in a `BackgroundThread`.
    """
    plain = as_json(user_id, about)
    if len(plain) <= min(MAX_PLAIN_BYTES, most):
        return [("about-me.json", plain)]
    parts = compressed_parts(user_id, about, most)
    if len(parts) == 1:
        return [("about-me.json.gz", parts[0])]
    return [(f"about-me-{place}.json.gz", part) for place, part in enumerate(parts, start=1)]


def compressed_parts(user_id: int, about: About, most: int) -> list[bytes]:
    """Return the rows as compressed files of at most `most` bytes.

    Each file can be read without the others.
    """
    # Halved until each part fits, because the compressed size is known only after compressing.
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
