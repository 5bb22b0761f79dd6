"""Live pages of tables: each is drawn once for all viewers who see the same, and only changes are sent.

Independent of requests and games.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any, TypeVar

from bot.logs import error_summary, set_context
from bot.model.errors import Refusal
from bot.model.people import Location
from bot.model.room import PlayedRoom
from bot.model.timeline import is_replay_cached
from bot.screens.page import TablePage, table_page
from bot.services.activity import Activity
from bot.services.watching import Watching, room_number_in_link, room_number_of_code
from bot.text.words import Words, words_for
from bot.web.panels import PANELS
from bot.web.responses import compact_json
from engine.core import Seat
from render import splices

PAGE_LOOK_INTERVAL = 15.0  # seconds after which a table is loaded again without news of it
POLLED_PAGE_LIFETIME = 6.0  # seconds for which a page is kept up to date after a single request for it
MAX_DRAWINGS = 2  # pages drawn at the same time, on threads

PAGE_GONE = "gone"
T = TypeVar("T")

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class PageKey:
    """Identifies a page; everybody with an equal key sees the same."""

    link: str  # the end of the table's link; the table's code if `person` or `place` is given
    language: str  # "" for the language of the table's server
    contrast: bool  # whether it is drawn in high contrast
    person: int | None = None  # the player whose view is shown; None for the public view
    own: bool = False  # whether that person's seat is enlarged
    place: Location | None = None  # the channel of the Activity in which the table is watched; None outside of Discord

    @property
    def room_id(self) -> int:
        """The number of the table. Raises Refusal("gone") for a malformed link."""
        is_code = self.person is not None or self.place is not None
        return room_number_of_code(self.link) if is_code else room_number_in_link(self.link)


class LivePages:
    """All pages that are being watched. Each is kept as long as it has viewers."""

    def __init__(self, watching: Watching, activity: Activity) -> None:
        self._watching = watching
        self._activity = activity
        self._drawing = asyncio.Semaphore(MAX_DRAWINGS)
        self._open: dict[PageKey, LivePage] = {}
        self._by_room: dict[int, set[LivePage]] = {}  # the same pages by the number of their room
        watching.listen(self._refresh_room)

    def _refresh_room(self, room_id: int) -> None:
        for page in self._by_room.get(room_id, ()):
            page.needs_look.set()

    async def news(self, key: PageKey) -> AsyncGenerator[str, None]:
        """Yield the texts to send to one viewer: first the whole page; "" when nothing has happened for a while.

        The last text is PAGE_GONE when the link no longer leads to a table. Raises Refusal("gone") if it never did.
        """
        page = self._enter(key)
        try:
            async for text in page.news():
                yield text
        finally:
            self._leave(page)

    async def newest(self, key: PageKey) -> str:
        """Return the first text of the news, and keep the page for a while: the next request need not draw it again.

        Raises as `news`.
        """
        page = self._enter(key)
        try:
            text = await anext(page.news(), "")
        except BaseException:
            self._leave(page)
            raise
        asyncio.get_running_loop().call_later(POLLED_PAGE_LIFETIME, self._leave, page)
        return text

    def _enter(self, key: PageKey) -> LivePage:
        page = self._open.get(key)
        if page is None or page.is_over:  # some of its viewers may not have left it yet
            page = self._open[key] = LivePage(self, key)
            self._by_room.setdefault(page.room_id, set()).add(page)
        page.viewers += 1
        return page

    def _leave(self, page: LivePage) -> None:
        page.viewers -= 1
        if not page.viewers:
            page.close()
            if self._open.get(page.key) is page:
                del self._open[page.key]
            self._by_room[page.room_id].discard(page)
            if not self._by_room[page.room_id]:
                del self._by_room[page.room_id]

    async def load(self, key: PageKey) -> tuple[PlayedRoom, Seat | None]:
        """Return the table and the viewer's seat. Raises Refusal where the viewer may not see it any more."""
        if key.person is not None:
            room, seat = await self._watching.table_and_seat(key.link, key.person)
            return replace(room, sight="own" if key.own else "whole"), seat
        if key.place is not None:
            return await self._activity.table(key.place, key.link), None
        return await self._watching.table(key.link), None

    async def draw(self, make: Callable[..., T], *given: object, **named: object) -> T:
        """Return the result of `make`, called on a thread; only a few such calls run at the same time."""
        async with self._drawing:
            return await asyncio.to_thread(make, *given, **named)

    def close(self) -> None:
        """Close all pages."""
        for page in self._open.values():
            page.close()


