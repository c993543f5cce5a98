"""A state machine about consent: every member tries to harm every other, and nobody succeeds.

The machine drives the real services of a real bot. The machine records only who did what, and what
that person saw then. From these records it checks four rules after each step:

- A seat gets another player only if its owner allowed that, by a preference or on leaving, and if
  everybody else who plays has said yes. The owner alone may return to it.
- Nobody who was not let in reads a hand.
- An owner's silence counts as a yes only after they could see the question for its full time.
- Nobody starts in a pace or by house rules that they have not confirmed.
"""

import logging
from collections import defaultdict
from collections.abc import Awaitable
from typing import Final, get_args

from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

import engine
from cogs.core.refusals import Refusal
from cogs.game.deadlines import PACES
from cogs.game.seat_changes import member_player
from data.models.members import Substitution
from data.models.tables import TableStatus
from data.models.votes import VoteKind
from tests.cogs.support.play import HOUSE, Game, default_move
from tests.cogs.support.preferences import wishing
from tests.cogs.support.time import DAY, HOUR, MINUTE, after
from tests.simulator import Member
from tests.soak.consent.table import SEATS, ConsentTable, Terms, holder, owner, terms_of

log = logging.getLogger(__name__)
CROWD: Final = 6
"""Three members who join first, and three others: second accounts, and a stranger."""
WISHES: Final[tuple[Substitution, ...]] = get_args(Substitution)
WHO: Final = st.integers(0, CROWD - 1)
SEAT: Final = st.integers(0, SEATS - 1)

IN_LOBBY: Final = precondition(lambda machine: not machine.playing)
IN_GAME: Final = precondition(lambda machine: machine.playing)


