"""The settings. They are read from the environment and `.env`, and checked all at once.

`.env.example` documents each variable. `tests/repository/test_documents.py` compares `.env.example`
with `VARIABLES`.
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, get_args

from cogs.core.env_file import ALIKE, read_env_file
from cogs.core.log import Level
from data.core.location import DatabaseLocation, DatabaseUrl, looks_like_url
from render.drawing.pixel_cache import DEFAULT_MEGABYTES

ROOT = Path(__file__).parents[2]
VERSION: Final[str] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
    "version"
]
"""The running release, read from `pyproject.toml` so that the number is written only once."""
BROWSER = ROOT / "browser.py"  # not shipped in the container image
TOKEN_SHAPE = re.compile(r"[\w-]+\.[\w-]+\.[\w-]+")
SNOWFLAKE = re.compile(r"\d{1,20}", re.ASCII)
PORT = re.compile(r"\d{1,5}", re.ASCII)
MEGABYTES = re.compile(r"[1-9]\d{0,4}", re.ASCII)
WEB_ADDRESS = re.compile(r"https://[\w.-]+(?::\d{1,5})?(?:/[^\s()<>\[\]]*)?", re.ASCII)
MAIL_ADDRESS = re.compile(r"mailto:[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+", re.ASCII)
LONGEST_ADDRESS = 200
ORIGIN = re.compile(r"https?://[\w.-]+(?::\d{1,5})?")
PREFIX = "TUPPENCE_"
TOKEN = ("DISCORD_TOKEN",)


class InvalidSettings(Exception):  # noqa: N818 - it is the whole list, not one error
    """All problems of the settings, and how to correct each of them."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__(problems)
        self.problems = problems

    def __str__(self) -> str:
        lines = "\n".join(f"  - {problem}" for problem in self.problems)
        return f"Correct these settings (see .env.example):\n{lines}"


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of the process. `token` is None if the bot runs on the simulated Discord."""

    token: str | None = field(default=None, repr=False)
    database: Path = ROOT / "var" / "tuppence.db"
    server: DatabaseUrl | None = None
    """The address of a PostgreSQL database. If it is set, the file in `database` is unused."""
    log_level: Level = "INFO"
    home_guild: int | None = None
    port: int = 0
    metrics_port: int = 0
    picture_cache_mb: int = DEFAULT_MEGABYTES
    """Megabytes of cached parts of pictures, in all render workers together."""
    proxy: str | None = None
    """The address of a proxy for requests to Discord. The proxy obeys Discord's rate limits."""
    game_cache_mb: int = 64
    """Memory for replayed games, in megabytes. A game that is not in memory is replayed again."""

    support: str | None = None
    """Where members get help: an https or mailto address."""
    privacy_url: str | None = None
    terms_url: str | None = None

    @property
    def pretended(self) -> Path:
        """The database file of the browser view.

        The file is separate, because the members in it are invented.
        """
        return self.database.with_name("browser.db")

    @property
    def place(self) -> DatabaseLocation:
        """The location of the database: the address of PostgreSQL, or the path of the file."""
        return self.server or self.database

    @classmethod
    def read(cls, environment: Mapping[str, str], file: Path) -> "Settings":
        """Return the settings. A variable in `environment` has precedence over one in `file`.

        `file` need not exist.

        Raises:
            InvalidSettings: At least one setting is wrong. The exception lists all problems of the
                settings.
        """
        problems, given = read_env_file(file, VARIABLES)
        given |= environment
        problems += unknown(given)
        values: dict[str, Any] = {}
        for name, (setting, read) in VARIABLES.items():
            text = (given.get(name) or "").strip()
            try:
                values |= {setting: read(text)} if text else {}
            except ValueError as reason:
                problems.append(f"{name}: {reason}")
        if problems:
            raise InvalidSettings(problems)
        if isinstance(values.get("database"), DatabaseUrl):
            values["server"] = values.pop("database")
        return cls(**values)


def unknown(given: Mapping[str, str | None]) -> list[str]:
    """Return a problem for each unknown `TUPPENCE_` variable, and for a misspelt token."""
    names = sorted(
        name
        for name in given
        if name not in VARIABLES
        and (name.startswith(PREFIX) or get_close_matches(name.upper(), TOKEN, cutoff=ALIKE))
    )
    return [f"{name}: there is no such setting. Known: {', '.join(VARIABLES)}" for name in names]


