"""The tables of README and benchmarks/README, from the published rows in the repository.

    python -m benchmarks.players.published_tables --keep ~/rows

No game is played. With `--keep` a row is marked (†) if its players or the benchmark have changed
since; computing their editions takes a minute.
"""

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import NamedTuple

from benchmarks.players.blunders import PARTNERS
from benchmarks.players.duel import Row, Tally
from benchmarks.players.results_files import ROWS, edition
from benchmarks.players.strength import ALIKE, ENOUGH, verdict, wilson
from engine.players import TASTES

NONE = "–"
MARK = "†"
NAMES = {
    "house-canasta": "House Canasta",
    "pennies-from-heaven": "Pennies From Heaven",
    "ponytail-canasta": "Ponytail Canasta",
    "classic-canasta": "Classic Canasta",
    "ten-pennies": "Ten Pennies",
    "ten-pennies-online": "Ten Pennies, PlayingCards.io rules",
}


class Published(NamedTuple):
    """A published row, and whether today's players would play it in the same way."""

    row: Row
    tally: Tally
    is_todays: bool = True


Rows = Mapping[Row, Published]


def rows(keep: Path | None = None, seeds: str = "verdict") -> dict[Row, Published]:
    """Return every row that is published with these seeds."""
    found: dict[Row, Published] = {}
    for path in sorted(ROWS.glob(f"*/*.{seeds}.json")):
        game, pair = path.parent.name.split(".")
        row = Row(game.replace("_", ":"), pair)
        tally = Tally.from_json(json.loads(path.read_text(encoding="utf-8")))
        is_todays = keep is None or path.name.startswith(edition(keep, row))
        found[row] = Published(row, tally, is_todays)
    return found


def games(found: Rows) -> list[str]:
    """Return the games of these rows, by name and seats."""
    order = list(NAMES)
    return sorted(
        {row.game for row in found},
        key=lambda game: (order.index(game.split(":")[0]), int(game.split(":")[1]), len(game)),
    )


def share(one: Published | None) -> str:
    """Format the share of deals won with its interval; with the count below 500 deals, bold if
    missed.
    """
    if one is None:
        return NONE
    deals = len(one.tally.margins)
    low, high = wilson(one.tally.wins, deals)
    text = f"{100 * one.tally.wins / deals:.0f} % ({100 * low:.0f}–{100 * high:.0f})"
    text = f"**{text}**" if "MISSED" in verdict(one.row, one.tally) else text
    text += "" if deals >= ENOUGH else f", {deals} deals"
    return text + ("" if one.is_todays else f" {MARK}")


def points(one: Published | None) -> str:
    """Format the points per round and side with their interval."""
    if one is None:
        return NONE
    margins = one.tally.margins
    sign = "+" if mean(margins) >= 0 else "−"
    return f"{sign}{abs(mean(margins)):.0f} ± {1.96 * stdev(margins) / sqrt(len(margins)):.0f}"


def both(one: Published | None) -> str:
    """Format the deals won and the points."""
    return NONE if one is None else f"{share(one)}, {points(one)}"


def times(one: Published | None) -> str:
    """Format the milliseconds of the first player's decisions: median, p99, mean and maximum."""
    if one is None:
        return NONE
    doings = one.tally.of(one.row.pair.split("-")[0])
    average = doings.seconds / doings.times.total()
    seconds = (doings.within(0.5), doings.within(0.99), average, doings.longest)
    return " / ".join(f"{1000 * each:.{0 if each >= 0.002 else 2}f}" for each in seconds)


def gifts(one: Published | None) -> str:
    """Format how many of a thousand discards the next player takes at once, for both players."""
    if one is None:
        return NONE
    return ", ".join(f"{one.tally.of(k).a_thousand('gift'):.1f}" for k in one.row.pair.split("-"))


