"""What happened at a table, in sentences: moves and other events. Independent of the Discord library."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import attrgetter

from bot.model.people import Person, look_alike
from bot.model.record import ENDED_PHASES, RoomEvent
from bot.model.room import PlayedRoom, Room
from bot.model.timeline import PlayedTurn, hidden_lines, last_run_start, move_count, pending_lines, turns_since
from bot.screens.screen import Screen, text_block
from bot.screens.seat_names import former_names, former_owner_name, names, person_name
from bot.screens.speech import Speech
from bot.text.words import Words
from engine import CHANCE, Fact, Seat, Table
from render import Changes, accent

MAX_NEWS_LINES = 6
FOLDED_KEY = "table.folded"
COMPLAINT_CACHE_SIZE = 1_000  # room events without a text, each logged only once
TIMEOUT_RANK, BOT_RANK, PEOPLE_RANK = range(3)  # order of a seat's lines, by who acted
TEXT_FACTS = ("lock", "of")  # facts of room events that are texts but not names of people
CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩"  # many fonts lack the numbers after ⑩

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class TableNews:
    """What happened at a table since a certain length of its log."""

    changes: Changes  # the events of each move, for outlines; moves of an unfinished turn have none
    last: PlayedTurn | None  # the newest move
    lines: tuple[str, ...]  # sentences in reading order
    pinned: int  # number of lines at the start, about timeouts, that are never left out


@dataclass(frozen=True)
class _Line:
    """A sentence and its sort keys."""

    length: int  # length of the log when the event happened
    rank: int  # TIMEOUT_RANK, BOT_RANK or PEOPLE_RANK
    text: str


def news_since(room: PlayedRoom, words: Words, seat: Seat | None, since: int) -> TableNews:
    """Return what happened after the first `since` entries of the log, as this seat (None: everyone) reads it.

    If there are several moves, each begins with the number of its outline in the picture. While a game goes on, a seat
    first reads which moves were made because of a timeout, then what else the bot did for people. The lock of the bag
    appears only in the public news from the start of the game.
    """
    turns = _visible_turns(room.table, turns_since(room.table, since, seat))
    event_lines = []
    for room_event, text in room_event_sentences(room, _new_room_events(room, since), words, seat):
        if room_event.kind == "late":
            event_lines.append(_Line(room_event.log_length, TIMEOUT_RANK, text))
        elif room_event.kind != "lock":
            event_lines.append(_Line(room_event.log_length, PEOPLE_RANK, text))
        elif seat is None and since == 0:
            event_lines.append(_Line(room_event.log_length, PEOPLE_RANK, f"-# {text}"))  # small print: few look at it
    by_bot = room.unchosen_moves
    is_numbered = move_count(turns) > 1
    changes = []
    lines: list[_Line] = []
    for turn in turns:
        while event_lines and event_lines[0].length < turn.number:
            lines.append(event_lines.pop(0))
        sentences_of_turn = _turn_sentences(room, words, turn, seat)
        if turn.seat != CHANCE and turn.events:
            changes.append(turn.events)
            if is_numbered and sentences_of_turn:
                sentences_of_turn[0] = f"{outline_number(len(changes))} {sentences_of_turn[0]}"
        rank = BOT_RANK if turn.number - 1 in by_bot else PEOPLE_RANK
        if turn.number <= len(room.log) and room.log[turn.number - 1].trigger == "late":
            rank = TIMEOUT_RANK
        for text in sentences_of_turn:
            lines.append(_Line(turn.number, rank, text))
            rank = PEOPLE_RANK  # only the move itself was made by the bot, not what followed
    lines += event_lines
    pinned = 0
    if seat is not None and room.phase not in ENDED_PHASES:
        lines.sort(key=attrgetter("rank"))
        pinned = min(sum(line.rank == TIMEOUT_RANK for line in lines), MAX_NEWS_LINES)
    return TableNews(changes, turns[-1] if turns else None, tuple([line.text for line in lines]), pinned)


def sentences_since(room: PlayedRoom, words: Words, seat: Seat | None, since: int) -> list[str]:
    """Return what happened after the first `since` log entries, without outline numbers: moves, then room events."""
    turns = _visible_turns(room.table, turns_since(room.table, since, seat))
    room_events = room_event_sentences(room, _new_room_events(room, since), words)
    return [*sentences(room, words, turns), *(text for _, text in room_events)]


def _visible_turns(table: Table, turns: Sequence[PlayedTurn]) -> list[PlayedTurn]:
    """Leave out choices that wait for others; the message only says who is ready."""
    hidden = hidden_lines(table)
    return [turn for turn in turns if turn.number - 1 not in hidden]


def _new_room_events(room: Room, since: int) -> list[RoomEvent]:
    """Return room events from log length `since` on; if the newest message has that length, only later ones."""
    after = room.log[since - 1].at if 0 < since <= len(room.log) else 0.0
    if since == room.newest_message.log_length:
        after = max(after, room.newest_message.posted_at)
    return [event for event in room.record.room_events if event.at >= after and event.log_length >= since]


def sentences(room: Room, words: Words, turns: Sequence[PlayedTurn]) -> list[str]:
    """Return the events of the turns as sentences, oldest first."""
    return [line for turn in turns for line in _turn_sentences(room, words, turn)]


def _turn_sentences(room: Room, words: Words, turn: PlayedTurn, reader: Seat | None = None) -> list[str]:
    """Return the events of one turn as sentences; the person on the seat `reader` is called "you"."""
    seat_names = names(room, words, turn.number)
    if reader is not None and reader in former_names(room, turn.number):
        reader = None  # someone else had the seat then
    lines = Speech(words, room.game.key, reader).event_lines(turn.events, seat_names)
    if turn.number > len(room.log):
        return lines
    how: str = room.log[turn.number - 1].trigger
    if turn.seat == reader and f"table.{how}_you" in words:
        how = f"{how}_you"
    return with_reason(lines, how, seat_names[turn.seat], words)


def with_reason(lines: list[str], how: str, name: str, words: Words) -> list[str]:
    """Add why a move was made to the first sentence about it; `how` is the trigger, "" if a person chose the move."""
    if not lines or not how:
        return lines
    return [words(f"table.{how}", said=lines[0].rstrip("."), name=name), *lines[1:]]


def timeout_sentence(room: PlayedRoom, seat: Seat, words: Words) -> str:
    """Return what a robot played for the seat after a timeout; "" if the person played the last turn."""
    last = next((turn for turn in reversed(turns_since(room.table, 0, seat)) if turn.seat == seat), None)
    if last is None or last.number > len(room.log) or room.log[last.number - 1].trigger != "late":
        return ""
    return "".join(_turn_sentences(room, words, last, seat)[:1])


def outline_number(place: int) -> str:
    """Return the number that marks the outline of a move, as text; `place` counts moves from 1."""
    return CIRCLED[place - 1] if place <= len(CIRCLED) else f"({place})"


def fold_lines(lines: Sequence[str], words: Words, pinned: int = 0, key: str = FOLDED_KEY) -> list[str]:
    """Return the first `pinned` lines, then all others if at most six, else how many are left out and the last five."""
    others = lines[pinned:]
    if len(others) <= MAX_NEWS_LINES:
        return list(lines)
    left_out = len(others) - MAX_NEWS_LINES + 1
    return [*lines[:pinned], words(key, n=left_out), *others[left_out:]]


def retired_message(room: PlayedRoom, words: Words) -> Screen:
    """Return a table's message after a newer one was posted: its last moves as text, no picture, no buttons."""
    length = max(room.newest_message.log_length, 0)
    start = last_run_start(room.table, length, robot_seats(room))
    turns = [turn for turn in turns_since(room.table, 0) if turn.number <= length]
    lines = sentences(room, words, [turn for turn in _visible_turns(room.table, turns) if turn.number > start])
    head = words("table.retired", tag=room.tag, n=move_count(turns))
    return Screen((text_block([head, *fold_lines(lines, words)]),), accent=accent(room.game.key))


