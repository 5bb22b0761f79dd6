"""The review of a finished table so far. Knows no storage, no words and no Discord."""

from dataclasses import dataclass, replace

from engine.core import Game
from engine.robots import COACHES
from engine.robots.luck import Luck, sum_by_round
from engine.robots.review import JudgedDecision, places_to_judge_closely


@dataclass(frozen=True)
class ReviewProgress:
    """The judgments of a table's decisions and the luck of its draws so far."""

    log_length: int  # entries of the log that is judged
    decision_count: int  # how many decisions there are in it
    judgments: tuple[JudgedDecision, ...] = ()
    """Those judged so far, first all of them quickly, then some of them once more, closely."""
    is_complete: bool = False  # no decision is left to judge; then each is there once
    is_under_way: bool = False  # somebody is at work on it
    luck: tuple[Luck, ...] = ()  # of the first draws, one by one; this comes last
    draw_count: int | None = 0  # how many of them there are; None where nobody has counted them

    @property
    def quick_judgments(self) -> tuple[JudgedDecision, ...]:
        """The judgments of the first pass, in order."""
        return tuple(judgment for judgment in self.judgments if not judgment.closely)

    @property
    def has_first_look(self) -> bool:
        """Whether each decision was judged at least once."""
        return self.is_complete or len(self.quick_judgments) == self.decision_count

    @property
    def is_done(self) -> bool:
        """Whether all decisions are judged and all luck is measured."""
        return self.is_complete and len(self.luck) == self.draw_count

    @property
    def luck_by_round(self) -> list[Luck]:
        """The luck of each round, in order; [] until all of it is known."""
        return sum_by_round(self.luck) if self.is_done else []

    @property
    def remaining(self) -> list[tuple[int, bool]]:
        """What is left to judge: the 0-based number of each decision, and whether it is judged closely."""
        if self.is_complete:
            return []
        if not self.has_first_look:
            return [(at, False) for at in range(len(self.quick_judgments), self.decision_count)]
        close = places_to_judge_closely(self.quick_judgments)
        return [(at, True) for at in close[len(self.judgments) - self.decision_count :]]

    @property
    def latest_judgments(self) -> tuple[JudgedDecision, ...]:
        """Each decision as it was judged last, in the order in which they were made."""
        latest = {judgment.place: judgment for judgment in self.judgments}
        return tuple(latest[place] for place in sorted(latest))

    @property
    def complete_review(self) -> "ReviewProgress":
        """The progress after the last judgment."""
        return replace(self, judgments=self.latest_judgments, is_complete=True)


def has_coach(game: Game) -> bool:
    """Whether tables of this game can be reviewed."""
    return game.key in COACHES
