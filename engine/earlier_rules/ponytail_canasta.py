"""Ponytail Canasta: answers of earlier versions of its rules."""

from engine.canasta.turn.taking import has_offered_take
from engine.games.ponytail_canasta import PonytailCanasta


class PonytailCanasta4(PonytailCanasta):
    """Version 4: the table cannot set a last round; it is always the fourth."""

    version = 4
    options = PonytailCanasta.options[:-1]


class PonytailCanasta3(PonytailCanasta4):
    """Version 3: black threes may be melded before the ponytail joins the hand."""

    version = 3

    black_threes_go_out = False


class PonytailCanasta2(PonytailCanasta3):
    """Version 2: ten black threes may go out as two melds."""

    version = 2

    one_group_of_black_threes = False


class PonytailCanasta1(PonytailCanasta2):
    """Version 1: without a stock, some legal takes are not found, even some that go out."""

    version = 1

    counts_replacements = False
    ends_on_replacement = True

    can_take = has_offered_take
