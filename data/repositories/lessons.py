"""Lessons and practice: private tables, and the progress of their members."""

from data.members import learning_progress
from data.repositories.repository import Repository, query, transaction
from data.tables import private_tables


class LessonRepository(Repository):
    """Private tables and progress."""

    create_private_table = transaction(private_tables.create)
    learner_state = query(private_tables.learner)
    save_progress = transaction(learning_progress.save_lesson_progress)
    count_miss = transaction(private_tables.count_miss, timed=False)
    save_coaching_row = transaction(private_tables.coach, timed=False)
    delete_inactive_tables = transaction(private_tables.delete_inactive, timed=False)
