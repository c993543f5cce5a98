"""What a member has chosen for themselves, in words, and the selects that change it."""

from typing import Final, get_args

from discord import ui

from cogs._game.deadlines import RHYTHMS
from cogs._game.quiet_hours import clock_in
from cogs._kit import verbs
from cogs._kit.components import screen, select, text
from cogs._kit.texts import say
from cogs._wishes.looks import Looks
from data.people.rows import Preference, Way

WAYS: Final[tuple[Way, ...]] = get_args(Way)
DIGEST_HOURS: Final = tuple(range(24))
"""With none at all these are as many as one select takes."""
MINUTES_OF_HOUR: Final = 60


def preferences_screen(wish: Preference, seen: Looks) -> ui.LayoutView:
    """All of it; what is a choice of a few, as selects."""
    ways = [(n, say(f"preferences.way_{way}"), "") for n, way in enumerate(WAYS)]
    rhythms = [(n, rhythm_words(rhythm), "") for n, rhythm in enumerate(RHYTHMS)]
    times = (None, *(hour * MINUTES_OF_HOUR for hour in DIGEST_HOURS))
    digests = [(n, digest_words(minute), "") for n, minute in enumerate(times)]
    hint = {name: say(f"preferences.{name}_hint") for name in ("way", "rhythm", "digest")}
    way, rhythm = WAYS.index(wish.way), RHYTHMS.index(wish.rhythm)
    digest = 0 if wish.digest is None else 1 + wish.digest // MINUTES_OF_HOUR
    return screen(
        text(shown(wish), *often(wish), pictured(seen)),
        select(verbs.REMINDBY, 0, 0, labels=ways, placeholder=hint["way"], chosen=way),
        select(verbs.RHYTHM, 0, 0, labels=rhythms, placeholder=hint["rhythm"], chosen=rhythm),
        select(verbs.DIGEST, 0, 0, labels=digests, placeholder=hint["digest"], chosen=digest),
    )


def often(wish: Preference) -> list[str]:
    """How often somebody is told who wants to be told at all."""
    if wish.way == "none":
        return []
    return [say("preferences.rhythm_rule", rhythm=rhythm_words(wish.rhythm)), digest_rule(wish)]


def digest_rule(wish: Preference) -> str:
    """What a digest tells, and what comes beside it."""
    if wish.digest is None:
        return ""
    key = "digest_alone" if wish.rhythm == "none" else "digest_rule"
    return say(f"preferences.{key}", at=clock(wish.digest))


def rhythm_words(rhythm: str) -> str:
    """How often one is reminded."""
    return say(f"preferences.rhythm_{rhythm}")


def digest_words(minute: int | None) -> str:
    """At which time of day a digest comes, if it does."""
    if minute is None:
        return say("preferences.digest_off")
    return say("preferences.digest_at", at=clock(minute))


def shown(wish: Preference) -> str:
    """What a member has chosen, in words."""
    if wish.quiet_from is None or wish.quiet_to is None:
        quiet = say("preferences.no_quiet")
    else:
        quiet = say("preferences.quiet", start=clock(wish.quiet_from), end=clock(wish.quiet_to))
    way = say(f"preferences.by_{wish.way}")
    return say("preferences.shown", zone=str(clock_in(wish.zone)), quiet=quiet, way=way)


def pictured(seen: Looks) -> str:
    """How a member sees their hand, in words."""
    first = say("panel.words_first" if seen.words_first else "panel.picture_first")
    deck, order = say(f"panel.deck_{seen.deck}"), say(f"panel.order_{seen.order}")
    return say("preferences.pictured", deck=deck, order=order, first=first)


def clock(minute: int) -> str:
    """A minute of the day as a time: 22:00."""
    return f"{minute // 60:02}:{minute % 60:02}"
