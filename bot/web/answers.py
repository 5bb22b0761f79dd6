"""How whoever asks wants to be answered, and answers in JSON that several pages give.

Knows no address of a page and nobody who asks.
"""

from typing import Any

from aiohttp import web

from bot.model.room import PlayedRoom
from bot.screens.page import moment_page, moments_of
from bot.text.words import Words, languages, words_for
from bot.web.shows import Shows, as_json, whole
from engine import GAMES, Seat

_SEATS = frozenset(str(seat) for game in GAMES.values() for seat in range(max(game.seats)))


def wants_contrast(request: web.Request) -> bool:
    """Whether the drawing is for high contrast."""
    return request.query.get("look") == "contrast"


def wanted_seat(request: web.Request) -> Seat | None:
    """Whose place is to be shown enlarged, None for nobody's."""
    wanted = request.query.get("seat", "")
    return int(wanted) if wanted in _SEATS else None


def spoken(request: web.Request) -> str:
    """The first language that the browser asks for and that there is; "" for none."""
    named = {language.lower(): language for language in languages()}
    told = (part.partition(";")[0].strip().lower() for part in request.headers.get("Accept-Language", "").split(","))
    known = (name for one in told for name in (one, one.partition("-")[0]))
    return next((named[one] for one in known if one in named), "")


def words_in(request: web.Request, room: PlayedRoom) -> Words:
    """The words of that language, else of the server's."""
    return words_for(spoken(request) or room.language)


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
