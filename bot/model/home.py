"""Which servers a process sees to by itself, where several share one database. Knows no database and no connection."""

from collections.abc import Collection
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


def homes_of(shards: Collection[int], count: int) -> tuple[Home, ...]:
    """The servers of these shards of so many, with neighboring shards in one.

    >>> homes_of({0, 1, 3}, 4), homes_of({0, 1}, 2) == (EVERYWHERE,), homes_of((), 4)
    ((Home(first=0, last=1, count=4), Home(first=3, last=3, count=4)), True, ())
    """
    if len(shards) == count:
        return (EVERYWHERE,)
    firsts = [one for one in sorted(shards) if one - 1 not in shards]
    lasts = [one for one in sorted(shards) if one + 1 not in shards]
    return tuple(Home(first, last, count) for first, last in zip(firsts, lasts, strict=True))
