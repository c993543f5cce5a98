"""The speed of the renderer, compared with the usual way: `python -m benchmarks.speed.pictures`.

A simple renderer draws the same display list (recorded from our own canvas) in the usual way: it
opens a PNG file for every card of every picture, loads its font again for every text, and saves
with Pillow's defaults. Both run in turns in one process, and the ratio counts.

The benchmark also measures the work after a press, when most bands are unchanged. Further figures
are bytes, quality of the palette, the first picture of a new process, memory, the delay of the
event loop, and a replay of sixty moves. Run the benchmark on a quiet machine. `--rounds` says how
often each picture is drawn (30 or more for published figures).
"""

import argparse
import asyncio
import io
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

from PIL import Image, ImageDraw, ImageFont

from engine.model.view import View
from render.drawing import bands, fonts, stencils
from render.drawing import canvas as sprites
from render.drawing.canvas import Sprite
from render.drawing.geometry import Box
from render.drawing.indexed_canvas import IndexedCanvas
from render.drawing.themes import THEMES, WIDTH, Colour, Theme
from render.gallery import foot_and_ponytail, hands
from render.gallery.builders import NAMES
from render.pictures import replay, table, table_with_hand
from render.renderer import Renderer
from render.widgets.seats import TableNames
from tests.render.images import image, in_full_colour, likeness

EMERALD = THEMES["emerald"]
FILE_WIDTH = 240
"""Usual width of card files of simple bots; larger ones are slower still."""
COMPANY = TableNames(NAMES)


@dataclass(frozen=True)
class Job:
    """A picture, and the same picture after the next press."""

    draw: Callable[[View, TableNames, Theme], Image.Image]
    png: Callable[[View, TableNames, Theme], bytes]
    view: View

    @property
    def later(self) -> View:
        """Return the view after the next turn with a new discard."""
        view = self.view
        return replace(view, turn=(view.turn + 1) % len(view.seats), pile=b"\x09" + view.pile)


JOBS = {
    "table": Job(table.draw, table.png, foot_and_ponytail.pennies()),
    "panel": Job(table_with_hand.draw, table_with_hand.png, dict(hands.STATES)["24"]),
}
GOAL, AIM = 11, 20


@dataclass
class Script:
    """The drawing steps of a canvas, as a simple bot would make them."""

    directory: Path
    height: int = 0
    steps: list[Callable[[Image.Image], None]] = field(default_factory=list)
    files: dict[tuple[int, int], Path] = field(default_factory=dict)

    def draw(self) -> bytes:
        """Draw the picture in the simple way."""
        image = Image.new("RGB", (WIDTH, self.height), EMERALD.felt)
        for step in self.steps:
            step(image)
        out = io.BytesIO()
        image.save(out, "PNG")
        return out.getvalue()

    def file_of(self, sprite: Sprite, rows: int) -> Path:
        """Return the upper rows of a card as the file that a simple bot would keep."""
        key = (id(sprite), rows)
        if key not in self.files:
            card = sprite.whole().crop((0, 0, sprite.size[0], rows))
            tall = round(card.height * FILE_WIDTH / card.width)
            path = self.directory / f"{len(self.files)}.png"
            card.resize((FILE_WIDTH, tall), Image.Resampling.LANCZOS).save(path)
            self.files[key] = path
        return self.files[key]


