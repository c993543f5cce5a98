"""Reads the settings file `.env`, and lists its faulty lines.

python-dotenv skips lines that it cannot read. Without the token in a skipped line, the browser view
would start instead of the bot. So each such line is reported. Reports never quote values, because
they may be secret.
"""

import re
from collections.abc import Collection, Iterator
from difflib import get_close_matches
from io import StringIO
from pathlib import Path
from typing import Final

from dotenv import dotenv_values
from dotenv.parser import Binding, parse_stream

from data.sqlite.os_files import is_readable_by_others

ALIKE: Final = 0.8
"""Minimum similarity of two names, from 0 to 1, for one to count as a misspelling of the other."""
TOKENS: Final = re.compile(r"(?:discord|bot|tuppence)?_?(?:bot)?_?token", re.IGNORECASE)
"""Wrong names under which people write the bot's token."""


def read_env_file(file: Path, known: Collection[str]) -> tuple[list[str], dict[str, str | None]]:
    """Return the problems of a settings file, and its variables. Without a file, both are empty."""
    try:
        # The file contains the bot's token. Another account that reads it could act as the bot.
        if file.exists() and is_readable_by_others(file):
            mend = f"Run: chmod 600 {file}"
            return [f"{file.name} can be read by others on this machine. {mend}"], {}
        # "-sig": editors on Windows begin a file with a byte order mark. Without "-sig" the mark
        # would become part of the first name.
        text = file.read_text("utf-8-sig") if file.exists() else ""
    except (OSError, UnicodeError) as error:
        return [f"{file.name} cannot be read: {error}. Save it as UTF-8"], {}
    if "\0" in text:
        return [f"{file.name} cannot be read: it is not UTF-8. Save it as UTF-8"], {}
    problems = [f"{file.name}, line {line}: {what}" for line, what in wrong_lines(text, known)]
    return problems, {} if problems else dict(dotenv_values(stream=StringIO(text)))


def wrong_lines(text: str, known: Collection[str]) -> Iterator[tuple[int, str]]:
    """Yield the line number and problem of each line that sets nothing or has a misspelt name."""
    for binding in parse_stream(StringIO(text)):
        if what := wrong(binding, known):
            said = binding.original.string
            blank = said[: len(said) - len(said.lstrip())]
            yield binding.original.line + len(blank.splitlines()), what


def wrong(binding: Binding, known: Collection[str]) -> str:
    """Return the problem of a line, or "" if the line is right."""
    if binding.error:
        return "this cannot be read. Write NAME=value, and close each quote"
    if binding.key is None or binding.key in known:
        is_unset = binding.key is not None and binding.value is None
        return "there is no = behind the name. Write NAME=value" if is_unset else ""
    meant = misspelt(binding.key, known)
    return f"there is no setting {binding.key}. Write {meant}" if meant else ""


def misspelt(name: str, known: Collection[str]) -> str:
    """Return the setting that `name` probably means, or ""."""
    if TOKENS.fullmatch(name):
        return "DISCORD_TOKEN"
    return next(iter(get_close_matches(name.upper(), known, n=1, cutoff=ALIKE)), "")
