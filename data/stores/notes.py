"""What the program notes about itself: the commands Discord knows, when it was last alive."""

from collections.abc import Sequence

from data.file import notes
from data.file.access import OpenDatabase


class NoteStore:
    """Small things under a key. What people and tables have chosen has rows of its own."""

    def __init__(self, file: OpenDatabase) -> None:
        self._submit = file.submit
        self._look = file.look

    async def recall(self, key: str) -> str | None:
        """What was remembered under this key."""
        return await self._look(lambda c: notes.recall(c, key))

    async def remember(self, key: str, value: str) -> None:
        """Remember it in place of what was there."""
        await self._submit(lambda c, _: notes.remember(c, key, value))

    async def hand_over(self, kind: str, heirs: Sequence[str]) -> None:
        """Let the times of a kind stand under these keys; see `notes.hand_over`."""
        await self._submit(lambda c, _: notes.hand_over(c, kind, heirs))