def parse_token(text: str) -> str:
    """Return a bot token. Raises `ValueError` unless it has three parts with dots between them."""
    if not TOKEN_SHAPE.fullmatch(text):
        raise ValueError(
            "this is not a bot token. Copy it from https://discord.com/developers/applications,"
            " your application, Bot, Reset Token"
        )
    return text


def parse_path(text: str) -> Path:
    """Return the path of the database file. Relative paths start at the checkout."""
    try:
        path = ROOT / Path(text).expanduser()
    except RuntimeError as error:
        raise ValueError(f"{text} names the home of an account that does not exist here") from error
    if is_folder(path):
        raise ValueError(f"{path} is a folder; name a file in it, for example {path}/tuppence.db")
    return path


def parse_database(text: str) -> DatabaseLocation:
    """Return the address of a PostgreSQL database, or the path of a file."""
    return DatabaseUrl(text) if looks_like_url(text) else parse_path(text)


def is_folder(path: Path) -> bool:
    """Return whether a path is a folder.

    Returns False if permissions forbid the check. Opening the database then fails with a better
    message.

    Raises:
        ValueError: No file can have this name.
    """
    try:
        return path.is_dir()
    except PermissionError:
        return False
    except OSError as error:
        raise ValueError(f"{path} cannot be a file: {error.strerror}") from error


def parse_level(text: str) -> Level:
    for level in get_args(Level):
        if text.upper() == level:
            return level  # type: ignore[no-any-return]
    raise ValueError(f"{text!r} is none of {', '.join(get_args(Level))}")


def parse_guild_id(text: str) -> int:
    if not SNOWFLAKE.fullmatch(text):
        raise ValueError(
            f"{text!r} is not a server's id. In Discord switch on Developer Mode, then right-click"
            " the server and Copy Server ID"
        )
    return int(text)


def parse_port(text: str) -> int:
    """Return a TCP port. Port 0 means any free port."""
    if not (PORT.fullmatch(text) and int(text) < 2**16):
        raise ValueError(f"{text!r} is not a port. Give a number from 0 to 65535; 0 takes any")
    return int(text)


def parse_megabytes(text: str) -> int:
    if not MEGABYTES.fullmatch(text):
        raise ValueError(f"{text!r} is not a number of megabytes. Give a number from 1 to 99999")
    return int(text)


def parse_proxy(text: str) -> str:
    """Return the address of a proxy, which consists of scheme, host and port only."""
    if not ORIGIN.fullmatch(text):
        # The message does not quote the address: it goes to the log, and may contain a password.
        raise ValueError(
            "this is not the address of a proxy. Give scheme, host and port only, without a user or"
            " password, for example http://10.0.0.1:8080"
        )
    return text


def parse_url(text: str) -> str:
    """Return an https address. Members see it."""
    if not WEB_ADDRESS.fullmatch(text) or len(text) > LONGEST_ADDRESS:
        raise ValueError(f"{text!r} is not a web address. Give one that begins with https://")
    return text


def parse_support(text: str) -> str:
    """Return an https or mailto address. Members see it."""
    if not MAIL_ADDRESS.fullmatch(text):
        try:
            return parse_url(text)
        except ValueError as error:
            raise ValueError(
                f"{text!r} is no address for support. Give https://… or mailto:name@example.org"
            ) from error
    return text


VARIABLES: Mapping[str, tuple[str, Callable[[str], object]]] = {
    "DISCORD_TOKEN": ("token", parse_token),
    "TUPPENCE_DATABASE": ("database", parse_database),
    "TUPPENCE_LOG_LEVEL": ("log_level", parse_level),
    "TUPPENCE_HOME_GUILD": ("home_guild", parse_guild_id),
    "TUPPENCE_PORT": ("port", parse_port),
    "TUPPENCE_METRICS_PORT": ("metrics_port", parse_port),
    "TUPPENCE_PICTURE_CACHE_MB": ("picture_cache_mb", parse_megabytes),
    "TUPPENCE_DISCORD_PROXY": ("proxy", parse_proxy),
    "TUPPENCE_GAME_CACHE_MB": ("game_cache_mb", parse_megabytes),
    "TUPPENCE_SUPPORT": ("support", parse_support),
    "TUPPENCE_PRIVACY_URL": ("privacy_url", parse_url),
    "TUPPENCE_TERMS_URL": ("terms_url", parse_url),
}
