"""The content of a table's web page: texts without Discord's markup, and drawings.

Independent of browsers, the Discord library and web addresses. Timestamps are left as such, because only the reader's
browser knows their time zone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.model.errors import Refusal
from bot.model.history import game_history
from bot.model.people import label
from bot.model.record import ENDED_PHASES
from bot.model.room import OwnPreparedTurns, PlayedRoom
from bot.screens import game_over
from bot.screens import prepared as prepared_screen
from bot.screens import table as table_screen
from bot.screens.move_menu import with_draws
from bot.screens.news import message_start, robot_seats
from bot.screens.refusals import illegal_move_screen, refusal_screen
from bot.screens.replay import moment_index, moment_sentences, replay_step
from bot.screens.rules_page import options_line
from bot.screens.screen import Text
from bot.screens.seat_names import names, short_names
from bot.screens.speech import Speech
from bot.text.words import Words, join_list
from engine import IllegalMove, Move, Seat, View
from engine.core import State
from render import Aspect, Changes, Drawing, sketch

MOMENT_START, MOMENT_END = (
    "\ue000",
    "\ue001",
)  # around a timestamp: unix seconds and Discord's format letter; no name contains these characters

_MOMENT = re.compile(r"(?<!\\)<t:(\d+):(\w)>")
_MENTION = re.compile(r"(?<!\\)<@(\d+)>")
_MARKDOWN = re.compile(r"^(?:### |-# )|(?<!\\)\*\*|(?<!\\)`|\u200b", re.MULTILINE)
_ESCAPED = re.compile(r"\\([\\*_~`|>#\[\]()<@:.-])")


@dataclass(frozen=True)
class TablePage:
    """What the page of a table shows. Timestamps in texts are between MOMENT_START and MOMENT_END."""

    title: str  # the game, the table and its round
    standing: str  # everyone's points
    lines: tuple[str, ...]  # what happened and whose turn it is
    alt: str  # the position in words
    drawing: Drawing  # the picture
    options: str  # the options of the game at this table
    turn: PageTurn | None = None  # what the seat can do, None for a spectator
    seats: tuple[str, ...] = ()  # names of the seats whose boards can be enlarged, in seat order


@dataclass(frozen=True)
class PageTurn:
    """What the seat of the person who opened the page can do now."""

    stamp: int  # the stamp of the seat's menus, to detect old menus
    acts: bool  # it is this seat's turn
    prepares: bool  # this seat can prepare a move while others play
    is_over: bool  # the game is over
    paused: bool  # the clock is paused, so nobody can move
    asked: str  # the proposal that waits for this seat to agree, "" for none
    panels: tuple[str, ...]  # the panels that the page offers


def table_page(
    room: PlayedRoom, words: Words, seat: Seat | None = None, *, contrast: bool = False, panels: tuple[str, ...] = ()
) -> TablePage:
    """Return the page of the table as this seat (None: everyone) may see it. Takes about 10 ms of CPU.

    `contrast`: draw the picture with high contrast. `panels`: as in `PageTurn`.
    """
    news = table_screen.board_news(room, words, seat, message_start(room))
    drawing = page_drawing(room, news.view, short_names(room), words, news.changes, contrast=contrast)
    over = room.phase in ENDED_PHASES
    if over:
        message_lines = game_over.final_lines(room, words, news.lines, "page.folded")
    else:
        message_lines = table_screen.message_lines(
            room, words, news.lines, _turn_sentence(room, words, seat), "page.folded", "page.offer"
        )
    waits = seat is not None and room.record.proposal is not None and seat not in room.record.proposal.agreed_seats
    asked = table_screen.ask_line(room, words, names(room, words)) if waits else ""
    lines = [line for line in message_lines if line and line != asked]  # the proposal is shown with its answers
    people = {who.id: label(who) for who in (*room.people, *(offer.to for offer in room.record.offers))}
    turn = None
    if seat is not None:
        turn = PageTurn(
            stamp=room.chairs[seat].stamp,
            acts=room.phase == "playing" and not room.record.is_paused and seat in room.to_act,
            prepares=room.phase == "playing" and room.table.state.ahead(seat) is not None,
            is_over=over,
            paused=room.record.is_paused,
            asked=strip_markdown(asked, people),
            panels=panels,
        )
    return TablePage(
        strip_markdown(table_screen.title(room, words), people),
        "" if over else strip_markdown(table_screen.points_line(room, words), people),
        tuple(strip_markdown(line, people) for line in lines),
        news.alt,
        drawing,
        options_line(room, words),
        turn,
    )


def page_drawing(  # noqa: PLR0913 - every picture needs these
    room: PlayedRoom,
    view: View[State],
    people: Sequence[str],
    words: Words,
    changes: Changes,
    *,
    contrast: bool,
    closer: Seat | None = None,
    marks: Sequence[Move] = (),
) -> Drawing:
    """Draw the view: the board of seat `closer`, else the own board if the room enlarges it, else the whole table.

    `marks`: moves whose places are marked.
    """
    seat = view.seat if closer is None and room.enlarges_own_seat else closer
    return sketch(view, people, words, Aspect(changes, marks, seat), contrast=contrast)


def _turn_sentence(room: PlayedRoom, words: Words, seat: Seat | None) -> str:
    """Return whose turn it is, as the page of this seat (None: spectators) says it."""
    seat_names = names(room, words)
    people = [seat_to_act for seat_to_act in room.to_act if seat_to_act not in robot_seats(room)]
    others = [seat_names[seat_to_act] for seat_to_act in people if seat_to_act != seat]
    own = words("page.your_turn", what=table_screen.turn_request(room, words)) if seat in people else ""
    rest = words("page.to_move", names=join_list(others, words), n=len(others)) if others else ""
    return " ".join(filter(None, (own, rest)))


def moment_texts(room: PlayedRoom, words: Words, seat: Seat | None = None) -> tuple[str, ...]:
    """Return one text for each moment of the game that the seat (None: everyone) may see, the deal first."""
    return tuple(
        strip_markdown(" ".join(moment_sentences(room, words, moment)), {}) for moment in game_history(room, seat)
    )


def moment_page(
    room: PlayedRoom,
    words: Words,
    at: int,
    seat: Seat | None = None,
    *,
    contrast: bool = False,
    closer: Seat | None = None,
) -> TablePage:
    """Return the table after moment `at`, clamped to the last one, as the seat (None: everyone) may see it.

    `closer`: the seat to enlarge; for None or a seat that does not exist, the usual picture.
    """
    moments = game_history(room, seat)
    step = replay_step(room, seat, words, moments, moment_index(moments, at))
    closer = closer if closer in range(len(step.people)) else None
    alt = step.alt if closer is None else words("board.closer_alt", name=step.people[closer], all=step.alt)
    return TablePage(
        strip_markdown(table_screen.title(room, words), {}),
        strip_markdown(table_screen.points_line(room, words, step.then), {}),
        tuple(strip_markdown(text, {}) for text in (step.head, *step.sentences) if text),
        alt,
        page_drawing(room, step.view, step.people, words, step.changes, contrast=contrast, closer=closer),
        options_line(room, words),
        seats=tuple(step.people),
    )


def strip_markdown(text: str, people: dict[int, str]) -> str:
    """Remove Discord's markup; replace mentions by the names in `people` (by account number), else drop them."""
    text = _MOMENT.sub(rf"{MOMENT_START}\1\2{MOMENT_END}", text)
    text = _MENTION.sub(lambda found: people.get(int(found[1]), ""), text)
    return _ESCAPED.sub(r"\1", _MARKDOWN.sub("", text)).strip()


