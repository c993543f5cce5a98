"""Pennies From Heaven: answers of earlier versions of its rules."""

from engine.canasta.turn.taking import has_offered_take
from engine.games.pennies_from_heaven import PenniesFromHeaven


class PenniesFromHeaven2(PenniesFromHeaven):
    """Version 2: a hand of sevens ends the round even if the last seven could be discarded."""

    version = 2

    free_sevens_play_on = False


class PenniesFromHeaven1(PenniesFromHeaven2):
    """Version 1: a take need not leave a discard, and some legal takes are not found."""

    version = 1

    no_keeps_a_card = False
    earned_foot_covers = False
    foot_frees_last_seven = False
    foot_may_end_round = False
    sevens_excuse_takes = True

    can_take = has_offered_take
