"""Values that the program saves for itself, such as the commands that Discord has."""

from data.core import program_state
from data.repositories.repository import Repository, query, transaction


class ProgramStateRepository(Repository):
    """Texts by key. Choices of members and guilds have tables of their own."""

    get = query(program_state.get_value)
    set = transaction(program_state.set_value, timed=False)
    rekey = transaction(program_state.rekey, timed=False)
