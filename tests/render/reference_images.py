"""Every picture in a phone's size, as a reference: `python -m tests.render.reference_images`.

The command reports changed pictures. `--publish` writes the references again. `DIRECTORY` receives
a sheet of each changed picture: before, after, and the difference.
"""

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

from PIL import Image, ImageChops

import engine
from render.drawing import palette
from render.pictures import table, table_with_hand
from render.text.catalogue import use_language
from render.widgets.seats import TableNames
from tests.render.images import DRAWERS, EMERALD
from tests.support.strategies import SEATINGS

KEPT: Final = Path(__file__).with_name("reference_images")
WIDTH: Final = 300
GAP: Final = 12
NAMES: Final = (
    *("Maximiliana the Unlucky", "Ann", "Fennel", "xX_Dragonfly_Xx"),
    *("Løvenskiold", "Thyme", "山田太郎", "Zoë"),
)
PEOPLE: Final = TableNames(NAMES, ("", "", "Fennel", "", "", "Thyme", "", ""), {}, 0)
HAND: Final = "3C 4S 4H 6D 7S 9C TD QH KS AC 2S Jo"
PHASES: Final[dict[str, dict[str, Any]]] = {
    "draw": {"phase": "draw", "turn": 1, "pile": "3C 9H"},
    "play": {"phase": "play", "turn": 0, "pile": "2S 9H"},
    "over": {"phase": "over", "turn": 1, "pile": "9H"},
}
ASKED: Final = {"asker": 2, "asked": 0, "plan": "pass"}
RARE: Final[dict[str, dict[str, Any]]] = {
    "classic-canasta asks": {"phase": "answer", "turn": 2, "question": ASKED, "pile": "9H"},
    "ten-pennies offers": {"phase": "offer", "turn": 1, "pile": "9H"},
    "ten-pennies-online draws": {"phase": "draw", "turn": 1, "pile": "9H", "round": 6},
}


def pictures() -> Iterator[tuple[str, Callable[[], Image.Image]]]:
    """Yield every picture by name: the samples, then each game with each number of seats."""
    for name, draw in DRAWERS.items():
        yield name.replace(",", "").replace(" ", "-"), partial(draw, EMERALD)
    for place, (game, seats) in enumerate(SEATINGS):
        phase = tuple(PHASES)[place % len(PHASES)]
        position = {"game": game, "seats": seats, **PHASES[phase]}
        yield f"{game}-{seats}-{phase}", partial(shown, position, None)
    for name, rare in RARE.items():
        game, _, what = name.partition(" ")
        position = {"game": game, "seats": 4, **rare}
        yield f"{game}-4-{what}", partial(shown, position, 0, "de")


def shown(position: dict[str, Any], viewer: int | None, language: str = "en") -> Image.Image:
    """Draw a position for everybody, or for the seat with the hand."""
    hands = [HAND, *["4C 5C"] * (position["seats"] - 1)]
    view = engine.view(engine.from_position({**position, "hands": hands}), viewer)
    with use_language(language):
        if viewer is None:
            return table.draw(view, PEOPLE, EMERALD)
        return table_with_hand.draw(view, PEOPLE, EMERALD)


def small(picture: Image.Image) -> Image.Image:
    """Return a picture as wide as a phone shows it, in the colours of the palette."""
    size = (WIDTH, round(picture.height * WIDTH / picture.width))
    return palette.to_palette(picture.resize(size, Image.Resampling.LANCZOS), EMERALD)


def kept(name: str) -> Image.Image | None:
    """Return the reference of a picture, or None."""
    path = KEPT / f"{name}.png"
    return Image.open(path).convert("RGB") if path.exists() else None


def changed(name: str, today: Image.Image) -> bool:
    """Whether any pixel of a picture differs from its reference."""
    before = kept(name)
    return before is None or difference(before, today.convert("RGB")).getbbox() is not None


def difference(one: Image.Image, other: Image.Image) -> Image.Image:
    """Return the difference of two pictures, in the size of the larger."""
    size = (max(one.width, other.width), max(one.height, other.height))
    grounds = [Image.new("RGB", size) for _ in range(2)]
    for ground, picture in zip(grounds, (one, other), strict=True):
        ground.paste(picture, (0, 0))
    return ImageChops.difference(*grounds)


def sheet(name: str, today: Image.Image) -> Image.Image:
    """Return before, after and the difference, side by side."""
    after = today.convert("RGB")
    before = kept(name) or Image.new("RGB", after.size)
    parts = (
        before,
        after,
        difference(before, after).point([min(255, v * 4) for v in range(256)] * 3),
    )
    whole = Image.new("RGB", (sum(p.width + GAP for p in parts), max(p.height for p in parts)))
    left = 0
    for part in parts:
        whole.paste(part, (left, 0))
        left += part.width + GAP
    return whole


def publish() -> None:
    """Write the references again, and delete those of removed pictures."""
    KEPT.mkdir(exist_ok=True)
    today = {name: small(draw()) for name, draw in pictures()}
    for old in KEPT.glob("*.png"):
        if old.stem not in today:
            old.unlink()
    for name, picture in today.items():
        if changed(name, picture):
            picture.save(KEPT / f"{name}.png", optimize=True)


def main() -> None:
    """Report changes, draw sheets of them, or publish them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("directory", type=Path, nargs="?")
    parser.add_argument("--publish", action="store_true", help="keep the pictures of today")
    given = parser.parse_args()
    if given.directory is not None:
        given.directory.mkdir(parents=True, exist_ok=True)
    for name, draw in pictures():
        today = small(draw())
        if changed(name, today):
            print(name)  # noqa: T201 - this is a command
            if given.directory is not None:
                sheet(name, today).save(given.directory / f"{name}.png")
    if given.publish:
        publish()


if __name__ == "__main__":
    main()
