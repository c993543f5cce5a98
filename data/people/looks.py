"""Hand appearance that a member has chosen for all guilds. Table `look`."""

from collections.abc import Callable
from dataclasses import asdict, dataclass

from data.sql.connection import Connection


@dataclass(frozen=True, slots=True)
class LookRow:
    """The deck, the order of the hand, and whether words are above the picture."""

    user_id: int
    deck: str
    hand_order: str
    words_first: bool


def find(connection: Connection, user_id: int) -> LookRow | None:
    """How a member wants to see their hand; None where they have not chosen."""
    row = connection.execute("SELECT * FROM look WHERE user_id = ?", (user_id,)).fetchone()
    return None if row is None else LookRow(**dict(row) | {"words_first": bool(row["words_first"])})


def change(
    connection: Connection, user_id: int, how: Callable[[LookRow | None], LookRow]
) -> LookRow:
    """Change how a member wants to see their hand, from what is stored at that moment."""
    look = how(find(connection, user_id))
    connection.execute(
        """INSERT INTO look (user_id, deck, hand_order, words_first)
           VALUES (:user_id, :deck, :hand_order, :words_first)
           ON CONFLICT (user_id) DO UPDATE SET deck = excluded.deck,
               hand_order = excluded.hand_order, words_first = excluded.words_first""",
        asdict(look),
    )
    return look


def forget(connection: Connection, user_id: int) -> bool:
    """Delete the member's choice of hand appearance. Returns whether there was one."""
    gone = connection.execute("DELETE FROM look WHERE user_id = ?", (user_id,)).rowcount
    return gone > 0
