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
from cogs._kit.client import Press
from cogs._kit.components import Style, button, row, screen, text
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, acknowledge, done, tell
from cogs._kit.replies import show as show_reply
from cogs._kit.texts import say
from cogs._lobby.computers import computer
from cogs._press.presses import PlainControl, Pressed
from cogs._work.services import Furnished, install
from data.forgetting.privacy import Record
from render.text.catalogue import number

PATIENCE: Final = 20.0
"""Seconds that what a member has pressed before may take to be done."""
PLAIN: Final = 2_000_000
"""Bytes of a file that is handed out as it is; a longer one is compressed."""

About = Mapping[str, Sequence[Record]]
"""What is kept about somebody, by kind."""


class ForgetMe(PlainControl, verb=verbs.FORGETME):
    """Forget whoever presses. The message is private to the one who asked."""

    async def act(self, press: Pressed) -> None:
        """Forget, then let open games go on with computer players, and then every copy follow.

        First what they have pressed before is done: it would write their name once more.
        """
        interaction, parlour = press.interaction, press.parlour
        await acknowledge(interaction)
        await interaction.client.gate.earlier(press.user_id, PATIENCE)
        forgotten = await parlour.store.people.forget(press.user_id, computer)
        done(interaction)
        await parlour.go_on_without(forgotten.left)
        await self._told(press, forgotten.servers)

    async def _told(self, press: Pressed, servers: int) -> None:
        """Say that it is done, and what came of the copies once that is known: it takes minutes."""
        said = [say("privacy.forgotten", n=servers)]
        under_way = [say("privacy.forgetting_copies")] if servers else []
        await show_reply(press.interaction, Reply(screen(text(*said, *under_way))))
        people = press.parlour.store.people
        left = await people.finish_forgetting()
        if left:
            what = "forgotten_log" if people.is_itself(left) else "forgotten_soon"
            said.append(say(f"privacy.{what}", n=len(left)))
        await show_reply(press.interaction, Reply(screen(text(*said))))


@app_commands.guild_only()
class Privacy(
    commands.GroupCog, group_name="privacy", group_description="The data this bot keeps about you"
):
    """The commands."""

    def __init__(self, bot: Furnished) -> None:
        self.bot = bot

    @app_commands.command(description="What the bot keeps about you, in numbers")
    async def show(self, interaction: Press) -> None:
        """Count it by kind."""
        await acknowledge(interaction, thinking=True)
        about = await self.bot.store.people.about(interaction.user.id)
        lines = [
            say("privacy.line", what=say(f"privacy.{name}"), n=number(len(rows)))
            for name, rows in about.items()
            if rows
        ]
        found = lines or [say("privacy.nothing")]
        words = text(say("privacy.heading"), *found, say("privacy.rights"))
        await show_reply(interaction, Reply(screen(words)))

    @app_commands.command(description="Everything the bot keeps about you, as a file")
    async def export(self, interaction: Press) -> None:
        """Hand it out, on all servers."""
        await acknowledge(interaction, thinking=True)
        about = await self.bot.store.people.about(interaction.user.id)
        most = interaction.filesize_limit * 9 // 10  # what is sent around a file counts, too
        work = partial(handed_out, interaction.user.id, about, most)
        first, *others = replies(await self.bot.parlour.tables.aside(work))
        await show_reply(interaction, first)
        for another in others:
            await tell(interaction, another)

    @app_commands.command(description="Delete your id and name everywhere, for good")
    async def forget(self, interaction: Press) -> None:
        """Ask once more."""
        sure = button(verbs.FORGETME, 0, 0, label=say("privacy.forget_sure"), style=Style.danger)
        view = screen(text(say("privacy.forget")), row(sure))
        await tell(interaction, Reply(view))

    @app_commands.command(description="Leave the leaderboards of this server, or return to them")
    @app_commands.describe(show="Show you on the leaderboards")
    async def ladder(self, interaction: Press, *, show: bool) -> None:
        """Hide or show the member."""
        if interaction.guild_id is None:
            raise Refusal("room.only_in_servers")
        user, guild = interaction.user.id, interaction.guild_id
        await self.bot.store.people.hide(guild, user, hidden=not show)
        done(interaction)
        hidden = await self.bot.store.people.is_hidden(guild, user)
        known = show or hidden
        said = ("privacy.shown" if show else "privacy.hidden") if known else "privacy.never_played"
        await tell(interaction, Reply(text=say(said)))


def replies(files: Sequence[tuple[str, bytes]]) -> Iterator[Reply]:
    """A message for each file; of several each says the how many-th it is."""
    for place, (name, content) in enumerate(files, start=1):
        part = say("privacy.exported_part", place=place, parts=len(files))
        words = [say("privacy.exported"), *([part] if len(files) > 1 else [])]
        yield Reply(text="\n".join(words), files=partial(_attached, name, content))


def _attached(name: str, content: bytes) -> list[discord.File]:
    return [discord.File(BytesIO(content), name)]


def handed_out(user_id: int, about: About, most: int) -> list[tuple[str, bytes]]:
    """All that is kept about somebody, in files of `most` bytes. For `Aside`: there may be many."""
    plain = written(user_id, about)
    if len(plain) <= min(PLAIN, most):
        return [("about-me.json", plain)]
    parts = packed(user_id, about, most)
    if len(parts) == 1:
        return [("about-me.json.gz", parts[0])]
    return [(f"about-me-{place}.json.gz", part) for place, part in enumerate(parts, start=1)]


def packed(user_id: int, about: About, most: int) -> list[bytes]:
    """The same compressed; each part has some of the rows, and can be read without the others."""
    whole = gzip.compress(written(user_id, about))
    if len(whole) <= most or all(len(rows) < 2 for rows in about.values()):
        return [whole]
    earlier = {name: rows[: len(rows) // 2] for name, rows in about.items()}
    later = {name: rows[len(rows) // 2 :] for name, rows in about.items()}
    return [*packed(user_id, earlier, most), *packed(user_id, later, most)]


def written(user_id: int, about: About) -> bytes:
    """All that is kept about somebody, as anybody can read it."""
    return json.dumps({"user_id": user_id, **about}, indent=1).encode()


async def setup(bot: Furnished) -> None:
    """Load the door."""
    install(bot, ForgetMe)
    await bot.add_cog(Privacy(bot))
