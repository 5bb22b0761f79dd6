"""The progress of a finished table's review. Knows nothing about storage, texts or Discord."""

from dataclasses import dataclass, replace

from engine.core import Game
from engine.robots import COACHES
from engine.robots.luck import Luck, sum_by_round
from engine.robots.review import JudgedDecision, places_to_judge_closely


@dataclass(frozen=True)
class ReviewProgress:
    """The judgments of a table's decisions and the luck of its draws so far."""

    log_length: int  # the number of entries in the reviewed log
    decision_count: int  # the number of decisions in the log
    judgments: tuple[JudgedDecision, ...] = ()
    """The judgments so far: first a quick one of every decision, then a close one of some decisions."""
    is_complete: bool = False  # whether all judgments are done; then `judgments` has one per decision
    is_under_way: bool = False  # whether the review is being worked on
    luck: tuple[Luck, ...] = ()  # the luck of each draw measured so far; measured after the judgments
    draw_count: int | None = 0  # the number of draws in the log, None if they have not been counted

    @property
    def quick_judgments(self) -> tuple[JudgedDecision, ...]:
        """The judgments of the first pass, in order."""
        return tuple(judgment for judgment in self.judgments if not judgment.closely)

    @property
    def has_first_look(self) -> bool:
        """Whether every decision has been judged at least once."""
        return self.is_complete or len(self.quick_judgments) == self.decision_count

    @property
    def is_done(self) -> bool:
        """Whether all decisions are judged and all luck is measured."""
        return self.is_complete and len(self.luck) == self.draw_count

    @property
    def luck_by_round(self) -> list[Luck]:
        """The luck of each round, in order; [] until all of it is measured."""
        return sum_by_round(self.luck) if self.is_done else []

    @property
    def remaining(self) -> list[tuple[int, bool]]:
        """The judgments still to be made: the 0-based number of each decision, and whether to judge it closely."""
        if self.is_complete:
            return []
        if not self.has_first_look:
            return [(at, False) for at in range(len(self.quick_judgments), self.decision_count)]
        close = places_to_judge_closely(self.quick_judgments)
        return [(at, True) for at in close[len(self.judgments) - self.decision_count :]]

    @property
    def latest_judgments(self) -> tuple[JudgedDecision, ...]:
        """The latest judgment of each decision, in the order of the decisions."""
        latest = {judgment.place: judgment for judgment in self.judgments}
        return tuple(latest[place] for place in sorted(latest))

    @property
    def complete_review(self) -> "ReviewProgress":
        """The same progress marked as complete, with only the latest judgment of each decision."""
        return replace(self, judgments=self.latest_judgments, is_complete=True)


def has_coach(game: Game) -> bool:
    """Whether tables of this game can be reviewed."""
    return game.key in COACHES
