"""Lessons and practice: private tables, and what their members have learnt."""

from data.learning import private
from data.people import learning
from data.stores.repository import Repository, query, transaction


class LearningStore(Repository):
    """Private tables and progress."""

    open = transaction(private.open_private)
    learner = query(private.learner)
    reach = transaction(learning.keep)
    missed = transaction(private.missed, timed=False)
    coach = transaction(private.coach, timed=False)
    sweep = transaction(private.sweep, timed=False)
