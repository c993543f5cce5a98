"""A practice game between two rounds: it stands still until its member has read the score.

Who makes a move in the new round has read on by that: nobody is held up who types.
"""

from collections.abc import Mapping
from typing import Final

from cogs._game.lesson_step import is_settled
from cogs._game.live import Live
from data.game.rows import Purpose, Status
from engine.model.events import RoundScored

READ: Final = "read"
"""What it is kept as, beside what the coach remembers: the newest round whose score was read."""
TABLE: Final = "table"
"""The table that what the coach remembers is about."""


def is_practice(live: Live) -> bool:
    """Whether a table is for practice."""
    return live.row.purpose is Purpose.PRACTICE


def unread(live: Live) -> RoundScored | None:
    """The score that a practice game stops to show; at the end of the game it stays."""
    if not is_practice(live):
        return None
    found = newest_score(live)
    over = live.row.status is not Status.PLAYING
    return found if found is not None and (over or found.round > read(live)) else None


def newest_score(live: Live) -> RoundScored | None:
    """The score of the last round, unless a member has moved since."""
    for step in reversed(live.game.steps):
        for event in step.events:
            if isinstance(event, RoundScored):
                return event
        if not step.by:
            return None
    return None


def read(live: Live) -> int:
    """The newest round of this table whose score its member has read, 0 for none."""
    heard: Mapping[str, int] = live.beside.coaching.heard if live.beside.coaching else {}
    return heard.get(READ, 0) if heard.get(TABLE) == live.row.id else 0


def stands_still(live: Live) -> bool:
    """Whether a private table waits until its member goes on: after a step, or a round."""
    return is_settled(live) or unread(live) is not None
