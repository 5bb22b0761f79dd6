"""Events, moves and questions of a game as sentences, from its words alone. Knows no rules and no Discord."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import islice

from bot.model.move_menu import Choice, MenuProgress, Question
from bot.text.phrases import listed
from bot.text.shapes import spelled
from bot.text.words import Words
from engine import Event, Fact, Move, State, View

MOST_REFUSED = 100


@dataclass(frozen=True)
class Refused:
    """An answer that the rules forbid here.

    `label`: its words. `reason`: the number of the rule. `short`: the rule in brackets. `move`: the whole move.
    """

    label: str
    reason: str
    short: str
    move: Move


@dataclass(frozen=True)
class Speech:
    """One `game` (its key) in the language of the `words`.

    Its words `<game>.fact.<name>` say which list turns that fact into words.
    """

    words: Words
    game: str

    def spoken(self, facts: Mapping[str, Fact]) -> dict[str, object]:
        """The facts with their words; the raw value of a fact that has words stays as `<name>_key`."""
        said: dict[str, object] = {}
        for name, value in facts.items():
            word = self._word(name, value)
            said[name] = value if word is None else word
            if word is not None:
                said[f"{name}_key"] = value
        return said

    def happened(self, events: Iterable[Event], names: Sequence[str]) -> list[str]:
        """A line for each run of events of one seat, newest last; an event without words is not told.

        `event.again.<kind>` goes on with the line before, `after` being the last event's kind; "" begins a new line.
        """
        lines: list[str] = []
        last: Event | None = None
        for event in events:
            key = f"{self.game}.event.{event.kind}"
            if key not in self.words:
                continue
            said = self.spoken(event.facts) | {"name": names[event.seat] if event.seat >= 0 else ""}
            more = self._more(event, last, said)
            if more:
                lines[-1] = f"{lines[-1].rstrip('.')}{more}"
            else:
                lines.append(self.words(key, **said))
            last = event
        return lines

    def move(self, state: State, seat: int, move: Move) -> str:
        """The move as a phrase: "2 blue from display 3 to line 2".

        One that has words only for its parts is said part by part: "blue of row 1 to column a and red of row 3 to c".
        """
        key, facts = f"{self.game}.move.{type(move).__name__}", self._facts(state, seat, move)
        return self.words(key, **facts) if key in self.words else listed(self.words.every(key, **facts), self.words)

    def told(self, view: View[State], move: Move) -> list[str]:
        """What the move will lead to, a sentence each; last the points before and after, "" for a game without them."""
        assert view.seat is not None
        state, seat = view.state, view.seat
        said = self.words.every(f"{self.game}.preview.{type(move).__name__}", **self._facts(state, seat, move))
        now, then = state.scores()[seat][0], state.after(seat, move).outlook(seat)
        return [*said, self.words(self.own("outlook", "menu.outlook"), now=now, then=then, same=now == then)]

    def points(self, points: int) -> str:
        """The points of a seat as they are shown; what is lost where the fewest win."""
        return self.words(self.own("points", "menu.points"), points=points, lost=-points)

    def gain(self, points: int) -> str:
        """How many points more the seat will have, "" for none or where single moves are not counted."""
        return self.words(self.own("gain", "menu.gain"), gain=f"{points:+d}") if points else ""

    def asked(self, view: View[State], step: MenuProgress, question: Question) -> str:
        """The question, after what is already answered."""
        said = self._of(view, question.choices[0])
        title = self._first(f"{self.game}.ask", self._open(question), "menu.ask", said | {"coarse": question.coarse})
        names = [part.name for part in fields(question.choices[0].moves[0])]
        known = "+".join(names[: names.index(question.fields[0])])
        key = f"{self.game}.known.{known}"
        if not known or key not in self.words or not all(name in step.known for name in known.split("+")):
            return f"**{title}**"
        return f"{self.words(key, **said)} · **{title}**"

    def _open(self, question: Question) -> tuple[str, ...]:
        """The fields that the answers differ in, if there are words for just these; else all that are asked."""
        columns = zip(*(choice.values for choice in question.choices), strict=False)
        differing = [len(set(values)) > 1 for values in columns]
        some = tuple(field for field, differs in zip(question.fields, differing, strict=False) if differs)
        return some if f"{self.game}.ask.{'+'.join(some)}" in self.words else question.fields

    def answer(self, view: View[State], question: Question, choice: Choice) -> tuple[str, str]:
        """The label of an answer with its points, and what stands under it ("" for nothing)."""
        said = self._of(view, choice)
        asked = "+".join(question.fields)
        key, detail = f"{self.game}.answer.{asked}", f"{self.game}.detail.{asked}"
        if question.coarse and isinstance(column := choice.values[0], str) and column.isalpha():
            label = self.words("menu.column", column=column.upper())
        elif question.coarse or key not in self.words:
            named = zip(question.fields, choice.values, strict=False)
            parts = (self._part(field, _raw(value), said) for field, value in named)
            label = ", ".join(part for part in parts if part)
        else:
            label = self.words(key, **said)
        below = self.words(detail, **said) if detail in self.words and not question.coarse else ""
        return label + self._gain(view, choice), below

    def _part(self, field: str, value: Fact, said: Mapping[str, object]) -> str:
        """A field of an answer that has no words as a whole: as that field is answered alone, else its value."""
        key = f"{self.game}.answer.{field}"
        return self.words(key, **said) if key in self.words else str(self._word(field, value) or value)

    def so_far(self, view: View[State], question: Question, choice: Choice) -> str:
        """All that is answered after this answer: "2 blue from display 3"; the answer alone where that has no words."""
        names = [part.name for part in fields(choice.moves[0])]
        key = f"{self.game}.known.{'+'.join(names[: names.index(question.fields[-1]) + 1])}"
        known = key in self.words and not question.coarse
        return self.words(key, **self._of(view, choice)) if known else self.answer(view, question, choice)[0]

    def lists(self, question: Question) -> bool:
        """Whether the answers are a list even where they are few and short, because what stands below them matters."""
        return f"{self.game}.list.{'+'.join(question.fields)}" in self.words

    def hint(self, question: Question) -> str:
        """What a list of answers says before one is chosen."""
        stem = f"{self.game}.list" if self.lists(question) else f"{self.game}.choose"
        return self._first(stem, question.fields, "menu.choose")

    def tile(self, tile: str) -> str:
        """A single tile of a heap, in words."""
        return self._word("tile", tile) or self._word("color", tile) or tile

    def instead(self, view: View[State], choice: Choice) -> str:
        """The label of the button that leads to another kind of move."""
        return self.words(f"{self.game}.instead.{type(choice.moves[0]).__name__}", **self._of(view, choice))

    def refused(self, view: View[State], question: Question) -> list[Refused]:
        """The answers to this question that would finish a move but are forbidden, at most 100."""
        assert view.seat is not None
        if not question.last or question.coarse or question.ticks:
            return []
        state, seat = view.state, view.seat
        every = _alike(state, question) or _finishing(state, question)
        judged = ((field, move, state.refuses(seat, move)) for field, move in every)
        found = (
            Refused(self._answered(view, question, field, move), reason, self._short(view, reason, move), move)
            for field, move, reason in judged
            if reason is not None
        )
        return list(islice((one for one in found if one.label), MOST_REFUSED))

    def short(self, reason: str, facts: Mapping[str, Fact]) -> str:
        """The rule in a few words: "holds red"; "" where it has none."""
        key = f"{self.game}.short.{reason}"
        return self.words(key, **self.spoken(facts)) if key in self.words else ""

    def _more(self, event: Event, last: Event | None, said: Mapping[str, object]) -> str:
        """How the event goes on with the line of the last one, "" where it does not."""
        again = f"{self.game}.event.again.{event.kind}"
        if last is None or last.seat != event.seat or event.seat < 0 or again not in self.words:
            return ""
        return self.words(again, **said, after=last.kind)

    def _short(self, view: View[State], reason: str, move: Move) -> str:
        assert view.seat is not None
        return self.short(reason, view.state.facts(view.seat, move))

    def _answered(self, view: View[State], question: Question, field: str, move: Move) -> str:
        """What the move answers in that field, or all of the move for ""; "" where nobody would ask for it."""
        assert view.seat is not None
        if not field:
            return self.move(view.state, view.seat, move)
        value, said = _raw(getattr(move, field)), self._facts(view.state, view.seat, move)
        if len(question.fields) > 1:
            return self._part(field, value, said)
        return str(self._word(field, value) or said.get(field, value))

    def _gain(self, view: View[State], choice: Choice) -> str:
        if choice.move is None or view.seat is None:
            return ""
        return self.gain(view.state.gain(view.seat, choice.move))

    def own(self, name: str, other: str) -> str:
        """The game's own key of that name if it has one, else the shared one."""
        return key if (key := f"{self.game}.{name}") in self.words else other

    def _of(self, view: View[State], choice: Choice) -> dict[str, object]:
        assert view.seat is not None
        return self._facts(view.state, view.seat, choice.moves[0])

    def _facts(self, state: State, seat: int, move: Move) -> dict[str, object]:
        return self.spoken(state.facts(seat, move))

    def _first(self, stem: str, names: Sequence[str], other: str, said: Mapping[str, object] | None = None) -> str:
        key = f"{stem}.{'+'.join(names)}"
        return self.words(key if key in self.words else other, **(said or {}))

    def _word(self, name: str, value: Fact) -> str | None:
        kind_key = f"{self.game}.fact.{name}"
        kind = self.words(kind_key) if kind_key in self.words else name
        if kind == "rows":
            return spelled(str(value), self.words) if value else ""
        if kind.startswith("heap of "):
            return self._heap(kind.removeprefix("heap of "), str(value))
        key = f"{self.game}.{kind}.{value}"
        return self.words(key) if key in self.words else None

    def _heap(self, kind: str, tiles: str) -> str:
        counted = Counter(re.findall(r"[A-Z]\d*", tiles))
        words = {tile: self._word(kind, tile) or tile for tile in counted}
        parts = [f"{n} {words[tile]}" if n > 1 else words[tile] for tile, n in counted.items()]
        return listed(parts, self.words)


