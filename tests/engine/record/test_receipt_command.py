"""Tests of the command that verifies a receipt."""

import subprocess
import sys
from dataclasses import replace

import pytest

from engine.verify import ALL, ITSELF_ONLY, ExitStatus, Published, status, verify
from tests.engine.record.receipts import FINGERPRINT, played


def test_the_command_says_which_parts_were_compared_with_nothing_published(receipt, file):
    done = command(str(file), "--fingerprint", FINGERPRINT, "--start", receipt.start or "")
    assert done.returncode == ExitStatus.NOT_ALL_CHECKED
    assert "Not compared with anything published: moves and scores (--end)." in done.stdout


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "engine.verify", *arguments]
    return subprocess.run(line, capture_output=True, text=True, check=False, timeout=30)


@pytest.fixture
def file(receipt, tmp_path):
    path = tmp_path / "receipt-7.json"
    path.write_text(receipt.text())
    return path


def test_the_command_compares_a_receipt_with_the_published_fingerprint(receipt, file):
    digests = ("--start", receipt.start, "--end", receipt.end)
    done = command(str(file), "--fingerprint", FINGERPRINT, *digests)
    assert (done.returncode, len(done.stdout.splitlines())) == (ExitStatus.TRUE, 8)
    assert ALL in done.stdout
    file.write_text(replace(receipt, seed=bytes(32)).text())
    assert command(str(file), "--fingerprint", FINGERPRINT).returncode == ExitStatus.FALSE


def test_the_command_says_first_of_all_when_it_compared_with_nothing_published(file):
    done = command(str(file))
    assert done.stdout.splitlines()[0] == ITSELF_ONLY
    assert done.returncode == ExitStatus.NOT_ALL_CHECKED


def test_the_command_finds_an_invented_receipt(file):
    file.write_text(played("house-canasta", 2, server=bytes(32)).text())
    done = command(str(file), "--fingerprint", FINGERPRINT)
    assert "NOT TRUE: the server seed" in done.stdout
    assert done.returncode == ExitStatus.FALSE


@pytest.mark.parametrize(
    "arguments",
    [("no-such-file.json",), ("pyproject.toml",), (".",), ("pyproject.toml", "--fingerprint", "7")],
)
def test_the_command_answers_bad_input_with_a_sentence(arguments):
    done = command(*arguments)
    assert done.returncode == ExitStatus.NOTHING_TO_CHECK
    assert len(done.stderr.splitlines()) == 1


def test_the_command_answers_half_a_character_with_a_sentence(receipt, tmp_path):
    damaged = tmp_path / "receipt.json"
    damaged.write_text(receipt.text().replace('"draw"', '"\\ud800"', 1))
    assert "ud800" in damaged.read_text()
    done = command(str(damaged), "--fingerprint", FINGERPRINT)
    assert done.returncode == ExitStatus.NOTHING_TO_CHECK
    assert len(done.stderr.splitlines()) == 1


def test_the_command_without_a_file_says_how_it_is_used():
    done = command()
    assert done.returncode == ExitStatus.NOTHING_TO_CHECK
    assert "--fingerprint" in done.stderr


@pytest.mark.parametrize("digits", [8, 20, 64])
def test_the_first_digits_of_a_published_value_are_enough_to_compare(receipt, digits):
    known = (FINGERPRINT, receipt.start, receipt.end)
    short = Published(*(value[:digits] for value in known))
    assert status(verify(receipt, short)) is ExitStatus.TRUE
    other = "0" if known[2][digits - 1] != "0" else "1"
    wrong = replace(short, end=known[2][: digits - 1] + other)
    assert status(verify(receipt, wrong)) is ExitStatus.FALSE
