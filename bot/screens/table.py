"""How a table looks in a channel, under way or over. Knows no Discord library and changes nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bot.logic.repost_policy import newly_asked
from bot.model.page_link import NO_PAGE, PageLink
from bot.model.people import Person
from bot.model.preferences import Sight
from bot.model.room import ENDED_PHASES, Aside, PlayedRoom, Room
from bot.model.timeline import has_secrets, pending, ready, silent
from bot.model.turns import Turn, move_count, run_start, turns_since
from bot.screens import verbs
from bot.screens.asides import aside_sentences, by_itself
from bot.screens.consent import answers, ask_line, asked, calls_again, offer_line
from bot.screens.lobby import seat_order
from bot.screens.page_link import to_page
from bot.screens.pictures import draw
from bot.screens.screen import Button, ButtonStyle, Picture, Screen, buttons, texts
from bot.screens.seat_names import marked, names, names_then, replaced, short_names, short_names_then
from bot.screens.speech import Speech
from bot.text.phrases import lasting_exactly, listed
from bot.text.words import Words
from engine import CHANCE, Move, Seat, Table, View
from engine.core import State
from render import Aspect, Changes, accent, alt_text

MOST_LINES = 6
FOLDED = "table.folded"
SEVERAL = 0x80848E  # the accent color of a message that calls several people
TIMEOUT, BY_BOT, BY_PEOPLE = range(3)  # in which order a seat reads what happened; see _rank
Draw = Callable[[View[State], Changes], bytes]  # the picture of a view with changes outlined
CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩"  # many fonts lack those after ⑩


@dataclass(frozen=True)
class BoardView:
    """A table as one seat may see it, or everybody.

    `picture`: the board. `lines`: what changed since it last looked; a seat reads first what was done for people whose
    time ran out, in so many lines as `first`, which are never left out. The end is told in order to everybody.
    """

    picture: Picture
    lines: tuple[str, ...]
    first: int = 0


@dataclass(frozen=True)
class _Line:
    """A sentence about what happened, and its `rank` among what a seat reads."""

    text: str
    rank: int


def board(room: PlayedRoom, words: Words, seat: Seat | None, since: int) -> BoardView:
    """The table as it stands, with changes outlined from the log's length `since` on. Takes about 10 ms of CPU.

    The lock of the bag is left out: the message about the start shows it.
    """
    return looked(room, words, seat, since, lambda view, changes: whole(room, view, words, changes))


def menu_board(room: PlayedRoom, words: Words, seat: Seat, since: int, marks: Sequence[Move] = ()) -> BoardView:
    """The same for a private menu: the seat's own view or the whole table.

    What all moves in `marks` have in common is marked, and the places of those moves in games that support that.
    """
    return looked(room, words, seat, since, lambda view, changes: seen_by(room, view, words, changes, marks))


def seen_by(room: PlayedRoom, view: View[State], words: Words, changes: Changes, marks: Sequence[Move] = ()) -> bytes:
    """The picture in a private menu of the view's seat: its own view or the whole table."""
    aspect = Aspect(changes, marks, view.seat if room.shows_own else None)
    return draw(view, short_names(room), words, room.theme, aspect)


def other_sight(room: Room) -> Sight:
    """The picture that a private menu does not show now."""
    return "whole" if room.shows_own else "own"


def whole(room: PlayedRoom, view: View[State], words: Words, changes: Changes) -> bytes:
    """The picture of the whole table."""
    return draw(view, short_names(room), words, room.theme, Aspect(changes))


def looked(room: PlayedRoom, words: Words, seat: Seat | None, since: int, draw_it: Draw) -> BoardView:
    """As `board`, with the picture that `draw_it` makes."""
    turns = _news(room.table, turns_since(room.table, since, seat))
    fresh = [aside for aside in _fresh(room, since) if aside.kind != "lock" or (seat is None and not since)]
    lines = _numbered(room, words, seat, turns, fresh)
    catches_up = seat is not None and room.phase not in ENDED_PHASES
    if catches_up:
        lines.sort(key=lambda line: line.rank)
    stopped = room.phase in ENDED_PHASES and bool(room.table.state.to_act())
    view = replace(room.table.view(seat), stopped=stopped)
    png = draw_it(view, [turn.events for turn in _eventful(turns)])
    latest, events = (turns[-1].number, turns[-1].events) if turns else (0, ())
    last = Speech(words.plain, room.game.key).happened(events, short_names_then(room, latest))
    file = f"table-{room.code}-{len(room.table.log)}.png"
    picture = Picture(file, png, alt_text(view, short_names(room), words, last))
    timeouts = sum(line.rank == TIMEOUT for line in lines) if catches_up else 0
    return BoardView(picture, tuple(line.text for line in lines), min(timeouts, MOST_LINES))


