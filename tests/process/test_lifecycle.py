"""Tests of the process: settings, log, commands, an orderly end."""

import asyncio
import logging
import os
import signal
import time
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import discord
import pytest
from discord import app_commands

import bot
from bot import Tuppence, run, serve
from cogs.core.exit_status import run_to_exit_status
from cogs.core.lifecycle import stop_event
from cogs.core.log import MaskingFormatter, start_log
from cogs.core.settings import ROOT, InvalidSettings, Settings
from cogs.ui.permissions import PERMISSIONS
from data.database import Database
from data.errors import DatabaseCorrupt, DatabaseLocked, DiskFull, NotSaved

TOKEN = "MTA.Gx.secret-part"


@pytest.fixture
def dotenv(tmp_path):
    def write(text, mode=0o600):
        path = tmp_path / ".env"
        path.write_text(text)
        path.chmod(mode)
        return path

    return write


# ------------------------------------------------------------ settings


def test_nothing_set_means_the_browser_and_a_database_that_git_ignores(tmp_path):
    settings = Settings.read({}, tmp_path / "missing")
    assert settings.token is None
    assert settings.database == ROOT / "var" / "tuppence.db"
    assert "var/" in (ROOT / ".gitignore").read_text().splitlines()


def test_everything_that_is_wrong_is_said_at_once(dotenv):
    wrong = {"DISCORD_TOKEN": "abc", "TUPPENCE_PORT": "70000", "TUPPENCE_HOME_GUILD": "Parlour"}
    with pytest.raises(InvalidSettings) as caught:
        Settings.read(wrong | {"TUPPENCE_LOG_LEVEL": "LOUD", "TUPPENCE_DATABSE": "x"}, dotenv(""))
    said = [problem.split(":")[0] for problem in caught.value.problems]
    assert sorted(said) == [
        "DISCORD_TOKEN",
        "TUPPENCE_DATABSE",
        "TUPPENCE_HOME_GUILD",
        "TUPPENCE_LOG_LEVEL",
        "TUPPENCE_PORT",
    ]


@pytest.mark.parametrize("what", ["game", "picture"])
def test_the_memory_of_a_cache_is_a_whole_number_of_megabytes(what, dotenv):
    name = f"TUPPENCE_{what.upper()}_CACHE_MB"
    assert getattr(Settings.read({name: "16"}, dotenv("")), f"{what}_cache_mb") == 16
    for wrong in ("0", "-1", "1.5", "64 MB", "1000000"):
        with pytest.raises(InvalidSettings, match=name):
            Settings.read({name: wrong}, dotenv(""))


def test_a_wrong_token_is_not_repeated(dotenv):
    with pytest.raises(InvalidSettings) as caught:
        Settings.read({"DISCORD_TOKEN": "hunter2"}, dotenv(""))
    assert "hunter2" not in str(caught.value)


def test_the_environment_wins_over_the_file(dotenv):
    file = dotenv("TUPPENCE_PORT=1000\nTUPPENCE_LOG_LEVEL=debug")
    settings = Settings.read({"TUPPENCE_PORT": "2000"}, file)
    assert (settings.port, settings.log_level) == (2000, "DEBUG")


def test_a_file_that_others_can_read_is_refused_with_the_command_that_mends_it(dotenv):
    file = dotenv(f"DISCORD_TOKEN={TOKEN}", mode=0o644)
    with pytest.raises(InvalidSettings, match=f"chmod 600 {file}"):
        Settings.read({}, file)


@pytest.mark.parametrize(
    "line, said",
    [
        (f"DISCORD_TOKEN: {TOKEN}", "cannot be read"),
        (f"DISCORD_TOKN={TOKEN}", "Write DISCORD_TOKEN"),
        (f"BOT_TOKEN={TOKEN}", "Write DISCORD_TOKEN"),
        (f"TOKEN={TOKEN}", "Write DISCORD_TOKEN"),
        (f"discord_token={TOKEN}", "Write DISCORD_TOKEN"),
        (f'DISCORD_TOKEN="{TOKEN}', "cannot be read"),
        (f"export DISCORD_TOKEN '{TOKEN}'", "cannot be read"),
        ("DISCORD_TOKEN", "no = behind the name"),
        ("TUPPENCE_DATABSE=x", "Write TUPPENCE_DATABASE"),
    ],
)
def test_a_line_that_sets_nothing_is_refused_with_its_number(dotenv, line, said):
    with pytest.raises(InvalidSettings) as caught:
        Settings.read({}, dotenv(f"# mine\n\nTUPPENCE_PORT=0\n\n{line}\n"))
    assert ".env, line 5: " in str(caught.value)
    assert said in str(caught.value)
    assert TOKEN not in str(caught.value)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_in_utf_16_is_refused(dotenv, encoding):
    file = dotenv("")
    file.write_bytes(f"DISCORD_TOKEN={TOKEN}\n".encode(encoding))
    with pytest.raises(InvalidSettings, match="Save it as UTF-8"):
        Settings.read({}, file)


