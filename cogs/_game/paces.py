"""Paces: how long a table waits for a decision, as the host chose in the lobby.

A decision has free time; what goes beyond comes from the seat's bank, which lasts for the game.
No pace waits for ever: even without a clock a month of silence is answered by the default.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

MINUTE: Final = 60.0
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

COMPUTER: Final = 5 * MINUTE
"""After this a computer player that got stuck is answered for as well."""
USUAL: Final = "day"
HURRIED: Final = "live"
"""Whoever plays at this pace is there: no digest gathers what waits for minutes only."""


HANGING: Final = 2 * DAY
"""Without a clock: after so long on one decision the table may be asked to go on."""
BUDGET: Final = 14
"""Days of pause in one game, so that nobody stops it for ever: of each member, of their own clock,
and of whoever runs the table, for everybody's. Anybody at the table may end the latter."""
LENGTHS: Final = (1, 3, 7)
"""Days that a pause may last."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds for each decision, in the bank, of grace after the bot was away, of an idle lobby."""

    free: float
    bank: float
    grace: float
    lobby: float
    reminds: bool = True

    @property
    def vote(self) -> float:
        """Seconds that a vote of the table lasts: as long as a decision may take."""
        return self.free + self.bank if self.reminds else HANGING


PACES: Final[Mapping[str, Pace]] = {
    "live": Pace(3 * MINUTE, 15 * MINUTE, 10 * MINUTE, 15 * MINUTE),
    "day": Pace(DAY, 0.0, 12 * HOUR, DAY),
    "three_days": Pace(3 * DAY, 0.0, 12 * HOUR, 3 * DAY),
    "none": Pace(30 * DAY, 0.0, 3 * DAY, 3 * DAY, reminds=False),
}
GRACE: Final = {slug: pace.grace for slug, pace in PACES.items()}
