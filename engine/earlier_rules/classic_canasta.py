"""Classic Canasta: answers of earlier versions of its rules."""

from engine.canasta.turn.taking import has_offered_take
from engine.games.classic_canasta import ClassicCanasta
from engine.model.cards import Cards
from engine.model.table import Table


class ClassicCanasta2(ClassicCanasta):
    """Version 2: without CC-R14, CC-R15 and a last round that the table sets."""

    version = 2
    options = ()
    single_cards_stay = False
    whole_hand_opens = False


class ClassicCanasta1(ClassicCanasta2):
    """Version 1: a player who lays cards and discards the last one always goes out concealed.

    That is so even if the player laid cards in an earlier turn. Takes that add the upcard to a meld
    are not offered.
    """

    version = 1

    def counts_as_laid_before(self, table: Table, hand: Cards) -> bool:
        del table
        return bool(hand)

    def taken_by_adding(self, table: Table, seat: int) -> None:
        del table, seat

    can_take = has_offered_take
