"""The message of a vote: its layout, the handlers of its two buttons, and its notifications.

Not here: when the message is sent, edited or closed (`vote_service`), and how a member is reached
(`cogs.reminders`).
"""

from collections.abc import Mapping

from discord import ui

from cogs.core.bot import TuppenceBot
from cogs.delivery.outbox import Letter
from cogs.game.deadlines import MINUTE, may_ask_from
from cogs.game.interactions import look_up
from cogs.game.quiet_hours import end_of_quiet_hours
from cogs.game.state import TableState
from cogs.narration.table_words import game_name
from cogs.reminders.reminders import ReminderService
from cogs.ui.actions import Action
from cogs.ui.component import ComponentInteraction, component
from cogs.ui.layout import (
    Item,
    Style,
    action_row,
    button,
    labelled_button,
    layout_view,
    text_display,
)
from cogs.ui.places import Place, place_of
from cogs.ui.replies import Reply, defer, edit_or_send, mark_committed
from cogs.ui.server_names import server_name
from cogs.ui.texts import channel_of_table, escaped_name, join_words, jump_url, say
from cogs.votes.consent_page import consent_button
from data.models.deadlines import votes_paused_until
from data.models.members import ReminderPreferences
from data.models.messages import VOTE_CALL, MessageDraft, PendingMessage
from data.models.tables import Player, TableRow
from data.models.votes import NewVote, Vote

# ---- layout


def vote_layout(state: TableState, vote: Vote, place: str = "") -> ui.LayoutView:
    """Return the message of a vote. An open vote has buttons. A closed vote shows its result.

    Args:
        state: The table.
        vote: The vote.
        place: A line about the table, for a direct message. "" for the message in the thread.
    """
    layout = _open_layout if vote.verdict is None else _closed_layout
    return layout(state, vote, place)


async def direct_layout(
    bot: TuppenceBot, state: TableState, vote: Vote, user_id: int
) -> ui.LayoutView:
    """Return the message of a vote for the direct messages of a voter."""
    row = state.row
    server = await server_name(bot, row.guild_id)
    place = {"server": server, "game": game_name(state), "table": row.id}
    if not _sees(bot, row, vote, user_id):
        return vote_layout(state, vote, say("dm.heading_hidden", **place))
    link = jump_url(row.guild_id, channel_of_table(row), vote.message_id)
    return vote_layout(state, vote, say("dm.heading", **place, link=link))


def _sees(bot: TuppenceBot, row: TableRow, vote: Vote, user_id: int) -> bool:
    """Return whether a voter may view the message in the thread, as far as the bot knows."""
    voters = vote.voters(row)
    hidden = {voters[seat].user_id for seat in vote.unseen & voters.keys()}
    return user_id not in hidden and bot.services.proofs.sees(row.guild_id, user_id, row.channel_id)


def _open_layout(state: TableState, vote: Vote, place: str) -> ui.LayoutView:
    owner, deadline = _name_of(state, vote.owner), round(vote.until)
    reason = say(f"vote.why_{vote_subject(vote)}", who=owner, at=deadline)
    # Nobody edits a direct message when others answer, so it does not say who has not.
    tally = [*_agreed(state, vote), *([] if place else _missing(state, vote))]
    text = text_display(place, _question(state, vote), *tally, reason)
    return layout_view(text, _answer_buttons(state, vote))


def _closed_layout(state: TableState, vote: Vote, place: str) -> ui.LayoutView:
    subject = vote_subject(vote)
    names = {"who": _name_of(state, vote.owner), "new": _name_of(state, vote.candidate)}
    result = say(f"vote.{subject}_{vote.verdict}", **names)
    text = text_display(place, _question(state, vote), result)
    # Direct messages go only to voters, and the owner of the seat is not one.
    has_way_back = subject == "seat" and vote.verdict == "yes" and not place
    return layout_view(text, _take_back_row(state)) if has_way_back else layout_view(text)


def vote_subject(vote: Vote) -> str:
    """Return the part of the catalogue keys that says what a vote is about.

    A seat whose member has left for good has its own texts, because that member cannot return.
    """
    return "left" if vote.kind == "seat" and vote.owner is None else vote.kind


def _question(state: TableState, vote: Vote) -> str:
    people = (vote.asker, vote.owner, vote.candidate)
    asker, owner, candidate = (_name_of(state, one) for one in people)
    return say(f"vote.ask_{vote_subject(vote)}", asker=asker, who=owner, new=candidate)


def _name_of(state: TableState, player: Player | None) -> str:
    """Return a member's name as the table shows it; "" for None."""
    if player is None:
        return ""
    seats = [s.seat for s in state.row.seats if s.player and s.player.user_id == player.user_id]
    return escaped_name(state.names()[seats[0]] if seats else player.name)


def _voter_name(state: TableState, vote: Vote, seat: int) -> str:
    """Return the name of the member who is asked for a seat.

    If a substitute plays the seat, mention the asked member instead.
    """
    user_id = vote.voters(state.row)[seat].user_id
    return state.player_name(seat) if state.seat_of(user_id) == seat else f"<@{user_id}>"