class LivePage:
    """The page of one `key`, shared by all its viewers."""

    def __init__(self, pages: LivePages, key: PageKey) -> None:
        self._pages = pages
        self.key = key
        self.room_id = key.room_id
        self.viewers = 0
        self.needs_look = asyncio.Event()  # set when the table may have changed
        self.is_over = False  # new viewers need another page
        self._is_gone = False
        self._room: PlayedRoom | None = None  # the room that the page shows
        self._page: TablePage | None = None
        self._before: TablePage | None = None
        self._update = ""  # the changes since the previous page, as JSON
        self._whole = ""  # the whole page as JSON, "" until a viewer needs it
        self._changed = asyncio.Event()  # set when viewers may be sent something, then replaced
        self._keep_alive = asyncio.get_running_loop().call_later(PAGE_LOOK_INTERVAL, self._notify)
        # A separate task, whose Refusal reaches everybody who waits for the first page.
        self._first = asyncio.create_task(self._look(), name="first look of a page")
        self._first.add_done_callback(lambda done: done.cancelled() or done.exception())  # marks its error as retrieved
        self._task: asyncio.Task[None] | None = None

    async def news(self) -> AsyncGenerator[str, None]:
        """As `LivePages.news`, for one viewer."""
        await asyncio.shield(self._first)
        if self._task is None:
            self._task = asyncio.create_task(self._follow(), name="page of a table")
        sent: TablePage | None = None
        while not self.is_over:
            changed = self._changed
            page = self._page
            assert page is not None
            if page is sent:
                text = ""
            elif sent is not None and sent is self._before:
                text = self._update
            else:  # nothing was sent yet, or a page was skipped
                if not self._whole:
                    self._whole = compact_json(page_facts(page))
                text = self._whole
            sent = page
            yield text
            await changed.wait()
        if self._is_gone:
            yield PAGE_GONE

    def close(self) -> None:
        """Stop following the table; viewers are sent nothing more."""
        self.is_over = True
        self._notify()
        if self._task is not None:
            self._task.cancel()

    def _notify(self) -> None:
        """Wake all viewers: each is sent what is new to it, "" for nothing. Repeat after a while."""
        self._changed.set()
        self._changed = asyncio.Event()
        self._keep_alive.cancel()
        if not self.is_over:  # the page may have been closed before its first look ended
            self._keep_alive = asyncio.get_running_loop().call_later(PAGE_LOOK_INTERVAL, self._notify)

    async def _follow(self) -> None:
        while not self.is_over:
            try:
                async with asyncio.timeout(PAGE_LOOK_INTERVAL):
                    await self.needs_look.wait()
            except TimeoutError:
                pass
            self.needs_look.clear()
            try:
                await self._look()
            except Refusal:
                self._is_gone = True
                self.close()
            except OSError as error:  # such as DatabaseUnavailable of the store, which this module does not import
                log.warning("a page could not be looked at (%s)", error_summary(error))
            except Exception:  # a failed drawing must not end the page: the next move may be drawn again
                log.exception("a page could not be drawn", extra={"room": self.room_id})

    async def _look(self) -> None:
        """Load and draw the newest page; viewers are not notified if it looks the same."""
        room, seat = await self._pages.load(self.key)
        set_context(room.id, len(room.table.log))
        if room == self._room:
            return
        before = self._page
        words = words_for(self.key.language or room.record.language)
        draw = partial(_draw_page, room, words, seat, before, contrast=self.key.contrast)
        # Most updates take a millisecond to draw, and a thread would cost as much again. The first picture, an enlarged
        # seat and a game that has to be replayed take longer.
        is_quick = before is not None and not self.key.own and is_replay_cached(room.table)
        page, update = draw() if is_quick else await self._pages.draw(draw)
        self._room = room
        if page is not before:
            self._before = before
            self._page = page
            self._update = update
            self._whole = ""
            self._notify()


def _draw_page(
    room: PlayedRoom, words: Words, seat: Seat | None, before: TablePage | None, *, contrast: bool
) -> tuple[TablePage, str]:
    """Return the page, the same object if it looks as before, and its changes as JSON, "" for none."""
    panels = tuple(name for name, panel in PANELS.items() if panel.is_offered(room))
    page = table_page(room, words, seat, contrast=contrast, panels=panels)
    if before is None:
        return page, ""
    if page == before:
        return before, ""
    return page, compact_json(page_changes(before, page))


def page_facts(page: TablePage) -> dict[str, Any]:
    """Return the page as JSON facts."""
    return _page_texts(page) | {"id": page.drawing.id, "svg": page.drawing.document()}


def page_changes(before: TablePage, page: TablePage) -> dict[str, Any]:
    """Return the texts of the page, and the splices that turn the drawing before into its own, last position first."""
    if (before.drawing.width, before.drawing.height) != (page.drawing.width, page.drawing.height):
        return page_facts(page)
    steps = [
        [step.start, step.stop, "".join(shape.markup for shape in step.shapes)]
        for step in splices(before.drawing.shapes, page.drawing.shapes)
    ]
    return _page_texts(page) | {"from": before.drawing.id, "id": page.drawing.id, "steps": steps}


def _page_texts(page: TablePage) -> dict[str, Any]:
    texts: dict[str, Any] = {"title": page.title, "standing": page.standing, "lines": page.lines, "alt": page.alt}
    texts |= {"game": page.drawing.game, "options": page.options}
    if page.seats:
        texts["seats"] = page.seats
    if page.turn:
        texts["turn"] = asdict(page.turn)
    return texts
