"""All actions. An action is the word that tells what a button, select or modal does.

Layouts and handlers both refer to the action, so neither needs to import the other. The custom ids
of old messages contain the action's word, so that word never changes. `cogs.ui.component` registers
the handlers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord

from cogs.ui.custom_id import ANSWERED_INTERACTION, CustomId


@dataclass(frozen=True, slots=True)
class ActionId:
    """An action. `name` is its word in custom ids."""

    name: str

    def __str__(self) -> str:
        return self.name


class ButtonAction(ActionId):
    """The action of a button."""

    def button(
        self,
        table: int,
        version: int,
        *args: int,
        label: str | None = None,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        disabled: bool = False,
        emoji: discord.PartialEmoji | None = None,
    ) -> dict[str, Any]:
        """Return a button with this action, in Discord's form.

        Args:
            table: The id of the table; 0 for none.
            version: The version of the table that the layout shows.
            args: Whole numbers for the handler.
            label: The text on the button.
            style: The colour of the button.
            disabled: Whether members cannot press the button.
            emoji: An emoji before the label.

        Raises:
            ValueError: The custom id is too long.
        """
        found: dict[str, Any] = {
            "type": discord.ComponentType.button.value,
            "style": style.value,
            "disabled": disabled,
            "custom_id": str(CustomId(self.name, table, version, args)),
        }
        if label:
            found["label"] = label
        if emoji is not None:
            found["emoji"] = emoji.to_dict()
        return found


class SelectAction(ActionId):
    """The action of a select. The values of its options are whole numbers."""

    def select(
        self,
        table: int,
        version: int,
        *args: int,
        options: Sequence[dict[str, Any]],
        placeholder: str,
        most: int = 1,
    ) -> dict[str, Any]:
        """Return a select with this action, in Discord's form.

        Its custom id changes after each choice.

        Args:
            table: The id of the table; 0 for none.
            version: The version of the table that the layout shows.
            args: Whole numbers for the handler.
            options: The options in Discord's form, at most 25.
            placeholder: The text that the select shows before a member chooses.
            most: How many options a member may choose at once.

        Raises:
            ValueError: The custom id is too long.
        """
        answered = ANSWERED_INTERACTION.get()
        nonce = () if answered is None else (answered,)
        return {
            "type": discord.ComponentType.select.value,
            "custom_id": str(CustomId(self.name, table, version, (*args, *nonce))),
            "min_values": 1,
            "max_values": most,
            "placeholder": placeholder,
            "options": options,
        }


class ModalAction(ActionId):
    """The action of a modal that a member has submitted."""


class Action:
    """Every action.

    The code uses the attribute's name; custom ids contain the word, which is fixed.
    """

    # ---- the lobby, for everybody

    JOIN = ButtonAction("join")
    LEAVE = ButtonAction("leave")
    OPEN_HANDS = ButtonAction("agree")
    CONFIRM_TERMS = ButtonAction("confirm")
    ADD_COMPUTER = ButtonAction("addbot")
    ADD_COMPUTER_OF_LEVEL = SelectAction("addlevel")
    REMOVE_COMPUTER = ButtonAction("rmbot")
    START = ButtonAction("start")
    FILL = ButtonAction("fill")
    CLOSE = ButtonAction("close")
    HOWTO = ButtonAction("howto")
    SETUP = ButtonAction("setup")
    SECOND_LOBBY = ButtonAction("another")
    SEATS = SelectAction("seats")
    PACE = SelectAction("pace")
    """Messages of earlier releases have selects for seats and pace. This release uses a form."""
    CLOTH = SelectAction("cloth")
    TERMS = ButtonAction("terms")
    TERMS_MODAL = ModalAction("termed")
    SETUP_DONE = ButtonAction("setupdone")
    PLAY_GAME = ButtonAction("playgame")
    INVITE_TO_GAME = ButtonAction("askfor")
    DECLINE = ButtonAction("notnow")
    CALL_PLAYERS = ButtonAction("callplayers")

    # ---- the lobby, seating page

    SEATING = ButtonAction("seating")
    SEAT = SelectAction("seat")
    SWAP = SelectAction("swap")
    LEVEL = SelectAction("level")
    TASTE = SelectAction("taste")
    FREE = ButtonAction("free")
    SHUFFLE = ButtonAction("shuffle")
    BALANCE = ButtonAction("balance")
    SEALED = ButtonAction("sealed")

    # ---- the lobby, house rules page

    HOUSE_RULES = ButtonAction("house")
    RULE = SelectAction("rule")
    SET_OPTION = SelectAction("value")
    OPTION_NUMBER = ButtonAction("number")
    OPTION_NUMBER_MODAL = ModalAction("numbered")
    STANDARD_RULES = ButtonAction("book")
    PRESET = SelectAction("preset")
    SAVE_PRESET = ButtonAction("keep")
    SAVE_PRESET_MODAL = ModalAction("kept")
    DELETE_PRESET = SelectAction("unkeep")
    DELETE_PRESET_SURE = ButtonAction("unkeepsure")

    # ---- the table's message

    HAND = ButtonAction("hand")
    LOG = ButtonAction("log")
    WHY = SelectAction("why")
    SCORE = ButtonAction("sheet")
    RULES = ButtonAction("rules")
    DETAILS = ButtonAction("more")
    LEAVE_GAME = ButtonAction("quit")
    REMATCH = ButtonAction("rematch")
    FOLLOW = ButtonAction("follow")
    REACT = ButtonAction("react")

    # ---- away and back

    TAKE_SEAT_BACK = ButtonAction("back")
    INVITE = ButtonAction("invite")
    SUBSTITUTE = ButtonAction("sub")
    PAUSE = ButtonAction("pause")
    RESUME_CLOCK = ButtonAction("goon")
    BEGIN_ABSENCE = SelectAction("holiday")
    END_ABSENCE = ButtonAction("home")
    AWAY = ButtonAction("away")

    # ---- a member's preferences

    REMINDBY = SelectAction("remindby")
    RHYTHM = SelectAction("rhythm")
    DIGEST = SelectAction("digest")
    """Messages of earlier releases have these three selects. This release uses a form."""
    PREFERENCES = ButtonAction("preferences")
    REMINDER_FORM = ButtonAction("reminderform")
    REMINDER_FORM_MODAL = ModalAction("reminderformed")
    LOOK_FORM = ButtonAction("lookform")
    LOOK_FORM_MODAL = ModalAction("lookformed")
    SUBSTITUTION = SelectAction("substitution")
    INVITATION_FORM = ButtonAction("invitedform")
    INVITATION_FORM_MODAL = ModalAction("invitedformed")

    # ---- a member's note at a table

    NOTE = ButtonAction("note")
    NOTE_MODAL = ModalAction("noted")

    # ---- running a table

    MODERATION_PAGE = ButtonAction("run")
    PROPOSE_COMPUTER = SelectAction("replace")
    GIVEBACK = SelectAction("giveback")
    PAUSE_TABLE = ButtonAction("hold")
    RESUME_TABLE = ButtonAction("resume")
    PROPOSE_END = ButtonAction("stop")
    END_AS_MODERATOR = SelectAction("stopfor")

    # ---- votes

    VOTE_YES = ButtonAction("yea")
    VOTE_NO = ButtonAction("nay")
    VOTE_RULES = ButtonAction("consent")

    # ---- a member's tables

    MY_TABLES = ButtonAction("mytables")
    NUDGE = ButtonAction("nudge")
    SHOWAGAIN = ButtonAction("showagain")
    MOVEHERE = ButtonAction("movehere")
    CLOSE_LOST_LOBBY = ButtonAction("giveup")
    """Lists of earlier releases have this button. This release uses `CLOSE`."""
    LEAVE_LOST_LOBBY = ButtonAction("standup")
    SORT_OUT = ButtonAction("sortout")
    TABLES_PAGE = ButtonAction("tablespage")

    # ---- missing channels

    REOPEN = ButtonAction("reopen")

    # ---- the hand panel

    SIMPLE_MOVE = ButtonAction("say")
    TAKE_PILE = ButtonAction("take")
    TAKE_PILE_OPTION = SelectAction("takes")
    LAY = SelectAction("lay")
    LAY_ONLY = ButtonAction("layit")
    DISCARD_SELECT = SelectAction("drop")
    DISCARD_ONLY = ButtonAction("dropit")
    DISCARD_PROPOSED = ButtonAction("throw")
    PLAYTURN = ButtonAction("playturn")
    LAYALL = ButtonAction("layall")
    UNDO = ButtonAction("undo")
    PLAY_SUGGESTION = ButtonAction("instead")
    TYPED_MOVE = ButtonAction("typed")
    GOOUT = ButtonAction("goout")
    ASK_TO_GO_OUT = ButtonAction("ask")
    PASS_UNTIL_MY_TURN = ButtonAction("wish")
    OFFER_ANSWER = SelectAction("wishes")
    LEAVE_ANSWER = SelectAction("leaves")
    WORDS_FIRST = ButtonAction("first")
    HAND_DECK = SelectAction("deck")
    HAND_SORTING = SelectAction("sort")
    PLAY_PAGE = ButtonAction("main")
    ABOUT_PAGE = ButtonAction("about")
    HURRY_COMPUTERS = ButtonAction("skip")
    HINT = ButtonAction("hint")
    NEXTTABLE = ButtonAction("nexttable")
    DISCARD_PAGE = ButtonAction("flip")
    REMIND_HERE = ButtonAction("remindhere")
    WHY_RULE = ButtonAction("whyrule")

    # ---- the hand panel's Build page

    BUILD_PAGE = ButtonAction("build")
    LEGACY_RANK = SelectAction("rank")
    LEGACY_GROUP = SelectAction("many")
    LEGACY_GROUP_ONLY = ButtonAction("manyit")
    """Old messages have these components of an earlier Build page.

    They open the present Build page.
    """
    STAGE = SelectAction("picks")
    STAGE_PAGE = ButtonAction("morepicks")
    UNSTAGE = ButtonAction("unstage")
    LAYSTAGED = ButtonAction("laystaged")
    TAKESTAGED = ButtonAction("takestaged")

    # ---- plans

    PLAN = ButtonAction("plan")
    PLANSTART = SelectAction("planstart")
    PLANRANKS = SelectAction("planranks")
    PLANLAY = SelectAction("planlay")
    PLANCARD = SelectAction("plancard")
    PLANLAST = SelectAction("planlast")
    PLANCLEAR = ButtonAction("planclear")
    PLANON = ButtonAction("planon")
    PLANOFF = ButtonAction("planoff")
    PLAN_LAYS = ButtonAction("plantype")
    PLAN_LAYS_MODAL = ModalAction("plantyped")

    # ---- lessons and practice

    LEARN = ButtonAction("learn")
    COURSES = ButtonAction("courses")
    COURSE = SelectAction("course")
    STUDY = ButtonAction("study")
    LESSON = SelectAction("lesson")
    NEXT_STEP = ButtonAction("next")
    RETRY_STEP = ButtonAction("again")
    SHOWME = ButtonAction("showme")
    PRACTISE = ButtonAction("practise")
    COACH = ButtonAction("coach")
    PRACTICE_PAGE = ButtonAction("practicepage")
    HELP_TOPIC = ButtonAction("helptopic")
    NEXT_PRACTICE_ROUND = ButtonAction("round")

    # ---- finished games

    VERIFY = ButtonAction("verify")
    REPLAY = ButtonAction("replay")
    REPLAY_MOMENT = ButtonAction("step")
    REPLAY_ROUND = SelectAction("jump")
    SHARE = ButtonAction("share")
    FILM = ButtonAction("film")

    # ---- leaderboards and histories

    LEADERBOARD_PAGE = ButtonAction("ladder")
    LEADERBOARD_SORT = SelectAction("ladderby")
    HISTORY = ButtonAction("history")
    STATS_OF_SERVER = SelectAction("statsof")

    # ---- the settings of a server

    SETTINGS = ButtonAction("settings")
    SETTINGS_FORM = ButtonAction("settingsform")
    SETTINGS_FORM_MODAL = ModalAction("settingsformed")

    # ---- privacy

    ERASE_ME = ButtonAction("forgetme")
    LADDER_OF_SERVER = SelectAction("ladderof")


ACTIONS: Final = {
    action.name: action for action in vars(Action).values() if isinstance(action, ActionId)
}
"""Every action by its word in custom ids."""
