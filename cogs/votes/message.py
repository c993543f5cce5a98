"""Who is asked by a vote hears of it as of a turn: by their own way, outside quiet hours, and once.

at once  whoever is reached in the thread, and is awake: the message that asks mentions them
later    a row of the outbox, `ask.<vote>.<seat>`, until a direct message or a mention is sent;
         till then their silence means nothing
never    whoever wants to hear nothing, or has answered before they could be told
"""

from collections.abc import Callable, Iterable

from discord import ui

from cogs.game.deadlines import MINUTE, may_notify_from
from cogs.game.quiet_hours import end_of_quiet_hours
from cogs.game.state import TableState
from cogs.narration.table_words import game_name
from cogs.reminders.reminders import ReminderService
from cogs.ui.actions import Action, ButtonAction
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
from cogs.ui.replies import defer, mark_committed
from cogs.ui.texts import channel_of_table, escaped_name, join_words, jump_url, say
from data.models.deadlines import votes_paused_until
from data.models.messages import VOTE_CALL, MessageDraft, PendingMessage
from data.models.tables import Player, member_at
from data.models.votes import NewVote, Vote, current_ballots, voters
from data.repositories.messages import MessageRepository
from data.repositories.votes import VoteRepository


def vote_layout(state: TableState, vote: Vote) -> ui.LayoutView:
    """The message of a vote; with buttons while it is open."""
    if vote.verdict is None:
        why = say(f"vote.why_{vote_subject(vote)}", who=named(vote.owner), at=round(vote.until))
        return layout_view(
            text_display(question(vote), *counted(state, vote), why), answers(state, vote)
        )
    names = {"who": named(vote.owner), "new": named(vote.candidate)}
    result = say(f"vote.{vote_subject(vote)}_{vote.verdict}", **names)
    back = vote_subject(vote) == "seat" and vote.verdict == "yes"
    return layout_view(text_display(question(vote), result), *([way_back(state)] if back else []))


def vote_subject(vote: Vote) -> str:
    """What a vote is about, for its words: a seat that was left for good is nobody's."""
    return "left" if vote.kind == "seat" and vote.owner is None else vote.kind


def question(vote: Vote) -> str:
    """What is asked, by whom."""
    asker, owner, new = map(named, (vote.asker, vote.owner, vote.candidate))
    return say(f"vote.ask_{vote_subject(vote)}", asker=asker, who=owner, new=new)


def named(player: Player | None) -> str:
    """Somebody by name."""
    return "" if player is None else escaped_name(player.name)


def counted(state: TableState, vote: Vote) -> list[str]:
    """Who has agreed, and who is still asked."""
    agreed = [
        state.player_name(seat) for seat, yes in current_ballots(vote, state.row).items() if yes
    ]
    silent = [f"<@{user_id}>" for user_id in pending_voters(state, vote)]
    lines = [say("vote.agreed", who=join_words(agreed))] if agreed else []
    return [*lines, say("vote.silent", who=join_words(silent))] if silent else lines


def pending_voters(state: TableState, vote: Vote) -> list[int]:
    """The ids of the members who are asked and have not said anything."""
    if vote.verdict is not None:
        return []
    silent = voters(vote, state.row).keys() - current_ballots(vote, state.row).keys()
    found = (member_at(state.row, seat) for seat in sorted(silent))
    return [user_id for user_id in found if user_id is not None]


def answers(state: TableState, vote: Vote) -> Item:
    """Yes and no."""
    return action_row(
        answer(state, vote, "agree", Action.VOTE_YES, Style.success),
        answer(state, vote, "refuse", Action.VOTE_NO, Style.secondary),
    )


def answer(state: TableState, vote: Vote, word: str, verb: ButtonAction, style: Style) -> Item:
    """One of the two."""
    label = say(f"vote.{word}")
    return button(verb, state.row.id, state.row.seq, vote.number, label=label, style=style)


def way_back(state: TableState) -> Item:
    """The way back to a seat for the member whose it is."""
    return action_row(
        labelled_button(Action.TAKE_SEAT_BACK, state.row, "clock.do_", style=Style.success)
    )


# ---- Who is asked by a vote hears of it as of a turn: by their own way, outside quiet hours, and
# once