def message_start(room: PlayedRoom) -> int:
    """Return the log length from which an edited message reports: just before a person's last public moves.

    Moves of an unfinished turn and incomplete simultaneous choices are not public; the turn before them is reported.
    If the game ended without a move, as by a resignation, all moves have been reported already.
    """
    if room.phase in ENDED_PHASES and room.table.state.to_act():
        return len(room.table.log)
    before_choices = min(pending_lines(room.table), default=len(room.table.log))
    start = last_run_start(room.table, before_choices, robot_seats(room))
    while start and not any(turn.events for turn in turns_since(room.table, start)):
        start = last_run_start(room.table, start, robot_seats(room))
    return start


def post_start(room: PlayedRoom) -> int:
    """Return the log length from which a new message reports: whatever the previous message did not show.

    If only robots have moved since, it also reports the people's moves before them: nobody was pinged for those moves,
    and the message that shows them loses its picture.
    """
    if room.newest_message.log_length < 0:  # no message was posted yet
        return 0
    if room.phase in ENDED_PHASES:
        return room.newest_message.log_length
    for entry in room.table.log[room.newest_message.log_length :]:
        if entry.seat != CHANCE and isinstance(room.occupants[entry.seat], Person):
            return room.newest_message.log_length
    return message_start(room)


def robot_seats(room: Room) -> frozenset[Seat]:
    """Return the seats that robots play."""
    return frozenset(seat for seat, who in enumerate(room.occupants) if not isinstance(who, Person))


def room_event_sentences(
    room: Room, room_events: Iterable[RoomEvent], words: Words, reader: Seat | None = None
) -> list[tuple[RoomEvent, str]]:
    """Return each room event with its sentence; the person on the seat `reader` is called "you".

    A room event without a text is left out and logged once: another version may have stored it long ago, and the table
    must still be shown.
    """
    found = []
    for room_event in room_events:
        seat = room.seat_in_facts(room_event.facts)
        facts = _room_event_facts(room, room_event.facts, words)
        if seat is not None and seat == reader and room_event.facts.get("name") == room.occupants[seat].name:
            facts |= {"name": words("name.you"), "you": 1}  # but not if an earlier owner of the seat is meant
        try:
            text = words(f"aside.{room_event.kind}", **facts)
        except KeyError:  # a fact is missing, or the kind is unknown
            _log_missing_text(room_event.kind, room_event.log_length, room_event.at)
            continue
        if text:
            found.append((room_event, text))
    return found


def _room_event_facts(room: Room, facts: Mapping[str, Fact], words: Words) -> dict[str, object]:
    """Return the facts of a room event with escaped names; names that look alike get their seat number."""
    seat = room.seat_in_facts(facts)
    people = {key: Person(0, fact) for key, fact in facts.items() if isinstance(fact, str) and key not in TEXT_FACTS}
    found: dict[str, object] = {**facts}
    for key, who in people.items():
        found[key] = person_name(who, words) if seat is None else former_owner_name(room, seat, who, words)
    if seat is not None and {"name", "old"} <= people.keys() and look_alike(people["name"], people["old"]):
        found["old"] = person_name(replace(people["old"], seat_number=seat + 1), words)
    return found


@lru_cache(maxsize=COMPLAINT_CACHE_SIZE)
def _log_missing_text(kind: str, place: int, at: float) -> None:
    """Log once that a room event has no text."""
    log.error("what happened besides move %d (%s, at %d) cannot be told and is left out", place, kind, at)