def test_a_file_that_windows_has_marked_as_utf_8_is_read(dotenv):
    file = dotenv("")
    file.write_bytes(f"DISCORD_TOKEN={TOKEN}\n".encode("utf-8-sig"))
    assert Settings.read({}, file).token == TOKEN


def test_variables_of_other_programs_are_nobodys_business(dotenv):
    assert Settings.read({}, dotenv("POSTGRES_PASSWORD=x\nLANG=C\n")).token is None


def test_a_misspelt_token_of_the_environment_is_refused(dotenv):
    with pytest.raises(InvalidSettings, match="DISCORD_TOKN: there is no such setting"):
        Settings.read({"DISCORD_TOKN": TOKEN}, dotenv(""))


@pytest.mark.parametrize("name", ["TUPPENCE_PORT", "TUPPENCE_HOME_GUILD"])
def test_thousands_of_digits_are_told_as_a_wrong_setting(dotenv, name):
    with pytest.raises(InvalidSettings, match=f"{name}: .* is not a"):
        Settings.read({name: "9" * 5000}, dotenv(""))


def test_a_file_that_is_no_text_is_a_wrong_setting(dotenv):
    file = dotenv("")
    file.write_bytes(b"DISCORD_TOKEN=\xff\xfe")
    with pytest.raises(InvalidSettings, match=r"\.env cannot be read"):
        Settings.read({}, file)


@pytest.mark.parametrize("text", ["~nobody-of-that-name/x", "a" * 300])
def test_a_database_that_can_be_no_file_is_refused(dotenv, text):
    with pytest.raises(InvalidSettings, match="TUPPENCE_DATABASE: "):
        Settings.read({"TUPPENCE_DATABASE": text}, dotenv(""))


def test_a_database_that_is_a_folder_is_refused(dotenv, tmp_path):
    with pytest.raises(InvalidSettings, match="is a folder"):
        Settings.read({"TUPPENCE_DATABASE": str(tmp_path)}, dotenv(""))


@pytest.mark.parametrize(
    "text",
    [
        *(
            f"{scheme}://u:s3cr3t@h/db"
            for scheme in (
                "postgresql+psycopg",
                "Postgresql",
                "POSTGRES",
                "jdbc:postgresql",
                " psql",
            )
        ),
        "sqlite:///t.db?password=s3cr3t",
        "postgresql:/u:s3cr3t@h/db",
        "host=h dbname=db user=u password=s3cr3t",
    ],
)
def test_an_address_of_another_kind_is_no_file_and_its_password_is_not_shown(dotenv, text):
    with pytest.raises(
        InvalidSettings, match="TUPPENCE_DATABASE: give it as postgresql://"
    ) as caught:
        Settings.read({"TUPPENCE_DATABASE": text}, dotenv(""))
    assert "s3cr3t" not in str(caught.value)


def test_settings_do_not_show_the_token():
    assert TOKEN not in repr(Settings(token=TOKEN))


# ------------------------------------------------------------ log


def written(message, *args, error=None):
    record = logging.LogRecord("room", logging.INFO, __file__, 1, message, args, error)
    return MaskingFormatter(TOKEN).format(record)


def test_the_token_is_masked_in_messages_and_in_tracebacks():
    error = (ValueError, ValueError(f"refused {TOKEN}"), None)
    assert TOKEN not in written("token %s", TOKEN, error=error)
    assert written("token %s", TOKEN).endswith("token ***")


def test_interaction_tokens_are_masked():
    token = "aW50ZXJhY3Rpb246" + "MTIzNDU2Nzg5" * 8
    assert token not in written("POST /webhooks/12/%s/messages/@original", token)
    assert token not in written("token=%s", token)
    assert written("PATCH /interactions/12/short-token/callback").endswith("/12/***/callback")


def test_a_record_is_one_line():
    assert "\n" not in written("two\nlines", error=(ValueError, ValueError("a\nb"), None))


@pytest.mark.parametrize("name", ["discord", "discord.http", "aiosqlite"])
def test_libraries_that_log_hands_and_tokens_stay_above_debug(name):
    before = logging.getLogger().handlers[:]
    start_log("DEBUG", TOKEN)
    assert logging.getLogger(name).getEffectiveLevel() == logging.INFO
    logging.getLogger().handlers[:] = before


# ------------------------------------------------------------ the bot


async def test_the_bot_asks_discord_for_servers_only(simulator):
    assert simulator.bot.intents == discord.Intents(guilds=True)


async def test_nobody_is_pinged_unless_a_message_says_so(simulator):
    assert simulator.bot.allowed_mentions.to_dict() == {"parse": []}


async def test_no_messages_and_no_members_are_kept(simulator):
    await simulator.members[0].actor.send(simulator.channel, "hello")
    assert len(simulator.bot.cached_messages) == 0
    assert [member.id for member in simulator.bot.get_guild(simulator.guild.id).members] == [
        simulator.bot.user.id
    ]


