"""How a table under way, and one that is over, look in a channel. Knows no Discord library and changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.names import IN_PICTURES, plain
from bot.recap import Turn, moves_made, run_start, turns_since
from bot.room import Person, Room
from bot.screen import Button, Buttons, Look, Picture, Screen, Text, buttons, texts
from bot.show_lobby import called
from bot.speech import Speech
from bot.words import Words
from engine import CHANCE, Event, Move, Seat
from render import accent, alt_text, draw

MOST_LINES = 6
NUMBERS = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
ENDED = ("over", "ended")


@dataclass(frozen=True)
class Board:
    """A picture of a table as one seat (None: everybody) may see it, with what changed since it last looked."""

    picture: Picture
    lines: tuple[str, ...]


def names(room: Room, words: Words) -> list[str]:
    """Who sits where, for sentences."""
    return [called(who, words) for who in room.seats]


def short_names(room: Room) -> list[str]:
    """Who sits where, for pictures and alt texts."""
    return [plain(who.name, IN_PICTURES) for who in room.seats]


def board(room: Room, words: Words, seat: Seat | None, since: int, marks: Sequence[Move] = ()) -> Board:
    """The table as it stands, outlined and told from the log's length `since` on. Takes about 10 ms of CPU.

    The places of the moves in `marks` are shown too, in games that have a way to.
    """
    assert room.table is not None
    turns = turns_since(room.table, since, seat)
    lines = _numbered(room, words, turns)
    view = replace(room.table.view(seat), stopped=room.phase == "ended")
    theme, changes = "light", [turn.events for turn in _told(turns)]
    png = draw(view, short_names(room), words, theme, changes, marks)
    last = Speech(words, room.game.key).happened(_latest(turns), short_names(room))
    return Board(Picture(_file(room), png, alt_text(view, short_names(room), words, last)), tuple(lines))


def table(room: Room, words: Words, since: int, of_match: str = "") -> Screen:
    """The table's message: standing, picture, what happened, whose turn it is; at the end also how the match stands."""
    seen = board(room, words, None, since)
    if room.phase in ENDED:
        return _final(room, words, seen, of_match)
    pings = tuple(who.id for who in _owing(room))
    return Screen(
        (
            texts([title(room, words), _standing(room, words)]),
            seen.picture,
            texts([*folded(seen.lines, words), _turn_line(room, words)]),
            _controls(room, words),
        ),
        accent=accent(room.game.key),
        pings=pings,
    )


def retired(room: Room, words: Words) -> Screen:
    """What stays of a table's message once a newer one stands: the lines of its last moves, no picture, no buttons."""
    assert room.table is not None
    until = max(room.shown, 0)
    start = run_start(room.table, until, robots(room))
    turns = [turn for turn in turns_since(room.table, start) if turn.number <= until]
    lines = folded(told(room, words, turns), words)
    number = moves_made(room.table, until)
    return Screen((texts([words("table.retired", tag=room.tag, n=number), *lines]),), accent=accent(room.game.key))


def message_start(room: Room) -> int:
    """The length of the log from which an edited message tells on: the last person's moves in a row."""
    assert room.table is not None
    return run_start(room.table, len(room.table.log), robots(room))


def robots(room: Room) -> frozenset[Seat]:
    """The seats that robots play."""
    return frozenset(seat for seat, who in enumerate(room.seats) if not isinstance(who, Person))


def told(room: Room, words: Words, turns: Sequence[Turn]) -> list[str]:
    """The events of the turns as sentences, oldest first."""
    return [line for turn in turns for line in _sentences(room, words, turn)]


def newest(lines: Sequence[str]) -> tuple[Sequence[str], int]:
    """All lines while they are at most six, else the last five; and how many that leaves out."""
    left_out = 0 if len(lines) <= MOST_LINES else len(lines) - MOST_LINES + 1
    return lines[left_out:], left_out


def folded(lines: Sequence[str], words: Words) -> list[str]:
    """At most six lines: the newest, under a line that says how many came before."""
    kept, left_out = newest(lines)
    return [words("table.folded", n=left_out), *kept] if left_out else list(kept)