class Recording(IndexedCanvas):
    """Our canvas for a band, which also records each drawing as a step of the simple renderer."""

    script: Script

    def __init__(self, theme: Theme, height: int, *more: Any, lit: bool | None = None) -> None:
        super().__init__(theme, height, *more, lit=lit)
        self.top = self.script.height
        self.script.height += height

    def moved(self, box: Box) -> Box:
        """Return a box of this band in coordinates of the whole picture."""
        return Box(box.x, box.y + self.top, box.width, box.height)

    def sprite(self, sprite: Sprite, x: int, y: int, tall: int = sprites.TALLEST) -> None:
        super().sprite(sprite, x, y, tall)
        at = (x, y + self.top)
        size = (sprite.size[0], min(tall, sprite.size[1]))
        step = partial(open_and_paste, self.script.file_of(sprite, size[1]), size, at)
        self.script.steps.append(step)

    def shape(self, name: str, box: Box, colour: Colour) -> None:
        super().shape(name, box, colour)
        self.script.steps.append(partial(draw_shape, name, self.moved(box), colour))

    def plate(self, box: Box, radius: int, colour: Colour) -> None:
        super().plate(box, radius, colour)
        self.script.steps.append(partial(draw_plate, self.moved(box), radius, colour, None, 1))

    def frame(self, box: Box, radius: int, width: int, colour: Colour) -> None:
        super().frame(box, radius, width, colour)
        self.script.steps.append(partial(draw_plate, self.moved(box), radius, None, colour, width))

    def rectangle(self, box: Box, colour: Colour) -> None:
        super().rectangle(box, colour)
        self.script.steps.append(partial(draw_plate, self.moved(box), 0, colour, None, 1))

    def text(
        self,
        x: int,
        y: int,
        text: str,
        size: int,
        weight: fonts.Weight,
        colour: Colour,
        align: sprites.Align = "left",
    ) -> int:
        anchor = {"left": "lm", "middle": "mm", "right": "rm"}[align]
        at = (x, y + self.top)
        self.script.steps.append(partial(draw_text, at, text, size, weight, colour, anchor))
        return super().text(x, y, text, size, weight, colour, align)


def open_and_paste(path: Path, size: tuple[int, int], at: tuple[int, int], to: Image.Image) -> None:
    with Image.open(path) as file:
        card = file.convert("RGBA").resize(size, Image.Resampling.LANCZOS)
    to.paste(card, at, card)


def draw_shape(name: str, box: Box, colour: Colour, to: Image.Image) -> None:
    draw = ImageDraw.Draw(to)
    for stroke in stencils.strokes(name):
        fill = colour if stroke.ink else EMERALD.panel
        stencils.ink_stroke(draw, stroke, box.width, box.height, (box.x, box.y), fill)


def draw_plate(
    box: Box, radius: int, fill: Colour | None, rim: Colour | None, width: int, to: Image.Image
) -> None:
    corners = (box.x, box.y, box.right - 1, box.bottom - 1)
    ImageDraw.Draw(to).rounded_rectangle(corners, radius, fill, rim, width)


def draw_text(
    at: tuple[int, int],
    text: str,
    size: int,
    weight: int,
    colour: Colour,
    anchor: str,
    to: Image.Image,
) -> None:
    font = ImageFont.truetype(fonts.FONTS / f"inter-latin-{weight}.woff2", size)
    ImageDraw.Draw(to).text(at, text, colour, font, anchor)


def recorded(job: Job, directory: Path) -> Script:
    """Return the display list of a picture."""
    directory.mkdir()
    script = Script(directory)
    Recording.script = script
    with patch.object(bands, "IndexedCanvas", Recording):
        job.draw(job.view, COMPANY, EMERALD)
    return script


def milliseconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1000


def compare(rounds: int) -> float:
    """Draw every job in turns with the simple renderer; return the geometric mean of the ratios."""
    ratios = []
    with tempfile.TemporaryDirectory() as directory:
        for name, job in JOBS.items():
            script = recorded(job, Path(directory) / name)
            ours = partial(from_nothing, job)
            ours()
            mine, naive, next_one = [], [], []
            for _ in range(rounds):
                mine.append(milliseconds(ours))
                next_one.append(milliseconds(partial(job.png, job.later, COMPANY, EMERALD)))
                naive.append(milliseconds(script.draw))
            ratio = statistics.median(naive) / statistics.median(mine)
            ratios.append(ratio)
            print(
                f"{name:6} ours {statistics.median(mine):6.1f} ms, after a press"
                f" {statistics.median(next_one):.1f}   naive"
                f" {statistics.median(naive):6.1f} ms   {ratio:5.1f} x   {len(script.steps)} steps,"
                f" {len(ours()) / 1000:.0f} kB (naive {len(script.draw()) / 1000:.0f} kB)"
            )
    return statistics.geometric_mean(ratios)


