"""Records told where they were set: once, with the moment as a picture, where a server wants it."""

from functools import partial

from discord import ui

from cogs._game.live import Live
from cogs._game.tables import Tables
from cogs._kit import verbs
from cogs._kit.client import Client
from cogs._kit.components import button, file, gallery, row, screen, text
from cogs._kit.texts import say
from cogs._messages.outbox import Letter
from cogs._past.records import words
from cogs._past.replay import Replay
from data.ladders.rows import Fame
from data.stores.ladders import LadderStore
from data.stores.people import PeopleStore
from engine.model.view import View
from render.artist import Artist, Picture
from render.felt.people import Company


class RecordAnnouncements:
    """The messages that announce records, for one bot."""

    def __init__(self, bot: Client, tables: Tables, artist: Artist) -> None:
        self._bot = bot
        self._tables = tables
        self._artist = artist

    async def letter(self, live: Live) -> Letter | None:
        """Return the message of the records that a finished game has broken, if it has."""
        store = self._bot.store
        records = await broken(store.people, store.ladders, live)
        if not records:
            return None
        view = await self._tables.aside(partial(moment, live, records))
        picture = await self._artist.table(view, Company(live.names(), live.faces()))
        return {"view": fame_screen(live, records, picture), "file": file(picture)}


async def broken(people: PeopleStore, ladders: LadderStore, live: Live) -> tuple[Fame, ...]:
    """The records that a finished game has broken, where its server wants to be told of them."""
    if not (await people.server(live.row.guild_id)).tells_records:
        return ()
    return await ladders.broken(live.row.id)


def moment(live: Live, records: tuple[Fame, ...]) -> View:
    """The table at the moment of the first of them, as everybody saw it."""
    replay = Replay(live)
    at = pile_moment(replay, records[0]) if records[0].kind == "pile" else replay.last
    return replay.view(at)


def pile_moment(replay: Replay, record: Fame) -> int:
    """The moment after the move that took a pile of that size."""
    for number, at in enumerate(replay.moments):
        deeds = [deed for event in at.events for deed in event.deeds()]
        if any(deed.kind == "took" and deed.count == record.value for deed in deeds):
            return number
    return replay.last


def fame_screen(live: Live, records: tuple[Fame, ...], picture: Picture) -> ui.LayoutView:
    """The message: what was broken, the moment, and the game to watch."""
    again = button(verbs.REPLAY, live.row.id, live.row.seq, label=say("replay.button"))
    lines = text(say("records.broken", n=len(records)), *map(words, records))
    return screen(lines, gallery(picture), row(again))
