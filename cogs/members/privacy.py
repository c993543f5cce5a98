"""`/privacy`: what is kept about a member, as words and as a file, and how to be forgotten."""

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

PATIENCE: Final = 20.0
"""Seconds that what a member has pressed before may take to be done."""
PLAIN: Final = 2_000_000
"""Bytes of a file that is handed out as it is; a longer one is compressed."""

About = Mapping[str, Sequence[Record]]
"""What is kept about somebody, by kind."""


@component(Action.ERASE_ME)
async def erase_me(interaction: ComponentInteraction) -> None:
    """Erase the member; then let computer players continue their games, and erase every copy.

    The member's earlier interactions are finished first: each would write their name again.
    """
    raw, services = interaction.raw, interaction.services
    await defer(raw)
    await raw.client.in_flight.earlier(raw.user.id, PATIENCE)
    forgotten = await interaction.store.erasure.erase_member(raw.user.id, make_computer_player)
    mark_committed(raw)
    await services.activity.go_on_without(forgotten.left)
    await _tell_erased(interaction, forgotten.servers)


async def _tell_erased(interaction: ComponentInteraction, servers: int) -> None:
    """Say that it is done, and about the copies once that is known, which takes minutes."""
    said = [say("privacy.forgotten", n=servers)]
    under_way = [say("privacy.forgetting_copies")] if servers else []
    await show_reply(interaction.raw, Reply(layout_view(text_display(*said, *under_way))))
    erasure = interaction.store.erasure
    left = await erasure.propagate()
    if left:
        what = "forgotten_log" if erasure.only_wal_pending(left) else "forgotten_soon"
        said.append(say(f"privacy.{what}", n=len(left)))
    await show_reply(interaction.raw, Reply(layout_view(text_display(*said))))


@app_commands.guild_only()
class PrivacyCog(
    commands.GroupCog, group_name="privacy", group_description="The data this bot keeps about you"
):
    """The commands."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot

    @app_commands.command(description="What the bot keeps about you, in numbers")
    async def show(self, raw: Interaction) -> None:
        """Count it by kind."""
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
        """Hand it out, on all servers."""
        await defer(raw, thinking=True)
        about = await self.bot.database.erasure.export(raw.user.id)
        most = raw.filesize_limit * 9 // 10  # what is sent around a file counts, too
        work = partial(handed_out, raw.user.id, about, most)
        first, *others = replies(await self.bot.services.sessions.aside(work))
        await show_reply(raw, first)
        for another in others:
            await send(raw, another)

    @app_commands.command(description="Delete your id and name everywhere, for good")
    async def forget(self, raw: Interaction) -> None:
        """Ask once more."""
        sure = button(Action.ERASE_ME, 0, 0, label=say("privacy.forget_sure"), style=Style.danger)
        view = layout_view(text_display(say("privacy.forget")), action_row(sure))
        await send(raw, Reply(view))

    @app_commands.command(description="Leave the leaderboards of this server, or return to them")
    @app_commands.describe(show="Whether others may see you on the ladders")
    async def ladder(self, raw: Interaction, *, show: bool) -> None:
        """Hide or show the member."""
        if raw.guild_id is None:
            raise Refusal("room.only_in_servers")
        user, guild = raw.user.id, raw.guild_id
        await self.bot.database.members.set_hidden(guild, user, hidden=not show)
        mark_committed(raw)
        hidden = await self.bot.database.members.is_hidden(guild, user)
        known = show or hidden
        said = ("privacy.shown" if show else "privacy.hidden") if known else "privacy.never_played"
        await send(raw, Reply(text=say(said)))


def replies(files: Sequence[tuple[str, bytes]]) -> Iterator[Reply]:
    """Yield a message for each file; each of several says its number."""
    for place, (name, content) in enumerate(files, start=1):
        part = say("privacy.exported_part", place=place, parts=len(files))
        words = [say("privacy.exported"), *([part] if len(files) > 1 else [])]
        yield Reply(text="\n".join(words), files=partial(_attached, name, content))


def _attached(name: str, content: bytes) -> list[discord.File]:
    return [discord.File(BytesIO(content), name)]


def handed_out(user_id: int, about: About, most: int) -> list[tuple[str, bytes]]:
    """Return all that is kept about a member, in files of `most` bytes. For `BackgroundThread`."""
    plain = written(user_id, about)
    if len(plain) <= min(PLAIN, most):
        return [("about-me.json", plain)]
    parts = packed(user_id, about, most)
    if len(parts) == 1:
        return [("about-me.json.gz", parts[0])]
    return [(f"about-me-{place}.json.gz", part) for place, part in enumerate(parts, start=1)]


def packed(user_id: int, about: About, most: int) -> list[bytes]:
    """Return it compressed; each part has some of the rows, and can be read without the others."""
    whole = gzip.compress(written(user_id, about))
    if len(whole) <= most or all(len(rows) < 2 for rows in about.values()):
        return [whole]
    earlier = {name: rows[: len(rows) // 2] for name, rows in about.items()}
    later = {name: rows[len(rows) // 2 :] for name, rows in about.items()}
    return [*packed(user_id, earlier, most), *packed(user_id, later, most)]


def written(user_id: int, about: About) -> bytes:
    """Return all that is kept about a member as readable JSON."""
    return json.dumps({"user_id": user_id, **about}, indent=1).encode()


async def setup(bot: TuppenceBot) -> None:
    """Load the extension."""
    await bot.add_cog(PrivacyCog(bot))
