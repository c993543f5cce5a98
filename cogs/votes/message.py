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
from data.models.tables import Player
from data.models.votes import NewVote, Vote
from data.repositories.messages import MessageRepository
from data.repositories.votes import VoteRepository


def vote_layout(live: TableState, vote: Vote) -> ui.LayoutView:
    """The message of a vote; with buttons while it is open."""
    if vote.verdict is None:
        why = say(f"vote.why_{vote_subject(vote)}", who=named(vote.owner), at=round(vote.until))
        return layout_view(
            text_display(question(vote), *counted(live, vote), why), answers(live, vote)
        )
    names = {"who": named(vote.owner), "new": named(vote.candidate)}
    result = say(f"vote.{vote_subject(vote)}_{vote.verdict}", **names)
    back = vote_subject(vote) == "seat" and vote.verdict == "yes"
    return layout_view(text_display(question(vote), result), *([way_back(live)] if back else []))


def vote_subject(vote: Vote) -> str:
    """What a vote is about, for its words: a seat that was left for good is nobody's."""
    return "left" if vote.kind == "seat" and vote.owner is None else vote.kind


def question(vote: Vote) -> str:
    """What is asked, by whom."""
    asker, owner, new = map(named, (vote.asker, vote.owner, vote.candidate))
    return say(f"vote.ask_{vote_subject(vote)}", asker=asker, who=owner, new=new)


def named(driver: Player | None) -> str:
    """Somebody by name."""
    return "" if driver is None else escaped_name(driver.name)


def counted(live: TableState, vote: Vote) -> list[str]:
    """Who has agreed, and who is still asked."""
    agreed = [live.player_name(seat) for seat, yes in vote.current_ballots(live.row).items() if yes]
    silent = [f"<@{user_id}>" for user_id in pending_voters(live, vote)]
    lines = [say("vote.agreed", who=join_words(agreed))] if agreed else []
    return [*lines, say("vote.silent", who=join_words(silent))] if silent else lines


def pending_voters(live: TableState, vote: Vote) -> list[int]:
    """The ids of the members who are asked and have not said anything."""
    if vote.verdict is not None:
        return []
    silent = vote.voters(live.row).keys() - vote.current_ballots(live.row).keys()
    found = (live.row.member_at(seat) for seat in sorted(silent))
    return [user_id for user_id in found if user_id is not None]


def answers(live: TableState, vote: Vote) -> Item:
    """Yes and no."""
    return action_row(
        answer(live, vote, "agree", Action.VOTE_YES, Style.success),
        answer(live, vote, "refuse", Action.VOTE_NO, Style.secondary),
    )


def answer(live: TableState, vote: Vote, word: str, verb: ButtonAction, style: Style) -> Item:
    """One of the two."""
    label = say(f"vote.{word}")
    return button(verb, live.row.id, live.row.seq, vote.number, label=label, style=style)


def way_back(live: TableState) -> Item:
    """The way back to a seat for the member whose it is."""
    return action_row(
        labelled_button(Action.TAKE_SEAT_BACK, live.row, "clock.do_", style=Style.success)
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

    async def begin(self, live: TableState, vote: Vote) -> list[int]:
        """Note who is to be told by themselves; the ids of those whom the message mentions."""
        at_once = []
        noted = {post.what for post in await self._messages.pending(live.row.id)}
        for user_id in pending_voters(live, vote):
            seat = seat_of(live, user_id)
            wish, what = live.chosen(seat).preference, f"{VOTE_CALL}{vote.number}.{seat}"
            if what in noted:  # who has come to a seat since it was asked
                continue
            if wish.way == "thread" and end_of_quiet_hours(wish, self._now()) <= self._now():
                at_once.append(user_id)
            elif wish.way != "none":
                draft = MessageDraft(live.row.id, what, channel_of_table(live.row), tried=False)
                await self._messages.create_pending(draft)
        return at_once

    async def await_all(self, live: TableState, votes: tuple[Vote, ...]) -> None:
        """Let the time of a vote run once whoever is still to be told of it can hear.

        They have come to their seat, or Discord fails, or nobody was there to tell them in time.
        """
        posts = {post.what for post in await self._messages.pending(live.row.id)}
        for vote in votes:
            silent = [
                seat
                for seat in seats_of_silent_consent(live, vote)
                if seat not in vote.current_ballots(live.row)
            ]
            untold = [seat for seat in silent if f"{VOTE_CALL}{vote.number}.{seat}" in posts]
            at = all_hear(live, untold, self._now())
            if untold and at > vote.opened + MINUTE:  # what its message says is as good till then
                await self._votes.restart_clock(vote, at)

    async def tell(self, live: TableState, votes: tuple[Vote, ...]) -> None:
        """Tell whoever is awake by now. Raises what Discord raises."""
        self._next.pop(live.row.id, None)
        by_number = {vote.number: vote for vote in votes}
        for post in await self._messages.pending(live.row.id):
            if post.what.startswith(VOTE_CALL):
                _, number, seat = post.what.split(".")
                await self._tell(live, by_number.get(int(number)), int(seat), post)

    async def _tell(
        self, live: TableState, vote: Vote | None, seat: int, post: PendingMessage
    ) -> None:
        user_id, wish = live.row.member_at(seat), live.chosen(seat).preference
        asked = vote is not None and user_id in pending_voters(live, vote) and wish.way != "none"
        if vote is None or user_id is None or not asked:
            await self._messages.delete_pending(post)
            return
        at = end_of_quiet_hours(wish, self._now())
        if at > self._now():
            self._next[live.row.id] = min(at, self._next.get(live.row.id, at))
            return
        link = jump_url(live.row.guild_id, channel_of_table(live.row), vote.message_id)
        facts = {"game": game_name(live), "at": round(vote.until), "link": link}
        await self._pings.call(
            live, seat, post.what, lambda: say("vote.called", who=f"<@{user_id}>", **facts)
        )


def seat_of(live: TableState, user_id: int) -> int:
    """The seat whose member is asked."""
    return next(row.seat for row in live.row.seats if live.row.member_at(row.seat) == user_id)


def all_notifiable_from(live: TableState, motion: NewVote, now: float) -> float:
    """From when on all hear whose silence is a yes.

    Nobody agrees to anything by sleeping, or by a pause: who is asked then has their time after it.
    """
    silent = seats_of_silent_consent(live, motion)
    others = [seat for seat in silent if live.row.member_at(seat) != motion.asker]
    return all_hear(live, others, now)


def seats_of_silent_consent(live: TableState, vote: NewVote | Vote) -> list[int]:
    """The seats that are asked, and whose silence is a yes."""
    return [seat for seat, agrees in vote.voters(live.row).items() if agrees]


def all_hear(live: TableState, seats: Iterable[int], now: float) -> float:
    """From when on the members of some seats all hear, once no pause of the table holds it up."""
    now = votes_paused_until(live.circumstances.pauses, now)
    return max((may_notify_from(live, seat, now) for seat in seats), default=now)


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
