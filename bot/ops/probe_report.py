"""What a probe says: a line for each belief, and how all of it ended. Knows no request."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Literal

import discord

from bot import signals
from bot.delivery.unreachable import CLOSED
from bot.discord_api.components import UNANSWERED
from bot.logs import summary
from bot.ops.probe_answers import Difference, Differs
from bot.text.words import Words

PATIENCE = 60.0  # seconds for one belief; a rate limit may take 30 of them
FORBIDDEN = (*CLOSED, 50007, 50278)  # the last two: this person takes no direct messages
SERVER_FAULT = 500  # HTTP statuses from here on are faults of Discord
OTHER_FORM = (AttributeError, IndexError, KeyError, TypeError, ValueError)  # the answer lacks what was looked for

Check = Callable[[], Awaitable[None]]
Mark = Literal["expected", "differs", "forbidden", "unasked"]


class Unasked(Exception):
    """A belief cannot be probed now; `key` says why."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


@dataclass(frozen=True)
class Verdict:
    """How a belief fared.

    `mark`: as expected, different, not allowed here, or not asked. `text`: more about it, "" for what is as expected.
    """

    mark: Mark
    text: str = ""


@dataclass
class Report:
    """The lines, told one by one; `verdicts` by the number of the belief. `words`: in which it speaks."""

    words: Words
    verdicts: dict[str, Verdict] = field(default_factory=dict)

    def line(self, text: str) -> None:
        """The operator reads this line now."""
        signals.say(f"{text}\n")

    def say(self, key: str, **facts: object) -> None:
        """The operator reads the text of that key now."""
        self.line(self.words(f"probe.{key}", **facts))

    async def judge(self, number: str, checking: Check) -> None:
        """Check that belief, and tell how it fared."""
        self.note(number, await verdict_of(checking, self.words, PATIENCE))

    def note(self, number: str, verdict: Verdict) -> None:
        """The operator reads how that belief fared."""
        self.verdicts[number] = verdict
        belief, mark = self.words(f"probe.belief.{number}"), self.words(f"probe.mark.{verdict.mark}")
        self.line(f"{number:<6}{mark}: {verdict.text} [{belief}]" if verdict.text else f"{number:<6}{mark}. {belief}")

    def count(self, mark: Mark) -> int:
        """How many beliefs fared so."""
        return sum(verdict.mark == mark for verdict in self.verdicts.values())


async def verdict_of(checking: Check, words: Words, seconds: float) -> Verdict:
    """How the belief that is checked so fares; it has so many seconds."""
    try:
        async with asyncio.timeout(seconds):
            await checking()
    except Differs as found:
        return Verdict("differs", "; ".join(_said(one, words) for one in found.differences))
    except Unasked as why:
        return Verdict("unasked", words(f"probe.{why.key}"))
    except discord.HTTPException as fault:
        return _refused(fault)
    except UNANSWERED as fault:
        return Verdict("unasked", summary(fault))
    except OTHER_FORM as fault:
        return Verdict("differs", words("probe.other_form", what=f"{type(fault).__name__} {fault}"))
    return Verdict("expected")


def _refused(fault: discord.HTTPException) -> Verdict:
    if fault.code in FORBIDDEN:
        return Verdict("forbidden", summary(fault))
    text = f"{fault.status} {fault.code} {fault.text}"
    return Verdict("unasked" if fault.status >= SERVER_FAULT else "differs", " ".join(text.split()))


def _said(one: Difference, words: Words) -> str:
    return words("probe.instead", where=one.where, found=one.found, wanted=one.wanted)