def played_line(room: PlayedRoom, later: PlayedRoom, seat: Seat, words: Words, text: str) -> str:
    """Return the sentence on the move played or prepared at `room`, which led to `later`."""
    done = Speech(words, room.game.key).move_phrase(room.table.state, seat, room.game.parse(text))
    if room.preparation:
        return strip_markdown(words("page.kept", move=done), {})
    return strip_markdown(words("page.played", move=with_draws(done, later, seat, len(room.table.log), words)), {})


def refusal_facts(words: Words, refusal: Refusal | IllegalMove, game: str = "") -> dict[str, Any]:
    """Return why nothing was done: the text `no`, the `key` of the refusal and, for a move, the `rule` number."""
    if isinstance(refusal, Refusal):
        screen = refusal_screen(words, refusal)
        facts: dict[str, str] = {"key": refusal.key}
    else:
        screen = illegal_move_screen(words, refusal, game)
        facts = {"key": "rule", "rule": refusal.reason}
    text = "\n".join(part.text for part in screen.parts if isinstance(part, Text))
    return {"no": strip_markdown(text, {}), **facts}


def page_lapsed_lines(own: OwnPreparedTurns, words: Words) -> list[str]:
    """Return lines on prepared moves that were no longer possible when the turn came."""
    return [strip_markdown(line, {}) for line in prepared_screen.lapsed_lines(own, words)]


def prepared_facts(own: OwnPreparedTurns, words: Words) -> dict[str, Any]:
    """Return the prepared turns as lines, how many can be removed, and whether more can be added."""
    lines = [strip_markdown(line, {}) for line in prepared_screen.prepared_lines(own, words)]
    return {"prepared": lines, "count": len(own.turns), "adds": own.may_add, "goes_on": own.may_continue}
