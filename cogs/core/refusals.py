"""Expected refusals: answers to a member, not faults of the program.

Refusal                  a sentence from the catalogue; nothing has changed
├── MissingPermissions   the bot lacks permissions here; each is named
├── RateLimited          a member's interactions come too fast
└── ShuttingDown         the process is about to stop
"""

from collections.abc import Iterable

from render.text.catalogue import Catalogue


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """An answer that names a text of the catalogue by `key`; `facts` fill it in."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key, facts)
        self.key = key
        self.facts = facts

    def __str__(self) -> str:
        # Logs get the key alone: facts may hold the name of a member.
        return self.key

    def sentence(self, catalogue: Catalogue) -> str:
        """Return the text that the member reads."""
        return catalogue.words(self.key, **self.facts)


class MissingPermissions(Refusal):
    """The bot lacks permissions. `names` are discord.py's, such as `send_messages`."""

    def __init__(self, names: Iterable[str], key: str = "room.missing_permissions") -> None:
        self.names = tuple(names)
        super().__init__(key, n=len(self.names))

    def sentence(self, catalogue: Catalogue) -> str:
        """Return one sentence with all missing permissions, spelt as in Discord's settings."""
        listed = ", ".join(f"**{name.replace('_', ' ').title()}**" for name in self.names)
        return catalogue.words(self.key, **self.facts, permissions=listed)


class RateLimited(Refusal):
    """Too many interactions at once. `told`: the member has been asked to wait within a minute."""

    def __init__(self, *, told: bool) -> None:
        super().__init__("limits.storm")
        self.told = told


class ShuttingDown(Refusal):
    """The process is stopping. A new interaction would not be finished.

    `midway`: the work had begun, and it is unknown here whether it was committed.
    """

    def __init__(self, *, midway: bool = False) -> None:
        super().__init__("room.leaving_midway" if midway else "room.leaving")
