"""The messages about a game: its sheets with their stories, its end, and its score."""

import re
from typing import Final

from cogs.game.state import TableState
from cogs.history.moments import Replay
from cogs.history.replay_page import replay_layout
from cogs.table.scores import final_standing as podium_of
from cogs.table.scores import score_layout, score_sheets
from render.pictures import podium, score_sheet
from tests.cogs.support.positions import PICTURE
from tests.cogs.support.recount import Reckoned
from tests.simulator import Shown
from tests.simulator.messages import texts_in
from tests.soak.numbers_after_game.looking import Looking, grouped, numbers, plain, signed

ITEMS: Final = (
    *("canastas", "red_threes", "cards", "out", "grab", "split", "hands", "feet"),
    "caught",
)
PANELS: Final = 2
"""Most sides with a panel each; of more sides, the others share a table."""
LISTED: Final = 20
"""Rounds that a standing lists."""


class Sent(Looking):
    """Checks of the messages after a game."""

    def look_at(self, live: TableState, mine: Reckoned, told: list[Shown]) -> None:
        """Check all messages about a game."""
        replay = Replay(live)
        for number in range(1, len(mine.rounds) + 1):
            (shown,) = [one for one in told if one.text.startswith(f"## Round {number}\n")]
            self.sheet(live, mine, number, shown)
            self.story(mine, number, shown)
            self.replayed(replay, mine, number)
        (final,) = [one for one in told if "Rematch" in one.labels]
        self.end(live, mine, final)
        self.standing(live, mine)

    def sheet(self, live: TableState, mine: Reckoned, number: int, shown: Shown) -> None:
        """Check a round's sheet: its text, its picture, and the alt text."""
        after, said, texts = mine.totals(number), list[list[int]](), list[str]()
        lines = [line for line in shown.text.splitlines() if " this round (" in line]
        first, ahead = self._first(mine, number)
        for items, total, line in zip(mine.rounds[number - 1], after, lines, strict=True):
            points = [items[key] for key in ITEMS if items.get(key)]
            paid = [items["paid"]] if items.get("paid") else []
            told = numbers(line.split("**: ", 1)[1])
            self.same("sheet", sorted(told), sorted([items["total"], *points, total, *paid]))
            side = len(said)
            said.append([items["total"], total, *points, *paid])
            alone = len(mine.sides[side]) == 1
            if len(after) > PANELS and side != first:
                texts.append(grouped(total))
            elif alone or total != items["total"]:
                texts.append(f"now {grouped(total)}")
            texts.append(signed(items["total"]) if items["total"] else "0")
            texts += [*map(signed, points), *(signed(-one) for one in paid)]
        texts += [f"{grouped(ahead)} ahead"] if ahead else []
        sign = 1 if mine.low else -1
        order = sorted(range(len(said)), key=lambda side: sign * said[side][0])
        ours = [*said[order[0]], *([ahead] if ahead else [])]
        ours += [one for side in order[1:] for one in said[side]]
        self.same("sheet's alt", numbers(shown.alts[0])[-len(ours) :], ours)
        self.drawn("sheet", score_sheet.draw, score_sheets(live)[number - 1], texts)

    def _first(self, mine: Reckoned, number: int) -> tuple[int, int]:
        """Return the best side of a round, and its lead in points."""
        sign = 1 if mine.low else -1
        totals = [sign * items["total"] for items in mine.rounds[number - 1]]
        best, *others = sorted(totals)
        return totals.index(best), others[0] - best

    def _ends(self, mine: Reckoned, number: int) -> tuple[list[int], list[int]]:
        return [items["total"] for items in mine.rounds[number - 1]], mine.totals(number)

    def story(self, mine: Reckoned, number: int, shown: Shown) -> None:
        """Check the biggest pile and the red threes in a round's story."""
        feats = mine.by_round[number - 1]
        threes = [one["red_threes"] for one in feats]
        for line in map(plain, shown.text.splitlines()):
            if found := re.search(r"biggest pile had (\d+) cards", line):
                self.same("pile", [int(found[1])], [max(one["pile"] for one in feats)])
            if found := re.search(r"(\d+) red threes.*?(\d+)\)?\.$", line):
                self.same("threes", [*map(int, found.groups())], [sum(threes), max(threes)])

    def end(self, live: TableState, mine: Reckoned, shown: Shown) -> None:
        """Check the end of a game: places, scores, pennies."""
        flat, texts, lines = list[int](), list[str](), list[list[int]]()
        for place, side in sorted((at, side) for side, at in enumerate(mine.places())):
            points = mine.totals()[side]
            texts.append(grouped(points))
            lines.append([place, points, *self._purse(mine, side, words=True)])
            flat += [place, points, *self._purse(mine, side, words=False)]
            if mine.low:
                texts.append(signed(mine.balance(side)))
        told = [line for line in shown.text.splitlines() if re.match(r"\*\*\d+\.\*\*", line)]
        self.same("end", [numbers(line) for line in told], lines)
        bowl = [mine.bowl] if mine.low else []
        bowls = [line for line in shown.text.splitlines() if line.startswith("The bowl")]
        self.same("bowl", numbers("".join(bowls)), bowl)
        said, ours = numbers(shown.alts[0]), [*bowl, *flat]
        begins = [at for at in range(len(said)) if said[at : at + len(ours)] == ours]
        self.same("end's alt", said[begins[0] :][: len(ours)] if begins else said, ours)
        best, *others = sorted(mine.totals(), reverse=not mine.low)
        if mine.places().count(1) == 1:
            prize = f", for {mine.bowl} penn{'y' if mine.bowl == 1 else 'ies'}" if mine.low else ""
            texts.append(f"by {grouped(abs(best - others[0]))}{prize}")
        self.drawn("end", podium.draw, podium_of(live), texts)

    def _purse(self, mine: Reckoned, side: int, *, words: bool) -> list[int]:
        """Return the expected pennies of a side; texts also have the winnings and the first ten."""
        if not mine.low:
            return []
        owed, won = mine.owed[side], mine.won[side]
        found = [mine.balance(side), mine.left[side], *([10] if words else [])]
        return [*found, *([owed] if owed else []), *([won] if won and words else [])]

    def replayed(self, replay: Replay, mine: Reckoned, number: int) -> None:
        """Check the last moment of a round in the replay: turn, move, and caught cards."""
        screen = replay_layout(replay, replay.ends(number), [PICTURE])
        lines = plain("\n".join(texts_in(screen.to_components()))).splitlines()
        turns, moves = mine.turns[number - 1], sum(mine.moves[:number])
        (at,) = [line for line in lines if " · move " in line]
        self.same("replay", numbers(at), [number, turns, turns, moves, sum(mine.moves)])
        caught = [line for line in lines if "Left in hand" in line]
        ours = list[int]()
        for items, cards in zip(mine.rounds[number - 1], mine.held[number - 1], strict=True):
            worth = abs(sum(items.get(key, 0) for key in ("hands", "feet", "caught")))
            ours += [cards, worth] if cards else []
        self.same("caught", numbers("".join(caught)), ours)

    def standing(self, live: TableState, mine: Reckoned) -> None:
        """Check the button Score: the points of every round, and the totals."""
        text = plain("\n".join(texts_in(score_layout(live).to_components())))
        told = [line for line in text.splitlines() if re.match(r"Round \d+:", line)]
        ours = [[n, *self._ends(mine, n)[0]] for n in range(1, len(mine.rounds) + 1)]
        self.same("standing", [numbers(line) for line in told], ours[-LISTED:])
        (totals,) = [line for line in text.splitlines() if "·" in line and "**" in line]
        self.same("totals", numbers(totals), mine.totals())
