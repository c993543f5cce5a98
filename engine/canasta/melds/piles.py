"""The discard pile: when it is blocked for everybody, and when it is frozen.

Source: HC-R12, HC-Q6 to Q8, HC-Q51, PFH-R9, R12, R13, PFH-Q3, Q4, Q7, PT-R8, R16, PT-Q6 to Q8,
PT-Q29, CC-R5, R6.
"""

from engine.canasta.book.card_values import wild_cards
from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.melds.canastas import opened
from engine.model.table import Table


def is_blocked(rules: CanastaAnswers, table: Table) -> bool:
    """Whether nobody may take the pile now."""
    return not table.pile or rules.blocks(table.pile[-1])


def is_frozen_for_all(rules: CanastaAnswers, table: Table) -> bool:
    """Whether the set-up or a wild card in the pile freezes it."""
    if table.frozen_upcard:
        return True
    # At any depth: a wild card freezes the pile until the pile is taken.
    return rules.wild_freezes and bool(wild_cards(table.pile))


def is_frozen(rules: CanastaAnswers, table: Table, seat: int) -> bool:
    """Whether `seat` may take the pile with two naturals only."""
    if is_frozen_for_all(rules, table):
        return True
    return rules.freezes_before_meld and not opened(rules, table.melds, seat)
