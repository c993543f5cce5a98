"""A cluster without a bot: python fake_cluster.py FOLDER cluster 0/4 origin serial n …

It records its start and its end in the folder, and follows the file `orders` there. A line such as
`1.1 exits 75` is for serial 1 at place 1. A cluster with the order to fall serves first.
"""

import signal
import sys
from pathlib import Path

folder, _, place, _, serial, _, *beside = sys.argv[1:]
me = f"{place.split('/')[0]}.{serial}"


def note(what: str) -> None:
    with (Path(folder) / "notes").open("a") as notes:
        notes.write(f"{me} {what}\n")


def say(what: str) -> None:
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


def ended(*_: object) -> None:
    note("ends")
    sys.exit(0)


signal.signal(signal.SIGTERM, ended)
note("begins beside" if beside else "begins")
say("shards 3")
orders = [one.split() for one in (Path(folder) / "orders").read_text().splitlines()]
mine = {what: int(status) for whose, what, status in orders if whose == me}
if "exits" in mine:
    sys.exit(mine["exits"])
say("serving")
if "falls" in mine:
    sys.exit(mine["falls"])
sys.stdin.read()
note("is alone")
