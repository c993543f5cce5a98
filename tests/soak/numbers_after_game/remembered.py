"""The numbers that a server keeps: members' statistics, leaderboards, the newest games, records."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

import engine
from tests.cogs.support.recount import Played
from tests.simulator import Answer, Member
from tests.soak.numbers_after_game.looking import KINDS, Looking, grouped, numbers, plain

PAGE: Final = 6
"""Games on a page of a history."""
NEWCOMER: Final = 25
"""Difference between the mean and the lower end before the first game."""


class Remembered(Looking):
    """Checks of what the commands show."""

    async def remembered(self) -> None:
        """Check everybody's statistics, every leaderboard, the newest games and the records."""
        for person in self.people:
            await self.record(person)
        for game in ("", self.game):
            for by in ("rating", "wins", "games", *self.of_some_games(game)):
                await self.ladder(game, by)
            await self.partners(game)
            for month in sorted({one.month for one in self.played}):
                self.season = month
                await self.ladder(game, "rating")
            self.season = ""
        await self.history()
        await self.records()

    def of_some_games(self, game: str) -> Iterator[str]:
        """Yield the sort orders that not every leaderboard has."""
        if not game or self.played[0].game.low:
            yield "pennies"
        if game:
            yield from ("best_round", "average")

    async def slash(self, command: str, **options: Any) -> Answer:
        """Type a command as the first of the people."""
        return await self.people[0].slash(command, **options)

    def mine(self, user: int) -> list[Played]:
        """Return the games of a member."""
        return [one for one in self.played if user in one.people.values()]

    def rated(self, user: int) -> list[Played]:
        """Return the rated games of the season."""
        return [one for one in self.mine(user) if one.rated and self.season in ("", one.month)]

    def shown(self, game: str, user: int) -> list[int]:
        """Return a rating and its certainty, as screens show them."""
        rating = self.ratings.known[(game, self.season), user]
        return shown_of(rating.mu, rating.mu - 3 * rating.sigma)

    async def record(self, person: Member) -> None:
        """Check `/stats` of a member."""
        games = self.mine(person.id)
        if not games:
            return
        answer = await person.slash("stats")
        lines = plain(answer.text).splitlines()
        for what, begin, ours in self.expected(person.id, games):
            told = [line for line in lines if line.startswith(begin)]
            self.same(f"stats, {what}", numbers(told[0][len(begin) :]) if told else [], ours)
        won = [one.place_of(person.id) == 1 for one in games]
        title = [*self.titled(person.id), sum(won), len(won), streak(won)]
        self.same("stats' alt", numbers(answer.message.alts[0])[: len(title)], title)
        each = ", ".join("won" if one else "lost" for one in won[-10:])
        self.same("latest", [f"newest last: {each}." in answer.message.alts[0]], [True])

    def titled(self, user: int) -> list[int]:
        """Return place and rating, if there are any."""
        return [self.place(user), *self.shown("", user)] if self.rated(user) else []

    def place(self, user: int) -> int:
        """Return a member's place on the leaderboard of all games."""
        rivals = [self._strength("", one.id) for one in self.people if self.rated(one.id)]
        return 1 + sum(one > self._strength("", user) for one in rivals)

    def _strength(self, game: str, user: int) -> float:
        rating = self.ratings.known[(game, self.season), user]
        return rating.mu - 3 * rating.sigma

    def expected(self, user: int, games: list[Played]) -> Iterator[tuple[str, str, list[int]]]:
        """Yield the expected lines of `/stats`: a name, the start of the line, and its numbers."""
        won, rated = [one.place_of(user) == 1 for one in games], self.rated(user)
        name = engine.GAMES[self.game].name
        if rated:
            yield "rating", "Rating ", self.shown("", user)
            yield "by game", f"{name}:", [self.shown(self.game, user)[0], *self.of_game(user)]
        if len(rated) > 1:
            course = [shown_of(*one)[0] for one in self.ratings.course[user]]
            first = grouped(course[0])
            yield "course", f"{first} after the first", [max(course), min(course)]
        counted = f"{len(won)} game{'s' * (len(won) > 1)}, "
        yield "played", counted, [sum(won)]
        if any(won):
            yield "streak", "Most wins in a row:", [streak(won)]
        practice = [one.place_of(user) == 1 for one in games if not one.rated]
        if len(practice) > 1:
            yield "practice", f"{len(practice)} of them are not rated", [sum(practice)]
        yield from self.feats(user, games)
        yield from self.rivals(user)

    def of_game(self, user: int) -> list[int]:
        """Return rated games, games won, the side's best round, and points per round."""
        games = self.rated(user)
        best, total, count = self.rounds(user)
        return [len(games), self.wins(user), best, round(total / count)]

    def wins(self, user: int) -> int:
        """Return how many rated games a member has won."""
        return sum(one.place_of(user) == 1 for one in self.rated(user))

    def rounds(self, user: int) -> tuple[int, int, int]:
        """Return the best round of a member's side, points, and rounds, of rated games."""
        points = [
            items[one.side_of(user)]["total"]
            for one in self.rated(user)
            for items in one.game.rounds
        ]
        return (min if self.played[0].game.low else max)(points), sum(points), len(points)

    def feats(self, user: int, games: list[Played]) -> Iterator[tuple[str, str, list[int]]]:
        """Yield canastas, piles, red threes, going out, pennies."""
        total: Counter[str] = Counter()
        biggest = balance = 0
        for one in games:
            (seat,) = [seat for seat, whose in one.people.items() if whose == user]
            total.update(one.game.feats[seat])
            biggest = max(biggest, one.game.feats[seat]["pile"])
            balance += one.game.balance(seat)
        kinds = [total[kind] for kind in KINDS if total[kind]]
        if kinds:
            yield "canastas", "Canastas:", kinds
        for key, begin, count in (
            ("pile", "Biggest pile:", biggest),
            ("threes", "Red threes:", total["red_threes"]),
            ("out", "Went out", total["out"]),
        ):
            if count > 1 or (count and key != "out"):  # The text has no number for once.
                yield key, begin, [count]
        if self.played[0].game.low:
            yield "pennies", "Pennies won or lost:", [balance]

    def rivals(self, user: int) -> Iterator[tuple[str, str, list[int]]]:
        """Yield the opponents: games against each, and how often before and behind them."""
        met: dict[int, list[int]] = {}
        for one in self.rated(user):
            for other in set(one.people.values()) - {user}:
                if one.side_of(other) != one.side_of(user):
                    mine, theirs = one.place_of(user), one.place_of(other)
                    counts = met.setdefault(other, [0, 0, 0])
                    met[other] = [
                        counts[0] + 1,
                        counts[1] + (mine < theirs),
                        counts[2] + (mine > theirs),
                    ]
        most = sorted(met.items(), key=lambda pair: (-pair[1][0], -pair[1][1]))
        # Five opponents are shown. Among equal ones the first met comes first; they are left out
        # here.
        sure = most if len(most) <= 5 else [one for one in most if one[1][:2] > most[5][1][:2]]
        for other, counts in sure:
            (name,) = [person.name for person in self.people if person.id == other]
            yield f"rival {name}", f"{name}: ", counts

    async def ladder(self, game: str, by: str) -> None:
        """Check `/leaderboard` in one sort order."""
        answer = await self.slash("leaderboard", game=game, by=by, season=self.season)
        told = {line[1]: line[0] for line in map(ladder_line, ladder_lines(answer.text))}
        ours, values, sorted_by = {}, {}, dict[str, int]()
        for person in self.people:
            value = self.value(game, by, person.id) if self.rated(person.id) else None
            if value is not None:
                values[person.name] = value[0]
                games, wins = len(self.rated(person.id)), self.wins(person.id)
                ours[person.name] = [self.shown(game, person.id)[0], *value[1], games, wins]
                sorted_by[person.name] = self.sorted_by(game, by, person.id)
        for name, mine in values.items():
            ours[name].insert(0, 1 + sum(other > mine for other in values.values()))
        what = " ".join(filter(None, ("ladder", game, by, self.season)))
        self.same(what, sorted(told.items()), sorted(ours.items()))
        self.compared += sum(map(len, ours.values()))
        told_alts = numbers(" ".join(answer.message.alts))
        for name, line in ours.items():
            shown = {line[0], sorted_by[name]}
            self.same(f"{what}, alt", [shown <= set(told_alts)], [True])

    def sorted_by(self, game: str, by: str, user: int) -> int:
        """Return the number that a row has in the picture."""
        value = self.value(game, by, user)
        told = value[1] if value else []
        counts = {"wins": self.wins(user), "games": len(self.rated(user))}
        return told[0] if told else counts.get(by, self.shown(game, user)[0])

    def value(self, game: str, by: str, user: int) -> tuple[float, list[int]] | None:
        """Return the sort value of a row, and its numbers."""
        low = self.played[0].game.low
        sign = -1 if low else 1
        if by == "pennies":
            won = sum(self._pennies(one, user) for one in self.rated(user))
            return (won, [won]) if low else None
        best, total, count = self.rounds(user)
        orders: dict[str, tuple[float, list[int]]] = {
            "rating": (self._strength(game, user), []),
            "wins": (self.wins(user), []),
            "games": (len(self.rated(user)), []),
            "best_round": (sign * best, [best]),
            "average": (sign * total / count, [round(total / count)]),
        }
        return orders[by]

    def _pennies(self, one: Played, user: int) -> int:
        (seat,) = [seat for seat, whose in one.people.items() if whose == user]
        return one.game.balance(seat)

    async def partners(self, game: str) -> None:
        """Check the first page of `/leaderboard` for pairs and trios."""
        answer = await self.slash("leaderboard", game=game, by="partners")
        told = [numbers(line.split(": ", 1)[1]) for line in ladder_lines(answer.text)]
        teams = [
            (rating.mu - 3 * rating.sigma, rating.mu, team)
            for (slug, team), rating in self.ratings.together.items()
            if slug == game
        ]
        best = sorted(teams, key=lambda one: -one[0])
        ours = [[shown_of(mean, sure)[0], *self.team(team)] for sure, mean, team in best[:10]]
        self.same(f"partners {game}".strip(), sorted(told), sorted(ours))

    def team(self, team: tuple[int, ...]) -> list[int]:
        """Return the games of a pair or trio, and the games won."""
        places = [
            place
            for one in self.played
            if len(one.partners()) > 1
            for place, members in one.partners()
            if members == team
        ]
        return [len(places), places.count(1)]

    async def history(self) -> None:
        """Check `/history`: the newest games, each with its final scores, best first."""
        answer = await self.slash("history")
        text = plain(answer.text).splitlines()
        told = [line for at, line in enumerate(text) if at and text[at - 1].startswith("**")]
        for one, line in zip(reversed(self.played[-PAGE:]), told, strict=True):
            best = sorted(zip(one.game.places(), one.game.totals(), strict=True))
            self.same("history", sorted(numbers(line)), sorted(total for _, total in best))
            self.same("history's winner", numbers(line)[:1], [best[0][1]])

    async def records(self) -> None:
        """Check `/records`: the biggest pile, the most canastas, the best round."""
        text = plain((await self.slash("records")).text)
        for begin, value in (
            ("Biggest pile", lambda one, seat: one.game.feats[seat]["pile"]),
            ("Most canastas", lambda one, seat: sum(one.game.feats[seat][k] for k in KINDS)),
            ("Best round", best_round),
        ):
            found = [
                (value(one, seat), -number, one.game.row.id)
                for number, one in enumerate(self.played)
                for seat in one.people
            ]
            best = max(found, default=(0, 0, 0))
            told = [numbers(line) for line in text.splitlines() if line.startswith(begin)]
            self.same(begin, told, [[best[0], best[2]]] if best[0] > 0 else [])


def best_round(one: Played, seat: int) -> int:
    """Return the best round of a seat's side; nothing if the fewest points win."""
    side = next(side for side, seats in enumerate(one.game.sides) if seat in seats)
    return 0 if one.game.low else max(items[side]["total"] for items in one.game.rounds)


def ladder_lines(text: str) -> list[str]:
    """Return the lines of a leaderboard."""
    return [line for line in plain(text).splitlines() if re.match(r"\*\*\d+\.\*\*", line)]


def ladder_line(line: str) -> tuple[list[int], str]:
    """Return a line's numbers, and its member."""
    return numbers(line), line.split("** ", 1)[1].split(":", 1)[0]


def shown_of(mean: float, sure: float) -> list[int]:
    """Return a rating as screens show it: 1,000 plus 40 per point of the lower end; certainty in
    percent.
    """
    return [round(1000 + 40 * sure), round(100 * (1 - (mean - sure) / NEWCOMER))]


def streak(won: Sequence[bool]) -> int:
    """Return the longest series of wins."""
    return max(map(len, "".join("1" if one else " " for one in won).split()), default=0)
