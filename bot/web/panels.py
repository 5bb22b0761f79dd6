"""Panels of a player's page: shown beside the board, each with a script that loads its content.

A panel is an entry of PANELS, its answers, and its screen in `bot/screens`. In `page` it has a script, an entry of
`PANELS` in `menu.js`, and its place in `table.html`. Independent of games.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from aiohttp import web

from bot.model.record import ENDED_PHASES
from bot.model.review import has_coach
from bot.model.room import PlayedRoom
from bot.screens.page_review import page_decision, page_overview
from bot.services.services import Services
from bot.text.words import Words
from bot.web.responses import wants_contrast
from engine import Seat


class TableVisit(NamedTuple):
    """A player's request for a table."""

    person: int  # their account number
    room: PlayedRoom  # the table, with the player's setting for enlarging their own board
    seat: Seat | None  # the player's; None for somebody who left the table for good, until the game is over
    words: Words  # in the player's language


DrawPanel = Callable[[], dict[str, Any]]
PanelAnswer = Callable[[Services, TableVisit, web.Request], Awaitable[DrawPanel]]


@dataclass(frozen=True)
class Panel:
    """A panel of a player's page."""

    is_offered: Callable[[PlayedRoom], bool]  # whether the table has this panel now
    answers: Mapping[str, PanelAnswer]
    """What it answers, by the route after the address of the table: the function that draws it, called on a thread.

    A Refusal that an answer raises is sent in words. Pictures are in the theme that the request names.
    """


async def _review_overview(services: Services, visit: TableVisit, _: web.Request) -> DrawPanel:
    """The review as far as it is known; the first request starts it."""
    so_far = await services.reviews.request(visit.person, visit.room)
    return partial(page_overview, visit.room, visit.seat, visit.words, so_far)


async def _review_decision(services: Services, visit: TableVisit, request: web.Request) -> DrawPanel:
    """One decision of the review. Raises HTTPNotFound until all are judged."""
    so_far = services.reviews.progress(visit.room.id) or await services.reviews.load_saved(visit.room.id)
    if so_far is None or not so_far.has_first_look or so_far.log_length != len(visit.room.table.log):
        raise web.HTTPNotFound
    number = int(request.match_info["at"])
    contrast = wants_contrast(request)
    return partial(page_decision, visit.room, visit.seat, visit.words, so_far, number, contrast=contrast)


PANELS = {
    "review": Panel(
        is_offered=lambda room: room.phase in ENDED_PHASES and has_coach(room.game),
        answers={"review": _review_overview, r"review/{at:\d{1,4}}": _review_decision},
    )
}
