"""A table as a page in a browser shows it: words without Discord's marks, and drawings.

Knows no browser, no Discord library and no web address. Moments stay moments, because only the reader's browser knows
the time of day there.
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
)  # around a moment: unix seconds and Discord's letter for its form; no name contains them

_MOMENT = re.compile(r"(?<!\\)<t:(\d+):(\w)>")
_MENTION = re.compile(r"(?<!\\)<@(\d+)>")
_MARKDOWN = re.compile(r"^(?:### |-# )|(?<!\\)\*\*|(?<!\\)`|\u200b", re.MULTILINE)
_ESCAPED = re.compile(r"\\([\\*_~`|>#\[\]()<@:.-])")


@dataclass(frozen=True)
class TablePage:
    """What the page of a table shows. Moments in its texts are between AT and END."""

    title: str  # the game, the table and how far it is
    standing: str  # everybody's points
    lines: tuple[str, ...]  # what happened and whose turn it is
    alt: str  # the position in words
    drawing: Drawing  # the picture
    options: str  # how the game is played here
    turn: PageTurn | None = None  # what its seat can do, None for somebody who watches
    seats: tuple[str, ...] = ()  # the names of all whose place can be shown enlarged


@dataclass(frozen=True)
class PageTurn:
    """What the seat of the person who looks can do now."""

    stamp: int  # of its menus
    acts: bool  # it is to move
    prepares: bool  # it can prepare a move meanwhile
    is_over: bool  # the game is over
    paused: bool  # the clock stands still, so nobody can move
    asked: str  # what others propose and wait for this seat to agree to, "" for nothing
    panels: tuple[str, ...]  # the panels that the page offers


def table_page(
    room: PlayedRoom, words: Words, seat: Seat | None = None, *, contrast: bool = False, panels: tuple[str, ...] = ()
) -> TablePage:
    """The table as this seat may see it, None for everybody. Takes about 10 ms of CPU.

    `contrast`: its picture for eyes that need more. `panels`: as of `PageTurn`.
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
    lines = [line for line in message_lines if line and line != asked]  # that is shown with its answers
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


def page_drawing(  # noqa: PLR0913 - what every picture takes
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
    """The picture of the view: that seat `closer`, else its own if the room shows that, else the whole table.

    `marks` as of `draw`.
    """
    seat = view.seat if closer is None and room.enlarges_own_seat else closer
    return sketch(view, people, words, Aspect(changes, marks, seat), contrast=contrast)


def _turn_sentence(room: PlayedRoom, words: Words, seat: Seat | None) -> str:
    """Who is to move, as the page of this seat says it, None for who watches."""
    seat_names = names(room, words)
    people = [seat_to_act for seat_to_act in room.to_act if seat_to_act not in robot_seats(room)]
    others = [seat_names[seat_to_act] for seat_to_act in people if seat_to_act != seat]
    own = words("page.your_turn", what=table_screen.turn_request(room, words)) if seat in people else ""
    rest = words("page.to_move", names=join_list(others, words), n=len(others)) if others else ""
    return " ".join(filter(None, (own, rest)))


def moment_texts(room: PlayedRoom, words: Words, seat: Seat | None = None) -> tuple[str, ...]:
    """What happened in each moment that the seat (None: everybody) knows of, the deal first, a text for each."""
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
    """The table after that moment, the last one for a number that is too large, as the seat (None: all) may know it.

    `closer`: the seat that is shown enlarged, None for the usual picture and for a number that no seat has.
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
    """The text without Discord's marks; who is mentioned by number is called by name, or not at all."""
    text = _MOMENT.sub(rf"{MOMENT_START}\1\2{MOMENT_END}", text)
    text = _MENTION.sub(lambda found: people.get(int(found[1]), ""), text)
    return _ESCAPED.sub(r"\1", _MARKDOWN.sub("", text)).strip()


def played_line(room: PlayedRoom, later: PlayedRoom, seat: Seat, words: Words, text: str) -> str:
    """What was played or prepared at `room`, which has led to `later`."""
    done = Speech(words, room.game.key).move_phrase(room.table.state, seat, room.game.parse(text))
    if room.preparation:
        return strip_markdown(words("page.kept", move=done), {})
    return strip_markdown(words("page.played", move=with_draws(done, later, seat, len(room.table.log), words)), {})


def refusal_facts(words: Words, refusal: Refusal | IllegalMove, game: str = "") -> dict[str, Any]:
    """Why nothing was done: in words as `no`, the refusal's `key`, and the number of the `rule` that forbids a move."""
    if isinstance(refusal, Refusal):
        screen = refusal_screen(words, refusal)
        facts: dict[str, str] = {"key": refusal.key}
    else:
        screen = illegal_move_screen(words, refusal, game)
        facts = {"key": "rule", "rule": refusal.reason}
    text = "\n".join(part.text for part in screen.parts if isinstance(part, Text))
    return {"no": strip_markdown(text, {}), **facts}


def page_lapsed_lines(own: OwnPreparedTurns, words: Words) -> list[str]:
    """What became of prepared moves that were not possible any more when the turn came."""
    return [strip_markdown(line, {}) for line in prepared_screen.lapsed_lines(own, words)]


def prepared_facts(own: OwnPreparedTurns, words: Words) -> dict[str, Any]:
    """What is prepared, a line for each turn, how many there are to take out, and what can be added."""
    lines = [strip_markdown(line, {}) for line in prepared_screen.prepared_lines(own, words)]
    return {"prepared": lines, "count": len(own.turns), "adds": own.may_add, "goes_on": own.may_continue}