def syncs(simulator):
    return [one for one in simulator.sent if one.method == "PUT" and one.path.endswith("/commands")]


@pytest.mark.first_start
async def test_commands_are_synced_once(simulator):
    await simulator.restart()
    assert len(syncs(simulator)) == 1


async def test_a_start_with_a_token_prints_the_invitation(simulator, capsys):
    simulator.bot.settings = replace(simulator.bot.settings, token=TOKEN)
    await simulator.bot.on_maintenance_begins()
    link = capsys.readouterr().err.split()[-1]
    asked = dict(parse_qsl(urlsplit(link).query))
    assert asked["client_id"] == str(simulator.bot.application_id)
    assert asked["permissions"] == str(PERMISSIONS.value)
    assert asked["scope"].split() == ["bot", "applications.commands"]


async def test_the_browser_view_prints_no_invitation(simulator, capsys):
    await simulator.bot.on_maintenance_begins()
    assert "oauth2" not in capsys.readouterr().err


async def test_changed_commands_are_synced_again(simulator):
    @app_commands.command(description="Knock on the table")
    async def knock(interaction: discord.Interaction):
        await interaction.response.send_message("knock")

    simulator.bot.tree.add_command(knock)
    await simulator.bot.sync_commands()
    assert [command["name"] for command in syncs(simulator)[-1].json].count("knock") == 1


async def test_missing_permissions_are_found_by_name(simulator):
    without = discord.Permissions(PERMISSIONS.value) ^ discord.Permissions(attach_files=True)
    assert simulator.bot.missing(without) == ("attach_files",)
    assert simulator.bot.missing(discord.Permissions.all()) == ()


async def test_an_error_of_a_command_reaches_the_one_handler(simulator):
    @app_commands.command(description="Knock on the table")
    async def knock(interaction: discord.Interaction):
        raise RuntimeError("wood")

    simulator.bot.tree.add_command(knock)
    await simulator.bot.sync_commands()
    answer = await simulator.members[0].slash("knock")
    (fault,) = simulator.take_errors()
    assert answer.private
    assert answer.text.split("**")[1] in fault


# ------------------------------------------------------------ an orderly end


class Idle(Tuppence):
    """A bot that connects to nothing."""

    async def start(self, token, *, reconnect=True):
        await asyncio.Event().wait()


class Kept(Database):
    """A database without a file, which fails on request."""

    def __init__(self) -> None:
        self.failing = asyncio.Event()
        self.opened = self.closed = False
        self.members: Any = None
        self.guilds: Any = None  # Nobody reads a server's settings.

    def observe_commits(self, took):
        assert callable(took)

    async def close(self):
        self.closed = True

    async def heartbeat(self):
        assert not self.closed

    async def wait_for_failure(self):
        await self.failing.wait()
        return NotSaved("the disk is full")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_the_process_within_a_second(number):
    bot = Idle(Settings(), Kept())
    asyncio.get_running_loop().call_later(0.05, os.kill, os.getpid(), number)
    began = time.monotonic()
    await serve(bot, TOKEN, stop_event())
    assert time.monotonic() - began < 1
    assert bot.is_closed()


async def test_a_signal_while_the_database_is_opened_waits_until_it_is(monkeypatch):
    """A signal must not interrupt an upgrade of the database."""
    store = Kept()

    async def opening(_path, **_how):
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.sleep(0.05)
        store.opened = True
        return store

    monkeypatch.setattr(Database, "open", opening)
    monkeypatch.setattr(bot, "Tuppence", Idle)
    await run(Settings(token=TOKEN))
    assert (store.opened, store.closed) == (True, True)


async def test_a_store_that_can_save_no_more_ends_the_process():
    store = Kept()
    store.failing.set()
    with pytest.raises(NotSaved, match="the disk is full"):
        await serve(Idle(Settings(), store), TOKEN, asyncio.Event())


def closed(code):
    """Return the error of a gateway that closed with this code."""
    socket: Any = None
    return discord.ConnectionClosed(socket, shard_id=0, code=code)


@pytest.mark.parametrize(
    "error, status",
    [
        (DatabaseLocked("another process has it"), 75),
        (DiskFull("the disk is full"), 75),
        (NotSaved("the disk is full"), 75),
        (DatabaseCorrupt("the file is damaged"), 74),
        (discord.LoginFailure("improper token"), 77),
        (closed(4004), 77),
        *((closed(code), 69) for code in (4010, 4011, 4012, 4013)),
        (closed(4014), 78),
        (discord.PrivilegedIntentsRequired(0), 78),
        (ValueError("a fault of ours"), 70),
    ],
)
def test_every_expected_end_has_its_status_and_a_sentence(error, status, capsys):
    async def ending():
        raise error

    assert run_to_exit_status(ending()) == status
    assert "Traceback" not in capsys.readouterr().err
