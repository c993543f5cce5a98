"""Options: the house rules a table chooses in its lobby and freezes when it starts."""

from collections.abc import Mapping
from dataclasses import dataclass

Value = bool | int | str


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule. `choices` lists the allowed values; for integers () means `least`…`most`."""

    name: str
    default: Value
    choices: tuple[Value, ...] = (False, True)
    least: int = 0
    most: int = 0
    rule: str = ""

    def allows(self, value: Value) -> bool:
        """Whether a table may choose `value`. A bool is never taken for an integer."""
        if type(value) is not type(self.default):
            return False
        if self.choices:
            return value in self.choices
        return isinstance(value, int) and self.least <= value <= self.most


def settled(options: tuple[Option, ...], chosen: Mapping[str, Value] | None) -> dict[str, Value]:
    """Every option with its value, the chosen ones over the defaults.

    Raises:
        ValueError: an unknown option, or a value it does not allow.
    """
    known = {option.name: option for option in options}
    for name, value in (chosen or {}).items():
        if name not in known:
            raise ValueError(f"no option {name!r} in this game")
        if not known[name].allows(value):
            raise ValueError(f"option {name!r} cannot be {value!r}")
    return {name: option.default for name, option in known.items()} | dict(chosen or {})
