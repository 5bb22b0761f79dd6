"""What the page of a table says to the person of a seat beside the menu: done, refused, prepared. Knows no browser."""

from typing import Any

from bot.model.errors import Refusal
from bot.model.prepared import OwnPrepared
from bot.model.room import PlayedRoom
from bot.screens import prepared as prepared_screen
from bot.screens.move_menu import with_draws
from bot.screens.page import bare
from bot.screens.refusals import forbidden, refused
from bot.screens.screen import Text
from bot.screens.speech import Speech
from bot.text.words import Words
from engine import IllegalMove, Seat


def played_line(room: PlayedRoom, later: PlayedRoom, seat: Seat, words: Words, text: str) -> str:
    """What was played or prepared at `room`, which has led to `later`."""
    done = Speech(words, room.game.key).move(room.table.state, seat, room.game.parse(text))
    if room.ahead:
        return bare(words("page.kept", move=done), {})
    return bare(words("page.played", move=with_draws(done, later, seat, len(room.table.log), words)), {})


def page_refusal(words: Words, no: Refusal | IllegalMove, game: str = "") -> dict[str, Any]:
    """Why nothing was done: in words as `no`, the refusal's `key`, and the number of the `rule` that forbids a move."""
    if isinstance(no, Refusal):
        return {"no": _told(refused(words, no).parts), "key": no.key}
    return {"no": _told(forbidden(words, no, game).parts), "key": "rule", "rule": no.reason}


def page_lapsed(own: OwnPrepared, words: Words) -> list[str]:
    """What became of prepared moves that were not possible any more when the turn came."""
    return [bare(line, {}) for line in prepared_screen.lapsed_lines(own, words)]


def page_prepared(own: OwnPrepared, words: Words) -> dict[str, Any]:
    """What is prepared, a line for each turn, how many there are to take out, and what can be added."""
    lines = [*prepared_screen.lapsed_lines(own, words), *prepared_screen.waiting_lines(own, words)]
    told = [bare(line, {}) for line in lines]
    return {"prepared": told, "count": len(own.turns), "adds": own.may_add, "goes_on": own.may_go_on}


def _told(parts: tuple[object, ...]) -> str:
    return bare("\n".join(part.text for part in parts if isinstance(part, Text)), {})
