"""Colour vision: contrast by WCAG 2, difference by CIEDE2000, four kinds of vision.

The matrices are those of Machado, Oliveira and Fernandes (2009) at full strength, applied to linear
light. CIEDE2000 follows Sharma, Wu and Dalal (2005).
"""

import math

Colour = tuple[int, int, int]
IDENTITY = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
VISIONS = {
    "normal": IDENTITY,
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)


def linear(colour: Colour) -> list[float]:
    parts = (part / 255 for part in colour)
    return [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]


def product(matrix, vector):
    return [sum(m * v for m, v in zip(row, vector, strict=True)) for row in matrix]


def contrast(one: Colour, other: Colour) -> float:
    """Return the WCAG 2 contrast ratio of two colours."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: Colour) -> float:
    """Return the luminance of a colour, from 0 to 1."""
    return sum(m * v for m, v in zip(TO_XYZ[1], linear(colour), strict=True))


def lab(colour: Colour, vision: str):
    seen = [min(1.0, max(0.0, part)) for part in product(VISIONS[vision], linear(colour))]
    parts = [v / w for v, w in zip(product(TO_XYZ, seen), WHITE, strict=True)]
    x, y, z = (p ** (1 / 3) if p > 216 / 24389 else (24389 / 27 * p + 16) / 116 for p in parts)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def hue(a, b):
    return math.degrees(math.atan2(b, a)) % 360 if a or b else 0.0


def difference(one: Colour, other: Colour, vision: str = "normal") -> float:
    """Return the difference of two colours for a kind of vision, by CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = lab(one, vision), lab(other, vision)
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2, h1, h2 = math.hypot(a1, b1), math.hypot(a2, b2), hue(a1, b1), hue(a2, b2)
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    dh = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    angle = h1 + turn / 2 if c1 * c2 else h1 + h2
    t = (
        1
        - 0.17 * math.cos(math.radians(angle - 30))
        + 0.24 * math.cos(math.radians(2 * angle))
        + 0.32 * math.cos(math.radians(3 * angle + 6))
        - 0.20 * math.cos(math.radians(4 * angle - 63))
    )
    sl = 1 + 0.015 * (lightness - 50) ** 2 / math.sqrt(20 + (lightness - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    swing = 30 * math.exp(-((((angle % 360) - 275) / 25) ** 2))
    rt = -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7)) * math.sin(math.radians(2 * swing))
    dl, dc, dh = (l2 - l1) / sl, (c2 - c1) / sc, dh / sh
    return math.sqrt(dl**2 + dc**2 + dh**2 + rt * dc * dh)
