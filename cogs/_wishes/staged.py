"""What a member has staged, kept in the store: neither a closed panel nor a restart loses it."""

from cogs._game.tables import Live
from data.store import Store
from engine.advice.staging import Staging


async def load(store: Store, live: Live, seat: int) -> Staging:
    """What the member who plays a seat has staged and still holds."""
    user_id = live.driver(seat).user_id
    kept = "" if user_id is None else await store.people.staged(live.row.id, user_id)
    return Staging.read(kept).held(live.view(seat).hand)


async def save(store: Store, live: Live, seat: int, staging: Staging) -> None:
    """Keep what the member who plays a seat has staged."""
    await store.people.stage(live.row.id, live.member(seat), str(staging))
