"""Answers in JSON that several pages give: facts, what has happened at a table, the table after a moment.

Knows no address of a page and nobody who asks.
"""

from typing import Any

from aiohttp import web

from bot.model.room import PlayedRoom
from bot.screens.page import moment_page, moments_of
from bot.text.words import Words
from bot.web.asked import wanted_seat, wants_contrast
from bot.web.shows import Shows, as_json, whole
from engine import Seat


def as_answer(found: dict[str, Any], status: int = 200) -> web.Response:
    """The facts as JSON, compressed where the browser takes that."""
    return _packed(as_json(found), status)


async def moments_answer(shows: Shows, room: PlayedRoom, words: Words, seat: Seat | None = None) -> web.Response:
    """What has happened so far, as the seat (None: everybody) knows it, a text for each moment."""
    return _packed(as_json(list(await shows.drawn(moments_of, room, words, seat))))


async def moment_answer(
    request: web.Request, shows: Shows, room: PlayedRoom, words: Words, seat: Seat | None = None
) -> web.Response:
    """The table after the moment that the address names, with the seat enlarged that is asked for, if any."""
    at, looks = int(request.match_info["at"]), {"contrast": wants_contrast(request), "closer": wanted_seat(request)}
    return _packed(whole(await shows.drawn(moment_page, room, words, at, seat, **looks)))


def _packed(text: str, status: int = 200) -> web.Response:
    answer = web.Response(text=text, content_type="application/json", status=status)
    answer.enable_compression()
    return answer
