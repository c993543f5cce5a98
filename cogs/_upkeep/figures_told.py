"""The metrics of a running process, in the words of `./run doctor`."""

import math
from collections.abc import Iterator, Mapping
from typing import Final

import aiohttp

from cogs._process.figures import BUDGETS, COUNTS, read, told_at
from cogs._process.version import VERSION
from cogs._upkeep.observations import Observation, ill, well

BUILD: Final = "build_info_"
"""Name of the metric with the running release, before the version."""
OURS: Final = "press_seconds_count"
"""A metric that every release has, and no other program."""


async def figures(port: int) -> list[Observation]:
    """Return the metrics of the process at a port, as Prometheus sees them; none for port 0."""
    if not port:
        return [well("figures_off")]
    try:
        async with aiohttp.ClientSession() as session, session.get(told_at(port)) as answer:
            found = read(await answer.text())
    except (aiohttp.ClientError, OSError) as error:
        return [well("figures_silent", port=port, error=error)]
    except ValueError:  # not the format of Prometheus
        found = {}
    return list(seen(found)) if OURS in found else [ill("figures_foreign", port=port)]


def seen(found: Mapping[str, float]) -> Iterator[Observation]:
    """Yield a line for each metric, with how often it missed its budget."""
    running = next((name.removeprefix(BUILD) for name in found if name.startswith(BUILD)), "")
    if running == VERSION:
        yield well("running", running=running)
    else:
        yield ill("running_other", running=running or "?", here=VERSION)
    for what, budget in BUDGETS.items():
        n, missed = found[f"{what}_seconds_count"], found[f"over_budget_total_{what}"]
        mean = found[f"{what}_seconds_sum"] / n if n else 0.0
        spans = {"mean": f"{mean * 1000:.1f}", "budget": f"{budget * 1000:.0f}"}
        yield well(f"figure_{what}", n=round(n), missed=round(missed), **spans)
    counts = {what: round(found[f"{what}_total"]) for what in COUNTS}
    age, waiting = found["backup_age_seconds"], found["still_to_forget"]
    yield well("figure_counts", **counts)
    yield well(
        "figure_gauges",
        queue=round(found["paint_queue"]),
        forget="?" if math.isnan(waiting) else round(waiting),
        hours="?" if math.isnan(age) else round(age / 3600),
    )
