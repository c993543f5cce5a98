"""Proposals: one move put forward to a seat, to be made by one press.

The nearest legal move beside a refusal, or what a hint advises. A control must not carry cards,
so the store keeps the move, together with the entry of the log it was meant for.
"""

from data.store import Store
from engine.model.moves import Move
from engine.notation.moves import write


async def propose(store: Store, table_id: int, seat: int, seq: int, move: Move) -> None:
    """Keep a move for a seat that has seen entry `seq`."""
    await store.people.remember(key(table_id, seat), f"{seq} {write(move)}")


async def proposed(store: Store, table_id: int, seat: int, seq: int) -> str | None:
    """The text of the move put forward at that entry; None when it has gone by."""
    seen, _, text = (await store.people.recall(key(table_id, seat)) or "").partition(" ")
    return text if text and int(seen) == seq else None


def key(table_id: int, seat: int) -> str:
    """Where the store keeps it."""
    return f"proposal:{table_id}:{seat}"
