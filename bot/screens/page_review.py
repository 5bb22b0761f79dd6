"""The review of a finished game in a panel of its web page: texts without Discord's markup, and pictures.

Independent of browsers, the Discord library and web addresses.
"""

from base64 import b64encode
from collections.abc import Sequence
from typing import Any

from bot.model.review import ReviewProgress
from bot.model.room import PlayedRoom
from bot.screens import review as review_screen
from bot.screens.page import strip_markdown
from bot.screens.review import DecisionPage
from bot.screens.screen import Picture, ScreenPart, Text
from bot.text.words import Words
from engine import Seat
from engine.robots.review import make_review


def page_overview(room: PlayedRoom, seat: Seat | None, words: Words, so_far: ReviewProgress) -> dict[str, Any]:
    """Return the review so far, for the page. Takes about 100 ms of CPU.

    `of`: the number of decisions, 0 before the first pass is complete. `turns`: the 0-based numbers of the decisions
    that mattered. `is_over`: the review is not running. `goes_on`: it is not running and unfinished; it continues when
    it is requested again.
    """
    if so_far.has_first_look:
        review = make_review(room.table, so_far.latest_judgments)
        turns = list(review.turning_points())
        screen = review_screen.overview(room, seat, words, so_far)
    else:
        turns = []
        screen = review_screen.progress(room, words, so_far)
    pictures = [part for part in screen.parts if isinstance(part, Picture)]
    return {
        "of": so_far.decision_count if so_far.has_first_look else 0,
        "turns": turns,
        "is_over": not so_far.is_under_way,
        "goes_on": not so_far.is_under_way and not so_far.is_done,
        "texts": _plain_texts(screen.parts),
        "pictures": [
            {"png": f"data:image/png;base64,{b64encode(picture.png).decode()}", "alt": picture.alt}
            for picture in pictures
        ],
    }


def page_decision(
    room: PlayedRoom, seat: Seat | None, words: Words, so_far: ReviewProgress, at: int, *, contrast: bool
) -> dict[str, Any]:
    """Return decision number `at` (0-based), clamped to the last one."""
    known = so_far.latest_judgments
    at = min(at, len(known) - 1)
    page = DecisionPage(room, words, known[at])
    drawing = page.sketch(contrast=contrast)
    return {"at": at, "texts": _plain_texts(page.texts(seat, known, at)), "pictures": [{"svg": drawing.document()}]}


def _plain_texts(parts: Sequence[ScreenPart]) -> list[str]:
    """Return the texts among these parts without Discord's markup."""
    texts = [strip_markdown(part.text, {}) for part in parts if isinstance(part, Text)]
    return [text for text in texts if text]
