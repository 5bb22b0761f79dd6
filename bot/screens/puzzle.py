"""Screens of the daily puzzles: the list, the question, the result with its reasons, and a line to share.

Independent of game rules; does not judge answers.
"""

from bot.model.puzzle import ALL_SERVERS, PuzzleRoom, PuzzlesOfDay, PuzzleTry, end_of_day
from bot.model.room import PlayedRoom
from bot.screens import verbs
from bot.screens.review import DecisionPage
from bot.screens.screen import Button, ButtonStyle, Screen, ScreenPart, Section, Text, buttons, cut, text_block
from bot.text.dates import date_timestamp
from bot.text.names import escape_name
from bot.text.words import Words
from render import accent

PLAIN_BUTTON = ButtonStyle.PLAIN
MAX_REASON_LETTERS = 700  # letters of a paragraph that gives reasons


def overview(today: PuzzlesOfDay, words: Words) -> Screen:
    """Today's puzzles, each with the person's result so far."""
    known = {(attempt.puzzle.game, attempt.puzzle.guild != ALL_SERVERS): attempt for attempt in today.tries}
    wanted = [*((key, False) for key in today.games), *((key, True) for key in today.server_games)]
    streak = words("puzzle.streak", n=today.streak)
    head = words("puzzle.overview", **_dates(today.day), streak=streak, here=len(today.server_games))
    tried = [known.get(attempt) for attempt in wanted]
    first = next((n for n, attempt in enumerate(tried) if attempt is None or attempt.answered_at is None), -1)
    rows = [
        _row(attempt, tried[n], words, ButtonStyle.MAIN if n == first else PLAIN_BUTTON)
        for n, attempt in enumerate(wanted)
    ]
    return Screen((Text(head), *rows))


def _row(which: tuple[str, bool], attempt: PuzzleTry | None, words: Words, style: ButtonStyle) -> Section:
    game, own = which
    state = _state(attempt)
    title = words("puzzle.row_here" if own else "puzzle.row", game=words(f"{game}.title"))
    label = words("button.puzzle_why" if state in ("solved", "missed") else "button.puzzle_solve")
    button = Button(label, verbs.SHOW_PUZZLE(game, "here" if own else None), style)
    return Section(f"{title}\n{words(f'puzzle.state.{state}')}", button)


def _state(attempt: PuzzleTry | None) -> str:
    if attempt is None:
        return "new"
    if attempt.answered_at is None:
        return "begun"
    if attempt.answer is None:
        return "answered"
    return "solved" if attempt.solved else "missed"


def making_progress(game: str, words: Words, done: int, of: int) -> Screen:
    """Says that the puzzle is being made: `done` of at most `of` positions have been examined."""
    text = words("puzzle.making", game=words(f"{game}.title"), done=done, of=of)
    home = buttons(Button(words("button.puzzles"), verbs.LIST_PUZZLES()))
    return Screen((Text(text), home), accent=accent(game))


def with_question(screen: Screen, room: PuzzleRoom, attempt: PuzzleTry, words: Words) -> Screen:
    """The screen of a move menu with the puzzle's question above it."""
    question = words("puzzle.asked_here" if attempt.puzzle.guild != ALL_SERVERS else "puzzle.asked")
    return Screen((text_block([_title(room, attempt, words), question]), *screen.parts), screen.accent)


def judging_notice(room: PlayedRoom, attempt: PuzzleTry, words: Words) -> Screen:
    """Says that the answer is saved and is being judged."""
    home = buttons(Button(words("button.puzzles"), verbs.LIST_PUZZLES()))
    return Screen(
        (text_block([_title(room, attempt, words), words("puzzle.judging")]), home), accent=accent(room.game.key)
    )


def result_screen(room: PlayedRoom, attempt: PuzzleTry, days: int, words: Words) -> Screen:
    """Whether the answer was right, and why. About 100 ms of CPU. `days`: the length of the streak."""
    assert attempt.answer is not None
    page = DecisionPage(room, words, attempt.answer)
    verdict = words("puzzle.solved" if attempt.solved else "puzzle.missed")
    here = attempt.puzzle.guild != ALL_SERVERS
    share, try_it = (ButtonStyle.MAIN, PLAIN_BUTTON) if attempt.solved else (PLAIN_BUTTON, ButtonStyle.MAIN)
    below = words("puzzle.below", here=here, streak=words("puzzle.streak", n=days), **_dates(attempt.puzzle.day))
    reasons: list[ScreenPart] = [Text(cut(part, MAX_REASON_LETTERS)) for part in page.paragraphs()]
    return Screen(
        (
            text_block([_title(room, attempt, words), verdict]),
            page.picture(0),
            *reasons,
            Text(below),
            buttons(
                Button(words("button.puzzle_share"), verbs.POST_PUZZLE(room.id), share),
                Button(words("button.try_here"), verbs.TRY_PUZZLE(room.id), try_it),
                Button(words("button.puzzles"), verbs.LIST_PUZZLES()),
            ),
        ),
        accent=accent(room.game.key),
    )


def share_line(attempt: PuzzleTry, days: int, words: Words) -> Screen:
    """The line to share, which reveals nothing about the position. `days`: the length of the streak."""
    key = "puzzle.shared" if attempt.puzzle.guild == ALL_SERVERS else "puzzle.shared_here"
    facts = {
        "name": escape_name(attempt.name),
        "game": words(f"{attempt.puzzle.game}.title"),
        "solved": attempt.solved,
        "n": days,
    }
    return Screen((Text(words(key, **facts, **_dates(attempt.puzzle.day))),))


def _title(room: PlayedRoom, attempt: PuzzleTry, words: Words) -> str:
    return words(
        "puzzle.title", game=room.game.title, here=attempt.puzzle.guild != ALL_SERVERS, **_dates(attempt.puzzle.day)
    )


def _dates(day: str) -> dict[str, str]:
    return {"day": f"<t:{date_timestamp(day)}:D>", "next": f"<t:{int(end_of_day(day))}:R>"}
