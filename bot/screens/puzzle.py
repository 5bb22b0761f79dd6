"""The puzzles of a day: which there are, the one that is asked, why its answer was right or wrong, a line to share.

Knows no rules, and nothing of how answers are judged.
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
MAX_REASON_LETTERS = 700  # of a paragraph that tells why


def overview(today: PuzzlesOfDay, words: Words) -> Screen:
    """Today's puzzles with what the person has made of them."""
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
    """The puzzle is being made: so many positions of at most so many were looked at."""
    text = words("puzzle.making", game=words(f"{game}.title"), done=done, of=of)
    home = buttons(Button(words("button.puzzles"), verbs.LIST_PUZZLES()))
    return Screen((Text(text), home), accent=accent(game))


def with_question(screen: Screen, room: PuzzleRoom, attempt: PuzzleTry, words: Words) -> Screen:
    """A screen of the menu of moves with the question above it."""
    question = words("puzzle.asked_here" if attempt.puzzle.guild != ALL_SERVERS else "puzzle.asked")
    return Screen((text_block([_title(room, attempt, words), question]), *screen.parts), screen.accent)


def judging_notice(room: PlayedRoom, attempt: PuzzleTry, words: Words) -> Screen:
    """The answer is saved and being judged."""
    home = buttons(Button(words("button.puzzles"), verbs.LIST_PUZZLES()))
    return Screen(
        (text_block([_title(room, attempt, words), words("puzzle.judging")]), home), accent=accent(room.game.key)
    )


def result_screen(room: PlayedRoom, attempt: PuzzleTry, days: int, words: Words) -> Screen:
    """Whether the answer was right, and why. Some 100 ms of CPU. `days`: how long the streak is."""
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
    """The line to share, which tells nothing of the position. `days`: how long the streak is."""
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
