"""A vote of the table: what is asked and why, who has said what, and what came of it."""

from discord import ui

from cogs._game.live import Live
from cogs._kit import verbs
from cogs._kit.components import Item, Style, button, labelled_button, row, screen, text
from cogs._kit.names import clean
from cogs._kit.texts import listed, say
from cogs._kit.verbs import Button
from data.consent.votes import electors, said_now
from data.game.rows import Driver
from data.game.seats import member_at
from data.game.vote_rows import VoteRow


def vote_screen(live: Live, vote: VoteRow) -> ui.LayoutView:
    """The message of a vote; with buttons while it is open."""
    if vote.verdict is None:
        why = say(f"vote.why_{matter(vote)}", who=named(vote.owner), at=round(vote.until))
        return screen(text(question(vote), *counted(live, vote), why), answers(live, vote))
    names = {"who": named(vote.owner), "new": named(vote.candidate)}
    result = say(f"vote.{matter(vote)}_{vote.verdict}", **names)
    back = matter(vote) == "seat" and vote.verdict == "yes"
    return screen(text(question(vote), result), *([way_back(live)] if back else []))


def matter(vote: VoteRow) -> str:
    """What a vote is about, for its words: a seat that was left for good is nobody's."""
    return "left" if vote.kind == "seat" and vote.owner is None else vote.kind


def question(vote: VoteRow) -> str:
    """What is asked, by whom."""
    asker, owner, new = map(named, (vote.asker, vote.owner, vote.candidate))
    return say(f"vote.ask_{matter(vote)}", asker=asker, who=owner, new=new)


def named(driver: Driver | None) -> str:
    """Somebody by name."""
    return "" if driver is None else clean(driver.name)


def counted(live: Live, vote: VoteRow) -> list[str]:
    """Who has agreed, and who is still asked."""
    agreed = [live.called(seat) for seat, yes in said_now(vote, live.row).items() if yes]
    silent = [f"<@{user_id}>" for user_id in asked_still(live, vote)]
    lines = [say("vote.agreed", who=listed(agreed))] if agreed else []
    return [*lines, say("vote.silent", who=listed(silent))] if silent else lines


def asked_still(live: Live, vote: VoteRow) -> list[int]:
    """The ids of the members who are asked and have not said anything."""
    if vote.verdict is not None:
        return []
    silent = electors(vote, live.row).keys() - said_now(vote, live.row).keys()
    found = (member_at(live.row, seat) for seat in sorted(silent))
    return [user_id for user_id in found if user_id is not None]


def answers(live: Live, vote: VoteRow) -> Item:
    """Yes and no."""
    return row(
        answer(live, vote, "agree", verbs.YEA, Style.success),
        answer(live, vote, "refuse", verbs.NAY, Style.secondary),
    )


def answer(live: Live, vote: VoteRow, word: str, verb: Button, style: Style) -> Item:
    """One of the two."""
    label = say(f"vote.{word}")
    return button(verb, live.row.id, live.row.seq, vote.number, label=label, style=style)


def way_back(live: Live) -> Item:
    """The way back to a seat for the member whose it is."""
    return row(labelled_button(verbs.BACK, live.row, "clock.do_", style=Style.success))