def title(room: Room, words: Words) -> str:
    """The game, the table's number and its round, or how it ended."""
    assert room.table is not None
    key = {"over": "table.final", "ended": "table.ended"}.get(room.phase, "table.title")
    return words(key, game=room.game.title, tag=room.tag, round=getattr(room.table.state, "round", 0))


def points(room: Room, words: Words) -> list[str]:
    """Every seat's name and points, in seat order, an arrow before those to act."""
    assert room.table is not None
    acting, scores, speech = room.to_act, room.table.state.scores(), Speech(words, room.game.key)
    rows = []
    for seat, name in enumerate(names(room, words)):
        mark = words("table.acting") if seat in acting else ""
        rows.append(words("table.seat", mark=mark, name=name, points=speech.points(scores[seat][0])))
    return rows


def _sentences(room: Room, words: Words, turn: Turn) -> list[str]:
    return Speech(words, room.game.key).happened(turn.events, names(room, words))


def _numbered(room: Room, words: Words, turns: Sequence[Turn]) -> list[str]:
    """The sentences; each of several moves begins with the number of its outline in the picture."""
    moves = _told(turns)
    number = dict(zip((turn.number for turn in moves), NUMBERS, strict=False)) if len(moves) > 1 else {}
    lines: list[str] = []
    for turn in turns:
        said = _sentences(room, words, turn)
        if said and turn.number in number:
            said[0] = f"{number[turn.number]} {said[0]}"
        lines += said
    return lines


def _told(turns: Sequence[Turn]) -> list[Turn]:
    """The moves that say something; a tile that is laid before its turn is done does not."""
    return [turn for turn in turns if turn.seat != CHANCE and turn.events]


def _standing(room: Room, words: Words) -> str:
    return " · ".join(points(room, words))


def _owing(room: Room) -> list[Person]:
    seated = [room.seats[seat] for seat in room.to_act]
    return [who for who in seated if isinstance(who, Person)]


def _turn_line(room: Room, words: Words) -> str:
    people = _owing(room)
    if len(people) == 1:
        return words("table.your_turn", who=f"<@{people[0].id}>")
    return words("table.your_turns", who=" ".join(f"<@{who.id}>" for who in people)) if people else ""


def _controls(room: Room, words: Words) -> Buttons:
    return buttons(
        Button(words("button.play"), f"play:{room.code}", Look.MAIN),
        Button(words("button.board"), f"board:{room.code}"),
        Button(words("button.rules"), f"rules:{room.code}"),
        Button(words("button.more"), f"more:{room.code}"),
    )


def _final(room: Room, words: Words, seen: Board, of_match: str) -> Screen:
    ended = "" if room.phase == "over" else words("table.ended_by", name=words("name.person", name=room.ended_by))
    pings = tuple(who.id for who in room.people)
    return Screen(
        (
            Text(title(room, words)),
            seen.picture,
            texts([*folded(seen.lines, words), ended, _places(room, words), of_match]),
            Text(" ".join(f"<@{who}>" for who in pings)),
            buttons(
                Button(words("button.final_board"), f"board:{room.code}"),
                Button(words("button.rules"), f"rules:{room.code}"),
            ),
        ),
        accent=accent(room.game.key),
        pings=pings,
    )


def _places(room: Room, words: Words) -> str:
    """The standing, best first; equal scores share a place."""
    assert room.table is not None
    scores = room.table.state.scores()
    by_score: dict[tuple[int, ...], list[str]] = {}
    for seat in sorted(range(len(scores)), key=lambda seat: scores[seat], reverse=True):
        by_score.setdefault(scores[seat], []).append(called(room.seats[seat], words))
    rows, place = [], 1
    for score, sharing in by_score.items():
        key = "table.place" if len(sharing) == 1 else "table.shared"
        rows.append(words(key, place=place, name=listed(sharing, words), points=score[0]))
        place += len(sharing)
    return " · ".join(rows)


def listed(parts: Sequence[str], words: Words) -> str:
    """The parts, at least one, as people list them: Ana, Ben and Cy."""
    return words("list.and", first=", ".join(parts[:-1]), last=parts[-1]) if len(parts) > 1 else parts[0]


def _latest(turns: Sequence[Turn]) -> tuple[Event, ...]:
    return turns[-1].events if turns else ()


def _file(room: Room) -> str:
    assert room.table is not None
    return f"table-{room.code}-{len(room.table.log)}.png"
