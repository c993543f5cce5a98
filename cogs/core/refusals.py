"""Expected refusals: an answer to a person, not a fault of the program.

Refusal                  a sentence from the catalogue, nothing has changed
├── MissingPermissions   the bot may not do what it needs here; each permission is named
├── Storm                presses come too fast to be worked on
└── Leaving              the process is about to stop
"""

from collections.abc import Iterable

from render.text.catalogue import Catalogue


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """`key` names a text of the catalogue, `facts` fill it in."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key, facts)
        self.key = key
        self.facts = facts

    def __str__(self) -> str:
        # Logs get the key alone: facts may hold the name of a member.
        return self.key

    def sentence(self, catalogue: Catalogue) -> str:
        """What the person reads."""
        return catalogue.words(self.key, **self.facts)


class MissingPermissions(Refusal):
    """The bot lacks permissions; `names` are discord.py's (`send_messages`)."""

    def __init__(self, names: Iterable[str], key: str = "room.missing_permissions") -> None:
        self.names = tuple(names)
        super().__init__(key, n=len(self.names))

    def sentence(self, catalogue: Catalogue) -> str:
        """All missing permissions in one sentence, spelt as Discord's settings spell them."""
        listed = ", ".join(f"**{name.replace('_', ' ').title()}**" for name in self.names)
        return catalogue.words(self.key, **self.facts, permissions=listed)


class RateLimited(Refusal):
    """Too many presses at once. `told`: the member has just been asked to wait."""

    def __init__(self, *, told: bool) -> None:
        super().__init__("limits.storm")
        self.told = told


class ShuttingDown(Refusal):
    """The process drains before it stops; a press now would not be finished.

    `midway`: it was begun, and nobody can tell here whether it counts.
    """

    def __init__(self, *, midway: bool = False) -> None:
        super().__init__("room.leaving_midway" if midway else "room.leaving")
