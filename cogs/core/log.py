"""The log: one line a record, never a secret in it, and nobody named.

Discord's numbers of members, places and messages are written as other numbers, the same for the
same one while the process lives: so a fault can be followed, and nobody can be found by a log.
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
# Discord's numbers have 17 digits and more, since 2015; times in milliseconds have 13.
SNOWFLAKE = re.compile(r"(?<!\d)\d{16,20}(?!\d)")
KEY = secrets.token_bytes(16)  # of this process, and kept nowhere
# These print payloads, hands and tokens among them, at DEBUG.
TALKATIVE = ("discord", "aiosqlite", "asyncio", "PIL", "simcord", "aiohttp")

HUSHED: ContextVar[bool] = ContextVar("hushed", default=False)

Level = Literal["DEBUG", "INFO", "WARNING", "ERROR"]


class MaskingFormatter(logging.Formatter):
    """One line a record; tokens become `***`, and Discord's numbers others: see `mask_ids`."""

    def __init__(self, token: str | None, process: str = "") -> None:
        who = f"[{process}] " if process else ""
        super().__init__(f"%(asctime)s %(levelname)s {who}%(name)s: %(message)s")
        self._token = token

    def format(self, record: logging.LogRecord) -> str:
        """The line, with a traceback folded into it."""
        return self.masked(super().format(record)).replace("\n", "\\n")

    def masked(self, text: str) -> str:
        """`text` without secrets, and without anybody in it."""
        if self._token:
            text = text.replace(self._token, "***")
        return mask_ids(TOKEN_IN_PATH.sub(r"\1***", INTERACTION_TOKEN.sub("***", text)))


def mask_ids(text: str) -> str:
    """`text` with another number for each of Discord's, as long as the process lives."""
    return SNOWFLAKE.sub(lambda found: stand_in(found[0]), text)


def stand_in(number: str) -> str:
    """What stands for one of Discord's numbers until the process ends."""
    return "#" + hashlib.blake2b(number.encode(), key=KEY, digest_size=4).hexdigest()


@contextmanager
def quiet_discord_log() -> Iterator[None]:
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


def start_log(level: Level, token: str | None, process: str = "") -> None:
    """Log to standard error from `level` on; talkative libraries say nothing below INFO.

    Each line names the `process`, where there are several.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(MaskingFormatter(token, process))
    handler.addFilter(is_wanted)
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLevelName(level)))
