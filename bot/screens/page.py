"""A table and its review as a page in a browser shows them: words without Discord's marks, and drawings.

Knows no browser, no Discord library and no web address. Moments stay moments, because only the reader's browser knows
the time of day there.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.model.errors import Refusal
from bot.model.history import story
from bot.model.people import label
from bot.model.prepared import OwnPrepared
from bot.model.review import ReviewSoFar, has_coach
from bot.model.room import ENDED_PHASES, PlayedRoom
from bot.screens import game_over
from bot.screens import prepared as prepared_screen
from bot.screens import review as review_screen
from bot.screens import table as table_screen
from bot.screens.move_menu import with_draws
from bot.screens.news import message_start, robots
from bot.screens.refusals import forbidden, refused
from bot.screens.replay import happened, placed, step
from bot.screens.rules_page import options_of
from bot.screens.screen import Picture, Screen, Text
from bot.screens.seat_names import names, short_names
from bot.screens.speech import Speech
from bot.text.phrases import listed
from bot.text.words import Words
from engine import IllegalMove, Move, Seat, View
from engine.core import State
from engine.review import reviewed
from render import Aspect, Changes, Drawing, sketch

AT, END = "\ue000", "\ue001"  # around a moment: unix seconds and Discord's letter for its form; no name contains them

_MOMENT = re.compile(r"(?<!\\)<t:(\d+):(\w)>")
_MENTION = re.compile(r"(?<!\\)<@(\d+)>")
_MARKS = re.compile(r"^(?:### |-# )|(?<!\\)\*\*|(?<!\\)`|\u200b", re.MULTILINE)
_ESCAPED = re.compile(r"\\([\\*_~`|>#\[\]()<@:.-])")


@dataclass(frozen=True)
class TablePage:
    """What the page of a table shows.

    `title`: the game, the table and how far it is. `standing`: everybody's points. `lines`: what happened and whose
    turn it is. `alt`: the position in words. `drawing`: the picture. `options`: how the game is
    played here. `turn`: what its seat can do, None for who watches. `seats`: the names of all whose place can be shown
    enlarged. Moments in the texts are between AT and END.
    """

    title: str
    standing: str
    lines: tuple[str, ...]
    alt: str
    drawing: Drawing
    options: str
    turn: PageTurn | None = None
    seats: tuple[str, ...] = ()


@dataclass(frozen=True)
class PageTurn:
    """What the seat of whoever looks can do now.

    `stamp`: of its menus. `acts`: it is to move. `prepares`: it can prepare a move meanwhile. `reviews`: the
    game is over and can be reviewed. `paused`: the clock stands still, so nobody can move. `asked`: what others propose
    and wait for this seat to agree to, "" for nothing.
    """

    stamp: int
    acts: bool
    prepares: bool
    reviews: bool
    paused: bool
    asked: str


def table_page(room: PlayedRoom, words: Words, seat: Seat | None = None, *, contrast: bool = False) -> TablePage:
    """The table as this seat may see it, None for everybody. Takes about 10 ms of CPU.

    `contrast`: its picture for eyes that need more.
    """
    found = list[Drawing]()

    def drawn(view: View[State], changes: Changes) -> bytes:
        found.append(page_drawing(room, view, short_names(room), words, changes, contrast=contrast))
        return b""

    seen = table_screen.board(room, words, seat, message_start(room), drawn)
    over = room.phase in ENDED_PHASES
    on_move = _on_move(room, words, seat)
    folded = "page.folded"
    told = game_over.told(room, words, seen, folded) if over else table_screen.told(room, words, seen, folded, on_move)
    waits = seat is not None and room.ask is not None and seat not in room.ask.agreed
    asked = table_screen.ask_line(room, words, names(room, words)) if waits else ""
    lines = [line for line in told if line and line != asked]  # that is shown with its answers
    people = {who.id: label(who) for who in (*room.people, *(offer.to for offer in room.offers))}
    return TablePage(
        bare(table_screen.title(room, words), people),
        "" if over else bare(table_screen.points(room, words), people),
        tuple(bare(line, people) for line in lines),
        seen.picture.alt,
        found[0],
        options_of(room, words),
        None if seat is None else _turn(room, seat, bare(asked, people)),
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
    seat = view.seat if closer is None and room.shows_own else closer
    return sketch(view, people, words, Aspect(changes, marks, seat), contrast=contrast)


def _on_move(room: PlayedRoom, words: Words, seat: Seat | None) -> str:
    """Who is to move, as the page of this seat says it, None for who watches."""
    called = names(room, words)
    people = [one for one in room.to_act if one not in robots(room)]
    others = [called[one] for one in people if one != seat]
    own = words("page.your_turn", what=table_screen.turn_asked(room, words)) if seat in people else ""
    rest = words("page.to_move", names=listed(others, words), n=len(others)) if others else ""
    return " ".join(filter(None, (own, rest)))


def _turn(room: PlayedRoom, seat: Seat, asked: str) -> PageTurn:
    paused = room.paused is not None
    plays = room.phase == "playing" and not paused
    over = room.phase in ENDED_PHASES
    prepares = room.phase == "playing" and room.table.state.ahead(seat) is not None
    acts = plays and seat in room.to_act
    return PageTurn(room.stamp(seat), acts, prepares, over and has_coach(room.game), paused, asked)


def moments_of(room: PlayedRoom, words: Words, seat: Seat | None = None) -> tuple[str, ...]:
    """What happened in each moment that the seat (None: everybody) knows of, the deal first, a text for each."""
    return tuple(bare(" ".join(happened(room, words, moment)), {}) for moment in story(room, seat))


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
    moments = story(room, seat)
    one = step(room, seat, words, moments, placed(moments, at))
    closer = closer if closer in range(len(one.people)) else None
    alt = one.alt if closer is None else words("board.closer_alt", name=one.people[closer], all=one.alt)
    return TablePage(
        bare(table_screen.title(room, words), {}),
        bare(table_screen.points(room, words, one.then), {}),
        tuple(bare(text, {}) for text in (one.head, *one.sentences) if text),
        alt,
        page_drawing(room, one.view, one.people, words, one.changes, contrast=contrast, closer=closer),
        options_of(room, words),
        seats=tuple(one.people),
    )


def bare(text: str, people: dict[int, str]) -> str:
    """The text without Discord's marks; who is mentioned by number is called by name, or not at all."""
    text = _MOMENT.sub(rf"{AT}\1\2{END}", text)
    text = _MENTION.sub(lambda found: people.get(int(found[1]), ""), text)
    return _ESCAPED.sub(r"\1", _MARKS.sub("", text)).strip()


