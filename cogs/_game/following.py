"""Follow-ups: moves that the bot makes in the commit of another move.

They are part of that commit, before anybody is notified: a member whose whole turn was planned
gets no notification for it.
"""

from collections.abc import Sequence
from typing import Protocol

from cogs._game.commit import Commit
from cogs._game.lesson_step import reply
from cogs._game.live import Live
from cogs._learning.verdict import SCRIPT


class FollowUp(Protocol):
    """One source of follow-ups, such as the script of a lesson."""

    async def __call__(self, commit: Commit) -> bool:
        """Add the next follow-up to a commit; return False where there is none."""


async def settle(commit: Commit, sources: Sequence[FollowUp]) -> None:
    """Add follow-ups to a commit until no source has another. Earlier sources come first."""
    while await _followed(commit, sources):
        pass


async def _followed(commit: Commit, sources: Sequence[FollowUp]) -> bool:
    for follow_up in sources:
        if await follow_up(commit):
            return True
    return False


async def play_script(commit: Commit) -> bool:
    """Make the next move that a lesson gives to another seat. This is a `FollowUp`."""
    found = reply(commit.live)
    if found is None:
        return False
    seat, body = found
    commit.enter(seat, key(commit.live, SCRIPT, seat), body)
    return True


def key(live: Live, source: str, seat: int) -> str:
    """Return the key under which the log has a follow-up."""
    return f"{source}:{live.row.id}:{seat}:{live.row.seq}"
