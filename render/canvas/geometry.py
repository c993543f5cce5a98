"""Boxes and pitches: where things go. Whole pixels, no Pillow."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of whole pixels; `right` and `bottom` lie just outside it."""

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
        """The column in the middle."""
        return self.x + self.width // 2

    @property
    def centre(self) -> int:
        """The row in the middle."""
        return self.y + self.height // 2

    @property
    def corners(self) -> tuple[int, int, int, int]:
        """Left, top, right, bottom, as Pillow wants them."""
        return (self.x, self.y, self.right, self.bottom)

    def grown(self, by: int) -> "Box":
        """The box with a margin all round; negative shrinks."""
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def columns(self, count: int, gap: int = 0) -> tuple["Box", ...]:
        """The box cut into `count` equal columns."""
        pitch = (self.width + gap) / count
        lefts = [self.x + round(pitch * i) for i in range(count + 1)]
        return tuple(
            Box(lefts[i], self.y, lefts[i + 1] - lefts[i] - gap, self.height) for i in range(count)
        )


def centred(x: int, y: int, width: int, height: int) -> Box:
    """A box around a middle point."""
    return Box(x - width // 2, y - height // 2, width, height)
