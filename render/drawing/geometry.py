"""Boxes: rectangles of whole pixels. No Pillow here."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of whole pixels. `right` and `bottom` are just outside it."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column right of the box."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row below the box."""
        return self.y + self.height

    @property
    def middle(self) -> int:
        """The middle column."""
        return self.x + self.width // 2

    @property
    def centre(self) -> int:
        """The middle row."""
        return self.y + self.height // 2

    @property
    def corners(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom, in Pillow's order."""
        return (self.x, self.y, self.right, self.bottom)

    def grown(self, by: int) -> "Box":
        """Return the box with `by` pixels more on every side; negative values shrink it."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def columns(self, count: int, gap: int = 0) -> tuple["Box", ...]:
        """Cut the box into `count` equal columns, `gap` pixels apart."""
        pitch = (self.width + gap) / count
        lefts = [self.x + round(pitch * i) for i in range(count + 1)]
        return tuple(
            Box(lefts[i], self.y, lefts[i + 1] - lefts[i] - gap, self.height) for i in range(count)
        )


def centred(x: int, y: int, width: int, height: int) -> Box:
    """Return a box around a middle point."""
    return Box(x - width // 2, y - height // 2, width, height)
