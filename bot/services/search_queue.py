"""Whose search is next: servers take turns, and on a server its people do. Knows no search and no process."""

from collections import OrderedDict, deque
from collections.abc import Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class SearchQueue(Generic[T]):
    """What waits, by server and person. Whoever was served goes behind all others of the same kind."""

    def __init__(self) -> None:
        self._servers: OrderedDict[Hashable, OrderedDict[int, deque[T]]] = OrderedDict()

    def __len__(self) -> int:
        return sum(len(line) for people in self._servers.values() for line in people.values())

    def add(self, server: int | None, person: int, one: T) -> None:
        """It waits. In direct messages, where there is no server, each person counts as one."""
        people = self._servers.setdefault(("alone", person) if server is None else server, OrderedDict())
        people.setdefault(person, deque()).append(one)

    def take(self) -> T | None:
        """The next one, which waits no more; None if nothing waits."""
        if not self._servers:
            return None
        server, people = self._servers.popitem(last=False)
        person, line = people.popitem(last=False)
        one = line.popleft()
        if line:
            people[person] = line
        if people:
            self._servers[server] = people
        return one
