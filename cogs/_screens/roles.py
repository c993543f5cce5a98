"""Who may do what at a running table: whoever plays there has no power over another seat of it.

member      plays, or may take a seat back: asks the table, lets a paused game go on
host        has opened it: the same, and pauses the whole table
moderator   may manage the server and has never held a hand of this game: pauses it, or ends it
"""

from dataclasses import dataclass
from typing import Literal

from cogs._game.live import Live
from cogs._game.paces import HANGING, PACES
from cogs._kit.refusals import Refusal

Role = Literal["member", "host", "moderator", "table"]


@dataclass(frozen=True, slots=True)
class Powers:
    """What somebody is at a table; `seat` is their own."""

    seat: int | None
    host: bool
    moderator: bool

    @property
    def role(self) -> Role:
        """As what they act."""
        if self.moderator:
            return "moderator"
        return "host" if self.host else "member"

    @property
    def runs(self) -> bool:
        """Whether they may pause the whole table."""
        return self.host or self.moderator

    @property
    def is_any(self) -> bool:
        """Whether they are anything here."""
        return self.runs or self.seat is not None

    def check(self) -> None:
        """Raise `Refusal` for whoever is nothing here."""
        if not self.is_any:
            raise Refusal("run.not_allowed")

    def check_runs(self) -> None:
        """Raise `Refusal` unless they may pause the whole table."""
        if not self.runs:
            raise Refusal("run.not_allowed")


def askable(live: Live, powers: Powers, now: float) -> list[int]:
    """The members' seats about which somebody may ask: shall a computer player hold it.

    With a clock its host may ask; without one whoever plays, after two days on one decision.
    """
    others = [
        seat.seat
        for seat in live.row.seats
        if live.driver(seat.seat).kind == "member" and seat.seat != powers.seat
    ]
    if PACES[live.row.pace].reminds:
        return others if powers.host else []
    hanging = {wait.seat for wait in live.beside.waits if wait.since <= now - HANGING}
    asks = powers.host or powers.seat is not None
    return [seat for seat in others if seat in hanging] if asks else []
