"""The players of a side as its title: "Ann", or "Ann & Ben"."""

from collections.abc import Sequence

from engine.model.view import SideView
from render.text.catalogue import Catalogue


def side_names(side: SideView, shown: Sequence[str]) -> str:
    """Return the names of a side's players, in seat order. `shown` has the name of each seat."""
    return Catalogue.load().ampersand([shown[seat] for seat in side.seats])


def initial(name: str, seat: int) -> str:
    """Return the letter or sign for a small coin; without a name, the seat's number."""
    unnamed = name == Catalogue.load().words("seat.unnamed", seat=seat + 1)
    return str(seat + 1) if unnamed else next(filter(str.isalnum, name), str(seat + 1)).upper()
