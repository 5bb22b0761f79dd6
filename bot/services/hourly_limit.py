"""How often each person may begin something that takes a lot of work. Knows no work; a restart forgets."""

from collections.abc import Callable

HOUR = 3_600.0  # seconds


class HourlyLimit:
    """At most so many times for each person within an hour. `now`: unix seconds."""

    def __init__(self, now: Callable[[], float], most: int) -> None:
        self._now = now
        self._most = most
        self._begun: dict[int, list[float]] = {}  # by person, within the last hour

    def take(self, person_id: int) -> bool:
        """Whether the person may begin once more, which is counted then."""
        since = self._now() - HOUR
        recent = {person: [at for at in begun if at > since] for person, begun in self._begun.items()}
        self._begun = {person: begun for person, begun in recent.items() if begun}
        if len(self._begun.get(person_id, ())) >= self._most:
            return False
        self._begun.setdefault(person_id, []).append(self._now())
        return True
