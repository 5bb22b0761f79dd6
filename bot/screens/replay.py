"""The history of a table: as a list, and as pictures move by move. Independent of game rules; changes nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.model.history import Moment, game_history
from bot.model.record import ENDED_PHASES
from bot.model.room import PlayedRoom, Room
from bot.screens import verbs
from bot.screens.news import room_event_sentences, with_reason
from bot.screens.screen import (
    Button,
    ButtonStyle,
    Option,
    Picture,
    Screen,
    ScreenPart,
    Select,
    Text,
    buttons,
    cut,
    text_block,
)
from bot.screens.seat_names import names, short_names
from bot.screens.speech import Speech
from bot.screens.table import draw, points_line, round_number, title
from bot.text.words import Words, without_emojis
from engine import Seat, Table, View
from engine.core import State
from render import Aspect, Changes, accent, alt_text

LINES_A_PAGE = 20
MAX_HISTORY_LETTERS = 3_000  # letters of one page
MAX_HISTORY_LINE_LETTERS = 600  # letters of one line
MAX_JUMPS = 25
MAX_SEAT_ALT_LETTERS = 1_000  # letters of a picture's alt text


def history(room: PlayedRoom, seat: Seat | None, words: Words, page: int) -> Screen:
    """One page of the history, the last one for page -1."""
    pages = _pages(_lines(room, seat, words))
    page = len(pages) - 1 if page < 0 else min(page, len(pages) - 1)
    head = words("history.title", game=room.game.title, tag=room.tag, page=page + 1, pages=len(pages))
    turn = buttons(
        Button(words("button.first"), verbs.HISTORY(room.id, 0, mark="f"), off=page == 0),
        Button(words("button.earlier"), verbs.HISTORY(room.id, max(page - 1, 0), mark="e"), off=page == 0),
        Button(words("button.later"), verbs.HISTORY(room.id, page + 1, mark="l"), off=page == len(pages) - 1),
        Button(words("button.last"), verbs.HISTORY(room.id, -1, mark="z"), off=page == len(pages) - 1),
        Button(words("button.step_through"), verbs.REPLAY(room.id, 0, mark="s")),
    )
    return Screen((Text(head), text_block(pages[page]), turn), accent=accent(room.game.key))


def replay(room: PlayedRoom, seat: Seat | None, words: Words, at: int) -> Screen:
    """The table after one moment of its game, with the change outlined; -1 is the last. Takes about 20 ms of CPU."""
    moments = game_history(room, seat)
    at = moment_index(moments, at)
    then = room.table.back_to(moments[at].log_length)
    over = room.phase in ENDED_PHASES
    head = words("replay.title", game=room.game.title, tag=room.tag, round=round_number(then.state))
    return Screen(
        (
            text_block([head, points_line(room, words, then)]),
            *moment_parts(room, seat, words, moments, at),
            *jump_lists(words, moments, verbs.REPLAY, room.id),
            buttons(
                *step_buttons(words, verbs.REPLAY, room.id, at, len(moments) - 1),
                Button(words("button.try_here"), verbs.TRY_TABLE(room.id, moments[at].log_length)) if over else None,
                Button(words("button.history"), verbs.HISTORY(room.id, -1, mark="h")),
                Button(words("button.film"), verbs.FILM(room.id)) if over else None,
            ),
        ),
        accent=accent(room.game.key),
    )


def moment_index(moments: Sequence[Moment], at: int) -> int:
    """Index of the requested moment: the last one for -1 and for a number that is too large."""
    return len(moments) - 1 if at < 0 else min(at, len(moments) - 1)


@dataclass(frozen=True)
class ReplayStep:
    """The table after one moment of its game."""

    then: Table  # the table at that moment
    view: View[State]  # what the viewer sees of it
    changes: Changes  # what is outlined in the picture
    people: list[str]  # names for the picture
    head: str  # the heading, which names the moment
    sentences: list[str]  # what happened
    alt: str  # the picture's alt text


def replay_step(room: PlayedRoom, seat: Seat | None, words: Words, moments: Sequence[Moment], at: int) -> ReplayStep:
    """The table after the moment with index `at`, as the seat may see it (None: a spectator)."""
    moment = moments[at]
    then = room.table.back_to(moment.log_length)
    view = then.view(seat)
    movers = short_names(room, moment.log_length)
    people = short_names(room) if moment is moments[-1] else movers
    alt = alt_text(view, people, words, Speech(words.plain, room.game.key).event_lines(moment.events, movers))
    head = words("replay.deal") if at == 0 else words("replay.move", n=at, of=len(moments) - 1)
    changes = [moment.events] if moment.events and at else []
    return ReplayStep(then, view, changes, people, head, moment_sentences(room, words, moment), alt)


def moment_parts(
    room: PlayedRoom, seat: Seat | None, words: Words, moments: Sequence[Moment], at: int
) -> tuple[ScreenPart, ...]:
    """The picture of one moment and sentences about what happened in it."""
    step = replay_step(room, seat, words, moments, at)
    png = draw(room, step.view, words, Aspect(step.changes), step.people)
    sentences = text_block([step.head, cut(" ".join(step.sentences), MAX_HISTORY_LETTERS)])
    return Picture(f"replay-{room.code}-{at}.png", png, step.alt), sentences


def fit_sentences(sentences: list[str]) -> str:
    """As many whole sentences as fit in a line; an ellipsis replaces the rest."""
    fits = sentences
    while len(fits) > 1 and len(without_emojis(" ".join(fits))) > MAX_HISTORY_LINE_LETTERS:
        fits = fits[:-1]
    return " ".join([*fits, "…"] if len(fits) < len(sentences) else fits)


def enlarged_seats(room: PlayedRoom, seat: Seat | None, words: Words) -> Screen:
    """Each seat enlarged, the viewer's own first."""
    seats = sorted(range(len(room.occupants)), key=lambda other: other != seat)
    view = room.table.view(seat)
    people = short_names(room)
    pictures: list[Picture] = []
    for enlarged in seats:
        png = draw(room, view, words, Aspect(seat=enlarged), people)
        alt = words("board.closer_alt", name=people[enlarged], all=alt_text(view, people, words))
        pictures.append(Picture(f"seat-{room.code}-{enlarged + 1}.png", png, cut(alt, MAX_SEAT_ALT_LETTERS)))
    home = buttons(Button(words("button.as_picture"), verbs.SHOW_BOARD(room.id)))
    return Screen((Text(title(room, words)), *pictures, home), accent=accent(room.game.key))


