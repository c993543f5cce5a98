"""The bar that shows the certainty of a rating."""

from typing import Final

from render.drawing.canvas import Canvas
from render.drawing.geometry import Box
from render.drawing.themes import PLATE

LEAST: Final = 0.08
"""Share of the bar that is always full, so that people see it as a bar."""


def draw_certainty(canvas: Canvas, box: Box, certainty: float) -> None:
    """Draw a bar that is filled up to `certainty`, from 0 to 1."""
    canvas.plate(box, box.height // 2, PLATE)
    inner = box.grown(-4)
    full = round(inner.width * min(1, max(LEAST, certainty)))
    canvas.plate(
        Box(inner.x, inner.y, max(full, inner.height), inner.height), 8, canvas.theme.muted
    )
    canvas.frame(box, box.height // 2, 3, canvas.theme.line)
