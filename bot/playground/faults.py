"""Injected failures: which of the bot's requests fail, how, and how often.

Independent of HTTP; it knows only the rules.
"""

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
    """A rule that makes requests fail.

    `method`: HTTP method, "*" for any. `path`: a pattern such as `/channels/*/messages`. `kind`: whether the request
    gets `answer`, loses its connection or hangs. `times`: remaining failures; UNLIMITED never runs out. `chance`: the
    share of matching requests that fail. `after`: the request is carried out, and only its answer is lost.
    """

    method: str
    path: str
    kind: Literal["answer", "reset", "hang"] = "answer"
    answer: RestAnswer = BAD_GATEWAY
    times: int = 1
    chance: float = 1.0
    after: bool = False

    def concerns(self, method: str, path: str) -> bool:
        """Whether the rule matches such a request and is not used up."""
        return self.times != 0 and self.method in {"*", method} and fnmatchcase(path, self.path)


class Faults:
    """All rules; the first one that matches a request decides."""

    def __init__(self, seed: int = 0) -> None:
        """`seed`: of the random failures, so that a failing test fails again."""
        self.rules: list[FaultRule] = []
        self.released = asyncio.Event()
        self._rng = random.Random(seed)  # noqa: S311  # no secret depends on it

    def limit(self, method: str, path: str, retry_after: float = 0.01, times: int = 1) -> None:
        """Rate-limit the next `times` such requests (429), to be retried after so many seconds."""
        body = {"message": "You are being rate limited.", "retry_after": retry_after, "global": False}
        headers = VIA_HEADER | {"Retry-After": str(retry_after)}
        self.rules.append(FaultRule(method, path, answer=RestAnswer(429, body, headers), times=times))

    def fail(self, method: str, path: str, status: int = 502, times: int = 1, *, after: bool = False) -> None:
        """Answer the next `times` such requests with only this status, like a gateway in front of Discord."""
        self.rules.append(FaultRule(method, path, answer=RestAnswer(status), times=times, after=after))

    def refuse(self, method: str, path: str, error: RestAnswer, times: int = 1) -> None:
        """Answer the next `times` such requests with this error, best made by `protocol.error_answer`."""
        self.rules.append(FaultRule(method, path, answer=error, times=times))

    def cut(self, method: str, path: str, times: int = 1, *, after: bool = False) -> None:
        """Cut the connection of the next `times` such requests."""
        self.rules.append(FaultRule(method, path, "reset", times=times, after=after))

    def hang(self, method: str, path: str, times: int = 1) -> None:
        """Leave the next `times` such requests without an answer until `release`."""
        self.rules.append(FaultRule(method, path, "hang", times=times))

    def release(self) -> None:
        """Let hanging requests continue, and remove all rules."""
        self.rules.clear()
        self.released.set()
        self.released = asyncio.Event()

    def take_fault(self, method: str, path: str) -> FaultRule | None:
        """Return the rule that makes this request fail, and count it down; None if the request succeeds."""
        for rule in self.rules:
            if rule.concerns(method, path) and (rule.chance >= 1 or self._rng.random() < rule.chance):
                rule.times -= rule.times > 0
                return rule
        return None