def told_since(room: PlayedRoom, words: Words, seat: Seat | None, since: int) -> list[str]:
    """What changed since the log was so long, as sentences without numbers of outlines."""
    turns = _news(room.table, turns_since(room.table, since, seat))
    return [*sentences(room, words, turns), *(text for _, text in aside_sentences(room, _fresh(room, since), words))]


def table(room: PlayedRoom, words: Words, since: int, page: PageLink = NO_PAGE) -> Screen:
    """The table's message: standing, picture, what happened, whose turn it is, proposals and offers.

    `page`: how its page in a browser is reached.
    """
    seen = board(room, words, None, since)
    waiting = answers(room, words)
    first = room.shown < 0 and room.place.channel == room.home  # the lobby's message, which would say it, goes away
    own, look = ("button.my_hand", verbs.HAND) if has_secrets(room.table) else ("button.board", verbs.BOARD)
    return Screen(
        (
            texts([title(room, words), points(room, words)]),
            seen.picture,
            texts([seat_order(room, words) if first else "", *told(room, words, seen)]),
            buttons(
                Button(words("button.play"), verbs.PLAY(room.id), ButtonStyle.MAIN, off=room.paused is not None),
                Button(words(own), look(room.id)),
                Button(words("button.rules"), verbs.RULES(room.code, None, None)),
                Button(words("button.more"), verbs.MORE(room.id)),
                to_page(room, page, words),
            ),
            *((waiting,) if waiting.buttons else ()),
        ),
        accent=SEVERAL if len(room.to_act) > 1 else accent(room.game.key),
        pings=tuple(who.id for who in _called(room)),
    )


def told(
    room: PlayedRoom, words: Words, seen: BoardView, earlier: str = FOLDED, on_move: str | None = None
) -> list[str]:
    """What happened, what is proposed and offered, and whose turn it is; some of these texts may be empty.

    `earlier`: the key of what is said of lines that are left out. `on_move`: who is to move, as a page says it, which
    calls nobody; None to call people as the message does.
    """
    has_moved = any(entry.seat != CHANCE for entry in room.table.log)
    opening = ""
    if not has_moved and len(room.to_act) == 1 and not any(turn.events for turn in turns_since(room.table, 0)):
        opening = words("table.starts", name=names(room, words)[room.to_act[0]])
    happened = [opening, *folded(seen.lines, words, key=earlier)]
    key = "ask.offer" if on_move is None else "page.offer"
    offers = [offer_line(room, offer, words, key) for offer in room.offers]
    if on_move is None:
        people = _owing(room)
        key = "table.your_turn" if len(people) == 1 else "table.your_turns"
        who = " ".join(f"<@{one.id}>" for one in people)
        on_move = words(key, who=who, what=turn_asked(room, words, several=len(people) > 1)) if people else ""
    turn = _turn_line(room, words, on_move)
    return [*happened, ask_line(room, words, names(room, words)), *offers, turn]


def _fresh(room: Room, since: int) -> list[Aside]:
    """The asides since the log was so long, and since the newest message if that is younger."""
    after = room.times[since - 1] if 0 < since <= len(room.times) else 0.0
    if since == room.shown:
        after = max(after, room.posted)
    return [aside for aside in room.asides if aside.at >= after and aside.place >= since]


def timed_out(room: PlayedRoom, seat: Seat, words: Words) -> str:
    """What a robot did for the seat at its deadline, in a sentence; "" if its last turn was its person's."""
    last = next((turn for turn in reversed(turns_since(room.table, 0, seat)) if turn.seat == seat), None)
    if last is None or last.number > len(room.hows) or room.hows[last.number - 1] != "late":
        return ""
    return "".join(_turn_sentences(room, words, last, seat)[:1])


def retired(room: PlayedRoom, words: Words) -> Screen:
    """A table's message after a newer one was posted: the lines of its last moves, no picture, no buttons."""
    until = max(room.shown, 0)
    start = run_start(room.table, until, robots(room))
    turns = [turn for turn in turns_since(room.table, 0) if turn.number <= until]
    lines = folded(sentences(room, words, [turn for turn in _news(room.table, turns) if turn.number > start]), words)
    number = move_count(turns)
    return Screen((texts([words("table.retired", tag=room.tag, n=number), *lines]),), accent=accent(room.game.key))