def _lines(room: PlayedRoom, seat: Seat | None, words: Words) -> list[str]:
    lines = []
    last_round = 0
    for moment in game_history(room, seat):
        if moment.round != last_round:
            last_round = moment.round
            lines.append(words("history.round", n=moment.round))
        what = words("history.move", n=moment.number, text=moment.text) if moment.number else words("history.deal")
        line = fit_sentences(_move_sentences(room, words, moment))
        lines += [words("history.line", what=what, said=line, at=f"<t:{int(moment.at)}:R>")] if line else []
        for room_event, text in room_event_sentences(room, moment.room_events, words):
            lines.append(words("history.aside", said=text, at=f"<t:{int(room_event.at)}:R>"))
    return lines


def moment_sentences(room: Room, words: Words, moment: Moment) -> list[str]:
    """Sentences about the moment: its move, then the other events until the next move."""
    return [
        *_move_sentences(room, words, moment),
        *(text for _, text in room_event_sentences(room, moment.room_events, words)),
    ]


def _move_sentences(room: Room, words: Words, moment: Moment) -> list[str]:
    seat_names = names(room, words, moment.log_length)
    sentences = Speech(words, room.game.key).event_lines(moment.events, seat_names)
    return with_reason(sentences, moment.trigger, seat_names[moment.seat], words)


def _pages(lines: list[str]) -> list[list[str]]:
    """The lines split into pages from the end, so that the last page, which opens first, is full."""
    pages: list[list[str]] = [[]]
    for line in reversed(lines):
        if len(pages[0]) >= LINES_A_PAGE or sum(map(len, pages[0])) + len(line) > MAX_HISTORY_LETTERS:
            pages.insert(0, [])
        pages[0].insert(0, line)
    return pages


def jump_lists(words: Words, moments: Sequence[Moment], to: verbs.PressVerb[int, int], room_id: int) -> list[Select]:
    """A list of rounds to jump to, or of moves at regular intervals in a game without rounds."""
    starts: dict[int, int] = {}
    for n, moment in enumerate(moments):
        starts.setdefault(moment.round, n)
    rounds = [Option(words("replay.round", n=number), f"{n}") for number, n in starts.items() if number]
    stride = max(1, -(-len(moments) // MAX_JUMPS))
    moves = [Option(words("replay.to_move", n=n), f"{n}") for n in range(0, len(moments), stride)]
    options = rounds if len(rounds) > 1 else moves
    if len(options) < 2:
        return []
    return [Select(to(room_id, 0, mark="j"), words("replay.jump"), tuple(options[:MAX_JUMPS]))]


def step_buttons(words: Words, to: verbs.PressVerb[int, int], room_id: int, at: int, last: int) -> tuple[Button, ...]:
    """The buttons to the first, the previous, the next and the last moment."""
    return (
        Button(words("button.first"), to(room_id, 0, mark="f"), off=at == 0),
        Button(words("button.back"), to(room_id, max(at - 1, 0), mark="b"), off=at == 0),
        Button(words("button.next"), to(room_id, min(at + 1, last), mark="n"), ButtonStyle.MAIN, off=at == last),
        Button(words("button.last"), to(room_id, -1, mark="z"), off=at == last),
    )
