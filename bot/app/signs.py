"""What the bot tells others on this machine about itself, in a small file. Knows no Discord and no database."""

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from bot.text.words import Words

SIZE = 256  # bytes; always as many, in place, so that it can be written on a full disk
REPORTED, WROTE, HEARD, SHOWN, MOVED = 60.0, 60.0, 120.0, 300.0, 300.0  # seconds; Discord answers a heartbeat every 41


@dataclass(frozen=True)
class Signs:
    """Signs of life, unix seconds each; 0 for none."""

    at: float  # when they were written down
    wrote: float  # when something could be written to the database
    heard: float  # when the gateway answered a heartbeat, on the shard that was silent for the longest time
    owed: float = 0.0  # since when a message could have been sent and was not
    tag: str = ""  # the table of that message
    shard: int = -1  # the shard of `heard`, -1 if there is only one
    ready: bool = False  # whether all shards have a connection
    robot: float = 0.0  # since when a robot could have moved and did not
    robot_tag: str = ""  # its table

    def faults(self, now: float) -> Iterator[tuple[str, dict[str, int | str]]]:
        """What is wrong, as keys of sentences with their facts; nothing while the bot is well."""
        if now - self.at >= REPORTED:
            yield "health.silent", {"n": round(now - self.at)}
        if self.at - self.wrote >= WROTE:
            yield "health.write", {"n": round(now - self.wrote)}
        if self.at - self.heard >= HEARD:
            key = "health.gateway" if self.shard < 0 else "health.shard"
            yield key, {"n": round(now - self.heard), "shard": self.shard}
        if self.owed and self.at - self.owed >= SHOWN:
            yield "health.owed", {"n": round((now - self.owed) / 60), "tag": self.tag}
        if self.robot and self.at - self.robot >= MOVED:
            yield "health.robot", {"n": round((now - self.robot) / 60), "tag": self.robot_tag}

    def write(self, path: Path) -> None:
        """The file says this. Raises OSError."""
        file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o600)
        try:
            os.pwrite(file, json.dumps(asdict(self)).ljust(SIZE).encode("ascii"), 0)
        finally:
            os.close(file)


def signs_in(path: Path) -> Signs | None:
    """What the file says, None if it is not there or says nothing."""
    try:
        found = json.loads(path.read_text("ascii"))
        return Signs(**{field.name: found[field.name] for field in fields(Signs)})
    except (OSError, ValueError, KeyError, TypeError):
        return None


def faults(path: Path, now: float, *, at_work: bool = False) -> list[str]:
    """What is wrong with the bot that tells of itself in that file, as sentences; [] while it is well.

    `at_work`: it is not enough that the bot is about to connect.
    """
    words = Words()
    signs = signs_in(path)
    if signs is None:
        return [words("health.nobody", path=path)]
    begins = [words("health.begins")] if at_work and not signs.ready else []
    return begins + [words(key, **facts) for key, facts in signs.faults(now)]
