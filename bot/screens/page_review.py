"""The review of a game on the page of its table: what Discord's screens show of it, as facts. Knows no browser."""

from base64 import b64encode
from typing import Any

from bot.model.review import ReviewSoFar
from bot.model.room import PlayedRoom
from bot.screens import review as review_screen
from bot.screens.page import bare
from bot.screens.screen import Picture, Screen, Text
from bot.text.words import Words
from engine import Seat
from engine.review import reviewed


def page_overview(room: PlayedRoom, seat: Seat, words: Words, so_far: ReviewSoFar) -> dict[str, Any]:
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


def page_decision(room: PlayedRoom, seat: Seat, words: Words, so_far: ReviewSoFar, at: int) -> dict[str, Any]:
    """One decision, by number from 0, the last one for a number that is too large."""
    return {"at": min(at, so_far.of - 1)} | _shown(review_screen.decision(room, seat, words, so_far, at))


def _shown(screen: Screen) -> dict[str, Any]:
    """The texts of the screen without Discord's marks, and its picture, if it has one, as the address of an image."""
    told = [bare(part.text, {}) for part in screen.parts if isinstance(part, Text)]
    pictures = [part for part in screen.parts if isinstance(part, Picture)]
    drawn = [{"png": f"data:image/png;base64,{b64encode(one.png).decode()}", "alt": one.alt} for one in pictures]
    return {"texts": [text for text in told if text], "pictures": drawn}
