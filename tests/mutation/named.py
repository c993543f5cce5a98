"""Changes that tests must always notice: leaks and missing permissions, named after the harm."""

from dataclasses import dataclass
from typing import Final

from tests.mutation.mutant import ROOT, Mutant

SECRETS: Final = ("tests/engine/test_secrets.py",)
PRESSES: Final = (
    "tests/cogs/game/test_authority.py::test_a_panel",
    "tests/cogs/hand/test_secrecy.py",
)
OLD: Final = (
    "tests/cogs/delivery/test_committed_interactions.py::test_who_presses_what_others_have_made_old_is_told_that_nothing_was_done",
)
BACK: Final = ("tests/cogs/absence/test_absence.py::test_nothing_is_chosen_any_more",)
LOCKED: Final = ("tests/engine/canasta/test_house_pile.py",)
PAGES: Final = ("tests/cogs/history/test_leaderboard.py::test_a_made_up_page",)
SCREENS: Final = ("tests/cogs/hand/test_secrecy.py",)
CALLS: Final = (
    "tests/cogs/direct_messages/test_calls.py::test_a_call_is_the_same_whatever_the_hand_is",
)
IN_GROUPS: Final = (
    "tests/cogs/direct_messages/test_dm_hands.py::test_a_hand_in_a_group_is_private",
)
LISTS_IN_GROUPS: Final = (
    "tests/cogs/my_tables/test_my_tables.py::test_the_list_is_private_on_a_server_and_stays",
)
WITHOUT_CONTEXT: Final = (
    "tests/cogs/direct_messages/test_dm_hands.py::test_a_forged_press_on_a_foreign_message",
)
LEFT: Final = (
    "tests/cogs/direct_messages/test_dm_hands.py::test_whoever_has_left_the_server_gets_no_hand",
)
CLOSED: Final = (
    "tests/cogs/direct_messages/test_dm_hands.py::test_the_hand_of_somebody_who_has_left_is_closed",
)
HISTORY: Final = ("tests/cogs/history/test_private_channels.py::test_the_history_lists_only",)
COPIES: Final = ("tests/data/erasure/test_erased_backups.py",)
MACHINE: Final = "tests/soak/secrecy/test_secrecy_machine.py::test_"
TOLD: Final = (f"{MACHINE}turns_that_others_take_tell_two_deals_apart_to_nobody_who_watches",)
FACE_DOWN: Final = (f"{MACHINE}a_panel_thinks_of_no_card_that_lies_face_down",)
HANDED: Final = (f"{MACHINE}a_hand_that_is_handed_over_while_it_is_asked_for_tells_nobody_of_it",)
OWN: Final = "return self if seat == self.seat else replace(self, {}=None)"


@dataclass(frozen=True)
class Named:
    """A change with its harm: the file, the old and new text, and the tests that must notice."""

    harm: str
    path: str
    old: str
    new: str
    tests: tuple[str, ...]

    def mutant(self) -> Mutant:
        """Return the changed file. Fails unless the old text occurs exactly once."""
        source = (ROOT / self.path).read_text()
        assert source.count(self.old) == 1, f"{self.harm}: {self.path} has it {self.old} no more"
        return Mutant(self.path, source.replace(self.old, self.new), self.tests)


