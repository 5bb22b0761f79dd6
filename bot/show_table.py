"""How a table under way, and one that is over, look in a channel. Knows no Discord library and changes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.hidden import has_secrets, ready
from bot.names import IN_PICTURES, escaped, plain
from bot.recap import Turn, moves_told, run_start, turns_since
from bot.room import Aside, Person, Room
from bot.screen import Button, Buttons, Look, Picture, Screen, buttons, texts
from bot.show_lobby import called
from bot.speech import Speech
from bot.words import Words
from engine import CHANCE, Event, Fact, Move, Seat, Table
from render import accent, alt_text, draw

MOST_LINES = 6
ASK_HOURS = 24  # in which all must agree
SEVERAL = 0x80848E  # the edge of a message that asks several people at the same time
NUMBERS = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
ENDED = ("over", "ended")


@dataclass(frozen=True)
class Board:
    """A picture of a table as one seat (None: everybody) may see it, with what changed since it last looked."""

    picture: Picture
    lines: tuple[str, ...]


def names(room: Room, words: Words) -> list[str]:
    """Who sits where, for sentences."""
    left = [bool(room.mark(seat)) for seat in range(len(room.seats))]
    person = [words("name.person", name=escaped(who.name)) for who in room.seats]
    return [person[n] if gone else called(room.seats[n], words) for n, gone in enumerate(left)]


def marked(room: Room, words: Words) -> list[str]:
    """Who sits where, and behind the name whether a robot plays for somebody who left."""
    marks = [words(f"table.mark.{mark}") if (mark := room.mark(n)) else "" for n in range(len(room.seats))]
    return [f"{name}{mark}" for name, mark in zip(names(room, words), marks, strict=True)]


def short_names(room: Room) -> list[str]:
    """Who sits where, for pictures and alt texts."""
    return [plain(who.name, IN_PICTURES) for who in room.seats]


def board(room: Room, words: Words, seat: Seat | None, since: int, marks: Sequence[Move] = ()) -> Board:
    """The table as it stands, outlined and told from the log's length `since` on. Takes about 10 ms of CPU.

    The places of the moves in `marks` are shown too, in games that have a way to.
    """
    assert room.table is not None
    turns = turns_since(room.table, since, seat)
    lines = _numbered(room, words, turns, _fresh(room, since))
    stopped = room.phase in ENDED and bool(room.table.state.to_act())
    view = replace(room.table.view(seat), stopped=stopped)
    theme, changes = room.theme, [turn.events for turn in _told(turns)]
    png = draw(view, short_names(room), words, theme, changes, marks)
    last = Speech(words, room.game.key).happened(_latest(turns), short_names(room))
    picture = Picture(_file(room), png, alt_text(view, short_names(room), words, last))
    return Board(picture, tuple(lines))


def table(room: Room, words: Words, since: int) -> Screen:
    """The table's message: standing, picture, what happened, whose turn it is, who asks for what."""
    seen, asked = board(room, words, None, since), _asked(room)
    pings = tuple(who.id for who in (asked or _owing(room)))
    return Screen(
        (
            texts([title(room, words), _standing(room, words)]),
            seen.picture,
            texts([*folded(seen.lines, words), _ask_line(room, words, asked), _turn_line(room, words)]),
            _controls(room, words),
        ),
        accent=SEVERAL if len(room.to_act) > 1 else accent(room.game.key),
        pings=pings,
    )


def _fresh(room: Room, since: int) -> list[Aside]:
    """What happened besides the moves since the log was so long, and since the newest message if that is younger."""
    after = room.times[since - 1] if 0 < since <= len(room.times) else 0.0
    if since == room.shown:
        after = max(after, room.posted)
    return [aside for aside in room.asides if aside.at >= after and aside.place >= since]


def asides_of(several: Iterable[Aside], words: Words) -> list[str]:
    """A sentence for each."""
    return [words(f"aside.{aside.kind}", **_named(aside.facts, words)) for aside in several]


def retired(room: Room, words: Words) -> Screen:
    """What stays of a table's message once a newer one stands: the lines of its last moves, no picture, no buttons."""
    assert room.table is not None
    until = max(room.shown, 0)
    start = run_start(room.table, until, robots(room))
    turns = [turn for turn in turns_since(room.table, 0) if turn.number <= until]
    lines = folded(told(room, words, [turn for turn in turns if turn.number > start]), words)
    number = moves_told(turns)
    return Screen((texts([words("table.retired", tag=room.tag, n=number), *lines]),), accent=accent(room.game.key))


def message_start(room: Room) -> int:
    """The length of the log from which an edited message tells on: the last person's moves in a row that say anything.

    Steps of an unfinished turn say nothing to the public, so the turn before is told.
    """
    assert room.table is not None
    start = run_start(room.table, len(room.table.log), robots(room))
    while start and not any(turn.events for turn in turns_since(room.table, start)):
        start = run_start(room.table, start, robots(room))
    return start


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
    match = {"n": room.first + 1, "of": len(room.seats)} if room.match is not None else {}
    return words(key, game=room.game.title, tag=room.tag, round=getattr(room.table.state, "round", 0), **match)


def points(room: Room, words: Words) -> list[str]:
    """Every seat's name and points, in seat order, an arrow before those to act."""
    assert room.table is not None
    return points_of(room, words, room.table)


def points_of(room: Room, words: Words, table: Table) -> list[str]:
    """The same for an earlier moment of the room's table."""
    acting, scores = table.state.to_act() if room.phase not in ENDED else (), table.state.scores()
    speech = Speech(words, room.game.key)
    rows = []
    for seat, name in enumerate(marked(room, words)):
        mark = words("table.acting") if seat in acting else ""
        rows.append(words("table.seat", mark=mark, name=name, points=speech.points(scores[seat][0])))
    return rows


