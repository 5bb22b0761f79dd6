"""Compares Discord's answers with our beliefs and prints the result. Independent of requests and beliefs."""

import asyncio
import json
import re
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

import discord

from bot import signals
from bot.delivery.unreachable import NO_ACCESS_CODES
from bot.discord_api.components import REQUEST_ERRORS
from bot.logs import error_summary
from bot.text.words import Words

BELIEF_TIMEOUT = 60.0  # seconds for one belief; a rate limit may take 30 of them
MALFORMED_ANSWER = (
    AttributeError,
    IndexError,
    KeyError,
    TypeError,
    ValueError,
)  # raised if the answer lacks an expected part
MAX_SHOWN_VALUE = 60  # characters
ABSENT_VALUE = "nothing"

Verdict = Literal["expected", "differs", "forbidden", "unasked"]


class AnswerDiffers(Exception):
    """An answer differs from our belief; each difference names the place, the found and the expected value."""

    def __init__(self, *differences: dict[str, str]) -> None:
        super().__init__(f"{len(differences)} differences")
        self.differences = differences


class NotProbed(Exception):
    """A belief cannot be probed now; the text is the key of the reason."""


@dataclass
class Report:
    """Prints in `words` the verdict on each belief. `counts`: beliefs by verdict."""

    words: Words
    counts: dict[Verdict, int] = field(default_factory=lambda: dict.fromkeys(get_args(Verdict), 0))

    def say(self, key: str, **facts: object) -> None:
        """Print the text of that key at once."""
        signals.print_text(f"{self.words(f'probe.{key}', **facts)}\n")

    async def judge(self, number: str, answers: Awaitable[list[Any]], wanted: Sequence[Any]) -> None:
        """Compare the last answers with that belief, and print the verdict."""
        mark, reason = await self._verdict(answers, wanted)
        self.counts[mark] += 1
        belief, verdict = self.words(f"probe.belief.{number}"), self.words(f"probe.mark.{mark}")
        signals.print_text(
            f"{number:<6}{verdict}: {reason} [{belief}]\n" if reason else f"{number:<6}{verdict}. {belief}\n"
        )

    async def _verdict(self, answers: Awaitable[list[Any]], wanted: Sequence[Any]) -> tuple[Verdict, str]:
        try:
            async with asyncio.timeout(BELIEF_TIMEOUT):
                for found, expected in zip((await answers)[-len(wanted) :], wanted, strict=True):
                    compare(found, expected)
        except AnswerDiffers as error:
            return "differs", "; ".join(self.words("probe.instead", **difference) for difference in error.differences)
        except NotProbed as error:
            return "unasked", self.words(f"probe.{error}")
        except REQUEST_ERRORS as error:
            is_closed = isinstance(error, discord.HTTPException) and error.code in NO_ACCESS_CODES
            return "forbidden" if is_closed else "unasked", error_summary(error)
        except MALFORMED_ANSWER as error:
            return "differs", self.words("probe.other_form", what=f"{type(error).__name__} {error}")
        return "expected", ""


def compare(found: Any, wanted: Any) -> None:
    """Raise AnswerDiffers unless the answer `found` contains everything in `wanted`; additional parts are ignored.

    A type matches any value of it, a pattern any text that fits it, a set any of its members.
    """
    if differences := tuple(_differences(found, wanted, "")):
        raise AnswerDiffers(*differences)


def _differences(found: Any, wanted: Any, where: str) -> Iterator[dict[str, str]]:
    if isinstance(wanted, dict) and isinstance(found, Mapping):
        for key, inner in wanted.items():
            yield from _differences(found.get(key, ABSENT_VALUE), inner, f"{where}.{key}".lstrip("."))
    elif isinstance(wanted, list) and isinstance(found, list) and len(found) == len(wanted):
        for at, inner in enumerate(wanted):
            yield from _differences(found[at], inner, f"{where}[{at}]")
    elif not _fits(found, wanted):
        yield {"where": where, "found": _description(found), "wanted": _description(wanted)}


def _fits(found: Any, wanted: Any) -> bool:
    match wanted:
        case type():
            return type(found) is wanted and found is not ABSENT_VALUE
        case re.Pattern():
            return isinstance(found, str) and wanted.fullmatch(found) is not None
        case frozenset():
            return found in wanted
        case _:
            return bool(found == wanted) and type(found) is type(wanted)


def _description(value: Any) -> str:
    text = json.dumps(value, default=repr)
    return text if len(text) <= MAX_SHOWN_VALUE else f"{text[: MAX_SHOWN_VALUE - 1]}…"
