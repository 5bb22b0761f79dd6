"""Events, moves and questions of a game in words, made of its texts alone. Knows no rules and no Discord.

Where the words have emojis, each word for a tile stands behind the emoji of that tile.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields

from bot.model.move_menu import Choice, MenuProgress, Question
from bot.text.emojis import beside, first_emoji, without_emojis
from bot.text.phrases import listed, numeral, signed, spelled
from bot.text.words import Words
from engine import Event, Fact, Move, Seat, State, View

MOST_REFUSED = 100
NOTHING: Mapping[str, Fact] = {}
MOST_COMPARED = 25  # moves behind an answer whose points are compared; more of them hardly gain the same

# Gaps for emojis of things that texts name in their own words: the marker of the game, the seat's piece without a name.
BESIDE = {"marker_emoji": "marker", "piece_emoji": "piece.{seat}"}


@dataclass(frozen=True)
class ShownAnswer:
    """An answer as it is shown.

    `label`: its words with its points. `emoji`: of the tile that it is about, "" for none. `detail`: what stands under
    it, "" for nothing.
    """

    label: str
    emoji: str
    detail: str


@dataclass(frozen=True)
class Refused:
    """An answer that the rules forbid here.

    `label`: its words. `emoji`: of the tile that they name, "" for none. `reason`: the number of the rule. `short`: the
    rule in brackets. `move`: the whole move.
    """

    label: str
    emoji: str
    reason: str
    short: str
    move: Move


@dataclass(frozen=True)
class Speech:
    """One `game` (its key) in the language of the `words`.

    Its words `<game>.fact.<name>` say which list turns that fact into words. `reader`: the seat that is called "you".
    """

    words: Words
    game: str
    reader: Seat | None = None

    @property
    def plain(self) -> "Speech":
        """The same without emojis."""
        return Speech(self.words.plain, self.game, self.reader)

    def spoken(self, facts: Mapping[str, Fact], seat: int = -1) -> dict[str, object]:
        """The facts translated. The raw value of each is added as `<name>_key`, its emoji as `<name>_emoji`.

        `seat`: whose tiles they are, in a game in which each seat has its own.
        """
        spoken: dict[str, object] = {}
        for name, value in facts.items():
            word = self._word(name, value, seat)
            spoken[name] = value if word is None else word
            if word is not None:
                spoken |= {f"{name}_key": value, f"{name}_emoji": _spaced(first_emoji(word))}
        if self.words.emojis.markup:
            spoken |= {gap: _spaced(self._thing(thing, seat)) for gap, thing in BESIDE.items()}
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
            is_reader = event.seat == self.reader
            name = names[event.seat] if event.seat >= 0 else ""
            if is_reader:
                name = self.words("name.you")
            spoken = self.spoken(event.facts, event.seat) | {"name": name, "you": int(is_reader)}
            again, more = f"{self.game}.event.again.{event.kind}", ""
            if last is not None and last.seat == event.seat >= 0 and again in self.words:
                more = self.words(again, **spoken, after=last.kind)
            if more:
                lines[-1] = f"{lines[-1].rstrip('.')}{more}"
            else:
                lines.append(self.words(key, **spoken))
            last = event
        return lines

    def move(self, state: State, seat: int, move: Move, meaning: Mapping[str, Fact] = NOTHING) -> str:
        """The move as a phrase: "2 blue from display 3 to line 2".

        A move with texts only for its parts is made of them: "blue of row 1 to column a and red of row 3 to c".
        `meaning`: what the move meant when it was prepared, even if the position says something else by now.
        """
        key, facts = f"{self.game}.move.{type(move).__name__}", self._facts(state, seat, move, meaning)
        return self.words(key, **facts) if key in self.words else listed(self.words.every(key, **facts), self.words)

    def consequences(self, view: View[State], move: Move, *, later: bool = False) -> list[str]:
        """The move's consequences, a sentence each; last the points before and after, "" for a game without them.

        `later`: without what only whoever is about to make the move wants to know.
        """
        assert view.seat is not None
        state, seat = view.state, view.seat
        total = signed(state.gain(seat, move)) if move.ONE_BY_ONE else ""
        facts = self._facts(state, seat, move) | {"later": later, "total": total}
        sentences = self.words.every(f"{self.game}.preview.{type(move).__name__}", **facts)
        now, then = state.scores()[seat][0], state.after(seat, move).outlook(seat)
        return [*sentences, self.words(self.own("outlook", "menu.outlook"), now=now, then=then, same=now == then)]

    def points(self, points: int, shared: str = "menu.points") -> str:
        """The points of a seat as they are shown; as a loss if the fewest win.

        `shared`: the key for games that have no words of their own for it.
        """
        return self.words(self.own("points", shared), points=numeral(points), lost=-points)

    def gain(self, points: int) -> str:
        """The points that the seat gains, "" for none or if single moves are not scored."""
        return self.words(self.own("gain", "menu.gain"), gain=signed(points)) if points else ""

    def asked(self, view: View[State], step: MenuProgress, question: Question) -> str:
        """The question, after what is already answered."""
        spoken = self._of(view, question.choices[0])
        title = self._title(question, spoken | {"coarse": question.coarse})
        names = [part.name for part in fields(question.choices[0].moves[0])]
        if question.kind.ONE_BY_ONE:
            return " · ".join([*self._so_far(view, question, names), f"**{title}**"])
        known = "+".join(names[: names.index(question.fields[0])])
        key = f"{self.game}.known.{known}"
        if not known or key not in self.words or not all(name in step.known for name in known.split("+")):
            return f"**{title}**"
        return f"{self.words(key, **spoken)} · **{title}**"

    def _so_far(self, view: View[State], question: Question, names: Sequence[str]) -> list[str]:
        """The answers before this question, each as `<game>.known.<field>` has it, and what they gain together."""
        first, place = question.choices[0].moves[0], names.index(question.fields[0])
        spoken = self._of(view, question.choices[0])
        chosen = [said for name in names[:place] if (said := self.words(f"{self.game}.known.{name}", **spoken))]
        assert view.seat is not None
        total = view.state.gain_of(view.seat, first, place)
        return [*chosen, *([self.words("menu.total", gain=signed(total))] if total else [])]

    def _title(self, question: Question, spoken: Mapping[str, object]) -> str:
        """The question for the fields in which the answers differ, else for all that are asked."""
        columns = zip(*(choice.values for choice in question.choices), strict=False)
        differing = [len(set(values)) > 1 for values in columns]
        some = [field for field, differs in zip(question.fields, differing, strict=False) if differs]
        if (key := f"{self.game}.ask.{'+'.join(some)}") in self.words:
            return self.words(key, **spoken)
        return self._first(f"{self.game}.ask", question.fields, "menu.ask", spoken)

    def answer(self, view: View[State], question: Question, choice: Choice) -> tuple[str, str]:
        """The label of an answer with its points, and what stands under it ("" for nothing)."""
        shown = self.answered(view, question, choice)
        return shown.label, shown.detail

    def answered(self, view: View[State], question: Question, choice: Choice) -> ShownAnswer:
        """The answer with its points, its emoji, and what stands under it."""
        label, detail = self._label(view, question, choice), f"{self.game}.detail.{'+'.join(question.fields)}"
        known = detail in self.words and not question.coarse
        below = self.words(detail, **self.plain._of(view, choice)) if known else ""
        emoji = first_emoji(label) or self.emoji(view, choice.moves)
        alone = question.kind.ONE_BY_ONE
        gain = ""
        if alone:
            gain = self._gain_alone(view, question, choice)
        elif view.seat is not None and len(choice.moves) <= MOST_COMPARED and self.gain(1):
            gain = self.gain(view.state.shared_gain(view.seat, choice.moves))
        return ShownAnswer(without_emojis(label) + gain, emoji, below)

    def _label(self, view: View[State], question: Question, choice: Choice) -> str:
        spoken, key = self._of(view, choice), f"{self.game}.answer.{'+'.join(question.fields)}"
        if question.coarse and isinstance(column := choice.values[0], str) and column.isalpha():
            return self.words("menu.column", column=column.upper())
        if not question.coarse and key in self.words:
            return self.words(key, **spoken)
        named = zip(question.fields, choice.values, strict=False)
        parts = (self._part(field, _raw(value), spoken) for field, value in named)
        return ", ".join(part for part in parts if part)

    def emoji(self, view: View[State], moves: Sequence[Move]) -> str:
        """The emoji for an answer whose words name no tile: that of the tile which all these moves are about."""
        if not self.words.emojis.markup:
            return ""
        first, seat = moves[0], -1 if view.seat is None else view.seat
        for part in fields(first):
            value = getattr(first, part.name)
            found = self._emoji_of(self._kind(part.name), str(value), seat)
            if found and all(getattr(move, part.name, None) == value for move in moves):
                return found
        key = f"{self.game}.emoji.{type(first).__name__}"
        return self._thing(self.words(key, seat=seat), seat) if key in self.words else ""

    def _thing(self, thing: str, seat: int) -> str:
        return self.words.emojis.of(f"{self.game}.{thing.format(seat=seat)}")

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
        """A single tile of a heap, in words behind its emoji."""
        return self._word("tile", tile) or self._word("color", tile) or tile

    def instead(self, view: View[State], choice: Choice) -> str:
        """The label of the button that leads to another kind of move."""
        return self.way(view, choice).label

    def way(self, view: View[State], choice: Choice) -> ShownAnswer:
        """The button that leads to another kind of move."""
        label = self.words(f"{self.game}.instead.{type(choice.moves[0]).__name__}", **self._of(view, choice))
        return ShownAnswer(without_emojis(label), first_emoji(label) or self.emoji(view, choice.moves), "")

    def refused(self, view: View[State], question: Question) -> list[Refused]:
        """The answers to this question that would finish a move but are forbidden, at most 100."""
        assert view.seat is not None
        if not (question.last or question.kind.ONE_BY_ONE) or question.coarse or question.ticks:
            return []
        state, seat = view.state, view.seat
        every = _in_place(state, question) if question.kind.ONE_BY_ONE else _finishing(state, question)
        found: list[Refused] = []
        for field, move in every:
            reason = state.refuses(seat, move)
            label = self._answered(view, question, field, move) if reason is not None else ""
            if reason is not None and without_emojis(label):
                short = self.plain.short(reason, state.facts(seat, move))
                found.append(Refused(without_emojis(label), first_emoji(label), reason, short, move))
            if len(found) == MOST_REFUSED:
                break
        return found

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

    def _answered(self, view: View[State], question: Question, field: str, move: Move) -> str:
        """The move's answer in that field, or the whole move for ""; "" if that field is not asked."""
        assert view.seat is not None
        if not field:
            return self.move(view.state, view.seat, move)
        value, spoken = _raw(getattr(move, field)), self._facts(view.state, view.seat, move)
        if len(question.fields) > 1:
            return self._part(field, value, spoken)
        if (key := f"{self.game}.refused.{field}") in self.words:
            return self.words(key, **spoken)
        return str(self._word(field, value) or spoken.get(field, value))

    def _gain_alone(self, view: View[State], question: Question, choice: Choice) -> str:
        assert view.seat is not None
        first, seat = choice.moves[0], view.seat
        place = [part.name for part in fields(first)].index(question.fields[0])
        before, now = (view.state.gain_of(seat, first, count) for count in (place, place + 1))
        return self.gain(now - before)

    def own(self, name: str, other: str) -> str:
        """The game's own key of that name if it has one, else the shared one."""
        return key if (key := f"{self.game}.{name}") in self.words else other

    def _of(self, view: View[State], choice: Choice) -> dict[str, object]:
        assert view.seat is not None
        return self._facts(view.state, view.seat, choice.moves[0])

    def _facts(self, state: State, seat: int, move: Move, meaning: Mapping[str, Fact] = NOTHING) -> dict[str, object]:
        facts = state.facts(seat, move)
        meant = {name: meaning[name] for name in facts.keys() & meaning.keys()}
        return self.spoken({**facts, **meant}, seat)

    def _first(self, stem: str, names: Sequence[str], other: str, spoken: Mapping[str, object] | None = None) -> str:
        key = f"{stem}.{'+'.join(names)}"
        return self.words(key if key in self.words else other, **(spoken or {}))

    def _kind(self, name: str) -> str:
        key = f"{self.game}.fact.{name}"
        return self.words(key) if key in self.words else name

    def _emoji_of(self, kind: str, value: Fact, seat: int) -> str:
        key = f"{self.game}.{kind}.{value}"
        return self.words.emojis.of(key, f"{key}.{seat}")

    def _word(self, name: str, value: Fact, seat: int = -1) -> str | None:
        """The word for a fact behind its emoji; None for a fact that has neither."""
        kind = self._kind(name)
        if kind == "rows":
            return spelled(str(value), self.words) if value else ""
        if kind == "places":
            return listed(str(value).split(), self.words)
        if kind.startswith("heap of "):
            counted = Counter(re.findall(r"[A-Z]\d*", str(value)))
            words = {tile: self._word(kind.removeprefix("heap of "), tile) or tile for tile in counted}
            parts = [f"{n} {words[tile]}" if n > 1 else words[tile] for tile, n in counted.items()]
            return listed(parts, self.words)
        key, emoji = f"{self.game}.{kind}.{value}", self._emoji_of(kind, value, seat)
        if key not in self.words:
            return beside(emoji, str(value)) if emoji else None
        return beside(emoji, self.words(key))


def _finishing(state: State, question: Question) -> Iterator[tuple[str, Move]]:
    """Every move that an answer would finish, with the field's name if only one field is asked, otherwise ""."""
    kind: Callable[..., Move] = question.kind
    stems = dict.fromkeys(choice.moves[0].answers()[:-1] for choice in question.choices)
    field = question.fields[0] if len(question.fields) == 1 else ""
    return ((field, kind(*stem, value)) for stem in stems for value in state.domain(question.kind)[-1])


def _in_place(state: State, question: Question) -> Iterator[tuple[str, Move]]:
    """Each value of the only field asked that no answer has, other answers as in the first one."""
    kind: Callable[..., Move] = question.kind
    first, field = question.choices[0].moves[0], question.fields[0]
    given, place = first.answers(), [part.name for part in fields(first)].index(field)
    offered = {choice.values[0] for choice in question.choices}
    left = [value for value in state.domain(question.kind)[place] if value not in offered]
    return ((field, kind(*given[:place], value, *given[place + 1 :])) for value in left)


def _spaced(emoji: str) -> str:
    return f"{emoji} " if emoji else ""


def _raw(value: object) -> Fact:
    return value if isinstance(value, str | int) else str(value)
