"""The logs of engines of then, played again by today's."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import engine
from engine.players.plain import simple
from tests.campaigns.upgrades.states import commits, tree

PLAYER = Path(__file__).with_name("player.py")
ON = 40
"""Moves that a game has to go on for."""


def verdict(game: dict[str, Any]) -> str:
    """Whether a game goes on as it stood, is refused as today's bot would refuse it, or neither."""
    try:
        seed = bytes.fromhex(game["seed"])
        table = engine.deal(game["game"], game["seats"], seed, {}, game["version"])
        for seat, text in game["log"]:
            table = engine.play(table, seat, text)
    except (engine.Refused, ValueError):
        return "refused"
    stands = [list(table.scores), table.round, [sum(hand) for hand in table.hands]]
    if stands != [game["scores"], game["round"], game["hands"]]:
        return "otherwise"
    random = Random(game["seed"])
    for _ in range(ON):
        if pending := engine.pending(table):
            seat = pending[0].seat
            move = simple.choose(engine.view(table, seat), random)
            table = engine.play(table, seat, engine.write(move))
    return "goes on"


def played_then(commit: str, games: int) -> list[dict[str, Any]]:
    """Games of every kind by the engine of a commit; none where it could not play yet."""
    with tree(commit) as folder:
        done = subprocess.run(
            [sys.executable, str(PLAYER), str(games)],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder)},
            capture_output=True,
            text=True,
            check=False,
        )
    return [json.loads(line) for line in done.stdout.splitlines()]


def engines(games: int) -> int:
    """Go through all engines; how many games neither went on nor were refused."""
    breaches = 0
    for commit in commits("engine"):
        found = Counter(verdict(game) for game in played_then(commit, games))
        told = ", ".join(f"{count} {what}" for what, count in sorted(found.items()))
        print(f"{commit}  {told or 'no game could be played by it'}", flush=True)
        breaches += found["otherwise"]
    return breaches