def page_overview(room: PlayedRoom, seat: Seat | None, words: Words, so_far: ReviewSoFar) -> dict[str, Any]:
    """What is known so far: the `turns` that mattered, by number from 0, and `of` how many decisions. 100 ms of CPU.

    `is_over`: nothing more comes by itself; `goes_on`: if somebody asks again, it does.
    """
    found: dict[str, Any] = {
        "of": so_far.of if so_far.has_first_look else 0, "turns": [],
        "is_over": not so_far.is_under_way, "goes_on": not so_far.is_under_way and not so_far.is_done,
    }  # fmt: skip
    if not so_far.has_first_look:
        return found | _screen_facts(review_screen.progress(room, words, so_far))
    made = reviewed(room.table, so_far.best_known)
    found["turns"] = [made.decisions.index(turn) for turn in made.turning_points()]
    return found | _screen_facts(review_screen.overview(room, seat, words, so_far))


def page_decision(
    room: PlayedRoom, seat: Seat | None, words: Words, so_far: ReviewSoFar, at: int, *, contrast: bool
) -> dict[str, Any]:
    """One decision, by number from 0, the last one for a number that is too large."""
    at = min(at, len(so_far.best_known) - 1)
    told = review_screen.decision_texts(room, seat, words, so_far, at)
    drawing = review_screen.DecisionPage(room, words, so_far.best_known[at]).sketch(contrast=contrast)
    return {"at": at, "texts": _bare_texts(told), "pictures": [{"svg": drawing.document()}]}


def _screen_facts(screen: Screen) -> dict[str, Any]:
    """The texts of the screen without Discord's marks, and its picture, if it has one, as the address of an image."""
    told = _bare_texts([part for part in screen.parts if isinstance(part, Text)])
    pictures = [part for part in screen.parts if isinstance(part, Picture)]
    drawn = [{"png": f"data:image/png;base64,{b64encode(one.png).decode()}", "alt": one.alt} for one in pictures]
    return {"texts": told, "pictures": drawn}


def _bare_texts(parts: Sequence[Text]) -> list[str]:
    return [text for text in (bare(part.text, {}) for part in parts) if text]


def played_line(room: PlayedRoom, later: PlayedRoom, seat: Seat, words: Words, text: str) -> str:
    """What was played or prepared at `room`, which has led to `later`."""
    done = Speech(words, room.game.key).move(room.table.state, seat, room.game.parse(text))
    if room.ahead:
        return bare(words("page.kept", move=done), {})
    return bare(words("page.played", move=with_draws(done, later, seat, len(room.table.log), words)), {})


def page_refusal(words: Words, no: Refusal | IllegalMove, game: str = "") -> dict[str, Any]:
    """Why nothing was done: in words as `no`, the refusal's `key`, and the number of the `rule` that forbids a move."""
    if isinstance(no, Refusal):
        return {"no": _bare_parts(refused(words, no).parts), "key": no.key}
    return {"no": _bare_parts(forbidden(words, no, game).parts), "key": "rule", "rule": no.reason}


def page_lapsed(own: OwnPrepared, words: Words) -> list[str]:
    """What became of prepared moves that were not possible any more when the turn came."""
    return [bare(line, {}) for line in prepared_screen.lapsed_lines(own, words)]


def page_prepared(own: OwnPrepared, words: Words) -> dict[str, Any]:
    """What is prepared, a line for each turn, how many there are to take out, and what can be added."""
    lines = [*prepared_screen.lapsed_lines(own, words), *prepared_screen.waiting_lines(own, words)]
    told = [bare(line, {}) for line in lines]
    return {"prepared": told, "count": len(own.turns), "adds": own.may_add, "goes_on": own.may_go_on}


def _bare_parts(parts: tuple[object, ...]) -> str:
    return bare("\n".join(part.text for part in parts if isinstance(part, Text)), {})