def message_start(room: PlayedRoom) -> int:
    """The length of the log from which an edited message reports: before the last person's moves with public events.

    Moves of an unfinished turn, and choices before all have chosen, have none: then the turn before is reported. Where
    the game ended without a move, as by resigning, all moves were reported before.
    """
    if room.phase in ENDED_PHASES and room.table.state.to_act():
        return len(room.table.log)
    start = run_start(room.table, min(pending(room.table), default=len(room.table.log)), robots(room))
    while start and not any(turn.events for turn in turns_since(room.table, start)):
        start = run_start(room.table, start, robots(room))
    return start


def post_start(room: PlayedRoom) -> int:
    """The length of the log from which a new message reports: what the last one did not show.

    Where only robots have moved since, it also reports what they answered: nobody was called for that, and the message
    that shows it goes away.
    """
    if room.phase in ENDED_PHASES and room.shown >= 0:
        return room.shown
    movers = {entry.seat for entry in room.table.log[max(room.shown, 0) :]} - {CHANCE}
    return message_start(room) if room.shown >= 0 and movers <= robots(room) else max(room.shown, 0)


def _news(table: Table, turns: Sequence[Turn]) -> list[Turn]:
    """The turns without choices that wait for others, for which the message only says who is ready."""
    quiet = silent(table)
    return [turn for turn in turns if turn.number - 1 not in quiet]


def robots(room: Room) -> frozenset[Seat]:
    """The seats that robots play."""
    return frozenset(seat for seat, who in enumerate(room.seats) if not isinstance(who, Person))


def sentences(room: Room, words: Words, turns: Sequence[Turn]) -> list[str]:
    """The events of the turns as sentences, oldest first."""
    return [line for turn in turns for line in _turn_sentences(room, words, turn)]


def newest(lines: Sequence[str]) -> tuple[Sequence[str], int]:
    """All lines if they are at most six, otherwise the last five; and how many are left out."""
    left_out = 0 if len(lines) <= MOST_LINES else len(lines) - MOST_LINES + 1
    return lines[left_out:], left_out


def folded(lines: Sequence[str], words: Words, first: int = 0, key: str = FOLDED) -> list[str]:
    """The `first` lines and at most six others: the newest, under a line of that `key` on how many came before."""
    kept, left_out = newest(lines[first:])
    return [*lines[:first], *([words(key, n=left_out)] if left_out else []), *kept]


def title(room: PlayedRoom, words: Words) -> str:
    """The game, the table's number and its round, or how it ended."""
    key = {"over": "table.final", "ended": "table.ended"}.get(room.phase, "table.title")
    match = {"n": room.first + 1, "of": len(room.seats)} if room.match is not None else {}
    return words(key, game=room.game.title, tag=room.tag, round=getattr(room.table.state, "round", 0), **match)


def points(room: PlayedRoom, words: Words, then: Table | None = None) -> str:
    """Every seat's name and points, in seat order, an arrow before those to act.

    `then`: the table at an earlier moment, for the points of that time and those who sat there then.
    """
    table = room.table if then is None else then
    acting, scores = table.state.to_act() if room.phase not in ENDED_PHASES else (), table.state.scores()
    speech = Speech(words, room.game.key)
    rows = []
    now = len(table.log) == len(room.table.log)
    for seat, name in enumerate(marked(room, words) if now else names_then(room, words, len(table.log))):
        mark = words("table.acting") if seat in acting else ""
        rows.append(words("table.seat", mark=mark, name=name, points=speech.points(scores[seat][0])))
    return " · ".join(rows)


def _turn_sentences(room: Room, words: Words, turn: Turn, reader: Seat | None = None) -> list[str]:
    called = names_then(room, words, turn.number)
    if reader is not None and reader in replaced(room, turn.number):
        reader = None  # somebody else sat there then
    sentences = Speech(words, room.game.key, reader).happened(turn.events, called)
    if turn.number <= len(room.hows):
        how = room.hows[turn.number - 1]
        own = turn.seat == reader and f"table.{how}_you" in words
        return by_itself(sentences, f"{how}_you" if own else how, called[turn.seat], words)
    return sentences


def _numbered(
    room: Room, words: Words, seat: Seat | None, turns: Sequence[Turn], fresh: Sequence[Aside]
) -> list[_Line]:
    """The sentences in order; if there are several moves, each begins with its outline's number in the picture."""
    moves = _eventful(turns)
    number = {turn.number: outlined(place) for place, turn in enumerate(moves, 1)} if len(moves) > 1 else {}
    lines, passed = list[_Line](), 0
    for turn in turns:
        before = [aside for aside in fresh[passed:] if aside.place < turn.number]
        passed += len(before)
        lines += _aside_lines(room, before, words, seat)
        sentences = _turn_sentences(room, words, turn, seat)
        if sentences and turn.number in number:
            sentences[0] = f"{number[turn.number]} {sentences[0]}"
        ranks = [_rank(room, turn), *[BY_PEOPLE] * len(sentences)]
        lines += [_Line(text, rank) for text, rank in zip(sentences, ranks, strict=False)]
    return [*lines, *_aside_lines(room, fresh[passed:], words, seat)]


