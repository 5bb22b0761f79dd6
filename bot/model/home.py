"""Which servers a process sees to by itself, where several share one database. Knows no database and no connection."""

from dataclasses import dataclass

TIME = 22  # bits of an account number below those that tell when it was given; Discord puts servers on shards by these


@dataclass(frozen=True)
class Home:
    """The servers of some of Discord's shards: `first` to `last` of `count`, counted from 0. By default all servers.

    What is not a press is done for a table by the process whose home its server is; a press is done wherever it
    arrives. Direct messages belong to shard 0.

    >>> Home(first=2, last=3, count=4).has(3 << 22), Home(first=2, last=3, count=4).has(None), Home().has(None)
    (True, False, True)
    """

    first: int = 0
    last: int = 0
    count: int = 1

    @property
    def is_everything(self) -> bool:
        """Whether no server is left to another process."""
        return self.first == 0 and self.last == self.count - 1

    def has(self, guild: int | None) -> bool:
        """Whether the server is among these; None: direct messages."""
        return self.first <= ((guild or 0) >> TIME) % self.count <= self.last


EVERYWHERE = Home()
