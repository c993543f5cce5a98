"""Inviting a member by name: `/invite`, *Invite to cards*, the member's answer, and telling them.

An invitation never seats a member: they must press **Join**. `data.tables.asking` checks who may be
invited, and how often. If an invited member has not answered, `start` asks the host before the game
starts.
"""

from dataclasses import dataclass
from functools import partial
from typing import Final

import discord
from discord import app_commands, ui
from discord.ext import commands

import engine
from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.refusals import Refusal
from cogs.delivery.request import DISCORD_ERRORS, with_timeout
from cogs.game.interactions import look_up
from cogs.game.quiet_hours import is_quiet
from cogs.lobby.daily_invitations import DailyInvitations
from cogs.lobby.home import LobbyPlace, find_place
from cogs.lobby.opening import open_lobby
from cogs.narration.games_list import game_sections
from cogs.reminders.mailboxes import DirectMessagesDelayed
from cogs.reminders.messenger import MemberMessenger, MemberNotice
from cogs.ui.actions import Action
from cogs.ui.commands import autocomplete, game_at, on_servers, parse_game
from cogs.ui.component import ComponentInteraction, component
from cogs.ui.custom_id import NO_TABLE
from cogs.ui.layout import Item, Style, button, layout_view, text_display
from cogs.ui.menus import member_menu
from cogs.ui.permissions import may_read
from cogs.ui.replies import Reply, mark_committed, send
from cogs.ui.texts import channel_of_table, escaped_name, link_to_table, say
from data.models.invitations import ASKED, Invitation, invitation_of
from data.models.tables import TableRow, TableStatus

MEMBER_TIMEOUT: Final = 1.5
"""Seconds in which Discord must send a member. The answer to the interaction is due after 3."""


# ---- telling the asked member


@dataclass(frozen=True, slots=True)
class InvitationLobby:
    """The lobby of an invitation, as `MemberMessenger` wants it."""

    row: TableRow


class Invitations:
    """Tells asked members about their invitations, for one bot."""

    def __init__(self, bot: TuppenceBot) -> None:
        self._bot = bot
        self._lobbies = bot.database.lobbies
        self._members = bot.database.members
        self._messenger = MemberMessenger(bot)
        self._today = DailyInvitations(bot.clock)

    def check_today(self, user_id: int) -> None:
        """Raise `Refusal` if a member has invited too often today.

        That holds even if they have erased their data since.
        """
        if self._today.are_spent(user_id):
            raise Refusal("lobby.refused.asked_too_often")

    def was_told_today(self, user_id: int, friend_id: int) -> bool:
        """Return whether a member was told today about an invitation by this inviter.

        They are then told about no other one today, in whatever lobby.
        """
        return self._today.was_told(user_id, friend_id)

    async def ask(self, table_id: int, user_id: int, friend: discord.Member) -> TableRow:
        """Invite a member to a lobby, as `LobbyService.ask`, and count that for the inviter."""
        self.check_today(user_id)
        asked = await self._bot.services.lobbies.ask(table_id, user_id, friend)
        self._today.count(user_id)
        return asked

    async def due(self, now: float) -> tuple[int, ...]:
        """Return the lobbies with an asked member who must be told, and can be told now."""
        found = await self._lobbies.untold_invitations()
        return tuple([table for table, user in found if await self._can_tell(user, now)])

    async def _can_tell(self, user_id: int, now: float) -> bool:
        preferences = await self._members.reminder_preferences(user_id)
        if is_quiet(preferences, now):
            return False
        is_direct = preferences.way == "direct"
        return not (is_direct and await self._bot.services.mailboxes.is_delayed(user_id, now))

    async def tell(self, lobby: TableRow) -> None:
        """Tell the asked members of a lobby, each once. Quiet hours and paused mailboxes delay it.

        Raises:
            discord.HTTPException: A message could not be sent.
        """
        for one in lobby.asked:
            if one.told or one.answer:
                continue
            if await self._can_tell(one.user_id, self._bot.clock()):
                await self._tell(lobby, one)

    async def _tell(self, lobby: TableRow, one: Invitation) -> None:
        # All seats may be taken now.
        if not lobby.open_seat_count or self.was_told_today(one.by_user, one.user_id):
            await self._lobbies.mark_invitation_told(lobby.id, one.player_id)
            return
        # Before any await, because another lobby may tell the same member meanwhile.
        self._today.mark_told(one.by_user, one.user_id)
        try:
            await self._reach(lobby, one)
        except BaseException as error:  # still untold, so the timer loop tries again
            self._today.unmark_told(one.by_user, one.user_id)
            if not isinstance(error, DirectMessagesDelayed):
                raise

    async def _reach(self, lobby: TableRow, one: Invitation) -> None:
        key = f"{ASKED}.{one.player_id}"
        notice = MemberNotice("call", key, key=ASKED, value=str(one.player_id))
        preferences = await self._members.reminder_preferences(one.user_id)
        text = partial(invitation_notice, lobby, one, self._bot.clock())
        await self._messenger.reach(InvitationLobby(lobby), one.user_id, preferences, notice, text)


