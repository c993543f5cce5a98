"""What the program notes about itself: the commands Discord knows, when it was last alive."""

from data.file import notes
from data.stores.repository import Repository, query, transaction


class NoteStore(Repository):
    """Values under a key. What members and tables have chosen has tables of its own."""

    recall = query(notes.recall)
    remember = transaction(notes.remember, timed=False)
    hand_over = transaction(notes.hand_over, timed=False)