NAMED: Final = (
    Named(
        "everybody is told the drawn cards",
        "engine/model/events.py",
        OWN.format("cards"),
        "return self",
        SECRETS,
    ),
    Named(
        "two deals are told apart by the drawn cards",
        "engine/model/events.py",
        OWN.format("cards"),
        "return self",
        TOLD,
    ),
    Named(
        "two deals are told apart by the feet",
        "cogs/game/move_log.py",
        "self._face_down[seat] = engine.face_down(self.view(seat))",
        "self._face_down[seat] = FaceDown(self.table)",
        FACE_DOWN,
    ),
    Named(
        "two deals are told apart on the panel of a seat that is somebody else's",
        "cogs/hand/open_panels.py",
        "if state.seat_of(user_id) != seat:",
        "if False:",
        HANDED,
    ),
    Named(
        "everybody has every hand in view",
        "engine/canasta/viewing.py",
        'hand=b"" if viewer is None else table.hands[viewer]',
        "hand=table.hands[table.turn]",
        SECRETS,
    ),
    Named(
        "everybody sees which cards are new",
        "engine/canasta/viewing.py",
        'fresh=table.fresh if ours else b""',
        "fresh=table.fresh",
        SECRETS,
    ),
    Named(
        "an answer to an offer is told before the window closes",
        "engine/rummy/events.py",
        OWN.format("yes"),
        "return self",
        SECRETS,
    ),
    Named(
        "the order of a new stock is told",
        "engine/rummy/events.py",
        "return replace(self, cards=None)",
        "return self",
        SECRETS,
    ),
    Named(
        "feet lie face up for the seat that plans",
        "cogs/game/move_log.py",
        "self._face_down[seat] = engine.face_down(self.view(seat))",
        "self._face_down[seat] = FaceDown(self.table)",
        SCREENS,
    ),
    Named(
        "a hand is shown to whoever asks for it",
        "cogs/hand/open_panels.py",
        "if state.seat_of(user_id) != seat:",
        "if False:",
        PRESSES,
    ),
    Named(
        "a hand is shown on the panel of whoever played the seat before",
        "cogs/hand/open_panels.py",
        "if (row.seat, row.user_id) == (seat, user_id)",
        "if row.seat == seat",
        PRESSES,
    ),
    Named(
        "a hand is shown in a message that everybody reads",
        "cogs/ui/replies.py",
        "return raw.message is not None and (raw.message.flags.ephemeral or is_in_bot_dm(raw))",
        "return True",
        SCREENS,
    ),
    Named(
        "a made-up control gives a message that everybody reads new content",
        "cogs/ui/custom_id.py",
        "return has_component(raw.message, custom_id.action, custom_id.table)",
        "return True",
        PAGES,
    ),
    Named(
        "a reminder in direct messages names the cards of the hand",
        "cogs/direct_messages/calls.py",
        "        by=by,\n    )",
        "        by=by,\n    ) + str(list(state.view(seat).hand))",
        CALLS,
    ),
    Named(
        "a press acts on what it has not seen",
        "cogs/game/sessions.py",
        "if not (is_due and is_theirs and state.game.is_current(seat, seen)):",
        "if not (is_due and is_theirs):",
        SCREENS,
    ),
    Named(
        "a computer player moves for a member who is back",
        "cogs/game/sessions.py",
        "if not (is_due and is_theirs and state.game.is_current(seat, seen)):",
        "if not (is_due and state.game.is_current(seat, seen)):",
        BACK,
    ),
    Named(
        "a press on an old screen acts",
        "cogs/hand/interaction.py",
        "if not self.state.game.is_current(self.seat, self.seen):",
        "if False:",
        OLD,
    ),
    Named(
        "a locked card is free",
        "engine/canasta/melds/laying.py",
        "self.free = table.free(seat)",
        "self.free = table.hands[seat]",
        LOCKED,
    ),
    Named(
        "the cards of a pile are not locked",
        "engine/canasta/round/events.py",
        'arranged(came) if self.locks else b""',
        'b""',
        LOCKED,
    ),
    Named(
        "a locked card is offered",
        "engine/model/table.py",
        "return without(hand, self.locked) if self.locked and seat == self.turn else hand",
        "return hand",
        (*LOCKED, "tests/engine/test_invariants.py"),
    ),
    Named(
        "a hand in a group is shown to everybody there",
        "cogs/ui/replies.py",
        "        case Place.ELSEWHERE:\n            return True",
        "        case Place.ELSEWHERE:\n            return False",
        IN_GROUPS,
    ),
    Named(
        "a list of tables in a group is shown to everybody there",
        "cogs/ui/replies.py",
        "        case Place.ELSEWHERE:\n            return True",
        "        case Place.ELSEWHERE:\n            return private and not stays",
        LISTS_IN_GROUPS,
    ),
    Named(
        "an answer without a context is shown as in the bot DM",
        "cogs/ui/places.py",
        "if raw.context.dm_channel else Place.ELSEWHERE",
        "if not raw.context.private_channel else Place.ELSEWHERE",
        WITHOUT_CONTEXT,
    ),
    Named(
        "whoever has left the server opens their hand by direct message",
        "cogs/direct_messages/proofs.py",
        "return proof or self._keep(guild_id, user_id, await self._ask(guild_id, user_id))",
        "return proof or self._keep(guild_id, user_id, None)",
        LEFT,
    ),
    Named(
        "the hand of somebody who has left the server stays open",
        "cogs/direct_messages/dm_hands.py",
        "            await self.close(row, say(reason.key, **reason.facts))\n            return\n",
        "            log.info(reason.key)\n",
        CLOSED,
    ),
    Named(
        "the history lists games of channels that the member does not see",
        "cogs/game/visibility.py",
        "tuple(one.id for one in channels if _reads(raw, one))",
        "tuple(one.id for one in channels)",
        HISTORY,
    ),
    Named(
        "forgetting says that it is done while another program reads the file",
        "data/sqlite/backend.py",
        "return bool(busy)",
        "return False",
        COPIES,
    ),
    Named(
        "forgetting says that it is done while a copy has not followed",
        "data/erasure/erased_backups.py",
        "left[copy] = str(error)",
        "pass",
        COPIES,
    ),
)