def from_nothing(job: Job) -> bytes:
    """Return our picture as bytes, with every band drawn again."""
    bands.STRIPS.clear()
    bands.recompressed.cache_clear()
    return job.png(job.view, COMPANY, EMERALD)


def print_cpu(rounds: int) -> None:
    """Print the CPU time of a picture; a busy machine changes it less than the elapsed time."""
    for name, job in JOBS.items():
        again = partial(job.png, job.view, COMPANY, EMERALD)
        after = partial(job.png, job.later, COMPANY, EMERALD)
        spent: dict[str, list[float]] = {"from nothing": [], "after a press": [], "again": []}
        for _ in range(rounds):
            kinds = zip(spent.values(), (partial(from_nothing, job), after, again), strict=True)
            for times, work in kinds:
                start = time.process_time()
                work()
                times.append((time.process_time() - start) * 1000)
        told = ", ".join(f"{kind} {statistics.median(ms):.1f} ms" for kind, ms in spent.items())
        print(f"CPU, {name}: {told}")


def print_likeness() -> None:
    for name in ("table pennies", "panel 24"):
        decibels = likeness(image(name), in_full_colour(name))
        print(f"palette against our own RGB, {name}: {decibels:.1f} dB (40)")


def print_first_picture() -> None:
    code = (
        "from render.pictures import table; from render.gallery import foot_and_ponytail as sample;"
        "from render.gallery.builders import NAMES;"
        "from render.widgets.seats import TableNames;"
        "from render.drawing.themes import THEMES as T;"
        "table.png(sample.pennies(), TableNames(NAMES), T['emerald'])"
    )
    runs = [
        milliseconds(lambda: subprocess.run([sys.executable, "-c", code], check=True))
        for _ in range(5)
    ]
    print(f"fresh process to its first table: {statistics.median(runs):.0f} ms (600)")


async def lag_while_drawing(pictures: int) -> list[float]:
    """Return the delays of the event loop, in ms, while a renderer draws."""
    artist = Renderer()
    await artist.warm()
    drawing = asyncio.gather(
        *(artist.table(foot_and_ponytail.pennies(), COMPANY) for _ in range(pictures))
    )
    lags = []
    while not drawing.done():
        start = time.perf_counter()
        await asyncio.sleep(0.001)
        lags.append((time.perf_counter() - start) * 1000 - 1)
    artist.close()
    return sorted(lags)


def print_replay() -> None:
    frames = [
        replay.Frame(foot_and_ponytail.pennies(), f"Move {i}", {i % 19: 1}) for i in range(60)
    ]
    start = time.process_time()
    moving = replay.animation(frames, NAMES, EMERALD)
    spent = time.process_time() - start
    print(f"replay of 60 moves: {spent:.2f} s of CPU (1), {len(moving) / 1e6:.2f} MB (4)")


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the pictures.")
    parser.add_argument("--rounds", type=int, default=30)
    rounds = parser.parse_args().rounds
    print(f"load before: {os.getloadavg()[0]:.2f}")
    mean = compare(rounds)
    print(f"geometric mean: {mean:.1f} x the naive peer (goal {GOAL}, aim {AIM})")
    print_cpu(rounds)
    print_likeness()
    print_first_picture()
    lags = asyncio.run(lag_while_drawing(60))
    print(f"event-loop lag while drawing: p99 {lags[int(len(lags) * 0.99)]:.1f} ms (5)")
    print_replay()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory of this whole run, naive peer included: {peak:.0f} MB")
    return mean < GOAL


if __name__ == "__main__":
    sys.exit(main())