def invitation_notice(lobby: TableRow, one: Invitation, now: float) -> str:
    """Return the message to an asked member: who asks, the game, until when, and the link."""
    until = one.kept_until(lobby.pace)
    return say(
        "friends.asked" if now < until else "friends.asked_late",
        who=f"<@{one.user_id}>",
        by=escaped_name(one.by),
        game=engine.GAMES[lobby.game].name,
        at=f"<t:{round(until)}:f>",
        link=link_to_table(lobby),
    )


# ---- asking


async def invite(raw: Interaction, friend: discord.User | discord.Member, game: str = "") -> None:
    """Invite a member to the inviter's open lobby, or else to a new one.

    If there is no open lobby and no `game`, show all games to choose from.

    Raises:
        Refusal: The member cannot be invited. Nothing has changed.
    """
    lobby = await find_own_lobby(raw, game)
    if lobby is not None:
        member = check_friend(raw, friend, lobby.channel_id)
        await invite_to_lobby(raw, member, lobby)
        return
    found = await find_place(raw)
    member = check_friend(raw, friend, found.place.channel.id)
    await invite_to_new_lobby(raw, member, game, found)


async def invite_to_lobby(raw: Interaction, member: discord.Member, lobby: TableRow) -> None:
    """Invite a member to the inviter's lobby, and tell the inviter so."""
    note = told_today_note(raw, member)
    asked = await raw.client.services.invitations.ask(lobby.id, raw.user.id, member)
    mark_committed(raw)
    raw.client.services.activity.show(asked)
    done = say("friends.done", who=escaped_name(member.display_name), link=link_to_table(asked))
    await send(raw, Reply(text=f"{done}\n{note}".strip()))


def told_today_note(raw: Interaction, member: discord.Member) -> str:
    """Return that a member gets no second message from this inviter today; "" if they get one."""
    was_told = raw.client.services.invitations.was_told_today(raw.user.id, member.id)
    return say("friends.told_today", who=escaped_name(member.display_name)) if was_told else ""


async def invite_to_new_lobby(
    raw: Interaction, member: discord.Member, game: str, found: LobbyPlace
) -> None:
    """Open a lobby of a game, and invite a member. Without a game, show all games."""
    await check_may_ask(raw, member)
    if not game:
        await send(raw, Reply(games_page(member)))
        return
    note = told_today_note(raw, member)
    await open_lobby(raw, game, found, partial(ask_in_new_lobby, raw, member))
    if note:
        await send(raw, Reply(text=note))


async def find_own_lobby(raw: Interaction, game: str) -> TableRow | None:
    """Return a lobby with an open seat, if the member sits in that lobby or hosts it; else None.

    Prefers a lobby in this channel, then one in a thread of this channel. With `game`, only lobbies
    of that game count.
    """
    store, guild_id = raw.client.database, raw.guild_id or 0
    rows = [
        *await store.tables.tables_of_member(guild_id, raw.user.id),
        *await store.lobbies.hosted_by(guild_id, raw.user.id),
    ]
    found = [
        row
        for row in rows
        if row.status is TableStatus.LOBBY and game in {"", row.game} and row.open_seat_count
    ]

    def distance(row: TableRow) -> tuple[bool, bool, int]:
        here = raw.channel_id
        return channel_of_table(row) != here, row.channel_id != here, row.id

    return min(found, key=distance, default=None)


def check_friend(
    raw: Interaction, friend: discord.User | discord.Member, channel_id: int
) -> discord.Member:
    """Return the member, if they can be invited to a lobby in a channel of this server.

    Raises:
        Refusal: It is the inviter or a bot, or somebody who is not here or cannot read the channel.
    """
    who = escaped_name(friend.display_name)
    if friend.id == raw.user.id:
        raise Refusal("friends.oneself")
    if friend.bot:
        raise Refusal("friends.bot")
    if raw.guild is None or not isinstance(friend, discord.Member):
        raise Refusal("friends.not_here", who=who)
    channel = raw.guild.get_channel(channel_id)
    if channel is None or not may_read(channel, friend):
        raise Refusal("friends.cannot_see", who=who, place=f"<#{channel_id}>")
    return friend


