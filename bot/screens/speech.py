"""Events, moves and questions of a game in words, made of its texts alone. Knows no rules and no Discord."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import islice

from bot.model.move_menu import Choice, MenuProgress, Question
from bot.text.phrases import listed, spelled
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
        """The facts translated; the raw value of a translated fact is added as `<name>_key`."""
        spoken: dict[str, object] = {}
        for name, value in facts.items():
            word = self._word(name, value)
            spoken[name] = value if word is None else word
            if word is not None:
                spoken[f"{name}_key"] = value
        return spoken

    def happened(self, events: Iterable[Event], names: Sequence[str]) -> list[str]:
        """A line for each run of events of one seat, newest last; an event without a text is left out.

        `event.again.<kind>` continues the line before, `after` being the last event's kind; "" begins a new line.
        """
        lines: list[str] = []
        last: Event | None = None
        for event in events:
            key = f"{self.game}.event.{event.kind}"
            if key not in self.words:
                continue
            spoken = self.spoken(event.facts) | {"name": names[event.seat] if event.seat >= 0 else ""}
            more = self._more(event, last, spoken)
            if more:
                lines[-1] = f"{lines[-1].rstrip('.')}{more}"
            else:
                lines.append(self.words(key, **spoken))
            last = event
        return lines

    def move(self, state: State, seat: int, move: Move) -> str:
        """The move as a phrase: "2 blue from display 3 to line 2".

        A move with texts only for its parts is made of them: "blue of row 1 to column a and red of row 3 to c".
        """
        key, facts = f"{self.game}.move.{type(move).__name__}", self._facts(state, seat, move)
        return self.words(key, **facts) if key in self.words else listed(self.words.every(key, **facts), self.words)

    def consequences(self, view: View[State], move: Move) -> list[str]:
        """The move's consequences, a sentence each; last the points before and after, "" for a game without them."""
        assert view.seat is not None
        state, seat = view.state, view.seat
        sentences = self.words.every(f"{self.game}.preview.{type(move).__name__}", **self._facts(state, seat, move))
        now, then = state.scores()[seat][0], state.after(seat, move).outlook(seat)
        return [*sentences, self.words(self.own("outlook", "menu.outlook"), now=now, then=then, same=now == then)]

    def points(self, points: int) -> str:
        """The points of a seat as they are shown; as a loss if the fewest win."""
        return self.words(self.own("points", "menu.points"), points=points, lost=-points)

    def gain(self, points: int) -> str:
        """The points that the seat gains, "" for none or if single moves are not scored."""
        return self.words(self.own("gain", "menu.gain"), gain=f"{points:+d}") if points else ""

    def asked(self, view: View[State], step: MenuProgress, question: Question) -> str:
        """The question, after what is already answered."""
        spoken = self._of(view, question.choices[0])
        title = self._first(f"{self.game}.ask", self._open(question), "menu.ask", spoken | {"coarse": question.coarse})
        names = [part.name for part in fields(question.choices[0].moves[0])]
        known = "+".join(names[: names.index(question.fields[0])])
        key = f"{self.game}.known.{known}"
        if not known or key not in self.words or not all(name in step.known for name in known.split("+")):
            return f"**{title}**"
        return f"{self.words(key, **spoken)} · **{title}**"

    def _open(self, question: Question) -> tuple[str, ...]:
        """The fields in which the answers differ, if there is a text for just these; else all that are asked."""
        columns = zip(*(choice.values for choice in question.choices), strict=False)
        differing = [len(set(values)) > 1 for values in columns]
        some = tuple(field for field, differs in zip(question.fields, differing, strict=False) if differs)
        return some if f"{self.game}.ask.{'+'.join(some)}" in self.words else question.fields

    def answer(self, view: View[State], question: Question, choice: Choice) -> tuple[str, str]:
        """The label of an answer with its points, and what stands under it ("" for nothing)."""
        spoken = self._of(view, choice)
        asked = "+".join(question.fields)
        key, detail = f"{self.game}.answer.{asked}", f"{self.game}.detail.{asked}"
        if question.coarse and isinstance(column := choice.values[0], str) and column.isalpha():
            label = self.words("menu.column", column=column.upper())
        elif question.coarse or key not in self.words:
            named = zip(question.fields, choice.values, strict=False)
            parts = (self._part(field, _raw(value), spoken) for field, value in named)
            label = ", ".join(part for part in parts if part)
        else:
            label = self.words(key, **spoken)
        below = self.words(detail, **spoken) if detail in self.words and not question.coarse else ""
        return label + self._gain(view, choice), below

    def _part(self, field: str, value: Fact, spoken: Mapping[str, object]) -> str:
        """A field of an answer without a text of its own: as that field is answered alone, else its value."""
        key = f"{self.game}.answer.{field}"
        return self.words(key, **spoken) if key in self.words else str(self._word(field, value) or value)

    def so_far(self, view: View[State], question: Question, choice: Choice) -> str:
        """Everything answered so far, this answer included: "2 blue from display 3"; else the answer alone."""
        names = [part.name for part in fields(choice.moves[0])]
        key = f"{self.game}.known.{'+'.join(names[: names.index(question.fields[-1]) + 1])}"
        known = key in self.words and not question.coarse
        return self.words(key, **self._of(view, choice)) if known else self.answer(view, question, choice)[0]

    def lists(self, question: Question) -> bool:
        """Whether the answers are always a list, even few short ones, because their details matter."""
        return f"{self.game}.list.{'+'.join(question.fields)}" in self.words

    def hint(self, question: Question) -> str:
        """The placeholder of a list of answers."""
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
        """The rule in a few words, such as "holds red"; "" if it has no short text."""
        key = f"{self.game}.short.{reason}"
        return self.words(key, **self.spoken(facts)) if key in self.words else ""

    def why(self, reason: str, facts: Mapping[str, Fact]) -> str:
        """Why the rule forbids it: a sentence of its own ("Line 2 holds red."), else the short text; "" for neither."""
        key, short = f"{self.game}.why.{reason}", self.short(reason, facts)
        if key in self.words:
            sentence = self.words(key, **self.spoken(facts))
            return sentence[0].upper() + sentence[1:]
        return self.words("refusal.rule", short=short) if short else ""

    def _more(self, event: Event, last: Event | None, spoken: Mapping[str, object]) -> str:
        """The continuation of the last event's line by this event, "" if it begins a new line."""
        again = f"{self.game}.event.again.{event.kind}"
        if last is None or last.seat != event.seat or event.seat < 0 or again not in self.words:
            return ""
        return self.words(again, **spoken, after=last.kind)

    def _short(self, view: View[State], reason: str, move: Move) -> str:
        assert view.seat is not None
        return self.short(reason, view.state.facts(view.seat, move))

    def _answered(self, view: View[State], question: Question, field: str, move: Move) -> str:
        """The move's answer in that field, or the whole move for ""; "" if that field is not asked."""
        assert view.seat is not None
        if not field:
            return self.move(view.state, view.seat, move)
        value, spoken = _raw(getattr(move, field)), self._facts(view.state, view.seat, move)
        if len(question.fields) > 1:
            return self._part(field, value, spoken)
        return str(self._word(field, value) or spoken.get(field, value))

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

    def _first(self, stem: str, names: Sequence[str], other: str, spoken: Mapping[str, object] | None = None) -> str:
        key = f"{stem}.{'+'.join(names)}"
        return self.words(key if key in self.words else other, **(spoken or {}))

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
    """Every move that an answer would finish, with the field's name if only one field is asked, otherwise ""."""
    kind: Callable[..., Move] = question.kind
    stems = dict.fromkeys(choice.moves[0].answers()[:-1] for choice in question.choices)
    field = question.fields[0] if len(question.fields) == 1 else ""
    return ((field, kind(*stem, value)) for stem in stems for value in state.domain(question.kind)[-1])


def _alike(state: State, question: Question) -> list[tuple[str, Move]]:
    """For several fields with the same values, such as rows: each field with each value that no answer has."""
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