def _aside_lines(room: Room, several: Sequence[Aside], words: Words, reader: Seat | None) -> list[_Line]:
    """A line for each aside, the lock of the bag in small print: few people ever look at it."""
    told = aside_sentences(room, several, words, reader)
    small = ((f"-# {text}" if aside.kind == "lock" else text, aside) for aside, text in told)
    return [_Line(text, TIMEOUT if aside.kind == "late" else BY_PEOPLE) for text, aside in small]


def _rank(room: Room, turn: Turn) -> int:
    """Where a seat reads of this move: after timeouts come the other moves that the bot made for people."""
    if turn.number <= len(room.hows) and room.hows[turn.number - 1] == "late":
        return TIMEOUT
    return BY_BOT if turn.number - 1 in room.by_bot else BY_PEOPLE


def outlined(place: int) -> str:
    """The number of the outline of that move, counted from 1."""
    return CIRCLED[place - 1] if place <= len(CIRCLED) else f"({place})"


def _eventful(turns: Sequence[Turn]) -> list[Turn]:
    """The moves with events; moves within an unfinished turn have none."""
    return [turn for turn in turns if turn.seat != CHANCE and turn.events]


def _owing(room: Room) -> list[Person]:
    seated = [room.seats[seat] for seat in room.to_act]
    return [who for who in seated if isinstance(who, Person)]


def _called(room: PlayedRoom) -> list[Person]:
    """The people pinged by a new message: those who must agree, else those newly offered a seat or called to move."""
    if waiting := asked(room):
        return waiting if calls_again(room) else []
    fresh = [offer.to for offer in room.offers if offer.at >= room.posted]
    return [*fresh, *(_owing(room) if not fresh or newly_asked(room) else [])]


def page_turn(room: PlayedRoom, words: Words, seat: Seat | None) -> str:
    """Who is to move, as the page of this seat says it, None for who watches."""
    called, people = names(room, words), [one for one in room.to_act if one not in robots(room)]
    others = [called[one] for one in people if one != seat]
    own = words("page.your_turn", what=turn_asked(room, words)) if seat in people else ""
    rest = words("page.to_move", names=listed(others, words), n=len(others)) if others else ""
    return " ".join(filter(None, (own, rest)))


def _turn_line(room: PlayedRoom, words: Words, on_move: str) -> str:
    if room.paused is not None:
        return words("table.paused")
    chosen = sorted(ready(room.table))
    called = names(room, words)
    done = words("table.ready", names=listed([called[seat] for seat in chosen], words)) if chosen else ""
    thinking = [called[seat] for seat in room.to_act if seat in robots(room)]
    busy = words("table.thinking", n=len(thinking), names=listed(thinking, words)) if thinking else ""
    kept = [(called[seat], bank) for seat, bank in enumerate(room.banks) if bank is not None]
    each = [words("table.bank_of", name=name, left=lasting_exactly(bank, words)) for name, bank in kept]
    banks = "\n" + words("table.banks", each=", ".join(each)) if each else ""
    return " ".join(one for one in (on_move, _deadlines(room, words), busy, done, banks) if one)


def turn_asked(room: Room, words: Words, *, several: bool = False) -> str:
    """What one person is asked now, or several, in the words of the game: "choose your columns"; "" for a mere turn."""
    key = f"{room.game.key}.turn"
    if key not in words or room.table is None or not room.to_act:
        return ""
    kinds = [type(move).__name__ for move in room.table.state.moves(room.to_act[0])[:1]]
    return words(key, kind="".join(kinds), several=several)


def _deadlines(room: Room, words: Words) -> str:
    running = {seat: int(at) for seat, at in enumerate(room.due) if at is not None}
    if len(set(running.values())) < 2:
        return until(room, words)
    called = names(room, words)
    stamps = [(called[seat], f"<t:{at}:f>", f"<t:{at}:R>") for seat, at in running.items()]
    each = [words("table.until_each", name=name, at=at, left=left) for name, at, left in stamps]
    return words("table.until_all", each="; ".join(each))


def until(room: Room, words: Words, seat: Seat | None = None) -> str:
    """The deadline of the seat, or the nearest one for None, in the reader's own time; "" if there is none."""
    running = [int(at) for n, at in enumerate(room.due) if at is not None and seat in (None, n)]
    at = min(running, default=0)
    return words("table.until", at=f"<t:{at}:f>", left=f"<t:{at}:R>") if running else ""
