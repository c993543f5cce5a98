"""Rate limits for members, messages and channels, with token buckets.

A bucket refills at a fixed rate. A component interaction takes a token from the buckets of its
member and its message. A command takes one from its member and its channel. If a token is missing,
the bot reads, draws and writes nothing. Autocompletes come with each letter, so they have a larger
bucket of their own.
"""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from cogs.core.refusals import Refusal
from cogs.ui.component import ComponentInteraction

MEMBER: Final = 5.0
"""Size of a member's bucket. One token returns each second."""
MESSAGE: Final = 20.0
"""Size of the bucket of a message or channel. Four tokens return each second."""
HOUR: Final = 3600.0
"""Seconds between two public messages that members cause by the same action at a table."""
LOBBIES: Final = 10.0
"""Size of a member's bucket for opened lobbies. All tokens return within an hour."""
PER_SECOND: Final = {MEMBER: 1.0, MESSAGE: 4.0, LOBBIES: LOBBIES / HOUR}
KEPT: Final = 10_000
"""Maximum number of buckets.

The one used longest ago is dropped first: it is full again by then.
"""
WARNED: Final = 60.0
"""Minimum seconds between two requests to one member to wait."""


class RateLimiter:
    """The buckets of one bot. `member`, `message` and `lobbies` are the sizes of the buckets.

    Tests change them. `now` returns seconds of a monotonic clock.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self.member = MEMBER
        self.message = MESSAGE
        self.lobbies = LOBBIES
        self._now = now
        self._buckets: OrderedDict[tuple[str, int], tuple[float, float]] = OrderedDict()
        self._warned: OrderedDict[int, float] = OrderedDict()

    def admits(self, user_id: int, place_id: int) -> bool:
        """Take the tokens for an interaction. Returns False if a token is missing.

        Args:
            user_id: The member.
            place_id: The message of a component, or the channel of a command.
        """
        member = self._take(("member", user_id), self.member, PER_SECOND[MEMBER])
        return member and self._take(("place", place_id), self.message, PER_SECOND[MESSAGE])

    def admits_typing(self, user_id: int) -> bool:
        """Take the token for an autocomplete. Returns False if no token is left."""
        return self._take(("typing", user_id), self.message, PER_SECOND[MESSAGE])

    def take_token(self, action: str, number: int, seconds: float = HOUR) -> float:
        """Take the token of an action that is possible once in `seconds`.

        Args:
            action: The name of the action.
            number: The table or server of the action.
            seconds: The time until the token returns.

        Returns:
            0 if there was a token, else the seconds until there is one.
        """
        key = (action, number)
        if self._take(key, 1.0, 1 / seconds):
            return 0.0
        left, _ = self._buckets[key]
        return (1 - left) * seconds

    def seconds_until_lobby(self, user_id: int) -> float:
        """Return the seconds until a member may open another lobby; 0 for now. Takes no token."""
        per_second = PER_SECOND[LOBBIES]
        return max(0.0, 1 - self._left(("lobby", user_id), self.lobbies, per_second)) / per_second

    def note_lobby(self, user_id: int) -> None:
        """Take the token for a lobby that a member has opened."""
        self._take(("lobby", user_id), self.lobbies, PER_SECOND[LOBBIES])

    def warns(self, user_id: int) -> bool:
        """Return whether to ask the member to wait now. Returns True at most once a minute."""
        now, last = self._now(), self._warned.get(user_id, -WARNED)
        if now - last < WARNED:
            return False
        self._warned[user_id] = now
        self._warned.move_to_end(user_id)
        if len(self._warned) > KEPT:
            self._warned.popitem(last=False)
        return True

    def _take(self, key: tuple[str, int], holds: float, per_second: float) -> bool:
        left = self._left(key, holds, per_second)
        taken = left >= 1
        self._buckets[key] = (left - taken, self._now())
        self._buckets.move_to_end(key)
        if len(self._buckets) > KEPT:
            self._buckets.popitem(last=False)
        return taken

    def _left(self, key: tuple[str, int], holds: float, per_second: float) -> float:
        """Return how many tokens a bucket has now."""
        now = self._now()
        left, at = self._buckets.get(key, (holds, now))
        # Compute the refill here, so that no timer runs for each member.
        return min(holds, left + (now - at) * per_second)


def check_hourly_post(interaction: ComponentInteraction) -> None:
    """Raise `Refusal` if the same action has posted about the same table within an hour.

    Call this after all other checks, because a call counts as a post.
    """
    bot, asked = interaction.raw.client, interaction.custom_id
    wait = bot.rate_limiter.take_token(asked.action, asked.table)
    if wait:
        raise Refusal("limits.posted", at=round(bot.clock() + wait))
