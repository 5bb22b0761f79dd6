"""Our ceilings for every screen (interaction design, section 0), looked for in the very messages that are sent.

Knows no screen: whatever reaches Discord in a trial is measured.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.playground.protocol import BUTTON, SELECTS, TEXT_DISPLAY_TYPE, WireObject, all_components
from bot.playground.rest import LoggedRequest

COMPONENTS, LETTERS = 38, 3_400
ROW, ROWS = 1, 4
OPTIONS, LABEL, DETAIL, HINT = 25, 60, 90, 60
BUTTON_LABEL, CUSTOM_ID, ALT = 30, 60, 1_000  # the robots of the lobby have 28 letters
BLUE, LINK = 1, 5
MODAL_PARTS, MODAL_TITLE, MODAL_LABEL, MODAL_DETAIL = 5, 40, 40, 90
MODAL = 9  # kind of answer


class Surveyor:
    """Watches the requests of a bot; `beyond` are the ceilings that a message broke, each once."""

    def __init__(self) -> None:
        self.beyond: dict[str, None] = {}
        self.screens = 0

    def look(self, entry: LoggedRequest) -> None:
        """Measure a request that has its answer."""
        body = entry.call.body
        if not entry.is_answered or not isinstance(body, dict):
            return
        shown = body.get("data") if isinstance(body.get("data"), dict) else body
        if shown.get("components"):
            self.screens += 1
            found = _form(shown) if body.get("type") == MODAL else _message(shown)
            self.beyond |= dict.fromkeys(found)


def _message(shown: WireObject) -> Iterator[str]:
    every = list(all_components(shown["components"]))
    ids = [one["custom_id"] for one in every if "custom_id" in one]
    where = " ".join(ids[:1])
    measures = [
        (len(every), COMPONENTS, "components"),
        (sum(len(one["content"]) for one in every if one["type"] == TEXT_DISPLAY_TYPE), LETTERS, "letters"),
        (sum(_is_buttons(one) for one in every), ROWS, "rows of buttons"),
        (sum(one["type"] == BUTTON and one["style"] == BLUE for one in every), 1, "blue buttons"),
        (len(ids) - len(set(ids)), 0, "custom_ids that are there twice"),
        *((len(one), CUSTOM_ID, f"letters of {one}") for one in ids),
        *(measure for one in every for measure in _measures(one)),
    ]
    yield from (f"{where}: {found} {what}, at most {most}" for found, most, what in measures if found > most)
    yield from (
        f"{where}: a part without words"
        for one in every
        if one["type"] == TEXT_DISPLAY_TYPE and not one["content"].strip()
    )


def _is_buttons(part: WireObject) -> bool:
    return part["type"] == ROW and any(one["type"] == BUTTON for one in part["components"])


def _measures(part: WireObject) -> Iterator[tuple[int, int, str]]:
    label = part.get("label") or ""
    if part["type"] == BUTTON and part["style"] != LINK:
        yield len(label), BUTTON_LABEL, f"letters on the button {label!r}"
    if part["type"] in SELECTS:
        yield len(part.get("placeholder") or ""), HINT, f"letters of the hint {part.get('placeholder')!r}"
        yield len(part.get("options") or ()), OPTIONS, "options"
        for option in part.get("options") or ():
            yield len(option["label"]), LABEL, f"letters of the option {option['label']!r}"
            yield len(option["value"]), CUSTOM_ID, f"letters of the value {option['value']!r}"
            yield len(option.get("description") or ""), DETAIL, f"letters under the option {option['label']!r}"
    for item in part.get("items") or ():
        yield len(item.get("description") or ""), ALT, "letters of an alt text"
        yield int(not item.get("description")), 0, "pictures without a text"


def _form(shown: WireObject) -> Iterator[str]:
    measures: list[tuple[int, int, str]] = [
        (len(shown["components"]), MODAL_PARTS, "parts"),
        (len(shown["title"]), MODAL_TITLE, "letters of the title"),
        (len(shown["custom_id"]), CUSTOM_ID, "letters of the custom_id"),
    ]
    every: list[Any] = list(all_components(shown["components"]))
    measures += [(len(one.get("label") or ""), MODAL_LABEL, f"letters of {one.get('label')!r}") for one in every]
    measures += [(len(one.get("description") or ""), MODAL_DETAIL, "letters under a label") for one in every]
    yield from (f"form {shown['custom_id']}: {found} {what}, at most {most}" for found, most, what in measures
                if found > most)  # fmt: skip