def _agreed(state: TableState, vote: Vote) -> list[str]:
    ballots = vote.current_ballots(state.row)
    return _named("vote.agreed", [_voter_name(state, vote, one) for one in ballots if ballots[one]])


def _missing(state: TableState, vote: Vote) -> list[str]:
    """Lines that name who has not answered, and who of them cannot see the vote."""
    pending = [f"<@{user_id}>" for user_id in pending_voters(state, vote)]
    hidden = vote.unseen & vote.silent(state.row).keys()
    unseen = [_voter_name(state, vote, seat) for seat in sorted(hidden)]
    return [*_named("vote.silent", pending), *_named("vote.unseen", unseen)]


def _named(key: str, names: list[str]) -> list[str]:
    return [say(key, who=join_words(names))] if names else []


def pending_voters(state: TableState, vote: Vote) -> list[int]:
    """Return the Discord ids of the voters who have not answered, in seat order."""
    if vote.verdict is not None:
        return []
    return [voter.user_id for _, voter in sorted(vote.silent(state.row).items())]


def _answer_buttons(state: TableState, vote: Vote) -> Item:
    table_id, version, number = state.row.id, state.row.seq, vote.number
    yes, no = say("vote.agree"), say("vote.refuse")
    return action_row(
        button(Action.VOTE_YES, table_id, version, number, label=yes, style=Style.success),
        button(Action.VOTE_NO, table_id, version, number, label=no, style=Style.secondary),
        consent_button(),
    )


def _take_back_row(state: TableState) -> Item:
    # Names only the action: its handler is in `cogs.absence`, which a feature must not import.
    return action_row(
        labelled_button(Action.TAKE_SEAT_BACK, state.row, "clock.do_", style=Style.success)
    )


# ---- notifications


class VoteNotifications:
    """Notifies each voter once, in the way they prefer, and outside their quiet hours.

    - At once: members who prefer the thread and have no quiet hours now. The vote's message
      mentions them.
    - Later: the others. A pending message `ask.<vote>.<seat>` is sent once their quiet hours are
      over and they can see the vote. Until then their silence is not counted. A direct message
      has the vote's buttons, so it is also sent to members who cannot see the channel.
    - Never: members who want no reminders, or who answer before they are notified.
    """

    def __init__(self, bot: TuppenceBot, reminders: ReminderService) -> None:
        self._bot = bot
        self._messages = bot.database.messages
        self._votes = bot.database.votes
        self._reminders = reminders
        self._now = bot.clock
        # By table id: the earliest end of quiet hours among members who are still to be notified.
        # Only a schedule: after a restart every table is shown once, and `send_due` fills this
        # again.
        self._quiet_until: dict[int, float] = {}

    def tables_due(self, now: float) -> tuple[int, ...]:
        """Return the ids of the tables where a member's quiet hours have ended."""
        return tuple(table_id for table_id, at in self._quiet_until.items() if at <= now)

    async def start(self, state: TableState, vote: Vote) -> list[int]:
        """Create pending notifications for the members to notify later.

        Return the ids to mention now. The vote's message must mention the returned Discord ids.
        """
        mentioned = []
        noted = {message.what for message in await self._messages.pending(state.row.id)}
        for seat, voter in sorted(vote.silent(state.row).items()):
            user_id, what = voter.user_id, f"{VOTE_CALL}{vote.number}.{seat}"
            preferences = state.state_of(user_id).preference
            # The pending notification exists already: this member has just taken the seat, or an
            # earlier attempt to post the vote created it. A mention now would notify them twice.
            if what in noted:
                continue
            is_quiet = end_of_quiet_hours(preferences, self._now()) > self._now()
            if preferences.way == "thread" and not is_quiet and seat not in vote.unseen:
                mentioned.append(user_id)
            elif preferences.way != "none":
                # Not sent before, so the outbox need not search the channel for an earlier copy.
                draft = MessageDraft(state.row.id, what, channel_of_table(state.row), tried=False)
                await self._messages.create_pending(draft)
        return mentioned

    async def pending_calls(self, table_id: int) -> set[tuple[int, int]]:
        """Return the pending notifications of a table, each as vote number and seat."""
        names = (message.what.split(".") for message in await self._messages.pending(table_id))
        return {(int(name[1]), int(name[2])) for name in names if f"{name[0]}." == VOTE_CALL}

    async def delay_clocks(self, state: TableState, votes: tuple[Vote, ...]) -> None:
        """Restart the clock of each vote for which a notification is still pending.

        This concerns only members who would agree by silence. The clock starts again when all these
        members can be notified, so that each has the full time to answer. A notification is late if
        the member is new in the seat, Discord failed, or the bot was not running.
        """
        pending = {message.what for message in await self._messages.pending(state.row.id)}
        for vote in votes:
            silent = silent_consents(state, vote)
            unnotified = [
                seat
                for seat in silent
                if seat not in vote.unseen and f"{VOTE_CALL}{vote.number}.{seat}" in pending
            ]
            at = _all_notifiable_from(
                state, {seat: silent[seat] for seat in unnotified}, self._now()
            )
            # A restart edits the message, whose deadline is in minutes. Without this comparison
            # every call of `show` would edit it.
            if unnotified and at > vote.opened + MINUTE:
                await self._votes.restart_clock(vote, at)

    async def send_due(self, state: TableState, votes: tuple[Vote, ...]) -> None:
        """Send the pending notifications of members who are outside their quiet hours.

        Args:
            state: The table.
            votes: Its open votes. Notifications about other votes are deleted.

        Raises:
            discord.HTTPException: A member could be reached neither directly nor in the thread.
        """
        self._quiet_until.pop(state.row.id, None)
        by_number = {vote.number: vote for vote in votes}
        for message in await self._messages.pending(state.row.id):
            if message.what.startswith(VOTE_CALL):
                _, number, seat = message.what.split(".")
                await self._send(state, by_number.get(int(number)), int(seat), message)

    async def _may_answer_directly(
        self, state: TableState, preferences: ReminderPreferences, user_id: int
    ) -> bool:
        """Return whether a member who cannot see the vote may answer it by direct message."""
        proofs, guild_id = self._bot.services.proofs, state.row.guild_id
        # Whoever has left the server learns nothing of the table.
        return preferences.way == "direct" and not await proofs.refusals((guild_id,), user_id)

    async def _send(
        self, state: TableState, vote: Vote | None, seat: int, message: PendingMessage
    ) -> None:
        voter = None if vote is None else vote.silent(state.row).get(seat)
        user_id = 0 if voter is None else voter.user_id
        preferences = state.state_of(user_id).preference
        if vote is None or voter is None or preferences.way == "none":
            await self._messages.delete_pending(message)
            return
        # The member cannot see the vote now, so a link to it would not work for them.
        if seat in vote.unseen and not await self._may_answer_directly(state, preferences, user_id):
            return
        at = end_of_quiet_hours(preferences, self._now())
        if at > self._now():
            self._quiet_until[state.row.id] = min(at, self._quiet_until.get(state.row.id, at))
            return
        link = jump_url(state.row.guild_id, channel_of_table(state.row), vote.message_id)
        facts = {"game": game_name(state), "at": round(vote.until), "link": link}

        # Functions, because the reminder service chooses the language.
        def in_thread() -> str:
            return say("vote.called", who=f"<@{user_id}>", **facts)

        async def direct() -> Letter:
            return {"view": await direct_layout(self._bot, state, vote, user_id)}

        await self._reminders.call(state, user_id, message.what, in_thread, direct)


