"""Failures on purpose: which of the bot's requests go wrong, how, and how often. Knows no HTTP, only the rules."""

import asyncio
import random
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

from bot.playground.protocol import RestAnswer

UNLIMITED = -1
BAD_GATEWAY = RestAnswer(502)
VIA_HEADER = {"Via": "1.1 local"}  # [D1.10] without it discord.py takes a 429 for a ban and does not retry


@dataclass
class FaultRule:
    """One rule of what goes wrong.

    `method`: of the request. `path`: a pattern such as `/channels/*/messages`. `kind`: whether it gets an answer, loses
    its connection or hangs; `answer`: the one it gets. `times` counts down, ENDLESS never ends. `chance`: the share of
    matching requests that fail. `after` lets the request work and only loses its answer.
    """

    method: str
    path: str
    kind: Literal["answer", "reset", "hang"] = "answer"
    answer: RestAnswer = BAD_GATEWAY
    times: int = 1
    chance: float = 1.0
    after: bool = False

    def concerns(self, method: str, path: str) -> bool:
        """Whether the rule is about such a request and not used up."""
        return self.times != 0 and self.method in {"*", method} and fnmatchcase(path, self.path)


class Faults:
    """All rules; the first that concerns a request decides."""

    def __init__(self, seed: int = 0) -> None:
        """Chances are drawn from `seed`, so that a failing test fails again."""
        self.rules: list[FaultRule] = []
        self.released = asyncio.Event()
        self._rng = random.Random(seed)  # noqa: S311  # no secret depends on it

    def limit(self, method: str, path: str, retry_after: float = 0.01, times: int = 1) -> None:
        """The next `times` such requests are told to come again after so many seconds (429)."""
        body = {"message": "You are being rate limited.", "retry_after": retry_after, "global": False}
        headers = VIA_HEADER | {"Retry-After": str(retry_after)}
        self.rules.append(FaultRule(method, path, answer=RestAnswer(429, body, headers), times=times))

    def fail(self, method: str, path: str, status: int = 502, times: int = 1, *, after: bool = False) -> None:
        """The next `times` such requests get this bare status, as from a gateway before Discord."""
        self.rules.append(FaultRule(method, path, answer=RestAnswer(status), times=times, after=after))

    def refuse(self, method: str, path: str, error: RestAnswer, times: int = 1) -> None:
        """The next `times` such requests get this error, best made by `wire.refused`."""
        self.rules.append(FaultRule(method, path, answer=error, times=times))

    def cut(self, method: str, path: str, times: int = 1, *, after: bool = False) -> None:
        """The next `times` such requests lose their connection."""
        self.rules.append(FaultRule(method, path, "reset", times=times, after=after))

    def hang(self, method: str, path: str, times: int = 1) -> None:
        """The next `times` such requests get no answer until `release`."""
        self.rules.append(FaultRule(method, path, "hang", times=times))

    def release(self) -> None:
        """Hanging requests go on, and no rule is left."""
        self.rules.clear()
        self.released.set()
        self.released = asyncio.Event()

    def take_fault(self, method: str, path: str) -> FaultRule | None:
        """The rule that strikes this request, counted down; None if the request may pass."""
        for rule in self.rules:
            if rule.concerns(method, path) and (rule.chance >= 1 or self._rng.random() < rule.chance):
                rule.times -= rule.times > 0
                return rule
        return None
