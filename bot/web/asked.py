"""How whoever asks wants to be answered: in which language, drawn in which way. Knows no page."""

from aiohttp import web

from bot.model.room import PlayedRoom
from bot.text.words import Words, languages, words_for
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