def _sentences(room: Room, words: Words, turn: Turn) -> list[str]:
    said = Speech(words, room.game.key).happened(turn.events, names(room, words))
    if turn.number <= len(room.hows):
        return by_itself(said, room.hows[turn.number - 1], names(room, words)[turn.seat], words)
    return said


def by_itself(said: list[str], how: str, name: str, words: Words) -> list[str]:
    """The sentences about a move, the first of them telling how it came about where nobody has chosen it."""
    return [words(f"table.{how}", said=said[0].rstrip("."), name=name), *said[1:]] if said and how else said


def _numbered(room: Room, words: Words, turns: Sequence[Turn], fresh: Sequence[Aside]) -> list[str]:
    """The sentences in order; each of several moves begins with the number of its outline in the picture."""
    moves = _told(turns)
    number = dict(zip((turn.number for turn in moves), NUMBERS, strict=False)) if len(moves) > 1 else {}
    lines, told = [], 0
    for turn in turns:
        before = [aside for aside in fresh[told:] if aside.place < turn.number]
        told += len(before)
        lines += asides_of(before, words)
        said = _sentences(room, words, turn)
        if said and turn.number in number:
            said[0] = f"{number[turn.number]} {said[0]}"
        lines += said
    return [*lines, *asides_of(fresh[told:], words)]


def _told(turns: Sequence[Turn]) -> list[Turn]:
    """The moves that say something; a tile that is laid before its turn is done does not."""
    return [turn for turn in turns if turn.seat != CHANCE and turn.events]


def _standing(room: Room, words: Words) -> str:
    return " · ".join(points(room, words))


def _owing(room: Room) -> list[Person]:
    seated = [room.seats[seat] for seat in room.to_act]
    return [who for who in seated if isinstance(who, Person)]


def _turn_line(room: Room, words: Words) -> str:
    assert room.table is not None
    people, chosen = _owing(room), sorted(ready(room.table))
    done = words("table.ready", names=listed([names(room, words)[seat] for seat in chosen], words)) if chosen else ""
    key = "table.your_turn" if len(people) == 1 else "table.your_turns"
    asked = words(key, who=" ".join(f"<@{who.id}>" for who in people)) if people else ""
    return " ".join(one for one in (asked, until(room, words), done) if one)


def until(room: Room, words: Words, seat: Seat | None = None) -> str:
    """By when the seat must move, in the reader's own time; for None the nearest deadline; "" where none runs."""
    running = [int(at) for n, at in enumerate(room.due) if at is not None and seat in (None, n)]
    at = min(running, default=0)
    return words("table.until", at=f"<t:{at}:f>", left=f"<t:{at}:R>") if running else ""


def _asked(room: Room) -> list[Person]:
    """The people who have not agreed yet to what somebody asks for."""
    if room.ask is None:
        return []
    others = [who for seat, who in enumerate(room.seats) if seat not in room.ask.agreed]
    return [who for who in others if isinstance(who, Person)]


def _ask_line(room: Room, words: Words, asked: Sequence[Person]) -> str:
    ask, table = room.ask, room.table
    if ask is None or table is None:
        return ""
    moves = [entry for entry in table.log[ask.target :] if entry.seat != CHANCE]
    agreed = listed([names(room, words)[seat] for seat in ask.agreed], words)
    who, mentions = names(room, words)[ask.seat], " ".join(f"<@{one.id}>" for one in asked)
    until = f"<t:{int(ask.at) + ASK_HOURS * 3600}:R>"
    return words("ask.take_back", name=who, n=len(moves) - 1, agreed=agreed, who=mentions, until=until)


def _named(facts: Mapping[str, Fact], words: Words) -> dict[str, object]:
    """The facts of an aside, names made safe."""
    names = {key: fact for key, fact in facts.items() if isinstance(fact, str) and key != "lock"}
    return {**facts, **{key: words("name.person", name=escaped(name)) for key, name in names.items()}}


def _controls(room: Room, words: Words) -> Buttons:
    assert room.table is not None
    own, look = ("button.my_hand", "hand") if has_secrets(room.table) else ("button.board", "board")
    free = [seat for seat in range(len(room.seats)) if room.mark(seat) == "gone"]
    late = any(mark == "late" for mark in room.marks)
    agree = (Button(words("button.agree"), f"agree:{room.code}"), Button(words("button.no"), f"no:{room.code}"))
    return buttons(
        Button(words("button.play"), f"play:{room.code}", Look.MAIN),
        Button(words(own), f"{look}:{room.code}"),
        Button(words("button.rules"), f"rules:{room.code}"),
        Button(words("button.more"), f"more:{room.code}"),
        *(agree if room.ask else ()),
        Button(words("button.return"), f"return:{room.code}") if late else None,
        *(Button(words("button.take_seat", n=seat + 1), f"seat:{room.code}:{seat}") for seat in free),
    )


def listed(parts: Sequence[str], words: Words) -> str:
    """The parts in one phrase: "a, b and c"."""
    return words("list.and", first=", ".join(parts[:-1]), last=parts[-1]) if len(parts) > 1 else parts[0]


def _latest(turns: Sequence[Turn]) -> tuple[Event, ...]:
    return turns[-1].events if turns else ()


def _file(room: Room) -> str:
    assert room.table is not None
    return f"table-{room.code}-{len(room.table.log)}.png"
