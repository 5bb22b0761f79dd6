"""The review of a game on the page of its table: what Discord's screens show of it, as facts. Knows no browser."""

from base64 import b64encode
from collections.abc import Sequence
from typing import Any

from bot.model.review import ReviewSoFar
from bot.model.room import PlayedRoom
from bot.screens import review as review_screen
from bot.screens.page import bare
from bot.screens.screen import Picture, Screen, Text
from bot.text.words import Words
from engine import Seat
from engine.review import reviewed


def page_overview(room: PlayedRoom, seat: Seat | None, words: Words, so_far: ReviewSoFar) -> dict[str, Any]:
    """What is known so far: the `turns` that mattered, by number from 0, and `of` how many decisions. 100 ms of CPU.

    `is_over`: nothing more comes by itself; `goes_on`: if somebody asks again, it does.
    """
    found: dict[str, Any] = {
        "of": so_far.of if so_far.has_first_look else 0, "turns": [],
        "is_over": not so_far.is_under_way, "goes_on": not so_far.is_under_way and not so_far.is_done,
    }  # fmt: skip
    if not so_far.has_first_look:
        return found | _shown(review_screen.progress(room, words, so_far))
    made = reviewed(room.table, so_far.best_known)
    found["turns"] = [made.decisions.index(turn) for turn in made.turning_points()]
    return found | _shown(review_screen.overview(room, seat, words, so_far))


def page_decision(  # noqa: PLR0913 - what every picture takes
    room: PlayedRoom, seat: Seat | None, words: Words, so_far: ReviewSoFar, at: int, *, contrast: bool
) -> dict[str, Any]:
    """One decision, by number from 0, the last one for a number that is too large."""
    at = min(at, len(so_far.best_known) - 1)
    told = review_screen.decision_texts(room, seat, words, so_far, at)
    drawing = review_screen.DecisionPage(room, words, so_far.best_known[at]).sketch(contrast=contrast)
    return {"at": at, "texts": _told(told), "pictures": [{"svg": drawing.document()}]}


def _shown(screen: Screen) -> dict[str, Any]:
    """The texts of the screen without Discord's marks, and its picture, if it has one, as the address of an image."""
    told = _told([part for part in screen.parts if isinstance(part, Text)])
    pictures = [part for part in screen.parts if isinstance(part, Picture)]
    drawn = [{"png": f"data:image/png;base64,{b64encode(one.png).decode()}", "alt": one.alt} for one in pictures]
    return {"texts": told, "pictures": drawn}


def _told(parts: Sequence[Text]) -> list[str]:
    return [text for text in (bare(part.text, {}) for part in parts) if text]