class VoteNotifications:
    """Tells members of votes, for one bot."""

    def __init__(
        self,
        messages: MessageRepository,
        votes: VoteRepository,
        pings: ReminderService,
        now: Callable[[], float],
    ) -> None:
        self._messages = messages
        self._votes = votes
        self._pings = pings
        self._now = now
        self._next: dict[int, float] = {}
        """When quiet hours end of somebody who is still to be told, by table."""

    def due(self, now: float) -> tuple[int, ...]:
        """The tables where somebody is to be told now."""
        return tuple(table_id for table_id, at in self._next.items() if at <= now)

    async def begin(self, state: TableState, vote: Vote) -> list[int]:
        """Note who is to be told by themselves; the ids of those whom the message mentions."""
        at_once = []
        noted = {message.what for message in await self._messages.pending(state.row.id)}
        for user_id in pending_voters(state, vote):
            seat = seat_of(state, user_id)
            preferences, what = state.chosen(seat).preference, f"{VOTE_CALL}{vote.number}.{seat}"
            if what in noted:  # who has come to a seat since it was asked
                continue
            if (
                preferences.way == "thread"
                and end_of_quiet_hours(preferences, self._now()) <= self._now()
            ):
                at_once.append(user_id)
            elif preferences.way != "none":
                draft = MessageDraft(state.row.id, what, channel_of_table(state.row), tried=False)
                await self._messages.create_pending(draft)
        return at_once

    async def await_all(self, state: TableState, votes: tuple[Vote, ...]) -> None:
        """Let the time of a vote run once whoever is still to be told of it can hear.

        They have come to their seat, or Discord fails, or nobody was there to tell them in time.
        """
        pending = {message.what for message in await self._messages.pending(state.row.id)}
        for vote in votes:
            silent = [
                seat
                for seat in seats_of_silent_consent(state, vote)
                if seat not in current_ballots(vote, state.row)
            ]
            untold = [seat for seat in silent if f"{VOTE_CALL}{vote.number}.{seat}" in pending]
            at = all_hear(state, untold, self._now())
            if untold and at > vote.opened + MINUTE:  # what its message says is as good till then
                await self._votes.restart_clock(vote, at)

    async def tell(self, state: TableState, votes: tuple[Vote, ...]) -> None:
        """Tell whoever is awake by now. Raises what Discord raises."""
        self._next.pop(state.row.id, None)
        by_number = {vote.number: vote for vote in votes}
        for message in await self._messages.pending(state.row.id):
            if message.what.startswith(VOTE_CALL):
                _, number, seat = message.what.split(".")
                await self._tell(state, by_number.get(int(number)), int(seat), message)

    async def _tell(
        self, state: TableState, vote: Vote | None, seat: int, message: PendingMessage
    ) -> None:
        user_id, preferences = member_at(state.row, seat), state.chosen(seat).preference
        asked = (
            vote is not None
            and user_id in pending_voters(state, vote)
            and preferences.way != "none"
        )
        if vote is None or user_id is None or not asked:
            await self._messages.delete_pending(message)
            return
        at = end_of_quiet_hours(preferences, self._now())
        if at > self._now():
            self._next[state.row.id] = min(at, self._next.get(state.row.id, at))
            return
        link = jump_url(state.row.guild_id, channel_of_table(state.row), vote.message_id)
        facts = {"game": game_name(state), "at": round(vote.until), "link": link}
        await self._pings.call(
            state, seat, message.what, lambda: say("vote.called", who=f"<@{user_id}>", **facts)
        )


def seat_of(state: TableState, user_id: int) -> int:
    """The seat whose member is asked."""
    return next(row.seat for row in state.row.seats if member_at(state.row, row.seat) == user_id)


def all_notifiable_from(state: TableState, new_vote: NewVote, now: float) -> float:
    """From when on all hear whose silence is a yes.

    Nobody agrees to anything by sleeping, or by a pause: who is asked then has their time after it.
    """
    silent = seats_of_silent_consent(state, new_vote)
    others = [seat for seat in silent if member_at(state.row, seat) != new_vote.asker]
    return all_hear(state, others, now)


def seats_of_silent_consent(state: TableState, vote: NewVote | Vote) -> list[int]:
    """The seats that are asked, and whose silence is a yes."""
    return [seat for seat, agrees in voters(vote, state.row).items() if agrees]


def all_hear(state: TableState, seats: Iterable[int], now: float) -> float:
    """From when on the members of some seats all hear, once no pause of the table holds it up."""
    now = votes_paused_until(state.circumstances.pauses, now)
    return max((may_notify_from(state, seat, now) for seat in seats), default=now)


# ---- The handlers of the two buttons of a vote


@component(Action.VOTE_YES)
async def vote_yes(interaction: ComponentInteraction) -> None:
    """Record a yes. The last missing yes passes the vote."""
    await _answer(interaction, yes=True)


@component(Action.VOTE_NO)
async def vote_no(interaction: ComponentInteraction) -> None:
    """Record a no. A single no rejects the vote."""
    await _answer(interaction, yes=False)


async def _answer(interaction: ComponentInteraction, *, yes: bool) -> None:
    table_id, number = interaction.custom_id.table, interaction.argument()
    await interaction.services.votes.answer(table_id, number, interaction.user_id, yes=yes)
    mark_committed(interaction.raw)
    # Only acknowledged: the repaint queue edits this message, and those of other votes it decided.
    await defer(interaction.raw)
