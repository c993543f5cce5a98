"""Looks: how a member wants to see their hand. It is theirs at every table and on every server.

The large index letters of the cards are the same in both decks; what differs is whether the four
suits have four colours or two.
"""

from dataclasses import dataclass

from data.store import Store
from render.artist import Look


@dataclass(frozen=True, slots=True)
class Looks:
    """Suits in two colours instead of four; the words above the picture instead of below it."""

    two_colours: bool = False
    words_first: bool = False

    def __str__(self) -> str:
        return f"{int(self.two_colours)} {int(self.words_first)}"

    @classmethod
    def read(cls, text: str) -> "Looks":
        """What `str` wrote; nothing chosen for anything else."""
        two_colours, words_first = text.split() if text else ("0", "0")
        return cls(two_colours == "1", words_first == "1")

    @property
    def picture(self) -> Look:
        """How pictures are drawn for this member."""
        return Look(deck="two" if self.two_colours else "four")


async def load(store: Store, user_id: int | None) -> Looks:
    """What a member has chosen."""
    return Looks.read(await store.recall(key(user_id)) or "")


async def save(store: Store, user_id: int | None, looks: Looks) -> None:
    """Keep what a member has chosen."""
    await store.remember(key(user_id), str(looks))


def key(user_id: int | None) -> str:
    """Where the store keeps it."""
    return f"looks:{user_id}"
