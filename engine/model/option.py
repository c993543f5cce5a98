"""Options: the house rules that a table chooses before it starts and cannot change afterwards."""

from collections.abc import Mapping
from dataclasses import dataclass

Value = bool | int | str
SWITCH: Mapping[Value, bool] = {"on": True, "off": False}


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule. `choices` lists the values; for integers () means `least`…`most`."""

    name: str
    default: Value
    choices: tuple[Value, ...] = (False, True)
    least: int = 0
    most: int = 0
    rule: str = ""

    @property
    def type(self) -> type[Value]:
        """The type of the values: `bool`, `int` or `str`."""
        return type(self.default)

    def read(self, value: Value) -> Value:
        """Return the value in the type of this option; a switch also accepts `on` and `off`."""
        return SWITCH.get(value, value) if self.type is bool and isinstance(value, str) else value

    def allows(self, value: Value) -> bool:
        """Whether a table may choose `value`. A bool never counts as an integer."""
        if type(value) is not type(self.default):
            return False
        if self.choices:
            return value in self.choices
        return isinstance(value, int) and self.least <= value <= self.most


def settled(options: tuple[Option, ...], chosen: Mapping[str, Value] | None) -> dict[str, Value]:
    """Return every option with its value: the chosen one, else the default.

    Raises:
        ValueError: an option is unknown, or does not allow its value.

    """
    known = {option.name: option for option in options}
    values: dict[str, Value] = {name: option.default for name, option in known.items()}
    for name, given in (chosen or {}).items():
        if name not in known:
            raise ValueError(f"no option {name!r} in this game")
        value = known[name].read(given)
        if not known[name].allows(value):
            raise ValueError(f"option {name!r} cannot be {given!r}")
        values[name] = value
    return values
