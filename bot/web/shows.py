"""What those who watch see: each table is drawn once for all who see the same, and only what has changed is sent.

Knows no request and no game.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any, TypeVar

from bot.logs import about, summary
from bot.model.errors import Refusal
from bot.model.people import Location
from bot.model.room import PlayedRoom, from_code
from bot.model.timeline import is_replayed
from bot.screens.page import TablePage, table_page
from bot.services.activity import Activity
from bot.services.watching import Watching, number_in
from bot.text.words import Words, words_for
from engine.core import Seat
from render import splices

LOOK_AGAIN = 15.0  # seconds after which a table is looked at though nobody has told of news
ASKED_AGAIN = 6.0  # seconds in which whoever has asked for the newest once may ask again
AT_ONCE = 2  # tables drawn beside everything else at the same time

GONE = "gone"
T = TypeVar("T")

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Sight:
    """What somebody watches: the table of a `link`, in a `language`, drawn for high `contrast` or not.

    With a `person`, who sits at the table, the link is the table's code, and the table is seen from that seat; with
    `own` that seat is enlarged. With a `place` the link is the code, too, of a table that people watch in the Activity
    that is open there.
    """

    link: str
    language: str
    contrast: bool
    person: int | None = None
    own: bool = False
    place: Location | None = None


class Shows:
    """All tables that are watched now. Each is shown as long as somebody watches it."""

    def __init__(self, watching: Watching, activity: Activity) -> None:
        self._watching, self._activity, self._drawing = watching, activity, asyncio.Semaphore(AT_ONCE)
        self._open: dict[Sight, Show] = {}
        self._by_room: dict[int, set[Show]] = {}  # the same by the number of the room
        watching.on_news(self._heard)

    def _heard(self, room_id: int) -> None:
        for show in self._by_room.get(room_id, ()):
            show.stale.set()

    async def news(self, sight: Sight) -> AsyncGenerator[str, None]:
        """What to tell somebody, first the whole table, "" whenever nothing has happened for a while.

        The last is GONE when the link no longer leads to a table. Raises Refusal("gone") if it never did.
        """
        show = self._entered(sight)
        try:
            async for text in show.news():
                yield text
        finally:
            self._leave(show)

    async def newest(self, sight: Sight) -> str:
        """The first of the news. The table is not drawn anew for whoever asks again soon. Raises as `news`."""
        show = self._entered(sight)
        try:
            text = await anext(show.news(), "")
        except BaseException:
            self._leave(show)
            raise
        asyncio.get_running_loop().call_later(ASKED_AGAIN, self._leave, show)
        return text

    def _entered(self, sight: Sight) -> Show:
        show = self._open.get(sight)
        if show is None or show.is_over:  # those who watched it may not all have heard of its end
            show = self._open[sight] = Show(self, sight)
            self._by_room.setdefault(show.room, set()).add(show)
        show.viewers += 1
        return show

    def _leave(self, show: Show) -> None:
        show.viewers -= 1
        if not show.viewers:
            show.close()
            if self._open.get(show.sight) is show:
                del self._open[show.sight]
            self._by_room[show.room].discard(show)
            if not self._by_room[show.room]:
                del self._by_room[show.room]

    async def seen(self, sight: Sight) -> tuple[PlayedRoom, Seat | None]:
        """The table, and the seat from which it is seen. Raises Refusal where nobody may look any more."""
        if sight.person is not None:
            room, seat = await self._watching.seat(sight.link, sight.person)
            return replace(room, sight="own" if sight.own else "whole"), seat
        if sight.place is not None:
            return await self._activity.table(sight.place, sight.link), None
        return await self._watching.table(sight.link), None

    async def drawn(self, draw: Callable[..., T], *given: object, **named: object) -> T:
        """What drawing makes of this, in its turn and beside everything else."""
        async with self._drawing:
            return await asyncio.to_thread(draw, *given, **named)

    def close(self) -> None:
        """Nothing is shown any more."""
        for show in self._open.values():
            show.close()


class Show:
    """One table as all see it who watch it in the same way.

    `sight`: this way. `room`: its number. `stale`: set when it has to be looked at again. `viewers`: how many watch.
    `is_over`: whoever comes now has to be shown it anew.
    """

    def __init__(self, shows: Shows, sight: Sight) -> None:
        self._shows, self.sight = shows, sight
        self.room, self.viewers, self.stale = _number_in(sight), 0, asyncio.Event()
        self._drawn: PlayedRoom | None = None  # the room that the page shows
        self._page: TablePage | None = None
        self._before: TablePage | None = None
        self._changes, self._whole = "", ""  # the newest page for those who saw the one before it, and for all others
        self._changed, self.is_over, self._is_gone = asyncio.Event(), False, False
        self._calm = asyncio.get_running_loop().call_later(LOOK_AGAIN, self._tell)
        self._first = asyncio.create_task(self._look(), name="first look of a page")
        self._first.add_done_callback(lambda done: done.cancelled() or done.exception())  # whoever waited may be gone
        self._task: asyncio.Task[None] | None = None

    async def news(self) -> AsyncGenerator[str, None]:
        """As `Shows.news`, for one viewer."""
        await asyncio.shield(self._first)
        if self._task is None:
            self._task = asyncio.create_task(self._follow(), name="page of a table")
        seen: TablePage | None = None
        while not self.is_over:
            changed, page = self._changed, self._page
            assert page is not None
            if page is seen:
                text = ""
            elif seen is not None and seen is self._before:
                text = self._changes
            else:  # nothing was seen yet, or a page was skipped
                text = self._whole = self._whole or whole(page)
            seen = page
            yield text
            await changed.wait()
        if self._is_gone:
            yield GONE

    def close(self) -> None:
        """It is not followed any more; whoever still watches is told nothing more."""
        self.is_over = True
        self._tell()
        if self._task is not None:
            self._task.cancel()

    def _tell(self) -> None:
        """Everybody who watches is told what is new to them, or "" for nothing; "" again after a while."""
        self._changed.set()
        self._changed = asyncio.Event()
        self._calm.cancel()
        if not self.is_over:  # a first look may come to its end later than the show
            self._calm = asyncio.get_running_loop().call_later(LOOK_AGAIN, self._tell)

    async def _follow(self) -> None:
        while not self.is_over:
            try:
                async with asyncio.timeout(LOOK_AGAIN):
                    await self.stale.wait()
            except TimeoutError:
                pass
            self.stale.clear()
            try:
                await self._look()
            except Refusal:
                self._is_gone = True
                self.close()
            except OSError as fault:  # the database's server is away
                log.warning("a page could not be looked at (%s)", summary(fault))
            except Exception:  # a picture that fails must not end the page: the next move may be drawn again
                log.exception("a page could not be drawn", extra={"room": self.room})

    async def _look(self) -> None:
        """The newest page is there; nobody is told of one that looks the same."""
        room, seat = await self._shows.seen(self.sight)
        about(room.id, len(room.table.log))
        if room == self._drawn:
            return
        words, before = words_for(self.sight.language or room.language), self._page
        draw = partial(_drawn, room, words, seat, before, contrast=self.sight.contrast)
        # Most news take a millisecond to draw, and a thread would cost as much again. The first picture, an enlarged
        # seat and a game that has to be replayed take longer.
        is_quick = before is not None and not self.sight.own and is_replayed(room.table)
        page, told = draw() if is_quick else await self._shows.drawn(draw)
        self._drawn = room
        if page is not before:
            self._before, self._page = before, page
            self._changes, self._whole = told, ""
            self._tell()


def _number_in(sight: Sight) -> int:
    """The number of the table that is watched. Raises Refusal("gone")."""
    if sight.person is None and sight.place is None:
        return number_in(sight.link)
    if (number := from_code(sight.link)) is None:
        raise Refusal("gone", tag="", phase="")
    return number


def _drawn(
    room: PlayedRoom, words: Words, seat: Seat | None, before: TablePage | None, *, contrast: bool
) -> tuple[TablePage, str]:
    """The page of the table, the same object if it looks as before; and its changes, "" for none."""
    page = table_page(room, words, seat, contrast=contrast)
    if before is None:
        return page, ""
    return (before, "") if page == before else (page, changes(before, page))


def whole(page: TablePage) -> str:
    """The page as JSON."""
    return as_json(texts(page) | {"id": page.drawing.id, "svg": page.drawing.document()})


def changes(before: TablePage, page: TablePage) -> str:
    """The texts of the page, and what turns the drawing before into its own, the last places first."""
    if (before.drawing.width, before.drawing.height) != (page.drawing.width, page.drawing.height):
        return whole(page)
    steps = [
        [step.start, step.stop, "".join(shape.markup for shape in step.shapes)]
        for step in splices(before.drawing.shapes, page.drawing.shapes)
    ]
    return as_json(texts(page) | {"from": before.drawing.id, "id": page.drawing.id, "steps": steps})


def texts(page: TablePage) -> dict[str, Any]:
    """The words of the page."""
    told = {"title": page.title, "standing": page.standing, "lines": page.lines, "alt": page.alt}
    told |= {"game": page.drawing.game, "options": page.options} | ({"seats": page.seats} if page.seats else {})
    return told | ({"turn": asdict(page.turn)} if page.turn else {})


def as_json(found: dict[str, Any] | list[str]) -> str:
    """The facts as JSON, as short as it can be."""
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))