def _finishing(state: State, question: Question) -> Iterator[tuple[str, Move]]:
    """Every move that a value of the last field would finish, with that field's name if it alone is asked, else ""."""
    kind: Callable[..., Move] = question.kind
    stems = dict.fromkeys(choice.moves[0].answers()[:-1] for choice in question.choices)
    field = question.fields[0] if len(question.fields) == 1 else ""
    return ((field, kind(*stem, value)) for stem in stems for value in state.domain(question.kind)[-1])


def _alike(state: State, question: Question) -> list[tuple[str, Move]]:
    """Of several fields that take the same values, as rows do: each field with each value that no answer gives it."""
    kind: Callable[..., Move] = question.kind
    first = question.choices[0].moves[0]
    given, place = first.answers(), [part.name for part in fields(first)].index(question.fields[0])
    domains = state.domain(question.kind)[place : place + len(question.fields)]
    if len(domains) == 1 or any(domain != domains[0] for domain in domains):
        return []
    offered = [set(values) for values in zip(*(choice.values for choice in question.choices), strict=True)]
    return [
        (field, kind(*given[: place + n], value, *given[place + n + 1 :]))
        for n, field in enumerate(question.fields)
        if len(offered[n]) > 1
        for value in domains[n]
        if value not in offered[n]
    ]


def _raw(value: object) -> Fact:
    return value if isinstance(value, str | int) else str(value)
