"""Rooms and the arrows between them, as the modules of the product import each other."""

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tests import test_imports as imports

Arrow = tuple[str, str]
OWN_FILES = ""
"""The room of the files that stand in a package itself."""


@dataclass(frozen=True, slots=True)
class Box:
    """What is drawn as one box: its name, what it is in a sentence, and the files inside."""

    title: str
    words: str
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """Boxes by key, and who imports whom."""

    boxes: Mapping[str, Box]
    arrows: frozenset[Arrow]

    def drawn(self) -> frozenset[Arrow]:
        """The arrows that no longer way of arrows implies."""
        beyond = {key: self._below(to) for key in self.boxes for to in [self._next(key)]}
        return frozenset((a, b) for a, b in self.arrows if b not in beyond[a])

    def floors(self) -> list[list[str]]:
        """The boxes floor by floor, the ground floor first: each above all that it imports."""
        floor: dict[str, int] = {}
        while len(floor) < len(self.boxes):
            for key in self.boxes:
                below = self._next(key)
                if key not in floor and below <= floor.keys():
                    floor[key] = 1 + max((floor[each] for each in below), default=-1)
        return [
            [key for key in self.boxes if floor[key] == number]
            for number in range(1 + max(floor.values()))
        ]

    def _next(self, key: str) -> set[str]:
        return {b for a, b in self.arrows if a == key}

    def _below(self, keys: Iterable[str]) -> set[str]:
        """All that is under these boxes, without themselves."""
        found: set[str] = set()
        waiting = [below for key in keys for below in self._next(key)]
        while waiting:
            key = waiting.pop()
            if key not in found:
                found.add(key)
                waiting += self._next(key)
        return found


def packages() -> Plan:
    """The top floor of the house: our packages and programs."""
    boxes = {name: Box(name, summary(name)) for name in imports.OURS}
    arrows = {
        (name, to)
        for name in boxes
        for module in imports.in_package(name)
        for to in map(imports.package, ours(module))
        if to != name
    }
    return Plan(boxes, frozenset(arrows))


def rooms(package: str) -> Plan:
    """The rooms of a package with the files in them."""
    inside: dict[str, list[str]] = {room: [] for room in imports.ROOMS[package]}
    arrows: set[Arrow] = set()
    for module in imports.in_package(package):
        own = imports.room(module)
        inside[own].append(module)
        arrows |= {(own, imports.room(to)) for to in ours(module) if imports.package(to) == package}
    boxes = {room: room_box(package, room, found) for room, found in inside.items()}
    return Plan(boxes, frozenset((a, b) for a, b in arrows if a != b))


def room_box(package: str, room: str, found: Iterable[str]) -> Box:
    """A room as a box."""
    name = f"{package}.{room}".rstrip(".")
    files = tuple(sorted(module.rpartition(".")[2] for module in found if module != name))
    return Box(room or f"{package}/*.py", summary(name), files)


def files(package: str, room: str) -> Plan:
    """The files of a room."""
    found = [one for one in imports.in_package(package) if imports.room(one) == room]
    found = [one for one in found if imports.modules()[one].name != "__init__.py"]
    boxes = {one: Box(one.rpartition(".")[2], summary(one)) for one in sorted(found)}
    arrows = {(one, to) for one in boxes for to in ours(one) if to in boxes and to != one}
    return Plan(boxes, frozenset(arrows))


def ours(module: str) -> set[str]:
    """The modules of ours that one imports."""
    return imports.everything_imported(module) & imports.modules().keys()


def summary(module: str) -> str:
    """The first sentence of a module about itself."""
    if module not in imports.modules():
        return ""
    said = ast.get_docstring(imports.tree(module)) or ""
    return said.partition("\n\n")[0].replace("\n", " ").replace("`", "")
