"""How whoever asks wants to be answered, and answers in JSON that several pages give.

Knows no address of a page and nobody who asks.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from bot.model.room import PlayedRoom
from bot.screens.page import moment_page, moments_of
from bot.text.words import Words, languages, words_for
from bot.web.shows import Shows, as_json, whole
from engine import GAMES, Seat

Look = Callable[[web.Request], Awaitable[tuple[PlayedRoom, Words, Seat | None]]]  # who asks: where, in which words

_SEATS = frozenset(str(seat) for game in GAMES.values() for seat in range(max(game.seats)))


def wants_contrast(request: web.Request) -> bool:
    """Whether the drawing is for high contrast."""
    return request.query.get("look") == "contrast"


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


def moment_routes(table: str, shows: Shows, look: Look) -> list[web.RouteDef]:
    """What has happened at that table so far, a text for each moment, and the table after one of them."""

    async def moments(request: web.Request) -> web.Response:
        return _packed(as_json(list(await shows.drawn(moments_of, *await look(request)))))

    async def moment(request: web.Request) -> web.Response:
        room, words, seat = await look(request)
        at = int(request.match_info["at"])
        wanted = request.query.get("seat", "")
        looks = {"contrast": wants_contrast(request), "closer": int(wanted) if wanted in _SEATS else None}
        return _packed(whole(await shows.drawn(moment_page, room, words, at, seat, **looks)))

    return [web.get(f"{table}/moments", moments), web.get(table + r"/moments/{at:\d{1,6}}", moment)]


def _packed(text: str, status: int = 200) -> web.Response:
    answer = web.Response(text=text, content_type="application/json", status=status)
    answer.enable_compression()
    return answer
