"""Models of invitations by name, and of members who want to be called to a game.

Times are epoch seconds in UTC.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from data.models.members import ReminderPreferences

InvitationAnswer = Literal["", "yes", "no"]
InvitedBy = Literal["everybody", "nobody"]
"""Who may invite a member by name."""

KEPT_SECONDS: Final = 24 * 3600.0
"""Seconds for which an asked member's seat is kept. Afterwards everybody may take the seat."""
KEPT_SECONDS_LIVE: Final = 15 * 60.0
"""The same at the pace "live"."""
MOST_ASKED: Final = 10
"""Maximum invitations by one member on one day in UTC, on all servers together."""
ASKED: Final = "asked"
"""The key, and the beginning of the name, of a pending message that tells a member so."""
CALLED: Final = "wanted"
"""The key, and the name, of a lobby's pending call for players."""

CALL_AGE: Final = 5 * 60.0
"""Seconds that a lobby must be open before its host may call players."""
CALL_PAUSE: Final = 3 * 3600.0
"""Seconds between two calls for players of one game on one server."""
CALLED_PAUSE: Final = 12 * 3600.0
"""Seconds between two calls of one member on one server."""
MOST_CALLED: Final = 10
"""Maximum members that one call mentions."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A member who was asked by name to join a lobby, and their answer.

    `player_id` is the member's row. `by` is the inviter's name, `by_user` the inviter's Discord id.
    `at` is when the member was asked. `told` says that the bot has told the member.
    """

    player_id: int
    user_id: int
    name: str
    by: str
    by_user: int
    at: float
    answer: InvitationAnswer
    told: bool

    def kept_until(self, pace: str) -> float:
        """Return the time until which the seat is kept at a table of this pace."""
        return self.at + (KEPT_SECONDS_LIVE if pace == "live" else KEPT_SECONDS)


def invitation_of(asked: Iterable[Invitation], user_id: int) -> Invitation | None:
    """Return a member's invitation, or None."""
    return next((one for one in asked if one.user_id == user_id), None)


def unanswered(asked: Iterable[Invitation]) -> tuple[Invitation, ...]:
    """Return the invitations without an answer."""
    return tuple(one for one in asked if not one.answer)


@dataclass(frozen=True, slots=True)
class WantedPlayer:
    """A member who wants to be called to a game, and may be called now."""

    player_id: int
    user_id: int
    preferences: ReminderPreferences
