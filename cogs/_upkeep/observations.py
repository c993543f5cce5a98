"""What the doctor says: a line for each thing it has looked at."""

from dataclasses import dataclass

from cogs._kit.texts import say


@dataclass(frozen=True, slots=True)
class Observation:
    """One thing that was looked at, and whether it is well."""

    well: bool
    words: str

    def __str__(self) -> str:
        return f"{say('doctor.well' if self.well else 'doctor.ill')} {self.words}"


def well(key: str, **facts: object) -> Observation:
    """Something that is as it should be."""
    return Observation(well=True, words=say(f"doctor.{key}", **facts))


def ill(key: str, **facts: object) -> Observation:
    """Something that is not."""
    return Observation(well=False, words=say(f"doctor.{key}", **facts))
