"""The page of `/preferences` and its two forms."""

from typing import Final, Literal, get_args

from discord import ui

from cogs.game.deadlines import REMINDER_RHYTHMS
from cogs.game.quiet_hours import local_time
from cogs.hand.appearance import DECKS, HandAppearance
from cogs.ui.actions import Action
from cogs.ui.custom_id import NO_TABLE
from cogs.ui.form import Question, drop_down, radio, text_field
from cogs.ui.layout import action_row, button, layout_view, select, text_display
from cogs.ui.texts import say
from data.models.members import ReminderChannel, ReminderPreferences, Substitution
from render.text.hand_order import ORDERS

REMINDER_CHANNELS: Final[tuple[ReminderChannel, ...]] = get_args(ReminderChannel)
SUBSTITUTIONS: Final[tuple[Substitution, ...]] = get_args(Substitution)
DIGEST_HOURS: Final = tuple(range(24))
"""The hours that a digest can have. With "none" they fill a select of 25 options."""
MINUTES_OF_HOUR: Final = 60
First = Literal["picture", "words"]
ASKED: Final = ("zone", "quiet", "way", "rhythm", "digest")
LONGEST_ZONE: Final = 40
LONGEST_QUIET: Final = 20


def preferences_layout(preferences: ReminderPreferences, seen: HandAppearance) -> ui.LayoutView:
    """Return the message with all preferences, and buttons for the two forms that change them.

    Args:
        preferences: How the member is reminded.
        seen: How the member's hand looks.
    """
    reminders = button(Action.REMINDER_FORM, *NO_TABLE, label=say("preferences.reminders"))
    look = button(Action.LOOK_FORM, *NO_TABLE, label=say("preferences.look"))
    invited = button(Action.INVITATION_FORM, *NO_TABLE, label=say("friends.invitedform"))
    seats = [(n, say(f"preferences.substitution_{who}"), "") for n, who in enumerate(SUBSTITUTIONS)]
    seat, hint = (
        SUBSTITUTIONS.index(preferences.substitution),
        say("preferences.substitution_hint"),
    )
    return layout_view(
        text_display(
            say("preferences.heading"),
            reminders_in_words(preferences),
            *frequency_in_words(preferences),
            say(f"preferences.substitution_rule_{preferences.substitution}"),
            appearance_in_words(seen),
        ),
        action_row(reminders, look, invited),
        select(Action.SUBSTITUTION, 0, 0, labels=seats, placeholder=hint, chosen=seat),
    )


def reminder_form(preferences: ReminderPreferences) -> list[Question]:
    """Return the form for time zone and reminders, filled with the current preferences."""
    ways = [(n, say(f"preferences.way_{way}"), "") for n, way in enumerate(REMINDER_CHANNELS)]
    rhythms = [(n, rhythm_words(rhythm), "") for n, rhythm in enumerate(REMINDER_RHYTHMS)]
    # "None" comes first: `digest_at` numbers the options in the same order.
    times = (None, *(hour * MINUTES_OF_HOUR for hour in DIGEST_HOURS))
    digests = [(n, digest_words(minute), "") for n, minute in enumerate(times)]
    digest = 0 if preferences.digest is None else 1 + preferences.digest // MINUTES_OF_HOUR
    quiet, ask = quiet_typed(preferences), {name: say(f"preferences.{name}_hint") for name in ASKED}
    zone, zone_about = preferences.zone, say("preferences.zone_about")
    return [
        text_field("zone", ask["zone"], zone_about, zone, LONGEST_ZONE),
        text_field("quiet", ask["quiet"], say("preferences.quiet_about"), quiet, LONGEST_QUIET),
        radio("way", ask["way"], ways, REMINDER_CHANNELS.index(preferences.way)),
        radio("rhythm", ask["rhythm"], rhythms, REMINDER_RHYTHMS.index(preferences.rhythm)),
        drop_down("digest", ask["digest"], digests, digest),
    ]


def look_form(seen: HandAppearance) -> list[Question]:
    """Return the form for the look of the hand, filled with the current preferences."""
    decks = [(n, say(f"panel.deck_{deck}"), "") for n, deck in enumerate(DECKS)]
    orders = [(n, say(f"panel.order_{order}"), "") for n, order in enumerate(ORDERS)]
    firsts = [(n, say(f"panel.{first}_first"), "") for n, first in enumerate(get_args(First))]
    return [
        radio("deck", say("preferences.deck_hint"), decks, DECKS.index(seen.deck)),
        radio("order", say("preferences.order_hint"), orders, ORDERS.index(seen.order)),
        radio("first", say("preferences.first_hint"), firsts, int(seen.words_first)),
    ]


def frequency_in_words(preferences: ReminderPreferences) -> list[str]:
    if preferences.way == "none":
        return []
    return [
        say("preferences.rhythm_rule", rhythm=rhythm_words(preferences.rhythm)),
        digest_rule(preferences),
    ]


def digest_rule(preferences: ReminderPreferences) -> str:
    if preferences.digest is None:
        return ""
    key = "digest_alone" if preferences.rhythm == "none" else "digest_rule"
    return say(f"preferences.{key}", at=format_minute(preferences.digest))


def rhythm_words(rhythm: str) -> str:
    return say(f"preferences.rhythm_{rhythm}")


def digest_words(minute: int | None) -> str:
    if minute is None:
        return say("preferences.digest_off")
    return say("preferences.digest_at", at=format_minute(minute))


def reminders_in_words(preferences: ReminderPreferences) -> str:
    if preferences.quiet_from is None or preferences.quiet_to is None:
        quiet = say("preferences.no_quiet")
    else:
        quiet = say(
            "preferences.quiet",
            start=format_minute(preferences.quiet_from),
            end=format_minute(preferences.quiet_to),
        )
    way = say(f"preferences.by_{preferences.way}")
    return say("preferences.shown", zone=str(local_time(preferences.zone)), quiet=quiet, way=way)


def appearance_in_words(seen: HandAppearance) -> str:
    first = say("panel.words_first" if seen.words_first else "panel.picture_first")
    deck, order = say(f"panel.deck_{seen.deck}"), say(f"panel.order_{seen.order}")
    return say("preferences.pictured", deck=deck, order=order, first=first)


def format_minute(minute: int) -> str:
    """Return a minute of the day as a time, such as "22:00"."""
    return f"{minute // 60:02}:{minute % 60:02}"


def quiet_typed(preferences: ReminderPreferences) -> str:
    """Return quiet hours as a member would type them, such as "22:00-07:30". "" for none."""
    if preferences.quiet_from is None or preferences.quiet_to is None:
        return ""
    return f"{format_minute(preferences.quiet_from)}-{format_minute(preferences.quiet_to)}"
