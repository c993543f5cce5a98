"""The actions that work outside of a table's server: in direct messages, groups, other servers.

There, a member plays their own seat, and looks at what is theirs. Lobbies, the powers of hosts and
moderators, rematches and everything that others read stay on the server.
"""

from typing import Final

from cogs.core.bot import Interaction
from cogs.core.refusals import Refusal
from cogs.ui.actions import Action, ActionId
from cogs.ui.permissions import NotInvited
from cogs.ui.places import Place, is_on_server, place_of
from data.models.tables import TableRow

WORKS_ANYWHERE: Final[tuple[ActionId, ...]] = (
    # the table, for its own player
    *(Action.HAND, Action.LOG, Action.WHY, Action.SCORE, Action.RULES, Action.DETAILS),
    *(Action.LEAVE_GAME, Action.TAKE_SEAT_BACK, Action.PAUSE, Action.RESUME_CLOCK),
    *(Action.VOTE_YES, Action.VOTE_NO, Action.VOTE_RULES, Action.NOTE, Action.NOTE_MODAL),
    # the member
    *(Action.STATS_OF_SERVER, Action.LADDER_OF_SERVER),
    *(Action.BEGIN_ABSENCE, Action.END_ABSENCE, Action.AWAY, Action.MY_TABLES, Action.ERASE_ME),
    *(Action.REMINDBY, Action.RHYTHM, Action.DIGEST, Action.PREFERENCES, Action.SUBSTITUTION),
    *(Action.INVITATION_FORM, Action.INVITATION_FORM_MODAL),
    *(Action.REMINDER_FORM, Action.REMINDER_FORM_MODAL, Action.LOOK_FORM, Action.LOOK_FORM_MODAL),
    # the member's tables
    *(Action.SORT_OUT, Action.TABLES_PAGE, Action.SHOWAGAIN, Action.LEAVE_LOST_LOBBY),
    Action.REOPEN,
    # the hand panel
    *(Action.SIMPLE_MOVE, Action.TAKE_PILE, Action.TAKE_PILE_OPTION, Action.LAY, Action.LAY_ONLY),
    *(Action.DISCARD_SELECT, Action.DISCARD_ONLY, Action.DISCARD_PROPOSED, Action.PLAYTURN),
    *(Action.LAYALL, Action.UNDO, Action.PLAY_SUGGESTION, Action.TYPED_MOVE, Action.GOOUT),
    *(Action.ASK_TO_GO_OUT, Action.PASS_UNTIL_MY_TURN, Action.OFFER_ANSWER, Action.LEAVE_ANSWER),
    *(Action.WORDS_FIRST, Action.HAND_DECK, Action.HAND_SORTING, Action.PLAY_PAGE),
    *(Action.ABOUT_PAGE, Action.HURRY_COMPUTERS, Action.HINT, Action.NEXTTABLE),
    *(Action.DISCARD_PAGE, Action.WHY_RULE, Action.REMIND_HERE),
    # the Build page
    *(Action.BUILD_PAGE, Action.LEGACY_RANK, Action.LEGACY_GROUP, Action.LEGACY_GROUP_ONLY),
    *(Action.STAGE, Action.STAGE_PAGE, Action.UNSTAGE, Action.LAYSTAGED, Action.TAKESTAGED),
    # plans
    *(Action.PLAN, Action.PLANSTART, Action.PLANRANKS, Action.PLANLAY, Action.PLANCARD),
    *(Action.PLANLAST, Action.PLANCLEAR, Action.PLANON, Action.PLANOFF, Action.PLAN_LAYS),
    Action.PLAN_LAYS_MODAL,
    # lessons and practice
    *(Action.LEARN, Action.COURSES, Action.COURSE, Action.STUDY, Action.LESSON, Action.NEXT_STEP),
    *(Action.RETRY_STEP, Action.SHOWME, Action.PRACTISE, Action.COACH, Action.PRACTICE_PAGE),
    *(Action.HELP_TOPIC, Action.NEXT_PRACTICE_ROUND),
)
NAMES: Final = frozenset(action.name for action in WORKS_ANYWHERE)


def works_here(raw: Interaction, action: str) -> bool:
    """Return whether an action works in the place of an interaction.

    Layouts leave out the components of all other actions.
    """
    return action in NAMES or place_of(raw) is Place.SERVER


async def check_works_here(raw: Interaction, action: str, not_invited: NotInvited) -> None:
    """Raise `Refusal` if an action works only on a server with the bot, and this is none.

    On a server without the bot, the refusal has an invitation.
    """
    if not works_here(raw, action):
        await not_invited.check(raw)
        raise Refusal("dm.only_on_server")


def check_works_for(raw: Interaction, action: str, row: TableRow) -> None:
    """Raise `Refusal` if an action works only on the table's server, and this is elsewhere.

    Another server has the member under another name, and with another role.
    """
    if action not in NAMES and not (row.is_private or is_on_server(raw, row.guild_id)):
        raise Refusal("dm.only_on_server")
