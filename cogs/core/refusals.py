"""Refusals: expected answers to a member, not faults of the program.

Refusal                  a sentence from the catalogue; nothing has changed
├── MissingPermissions   the bot lacks permissions in the channel; the sentence lists them
├── RateLimited          a member sends interactions too fast
└── ShuttingDown         the process is about to stop
"""

from collections.abc import Iterable

from render.text.catalogue import Catalogue


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """An answer to a member. `key` names a text of the catalogue; `facts` fill its placeholders."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key, facts)
        self.key = key
        self.facts = facts

    def __str__(self) -> str:
        # The log shows the key alone, because the facts may contain a member's name.
        return self.key

    def sentence(self, catalogue: Catalogue) -> str:
        """Return the refusal as a sentence for the member."""
        return catalogue.words(self.key, **self.facts)


class MissingPermissions(Refusal):
    """The bot lacks permissions. `names` are discord.py's names, such as `send_messages`."""

    def __init__(self, names: Iterable[str], key: str = "room.missing_permissions") -> None:
        self.names = tuple(names)
        super().__init__(key, n=len(self.names))

    def sentence(self, catalogue: Catalogue) -> str:
        """Return a sentence that lists the missing permissions, spelt as in Discord's settings."""
        return catalogue.words(self.key, **self.facts, permissions=permission_names(self.names))


def permission_names(names: Iterable[str]) -> str:
    """Return permissions as Discord's settings spell them, in bold."""
    return ", ".join(f"**{name.replace('_', ' ').title()}**" for name in names)


class RateLimited(Refusal):
    """The member sends interactions too fast.

    `told` says that the bot has told them so within the last minute.
    """

    def __init__(self, *, told: bool) -> None:
        super().__init__("limits.storm")
        self.told = told


class ShuttingDown(Refusal):
    """The process is stopping, so the bot refuses or cancels the interaction.

    `midway` means that the bot cancelled the interaction, and cannot say whether it was committed.
    """

    def __init__(self, *, midway: bool = False) -> None:
        super().__init__("room.leaving_midway" if midway else "room.leaving")
