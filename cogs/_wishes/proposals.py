"""Proposals: one move put forward to a member, to be made by one press.

The nearest legal move beside a refusal, or what a hint advises. A control must not carry cards,
so the store keeps the move, together with the entry of the log it was meant for.
"""

from cogs._game.tables import Live
from data.people.wishes import ProposalRow
from data.store import Store
from engine.model.moves import Move
from engine.notation.moves import write


async def propose(store: Store, live: Live, seat: int, move: Move) -> None:
    """Keep a move for the member who plays a seat and sees the table as it stands."""
    new = ProposalRow(live.row.id, live.member(seat), live.row.seq, write(move))
    await store.people.propose(new)


async def proposed(store: Store, live: Live, seat: int) -> str | None:
    """The text of the move put forward at the newest entry; None when it has gone by."""
    found = await store.people.proposal(live.row.id, live.member(seat))
    return found.body if found and found.seq == live.row.seq else None