# A move that a partner makes after permission to go out does not count.
COUNTED: Mapping[str, str] = {**PARTNERS, "out": "went out unasked"}
"""Counts per hundred rounds of a side, each under its heading."""
Field = tuple[str, str, Callable[[Published | None], str]]
STRENGTH: Sequence[Field] = (
    ("hard – normal (65 %)", "hard-normal", share),
    ("points", "hard-normal", points),
    ("ms p50 / p99 / mean / most", "hard-normal", times),
    ("gifts in 1,000 moves, hard and normal", "hard-normal", gifts),
    ("hard – before (60 %)", "hard-before", share),
    ("weights – normal", "weights-normal", share),
    ("weights – before", "weights-before", share),
    ("seer – normal", "seer-normal", share),
    ("normal – easy (65 %)", "normal-easy", share),
    ("easy – random (90 %)", "easy-random", share),
)
TASTED: Sequence[Field] = tuple((taste, f"{taste}-normal", both) for taste in TASTES)
README: Sequence[Field] = (
    ("hard against normal", "hard-normal", share),
    ("its weights alone against normal", "weights-normal", share),
    ("normal against easy", "normal-easy", share),
    ("easy against random", "easy-random", share),
)


def table(found: Rows, head: str, fields: Sequence[Field], name: Callable[[str], str]) -> list[str]:
    """Return a table with a line for each game that has one of these rows."""
    lines = [f"| {head} | {' | '.join(title for title, _, _ in fields)} |"]
    lines.append("|---" * (1 + len(fields)) + "|")
    for game in games(found):
        ours = [found.get(Row(game, pair)) for _, pair, _ in fields]
        if any(ours):
            cells = [told(one) for (_, _, told), one in zip(fields, ours, strict=True)]
            lines.append(f"| {name(game)} | {' | '.join(cells)} |")
    return lines


def partners(found: Rows) -> list[str]:
    """Format how hard and normal played as partners, per hundred rounds of a side."""
    lines = [f"| game:seats, player | side-rounds | {' | '.join(COUNTED.values())} |"]
    lines.append("|---" * (2 + len(PARTNERS)) + "|")
    # Contract rummy has no partners.
    canastas = (game for game in games(found) if not is_rummy(game))
    met = (found.get(Row(game, "hard-normal")) for game in canastas)
    for one in (one for one in met if one and len(one.tally.margins) >= ENOUGH):
        lines += [_as_partner(one, player) for player in one.row.pair.split("-")]
    return lines


def _as_partner(one: Published, player: str) -> str:
    doings = one.tally.of(player)
    figures = " | ".join(f"{doings.a_hundred(kind):.1f}" for kind in PARTNERS)
    mark = "" if one.is_todays else f" {MARK}"
    return f"| {short(one.row.game)}, {player}{mark} | {doings.counts['rounds']:,} | {figures} |"


def short(game: str) -> str:
    """Return a game's name as the benchmarks write it."""
    return game.replace(":game", ", games")


def plain(game: str) -> str:
    """Return a game's name as players know it."""
    slug, seats, *whole = game.split(":")
    return f"{NAMES[slug]}, {seats}{' (whole games)' if whole else ''}"


def tables(found: Rows) -> Iterator[list[str]]:
    """Yield the tables of strength, tastes and partners, and the sentences for README."""
    yield table(found, "game:seats", STRENGTH, short)
    tastes = {row: one for row, one in found.items() if row.pair in ALIKE}
    yield table(tastes, "game:seats", TASTED, short)
    yield partners(found)
    told = {row: one for row, one in found.items() if is_told(row)}
    yield table(told, "deals won (95 % interval)", README, plain)


def is_told(row: Row) -> bool:
    """Whether README mentions a row; for contract rummy, README gives whole games only."""
    return row.pair not in ALIKE and (not is_rummy(row.game) or row.game.endswith("game"))


def is_rummy(game: str) -> bool:
    return game.startswith("ten-pennies")


def together(found: Rows) -> str:
    """Return the total number of moves, and the number of illegal ones."""
    illegal, moves = (
        sum(getattr(one.tally, count) for one in found.values()) for count in ("illegal", "moves")
    )
    return f"{illegal} illegal of {moves:,} moves"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the tables."""
    raw = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("--keep", type=Path, help="a directory outside the tree")
    found = rows(parser.parse_args(arguments).keep)
    for lines in tables(found):
        print("\n".join(lines), end="\n\n")
    print(together(found))


if __name__ == "__main__":
    main()
