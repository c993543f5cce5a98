"""The log: one line a record, without secrets and without Discord ids.

Each Discord id is replaced by a pseudonym that is stable while the process lives. So a fault can be
followed through the log, and the log identifies nobody.
"""

import hashlib
import logging
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal

# An interaction token lets its holder write in the bot's name for 15 minutes.
INTERACTION_TOKEN = re.compile(r"\baW50ZXJhY3Rpb246[\w-]{20,}={0,2}")
TOKEN_IN_PATH = re.compile(r"(/(?:webhooks|interactions)/\d+/)[\w.-]{8,}")
# Discord ids have had 17 digits and more since 2015. Times in milliseconds have 13.
SNOWFLAKE = re.compile(r"(?<!\d)\d{16,20}(?!\d)")
KEY = secrets.token_bytes(16)  # never stored, so that nobody can compute the pseudonym of an id
# At DEBUG these libraries log payloads, with hands and tokens in them.
TALKATIVE = ("discord", "aiosqlite", "asyncio", "PIL", "simcord", "aiohttp")

HUSHED: ContextVar[bool] = ContextVar("hushed", default=False)

Level = Literal["DEBUG", "INFO", "WARNING", "ERROR"]


class MaskingFormatter(logging.Formatter):
    """Formats a record as one line. Tokens become `***`, Discord ids their pseudonyms."""

    def __init__(self, token: str | None, process: str = "") -> None:
        who = f"[{process}] " if process else ""
        super().__init__(f"%(asctime)s %(levelname)s {who}%(name)s: %(message)s")
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, with the newlines of a traceback escaped."""
        return self.masked(super().format(record)).replace("\n", "\\n")

    def masked(self, text: str) -> str:
        """Return `text` without tokens and ids."""
        if self._token:
            text = text.replace(self._token, "***")
        return mask_ids(TOKEN_IN_PATH.sub(r"\1***", INTERACTION_TOKEN.sub("***", text)))


def mask_ids(text: str) -> str:
    """Return `text` with each Discord id replaced by its pseudonym."""
    return SNOWFLAKE.sub(lambda found: stand_in(found[0]), text)


def stand_in(number: str) -> str:
    """Return the pseudonym of a Discord id. It changes with each start of the process."""
    return "#" + hashlib.blake2b(number.encode(), key=KEY, digest_size=4).hexdigest()


@contextmanager
def quiet_discord_log() -> Iterator[None]:
    """Log only errors of discord.py in this block.

    A caller that retries logs the reason itself, once; discord.py would log it for each attempt.
    """
    before = HUSHED.set(True)
    try:
        yield
    finally:
        HUSHED.reset(before)


def is_wanted(record: logging.LogRecord) -> bool:
    """Return whether a record is written: see `quiet_discord_log`."""
    loud = record.levelno >= logging.ERROR or not record.name.startswith("discord.")
    return loud or not HUSHED.get()


def start_log(level: Level, token: str | None, process: str = "") -> None:
    """Log to standard error.

    Args:
        level: The lowest level. Libraries that log payloads are never logged below INFO.
        token: The bot's token, which is masked.
        process: A name for each line, where several processes write to one log.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(MaskingFormatter(token, process))
    handler.addFilter(is_wanted)
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLevelName(level)))
