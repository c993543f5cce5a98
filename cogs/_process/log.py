"""The log: one line a record, and never a secret in it."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal

# An interaction token lets its holder write in the bot's name for 15 minutes.
INTERACTION_TOKEN = re.compile(r"\baW50ZXJhY3Rpb246[\w-]{20,}={0,2}")
# An interaction token lets its holder write in the bot's name for a quarter of an hour.
TOKEN_IN_PATH = re.compile(r"(/(?:webhooks|interactions)/\d+/)[\w.-]{8,}")
# These print payloads, hands and tokens among them, at DEBUG.
TALKATIVE = ("discord", "aiosqlite", "asyncio", "PIL", "simcord", "aiohttp")

HUSHED: ContextVar[bool] = ContextVar("hushed", default=False)

Level = Literal["DEBUG", "INFO", "WARNING", "ERROR"]


class Masked(logging.Formatter):
    """One line a record; the bot's token and every interaction token become `***`."""

    def __init__(self, token: str | None) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        """The line, with a traceback folded into it."""
        return self.masked(super().format(record)).replace("\n", "\\n")

    def masked(self, text: str) -> str:
        """`text` without secrets."""
        if self._token:
            text = text.replace(self._token, "***")
        return TOKEN_IN_PATH.sub(r"\1***", INTERACTION_TOKEN.sub("***", text))


@contextmanager
def hushed() -> Iterator[None]:
    """Let discord.py say nothing in here but errors: whoever asks again and again says it once."""
    before = HUSHED.set(True)
    try:
        yield
    finally:
        HUSHED.reset(before)


def is_wanted(record: logging.LogRecord) -> bool:
    """Whether a record is to be written."""
    loud = record.levelno >= logging.ERROR or not record.name.startswith("discord.")
    return loud or not HUSHED.get()


def start_log(level: Level, token: str | None) -> None:
    """Log to standard error from `level` on; talkative libraries say nothing below INFO."""
    handler = logging.StreamHandler()
    handler.setFormatter(Masked(token))
    handler.addFilter(is_wanted)
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLevelName(level)))