async def check_may_ask(raw: Interaction, member: discord.Member) -> None:
    """Raise `Refusal` if the member takes no invitations, or the inviter has sent too many.

    `ask` checks this again. This earlier check avoids a lobby for an invitation that it refuses.
    """
    raw.client.services.invitations.check_today(raw.user.id)
    lobbies, now = raw.client.database.lobbies, raw.client.clock()
    reason = await lobbies.refusal_to_ask(raw.user.id, member.id, now)
    if reason is not None:
        raise Refusal(f"lobby.refused.{reason}", who=escaped_name(member.display_name))


async def ask_in_new_lobby(raw: Interaction, member: discord.Member, lobby: TableRow) -> TableRow:
    """Invite a member to a lobby that was opened just now, before its message is sent."""
    services = raw.client.services
    # Before `ask`, which may raise: the lobby exists, so its message must be sent in any case.
    services.activity.show(lobby)
    return await services.invitations.ask(lobby.id, raw.user.id, member)


def games_page(member: discord.Member) -> ui.LayoutView:
    """Return the page with all games, each with a button that opens a lobby with the member."""

    def button_of(number: int) -> Item:
        label, style = say("games.play"), Style.primary
        arguments = (*NO_TABLE, number, member.id)
        return button(Action.INVITE_TO_GAME, *arguments, label=label, style=style)

    heading = say("friends.page", who=escaped_name(member.display_name))
    return layout_view(text_display(heading), *game_sections(button_of))


@component(Action.INVITE_TO_GAME)
async def invite_to_game(interaction: ComponentInteraction) -> None:
    """Open a lobby of a game, and invite a member. A second press uses the lobby of the first."""
    raw, game = interaction.raw, game_at(interaction.argument())
    friend = await fetch_member(raw, interaction.argument(1))
    page = raw.message.id if raw.message else raw.id
    # Two presses on one page must not open two lobbies. A message id is never a table's id.
    async with interaction.services.sessions.lock(page):
        await invite(raw, friend, game)


async def fetch_member(raw: Interaction, user_id: int) -> discord.Member:
    """Fetch a member of this server from Discord, because the id in the custom id can be forged.

    Raises:
        Refusal: The user is not on this server, or Discord does not answer.
    """
    if raw.guild is None:
        raise Refusal("room.only_in_servers")
    try:
        return await with_timeout(raw.client, raw.guild.fetch_member(user_id), MEMBER_TIMEOUT)
    except discord.NotFound as error:
        raise Refusal("friends.not_here", who=f"<@{user_id}>") from error
    except DISCORD_ERRORS as error:
        raise Refusal("friends.no_answer") from error


# ---- the answer


@component(Action.DECLINE)
async def decline(interaction: ComponentInteraction) -> None:
    """Record that an asked member does not join this time. Refused for everybody else."""
    services, user_id = interaction.services, interaction.user_id
    lobby = await look_up(interaction)
    declined = await services.lobbies.decline(lobby.id, user_id)
    mark_committed(interaction.raw)
    services.activity.show(declined)
    invitation = invitation_of(declined.asked, user_id)
    assert invitation is not None  # `decline` refuses everybody else
    text = say("friends.declined", by=escaped_name(invitation.by))
    await send(interaction.raw, Reply(text=text))


# ---- the commands


class InvitationCog(commands.Cog):
    """The command `/invite`, and the menu *Invite to cards* on a member."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot
        self.menu = member_menu("Invite to cards", invite)

    async def cog_load(self) -> None:
        self.bot.tree.add_command(self.menu)

    @app_commands.command(description="Ask a member to play with you")
    @app_commands.describe(
        member="Whom to ask",
        game="Which game to play; without it, your open table or all games",
    )
    @app_commands.autocomplete(game=autocomplete)
    @on_servers
    async def invite(self, raw: Interaction, member: discord.User, game: str = "") -> None:
        """Invite a member to the inviter's open lobby, or to a new one."""
        await invite(raw, member, parse_game(game) if game else "")


async def setup(bot: TuppenceBot) -> None:
    await bot.add_cog(InvitationCog(bot))
