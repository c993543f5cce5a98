"""The one registry of verbs: every control that there is, by what it asks for.

A screen shows a control by its verb, and a door answers the verb; so neither need know the other.
A verb stands in the custom ids of messages, and messages stay: what it is called never changes.
"""

from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from cogs._kit.address import Address


@dataclass(frozen=True, slots=True)
class Verb:
    """What a control asks for, as custom ids have it."""

    name: str

    def __str__(self) -> str:
        return self.name


class Button(Verb):
    """A button's verb."""

    def at(
        self,
        table: int,
        seen: int,
        *args: int,
        label: str | None = None,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        disabled: bool = False,
        emoji: discord.PartialEmoji | None = None,
    ) -> ui.Button[Any]:
        """The button for a screen. Raises `ValueError` when the address is too long."""
        address = Address(self.name, table, seen, args)
        looks: dict[str, Any] = {"label": label, "style": style, "disabled": disabled}
        return ui.Button(custom_id=str(address), emoji=emoji, **looks)


class Select(Verb):
    """A select's verb; the values of its options are whole numbers."""

    def at(
        self,
        table: int,
        seen: int,
        *args: int,
        options: list[discord.SelectOption],
        placeholder: str | None = None,
        most: int = 1,
    ) -> ui.Select[Any]:
        """The select for a screen; up to `most` options can be chosen at once."""
        address = Address(self.name, table, seen, args)
        return ui.Select(
            options=options, placeholder=placeholder, max_values=most, custom_id=str(address)
        )


class Form(Verb):
    """The verb of a form (Discord's modal)."""


# ---- the lobby, for everybody

JOIN: Final = Button("join")
LEAVE: Final = Button("leave")
AGREE: Final = Button("agree")
ADDBOT: Final = Button("addbot")
ADDLEVEL: Final = Select("addlevel")
RMBOT: Final = Button("rmbot")
START: Final = Button("start")
FILL: Final = Button("fill")
CLOSE: Final = Button("close")
HOWTO: Final = Button("howto")
SETUP: Final = Button("setup")
ANOTHER: Final = Button("another")
SEATS: Final = Select("seats")
PACE: Final = Select("pace")

# ---- the host's page of seats

SEATING: Final = Button("seating")
SEAT: Final = Select("seat")
SWAP: Final = Select("swap")
LEVEL: Final = Select("level")
TASTE: Final = Select("taste")
FREE: Final = Button("free")
SHUFFLE: Final = Button("shuffle")
BALANCE: Final = Button("balance")
SEALED: Final = Button("sealed")

# ---- the page of house rules

HOUSE: Final = Button("house")
RULE: Final = Select("rule")
VALUE: Final = Select("value")
NUMBER: Final = Button("number")
NUMBERED: Final = Form("numbered")
BOOK: Final = Button("book")
PRESET: Final = Select("preset")
KEEP: Final = Button("keep")
KEPT: Final = Form("kept")
UNKEEP: Final = Select("unkeep")

# ---- the table

HAND: Final = Button("hand")
LOG: Final = Button("log")
WHY: Final = Select("why")
SHEET: Final = Button("sheet")
RULES: Final = Button("rules")
MORE: Final = Button("more")
QUIT: Final = Button("quit")
REMATCH: Final = Button("rematch")

# ---- away and back

BACK: Final = Button("back")
INVITE: Final = Button("invite")
SUB: Final = Button("sub")
PAUSE: Final = Button("pause")
GOON: Final = Button("goon")
HOLIDAY: Final = Select("holiday")
HOME: Final = Button("home")

# ---- a member's preferences

REMINDBY: Final = Select("remindby")
RHYTHM: Final = Select("rhythm")
DIGEST: Final = Select("digest")

# ---- a member's note at a table

NOTE: Final = Button("note")
NOTED: Final = Form("noted")

# ---- running a table

RUN: Final = Button("run")
REPLACE: Final = Select("replace")
GIVEBACK: Final = Select("giveback")
HOLD: Final = Button("hold")
RESUME: Final = Button("resume")
STOP: Final = Button("stop")
STOPFOR: Final = Select("stopfor")

# ---- what a table is asked

YEA: Final = Button("yea")
NAY: Final = Button("nay")

# ---- a member's tables

NUDGE: Final = Button("nudge")
SHOWAGAIN: Final = Button("showagain")
MOVEHERE: Final = Button("movehere")
GIVEUP: Final = Button("giveup")
STANDUP: Final = Button("standup")

# ---- places that are gone

REOPEN: Final = Button("reopen")

# ---- the panel

SAY: Final = Button("say")
TAKE: Final = Button("take")
TAKES: Final = Select("takes")
LAY: Final = Select("lay")
LAYIT: Final = Button("layit")
DROP: Final = Select("drop")
DROPIT: Final = Button("dropit")
THROW: Final = Button("throw")
PLAYTURN: Final = Button("playturn")
LAYALL: Final = Button("layall")
UNDO: Final = Button("undo")
INSTEAD: Final = Button("instead")
GOOUT: Final = Button("goout")
ASK: Final = Button("ask")
WISH: Final = Button("wish")
WISHES: Final = Select("wishes")
LEAVES: Final = Select("leaves")
FIRST: Final = Button("first")
DECK: Final = Select("deck")
SORT: Final = Select("sort")
MAIN: Final = Button("main")
ABOUT: Final = Button("about")
SKIP: Final = Button("skip")
HINT: Final = Button("hint")
NEXTTABLE: Final = Button("nexttable")
FLIP: Final = Button("flip")

# ---- the panel's Build page

BUILD: Final = Button("build")
RANK: Final = Select("rank")
MANY: Final = Select("many")
MANYIT: Final = Button("manyit")
"""Of the page as it was before groups were picked at once; they lead to the page of today."""
PICK: Final = Select("picks")
MOREPICKS: Final = Button("morepicks")
UNSTAGE: Final = Button("unstage")
LAYSTAGED: Final = Button("laystaged")
TAKESTAGED: Final = Button("takestaged")

# ---- planning ahead

PLAN: Final = Button("plan")
PLANSTART: Final = Select("planstart")
PLANRANKS: Final = Select("planranks")
PLANLAY: Final = Select("planlay")
PLANCARD: Final = Select("plancard")
PLANLAST: Final = Select("planlast")
PLANCLEAR: Final = Button("planclear")
PLANON: Final = Button("planon")
PLANOFF: Final = Button("planoff")
PLANTYPE: Final = Button("plantype")
PLANTYPED: Final = Form("plantyped")

# ---- lessons and practice

LEARN: Final = Button("learn")
COURSES: Final = Button("courses")
COURSE: Final = Select("course")
STUDY: Final = Button("study")
LESSON: Final = Select("lesson")
NEXT: Final = Button("next")
AGAIN: Final = Button("again")
SHOWME: Final = Button("showme")
PRACTISE: Final = Button("practise")
COACH: Final = Button("coach")
ROUND: Final = Button("round")

# ---- finished games

VERIFY: Final = Button("verify")
REPLAY: Final = Button("replay")
STEP: Final = Button("step")
JUMP: Final = Select("jump")
SHARE: Final = Button("share")
FILM: Final = Button("film")

# ---- ladders and histories

LADDER: Final = Button("ladder")
LADDERBY: Final = Select("ladderby")
HISTORY: Final = Button("history")

# ---- what is kept of a member

FORGETME: Final = Button("forgetme")

VERBS: Final = {verb.name: verb for verb in tuple(globals().values()) if isinstance(verb, Verb)}
"""All of them by name."""
