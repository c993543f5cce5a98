"""What a seat has staged, kept in the store: neither a closed panel nor a restart loses it."""

from data.store import Store
from engine.advice.staging import Staging
from engine.model.cards import Cards


async def load(store: Store, table_id: int, seat: int, hand: Cards) -> Staging:
    """What a seat has staged and still holds."""
    return Staging.read(await store.people.recall(key(table_id, seat)) or "").held(hand)


async def save(store: Store, table_id: int, seat: int, staging: Staging) -> None:
    """Keep what a seat has staged."""
    await store.people.remember(key(table_id, seat), str(staging))


def key(table_id: int, seat: int) -> str:
    """Where the store keeps it."""
    return f"staging:{table_id}:{seat}"
