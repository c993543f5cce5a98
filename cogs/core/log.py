"""The log: one line per record, without secrets and without Discord ids.

The log replaces each Discord id by a pseudonym. A pseudonym is the same until the process ends. So
an operator can follow a fault through the log, and the log identifies nobody.
"""

import hashlib
import logging
import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal

# With an interaction token, anybody can write in the bot's name for 15 minutes.
INTERACTION_TOKEN = re.compile(r"\baW50ZXJhY3Rpb246[\w-]{20,}={0,2}")
TOKEN_IN_PATH = re.compile(r"(/(?:webhooks|interactions)/\d+/)[\w.-]{8,}")
# Discord ids have had 17 digits and more since 2015. Times in milliseconds have 13.
SNOWFLAKE = re.compile(r"(?<!\d)\d{16,20}(?!\d)")
# never stored: with this key, anybody could compute the pseudonym of an id
KEY = secrets.token_bytes(16)
# At DEBUG these libraries log payloads, which contain hands and tokens.
TALKATIVE = ("discord", "aiosqlite", "asyncio", "PIL", "simcord", "aiohttp")

HUSHED: ContextVar[bool] = ContextVar("hushed", default=False)

Level = Literal["DEBUG", "INFO", "WARNING", "ERROR"]


class MaskingFormatter(logging.Formatter):
    """Formats a record as one line. Replaces tokens with `***` and Discord ids with pseudonyms."""

    def __init__(self, token: str | None, process: str = "") -> None:
        who = f"[{process}] " if process else ""
        super().__init__(f"%(asctime)s %(levelname)s {who}%(name)s: %(message)s")
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        r"""Return the record as one line. Line breaks in a traceback become `\n`."""
        return self.masked(super().format(record)).replace("\n", "\\n")

    def masked(self, text: str) -> str:
        """Return `text` with tokens and Discord ids replaced."""
        if self._token:
            text = text.replace(self._token, "***")
        return mask_ids(TOKEN_IN_PATH.sub(r"\1***", INTERACTION_TOKEN.sub("***", text)))


def mask_ids(text: str) -> str:
    """Return `text` with each Discord id replaced by its pseudonym."""
    return SNOWFLAKE.sub(lambda found: stand_in(found[0]), text)


def stand_in(number: str) -> str:
    """Return the pseudonym of a Discord id. The pseudonym changes when the process restarts."""
    return "#" + hashlib.blake2b(number.encode(), key=KEY, digest_size=4).hexdigest()


@contextmanager
def quiet_discord_log() -> Iterator[None]:
    """In this block, log only errors of discord.py.

    A caller that retries logs the reason itself, once. discord.py would log it at each attempt.
    """
    before = HUSHED.set(True)
    try:
        yield
    finally:
        HUSHED.reset(before)


def is_wanted(record: logging.LogRecord) -> bool:
    """Return whether to log a record. `quiet_discord_log` excludes most records of discord.py."""
    loud = record.levelno >= logging.ERROR or not record.name.startswith("discord.")
    return loud or not HUSHED.get()


def start_log(level: Level, token: str | None, process: str = "") -> None:
    """Start to log to standard error.

    Args:
        level: The lowest level to log. Libraries that log payloads are never logged below INFO.
        token: The bot's token, which the log must not contain.
        process: A name to put on each line when several processes write to one log.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(MaskingFormatter(token, process))
    handler.addFilter(is_wanted)
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLevelName(level)))
