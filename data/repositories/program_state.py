"""What the program notes about itself: the commands Discord knows, when it was last alive."""

from data.core import program_state
from data.repositories.repository import Repository, query, transaction


class ProgramStateRepository(Repository):
    """Values under a key. What members and tables have chosen has tables of its own."""

    get = query(program_state.get_value)
    set = transaction(program_state.set_value, timed=False)
    rekey = transaction(program_state.rekey, timed=False)
