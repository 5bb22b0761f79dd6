"""The health report, a small file by which other processes on this machine check the bot. Independent of Discord."""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from bot.text.words import Words

REPORT_SIZE = 256  # bytes; the size is fixed and written in place, so that it works on a full disk
MAX_REPORT_AGE = 60.0  # seconds
MAX_WRITE_AGE = 60.0  # seconds
MAX_HEARTBEAT_AGE = 120.0  # seconds; Discord answers a heartbeat every 41
MAX_MESSAGE_DELAY = 300.0  # seconds
MAX_ROBOT_DELAY = 300.0  # seconds


@dataclass(frozen=True)
class HealthReport:
    """When the bot last worked in each respect. Times are unix seconds, 0 for never or none."""

    at: float  # when the report was written
    wrote: float  # last successful write to the database
    heard: float  # last heartbeat answered by the gateway, on the shard that has been silent longest
    owed: float = 0.0  # since when the oldest overdue message could have been sent
    tag: str = ""  # the table of that message
    shard: int = -1  # the shard of `heard`, -1 if there is only one
    ready: bool = False  # whether all shards are connected
    robot: float = 0.0  # since when the slowest robot could have moved
    robot_tag: str = ""  # its table

    def problems(self, now: float) -> Iterator[tuple[str, dict[str, int | str]]]:
        """Yield each problem as the key of a sentence with its facts; nothing while the bot is healthy."""
        if now - self.at >= MAX_REPORT_AGE:
            yield "health.silent", {"n": round(now - self.at)}
        if self.at - self.wrote >= MAX_WRITE_AGE:
            yield "health.write", {"n": round(now - self.wrote)}
        if self.at - self.heard >= MAX_HEARTBEAT_AGE:
            key = "health.gateway" if self.shard < 0 else "health.shard"
            yield key, {"n": round(now - self.heard), "shard": self.shard}
        if self.owed and self.at - self.owed >= MAX_MESSAGE_DELAY:
            yield "health.owed", {"n": round((now - self.owed) / 60), "tag": self.tag}
        if self.robot and self.at - self.robot >= MAX_ROBOT_DELAY:
            yield "health.robot", {"n": round((now - self.robot) / 60), "tag": self.robot_tag}

    def write(self, path: Path) -> None:
        """Write the report to the file. Raises OSError."""
        file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            os.pwrite(file, json.dumps(asdict(self)).ljust(REPORT_SIZE).encode("ascii"), 0)
        finally:
            os.close(file)


def read_report(path: Path) -> HealthReport | None:
    """Return the report in the file, None if it is missing or unreadable."""
    try:
        fields_read = json.loads(path.read_text("ascii"))
        return HealthReport(**{field.name: fields_read[field.name] for field in fields(HealthReport)})
    except (OSError, ValueError, KeyError, TypeError):
        return None


def problem_sentences(path: Path, now: float, *, must_take_presses: bool = False) -> list[str]:
    """Return the bot's problems according to the report in that file, as sentences; [] while it is healthy.

    `must_take_presses`: a bot that is still connecting counts as a problem.
    """
    words = Words()
    report = read_report(path)
    if report is None:
        return [words("health.nobody", path=path)]
    begins = [words("health.begins")] if must_take_presses and not report.ready else []
    return begins + [words(key, **facts) for key, facts in report.problems(now)]