class Consent(ConsentTable):
    """Steps at one table after another, from its lobby to its end."""

    # ---- a table

    @initialize()
    def sit_down(self) -> None:
        """Create a crowd and the first lobby."""
        others = (self.simulator.invite(name) for name in ("Eve", "Mo"))
        self.crowd: tuple[Member, ...] = (*self.simulator.members, *others)
        self.role = self.simulator.guild.create_role("Hidden")
        self.simulator.deny("view_channel", target=self.role.id)
        self.runner.run(self.open_lobby())

    async def open_lobby(self) -> None:
        """Reset the records of the table before; let the host open another."""
        self.agreed: dict[int, Terms] = {}
        self.told_terms: dict[int, Terms] = {}
        self.let: dict[int, bool] = {}
        self.said: defaultdict[int, dict[int, bool]] = defaultdict(dict)
        self.visible: defaultdict[tuple[int, int], float] = defaultdict(float)
        bot, host = self.simulator.bot, self.crowd[0]
        row = await bot.database.lobbies.create(
            guild_id=self.simulator.guild.id,
            channel_id=self.simulator.channel.id,
            host_id=host.id,
            game=HOUSE,
            rules_version=engine.GAMES[HOUSE].version,
            options={},
            seat_count=SEATS,
            pace="day",
            seed=bot.entropy(32),
            host=member_player(self.user(host)),
            press=self.press_id(),
        )
        self.table = row.id
        self.game = Game(self.simulator, row.id, self.crowd)
        self.agreed[host.id] = self.told_terms[row.revision] = terms_of(row)
        self.playing = False
        await self.serve(self.shown(row))
        for person in self.crowd[1:SEATS]:
            await self.serve(self.joined(person, 0))
            await self.show_lobby()
        if not self.rarely():
            await self.serve(self.started(fill=False))
            await self.simulator.wait(0)
            self.playing = True

    # ---- the lobby

    @rule(who=WHO, back=st.integers(0, 2))
    @IN_LOBBY
    def join(self, who: int, back: int) -> None:
        """Let somebody join by a message that may be out of date."""
        self.do(self.serve(self.joined(self.crowd[who], back)))

    async def joined(self, person: Member, back: int) -> None:
        seen = await self.revision(back)
        lobbies = self.simulator.bot.services.lobbies
        await lobbies.join(self.table, self.user(person), self.press_id(), seen)
        self.agreed[person.id] = self.told_terms[seen]

    async def revision(self, back: int) -> int:
        """Return a revision of the lobby that was shown: the newest, or an earlier one."""
        shown = sorted(self.told_terms)
        return shown[max(0, len(shown) - 1 - back)]

    @rule(who=WHO, back=st.integers(0, 2))
    @IN_LOBBY
    def confirm(self, who: int, back: int) -> None:
        """Let somebody agree to the terms that a message showed."""
        self.do(self.serve(self.confirmed(self.crowd[who], back)))

    async def confirmed(self, person: Member, back: int) -> None:
        seen = await self.revision(back)
        await self.simulator.bot.services.lobbies.confirm_terms(self.table, person.id, seen)
        self.agreed[person.id] = self.told_terms[seen]

    @rule(who=st.integers(1, CROWD - 1))
    @IN_LOBBY
    def leave_the_lobby(self, who: int) -> None:
        """Let a guest leave the lobby."""
        leave = self.simulator.bot.services.lobbies.leave
        self.do(self.serve(leave(self.table, self.crowd[who].id)))

    @rule(pace=st.integers(0, len(PACES) - 1))
    @IN_LOBBY
    def change_the_pace(self, pace: int) -> None:
        """Let the host change the pace."""
        self.do(self.serve(self.changed(pace=pace)))

    @rule(rounds=st.integers(1, 3))
    @IN_LOBBY
    def change_the_rules(self, rounds: int) -> None:
        """Let the host change the house rules."""
        self.do(self.serve(self.changed(rounds=rounds)))

    async def changed(self, *, pace: int = 0, rounds: int = 0) -> None:
        row, lobbies = await self.row(), self.simulator.bot.services.lobbies
        if rounds:
            row = await lobbies.choose(row, {"max_rounds": rounds}, row.revision)
        else:
            row = await lobbies.set_pace(row, pace, row.revision)
        self.agreed[self.crowd[0].id] = terms_of(row)

    @rule(fill=st.booleans())
    @IN_LOBBY
    def start(self, fill: bool) -> None:
        """Let the host start, with or without computer players."""
        self.do(self.serve(self.started(fill=fill)))

    async def started(self, *, fill: bool) -> None:
        row, host = await self.row(), self.user(self.crowd[0])
        services = self.simulator.bot.services
        # Full lobbies start as they are: a press on another button is refused.
        row = await services.lobbies.start(row, host, self.press_id(), row.revision, fill=fill)
        await services.sessions.start_decisions(row.id)
        services.activity.wake(row)
        Consent.seen["games"] += 1
        for seat in row.seats:
            if (user_id := holder(row, seat.seat)) is not None:
                Consent.seen["members started"] += 1
                assert self.agreed.get(user_id) == terms_of(row), f"{user_id} has not confirmed"

    # ---- seats

    @rule(who=WHO, wish=st.sampled_from(WISHES))
    def prefer(self, who: int, wish: Substitution) -> None:
        """Let a member set who may play their seat."""
        self.wish[self.crowd[who].id] = wish
        self.do(wishing(self.simulator, self.crowd[who], substitution=wish))

    @rule(who=WHO, lets=st.booleans())
    @IN_GAME
    def leave(self, who: int, lets: bool) -> None:
        """Let a member leave the game for good."""
        if self.rarely():
            self.do(self.serve(self.left(self.crowd[who], lets=lets)))

    async def left(self, person: Member, *, lets: bool) -> None:
        row = await self.row()
        services = self.simulator.bot.services
        services.activity.wake(await services.seat_changes.leave(self.table, person.id, opens=lets))
        for seat in range(SEATS):
            # An owner may leave a seat that a computer player keeps, not one that a member plays.
            if owner(row, seat) == person.id and holder(row, seat) in {person.id, None}:
                self.let[seat] = lets

    @rule(who=WHO)
    @IN_GAME
    def come_back(self, who: int) -> None:
        """Let somebody take back a seat, theirs or not."""
        self.do(self.serve(self.returned(self.crowd[who])), by=self.crowd[who])

    async def returned(self, person: Member) -> None:
        services, member = self.simulator.bot.services, member_player(self.user(person))
        services.activity.wake(await services.seat_changes.come_back(self.table, member))

    @rule(who=WHO, kind=st.sampled_from(["hold", "seat", "end"]), seat=SEAT)
    @IN_GAME
    def ask(self, who: int, kind: VoteKind, seat: int) -> None:
        """Let somebody open a vote."""
        self.do(self.serve(self.asked(self.crowd[who], kind, seat)))

    async def asked(self, person: Member, kind: VoteKind, seat: int) -> None:
        about = None if kind == "end" else seat
        candidate = member_player(self.user(person)) if kind == "seat" else None
        votes = self.simulator.bot.services.votes
        vote = await votes.ask(self.table, kind, person.id, about, candidate)
        self.said[vote.number][person.id] = True
        Consent.seen[f"asked: {kind}"] += 1

    @rule(who=WHO, yes=st.booleans(), which=st.integers(0, 2))
    @IN_GAME
    def answer(self, who: int, yes: bool, which: int) -> None:
        """Let somebody answer a vote, asked or not."""
        self.do(self.serve(self.answered(self.crowd[who], which, yes=yes)))

    @rule(which=st.integers(0, 2), but=WHO)
    @IN_GAME
    def all_but_one_agree(self, which: int, but: int) -> None:
        """Let all members but one agree in a vote."""
        for number, person in enumerate(self.crowd):
            if number != but:
                self.do(self.serve(self.answered(person, which, yes=True)))

    @rule(who=WHO, kind=st.sampled_from(["hold", "seat", "end"]), seat=SEAT, but=WHO)
    @IN_GAME
    def conspire(self, who: int, kind: VoteKind, seat: int, but: int) -> None:
        """Open a vote, and let all members but one agree at once."""
        self.ask(who, kind, seat)
        self.all_but_one_agree(-1, but)

    @rule(seat=SEAT)
    @IN_GAME
    def vanish(self, seat: int) -> None:
        """Let a member miss three turns in a row, while the others take theirs."""
        for _ in range(24):
            live = self.runner.run(self.game.live()) if self.playing else None
            if live is None or holder(live.row, seat) is None:
                return
            if seat in live.deciding():
                self.do(self.passed(PACES[live.row.pace].vote + HOUR))
            else:
                self.do(self.moved())

    @rule(seat=SEAT, who=st.integers(SEATS, CROWD - 1), wish=st.sampled_from(WISHES))
    @IN_GAME
    def take_over(self, seat: int, who: int, wish: Substitution) -> None:
        """Let a member vanish, and a second account ask for the seat; the others agree."""
        absent = owner(self.runner.run(self.row()), seat)
        for number, person in enumerate(self.crowd):
            if person.id == absent:
                self.prefer(number, wish)
        self.vanish(seat)
        if self.playing:
            self.ask(who, "seat", seat)
            self.all_but_one_agree(-1, who)

    async def answered(self, person: Member, which: int, *, yes: bool) -> None:
        found = sorted(n for n, vote in (await self.votes()).items() if vote.verdict is None)
        if found:
            number = found[which % len(found)]
            said = {**self.said[number], person.id: yes}
            before, self.said[number] = self.said[number], said
            try:
                await self.simulator.bot.services.votes.answer(
                    self.table, number, person.id, yes=yes
                )
            except Refusal:
                self.said[number] = before
                raise

    @rule(who=WHO)
    @IN_GAME
    def forget(self, who: int) -> None:
        """Erase a member who is not the host, and so has left."""
        # Rarely, and only who can type the command.
        if who and self.crowd[who].id not in self.hidden and self.rarely():
            self.do(self.forgotten(self.crowd[who]))

    async def forgotten(self, person: Member) -> None:
        row = await self.row()
        asked = await person.slash("privacy forget")
        await person.press(asked.message, "forgetme")
        self.wish.pop(person.id, None)
        self.agreed.pop(person.id, None)
        for seat in range(SEATS):
            if owner(row, seat) == person.id:
                self.let[seat] = False

    # ---- time, and who sees the channel

    @rule(seconds=st.sampled_from([MINUTE, HOUR, 8 * HOUR, DAY + HOUR, 3 * DAY]))
    @IN_GAME
    def let_time_go_by(self, seconds: float) -> None:
        """Let time pass: decisions are missed, and votes end."""
        self.do(self.passed(seconds))

    async def passed(self, seconds: float) -> None:
        for number, vote in (await self.votes()).items():
            if vote.verdict is None and vote.message_id is not None:
                for person in self.crowd:
                    if person.id not in self.hidden:
                        self.visible[number, person.id] += seconds
        await after(self.simulator, seconds)

    @rule(who=WHO)
    @IN_GAME
    def hide(self, who: int) -> None:
        """Let a moderator hide the channel from somebody."""
        self.hidden.add(self.crowd[who].id)
        self.simulator.deny("view_channel", target=self.crowd[who].id)
        self.do(self.simulator.wait(1))

    @rule(who=WHO)
    @IN_GAME
    def show(self, who: int) -> None:
        """Let a moderator show the channel again."""
        if self.crowd[who].id in self.hidden:
            backend, person = self.simulator.env.backend, self.crowd[who]
            self.hidden.discard(person.id)
            backend.delete_overwrite(self.simulator.channel.id, person.id)
            self.forget_hidden(person)
            self.do(self.simulator.wait(1))

    def forget_hidden(self, person: Member) -> None:
        """Restart the voting time of these members, as the page of votes promises."""
        for number, user_id in [*self.visible]:
            if user_id == person.id:
                self.visible[number, user_id] = 0.0

    @rule(who=WHO, hours=st.sampled_from([6, 30]))
    @IN_GAME
    def hide_by_a_role(self, who: int, hours: int) -> None:
        """Give a member a role that hides the channel. Discord sends the bot no event."""
        person = self.crowd[who]
        if person.id not in self.hidden:
            self.do(self.hidden_by_a_role(person, hours * HOUR))

    async def hidden_by_a_role(self, person: Member, seconds: float) -> None:
        backend, guild = self.simulator.env.backend, self.simulator.guild.id
        backend.add_member_role(guild, person.id, self.role.id)
        self.hidden.add(person.id)
        await self.passed(seconds)
        self.hidden.discard(person.id)
        backend.remove_member_role(guild, person.id, self.role.id)
        self.forget_hidden(person)

    @rule()
    @IN_GAME
    def play_on(self) -> None:
        """Make a default move of the seat to act."""
        self.do(self.moved())

    async def moved(self) -> None:
        live = await self.game.live()
        deciding = live.deciding()
        if any(live.player(seat).kind == "member" for seat in deciding):
            await default_move(self.game)

    # ---- one step

    def do(self, what: Awaitable[object], by: Member | None = None) -> None:
        """Do something that may be refused, and check what has become of the table."""
        Consent.steps += 1
        self.runner.run(self.done(what, by))

    async def done(self, what: Awaitable[object], by: Member | None) -> None:
        before, votes = await self.row(), await self.votes()
        try:
            await what
        except Refusal as refusal:
            Consent.seen["refused"] += 1
            log.debug("refused: %s", refusal.key)
        await self.simulator.wait(0)
        now = await self.row()
        self.playing = now.status is TableStatus.PLAYING
        if now.status is TableStatus.LOBBY:
            await self.show_lobby()
        if before.status is TableStatus.PLAYING:
            passed = [
                vote
                for number, vote in (await self.votes()).items()
                if vote.verdict == "yes" and (number not in votes or votes[number].verdict is None)
            ]
            self.judge(before, now, passed, by)
        if now.status is TableStatus.PLAYING:
            await self.read_hands(now)
        elif now.status is not TableStatus.LOBBY:
            await self.open_lobby()