def all_notifiable_from(state: TableState, new_vote: NewVote, now: float) -> float:
    """Return the time from which everybody who would agree by silence can be notified.

    The vote's clock starts at that time, which is in UTC epoch seconds. Nobody agrees by silence
    while they sleep, or while they or the table are paused.
    """
    asked = new_vote.voters(state.row).items()
    others = {
        seat: voter.user_id
        for seat, voter in asked
        if voter.silence and voter.user_id != new_vote.asker
    }
    return _all_notifiable_from(state, others, now)


def silent_consents(state: TableState, vote: Vote) -> dict[int, int]:
    """Return the Discord ids of the members whose silence would count as a yes, by seat."""
    silent = vote.silent(state.row).items()
    return {seat: voter.user_id for seat, voter in silent if voter.silence}


def _all_notifiable_from(state: TableState, asked: Mapping[int, int], now: float) -> float:
    """Return the time from which these members can be notified, in UTC epoch seconds."""
    now = votes_paused_until(state.circumstances.pauses, now)
    times = (may_ask_from(state, seat, user_id, now) for seat, user_id in asked.items())
    return max(times, default=now)


# ---- component handlers


@component(Action.VOTE_YES)
async def vote_yes(interaction: ComponentInteraction) -> None:
    """Record a yes. The vote passes with the last yes that it needs."""
    await _answer(interaction, yes=True)


@component(Action.VOTE_NO)
async def vote_no(interaction: ComponentInteraction) -> None:
    """Record a no. One no rejects the vote."""
    await _answer(interaction, yes=False)


async def _answer(interaction: ComponentInteraction, *, yes: bool) -> None:
    raw, votes = interaction.raw, interaction.services.votes
    row, number = await look_up(interaction), interaction.argument()
    vote = await votes.answer(row.id, number, interaction.user_id, yes=yes)
    # The answer is on disk. If Discord fails from here on, the member must not read "not counted".
    mark_committed(raw)
    if place_of(raw) is Place.SERVER:
        # Only defer: the repaint queue edits this message, and those of other votes that are now
        # decided.
        await defer(raw)
    else:
        await edit_or_send(raw, Reply(await votes.direct_layout(vote, interaction.user_id)))
