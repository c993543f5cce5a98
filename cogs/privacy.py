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

from cogs._kit import verbs
from cogs._kit.client import Client, Press
from cogs._kit.components import Style, button, row, screen, text
from cogs._kit.controls import ComponentInteraction, component
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, acknowledge, done, tell
from cogs._kit.replies import show as show_reply
from cogs._kit.texts import say
from cogs._lobby.computers import computer
from data.forgetting.privacy import Record
from render.text.catalogue import number

PATIENCE: Final = 20.0
"""Seconds that what a member has pressed before may take to be done."""
PLAIN: Final = 2_000_000
"""Bytes of a file that is handed out as it is; a longer one is compressed."""

About = Mapping[str, Sequence[Record]]
"""What is kept about somebody, by kind."""


@component(verbs.FORGETME)
async def erase_me(interaction: ComponentInteraction) -> None:
    """Erase the member; then let computer players continue their games, and erase every copy.

    The member's earlier interactions are finished first: each would write their name again.
    """
    raw, services = interaction.raw, interaction.services
    await acknowledge(raw)
    await raw.client.gate.earlier(raw.user.id, PATIENCE)
    forgotten = await interaction.store.people.forget(raw.user.id, computer)
    done(raw)
    await services.activity.go_on_without(forgotten.left)
    await _tell_erased(interaction, forgotten.servers)


async def _tell_erased(interaction: ComponentInteraction, servers: int) -> None:
    """Say that it is done, and about the copies once that is known, which takes minutes."""
    said = [say("privacy.forgotten", n=servers)]
    under_way = [say("privacy.forgetting_copies")] if servers else []
    await show_reply(interaction.raw, Reply(screen(text(*said, *under_way))))
    people = interaction.store.people
    left = await people.finish_forgetting()
    if left:
        what = "forgotten_log" if people.is_itself(left) else "forgotten_soon"
        said.append(say(f"privacy.{what}", n=len(left)))
    await show_reply(interaction.raw, Reply(screen(text(*said))))


@app_commands.guild_only()
class Privacy(
    commands.GroupCog, group_name="privacy", group_description="The data this bot keeps about you"
):
    """The commands."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description="What the bot keeps about you, in numbers")
    async def show(self, raw: Press) -> None:
        """Count it by kind."""
        await acknowledge(raw, thinking=True)
        about = await self.bot.store.people.about(raw.user.id)
        lines = [
            say("privacy.line", what=say(f"privacy.{name}"), n=number(len(rows)))
            for name, rows in about.items()
            if rows
        ]
        found = lines or [say("privacy.nothing")]
        words = text(say("privacy.heading"), *found, say("privacy.rights"))
        await show_reply(raw, Reply(screen(words)))

    @app_commands.command(description="Everything the bot keeps about you, as a file")
    async def export(self, raw: Press) -> None:
        """Hand it out, on all servers."""
        await acknowledge(raw, thinking=True)
        about = await self.bot.store.people.about(raw.user.id)
        most = raw.filesize_limit * 9 // 10  # what is sent around a file counts, too
        work = partial(handed_out, raw.user.id, about, most)
        first, *others = replies(await self.bot.services.tables.aside(work))
        await show_reply(raw, first)
        for another in others:
            await tell(raw, another)

    @app_commands.command(description="Delete your id and name everywhere, for good")
    async def forget(self, raw: Press) -> None:
        """Ask once more."""
        sure = button(verbs.FORGETME, 0, 0, label=say("privacy.forget_sure"), style=Style.danger)
        view = screen(text(say("privacy.forget")), row(sure))
        await tell(raw, Reply(view))

    @app_commands.command(description="Leave the leaderboards of this server, or return to them")
    @app_commands.describe(show="Whether others may see you on the ladders")
    async def ladder(self, raw: Press, *, show: bool) -> None:
        """Hide or show the member."""
        if raw.guild_id is None:
            raise Refusal("room.only_in_servers")
        user, guild = raw.user.id, raw.guild_id
        await self.bot.store.people.hide(guild, user, hidden=not show)
        done(raw)
        hidden = await self.bot.store.people.is_hidden(guild, user)
        known = show or hidden
        said = ("privacy.shown" if show else "privacy.hidden") if known else "privacy.never_played"
        await tell(raw, Reply(text=say(said)))


def replies(files: Sequence[tuple[str, bytes]]) -> Iterator[Reply]:
    """Yield a message for each file; each of several says its number."""
    for place, (name, content) in enumerate(files, start=1):
        part = say("privacy.exported_part", place=place, parts=len(files))
        words = [say("privacy.exported"), *([part] if len(files) > 1 else [])]
        yield Reply(text="\n".join(words), files=partial(_attached, name, content))


def _attached(name: str, content: bytes) -> list[discord.File]:
    return [discord.File(BytesIO(content), name)]


def handed_out(user_id: int, about: About, most: int) -> list[tuple[str, bytes]]:
    """Return all that is kept about a member, in files of `most` bytes. For `Aside`."""
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


async def setup(bot: Client) -> None:
    """Load the extension."""
    await bot.add_cog(Privacy(bot))
