"""The film of one turn in README: `python -m tests.repository.turn_film --publish`.

The real bot plays on the simulated Discord, so every picture is the one that a member would see.
Without `--publish` nothing is written; the command then only says how large the film would be.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image

from render.drawing import palette
from render.drawing.themes import DEFAULT_THEME, PLATE, THEMES, WIDTH
from render.pictures import replay
from tests.simulator import Control, Member, Shown, Simulator, open_simulator

PUBLISHED: Final = Path(__file__).parents[2] / ".github/pictures/turn.gif"
SEED: Final = "a"
"""The deal. With this seed Ann gets a proposal with a meld after a few short turns."""
MOST_TURNS: Final = 20
SCALE: Final = 2
"""Pictures are made for phones, at more than twice the width that README needs."""
FRAME_MS: Final = 2400
LAST_MS: Final = 4000

Frame = tuple[str, Image.Image]
"""A caption, and the picture below it."""


async def one_turn() -> list[Frame]:
    """Return the frames of the first turn in which Ann can press **Play this turn**.

    Raises `LookupError` if this deal has no such turn.
    """
    with tempfile.TemporaryDirectory() as folder:
        async with open_simulator(Path(folder) / "film.db") as simulator:
            simulator.entropy.seed = SEED
            ann = simulator.members[0]
            lobby = await ann.slash("play", game="house-canasta")
            await ann.press(lobby.message, "Fill and start")
            for _ in range(MOST_TURNS):
                frames, has_proposal = await turn(simulator, ann)
                if has_proposal:
                    return frames
    raise LookupError(f"no proposal in {MOST_TURNS} turns of the deal {SEED!r}")


async def turn(simulator: Simulator, ann: Member) -> tuple[list[Frame], bool]:
    """Play Ann's next turn. Return its frames, and whether a proposal was played in it."""
    hand = (await ann.slash("hand")).message
    while not has(hand, "Draw "):  # The computer players move while time passes.
        await simulator.wait(30)
        hand = (await ann.slash("hand")).message
    frames = [
        ("The table, for everyone to see. It is Ann's turn.", picture(table(simulator))),
        ("My hand. Only Ann sees this.", picture(hand)),
    ]
    has_proposal = False
    for label, then in (
        ("Draw ", "Rings mark the new cards."),
        ("Play this turn", "Undo takes it back."),
        ("Discard ", "The next player is told."),
    ):
        if has(hand, label):
            button = first(hand, label)
            has_proposal |= label == "Play this turn"
            await ann.press(hand, button.custom_id)
            shown = table(simulator) if label == "Discard " else hand
            frames.append((f"{button.label}. {then}", picture(shown)))
    return frames, has_proposal


def table(simulator: Simulator) -> Shown:
    """Return the newest message with a picture in the table's thread."""
    return [one for one in simulator.messages(simulator.threads()[-1]) if one.images()][-1]


def has(message: Shown, label: str) -> bool:
    """Whether a button with such a label can be pressed."""
    return any(name.startswith(label) for name in message.labels)


def first(message: Shown, label: str) -> Control:
    """Return the first button with such a label."""
    return next(one for one in message.controls if one.label.startswith(label))


def picture(message: Shown) -> Image.Image:
    """Return the picture of a message, as wide as the film."""
    (data,) = message.images().values()
    image = Image.open(BytesIO(data)).convert("RGB")
    return image.reduce(SCALE)


def film(frames: Sequence[Frame]) -> bytes:
    """Return the frames as a GIF that starts again after its last frame."""
    height = max(image.height for _, image in frames) + replay.CAPTION
    first_page, *pages = [page(frame, height) for frame in frames]
    durations = [FRAME_MS] * len(pages) + [LAST_MS]
    out = BytesIO()
    first_page.save(
        out, "GIF", save_all=True, append_images=pages, duration=durations, loop=0, optimize=False
    )
    return out.getvalue()


def page(frame: Frame, height: int) -> Image.Image:
    """Return one frame in the colours of the palette, which all frames share."""
    caption, image = frame
    theme = THEMES[DEFAULT_THEME]
    whole = Image.new("RGB", (WIDTH // SCALE, height), PLATE)
    whole.paste(replay.strip(caption, theme), (0, 0))
    whole.paste(image, (0, replay.CAPTION))
    return palette.to_palette(whole, theme)


def main() -> None:
    """Make the film, and write it where README shows it from."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--publish", action="store_true", help=f"write {PUBLISHED.name}")
    is_published = parser.parse_args().publish
    data = film(asyncio.run(one_turn()))
    if is_published:
        PUBLISHED.write_bytes(data)
    sys.stdout.write(f"{len(data):,} bytes\n")


if __name__ == "__main__":
    main()
