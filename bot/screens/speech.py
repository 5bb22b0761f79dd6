"""Events, moves and questions of a game in words, made from its texts alone. Independent of rules and Discord.

If the words have emojis, each word for a tile follows the emoji of that tile.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise

from bot.model.move_menu import Choice, MoveStep, Question
from bot.text.words import MINUS, Words, first_emoji, format_signed, join_list, without_emojis
from engine import Event, Fact, Move, Seat, State, View

MAX_REFUSED_ANSWERS = 100
NO_FACTS: Mapping[str, Fact] = {}
MAX_MOVES_COMPARED = 25  # an answer with more moves shows no points, since they rarely all gain the same
# Facts with the emoji of a thing that the text itself names: the game's marker and each seat's piece.
THING_EMOJIS = {"marker_emoji": "marker", "piece_emoji": "piece.{seat}"}


@dataclass(frozen=True)
class ShownAnswer:
    """An answer as people see it."""

    label: str  # its words with its points
    emoji: str  # of the tile that it is about, "" for none
    detail: str  # the smaller text below it, "" for none


@dataclass(frozen=True)
class RefusedAnswer:
    """An answer that the rules forbid here."""

    label: str  # its words
    emoji: str  # of the tile that the label names, "" for none
    reason: str  # the number of the rule
    short: str  # the rule in a few words, "" if it has no such text
    move: Move  # the whole move


@dataclass(frozen=True)
class Speech:
    """Puts a game into `words`. The text `<game>.fact.<name>` names the list of words for the values of fact `name`."""

    words: Words
    game: str  # its key
    reader: Seat | None = None  # the seat that is called "you"

    @property
    def plain(self) -> "Speech":
        """The same without emojis."""
        return Speech(self.words.plain, self.game, self.reader)

    def translate(self, facts: Mapping[str, Fact], seat: int = -1) -> dict[str, object]:
        """The facts in words. For each fact with a word, `<name>_key` is its raw value and `<name>_emoji` its emoji.

        `seat`: the owner of the tiles, in a game in which each seat has its own; -1 for none.
        """
        found: dict[str, object] = {**facts}
        for name, value in facts.items():
            word = self._word(name, value, seat)
            if word is not None:
                emoji = first_emoji(word)
                found[name] = word
                found[f"{name}_key"] = value
                found[f"{name}_emoji"] = f"{emoji} " if emoji else ""
        if self.words.emojis.markup:
            for name, emoji_name in THING_EMOJIS.items():
                emoji = self._emoji_of(emoji_name, seat)
                found[name] = f"{emoji} " if emoji else ""
        return found

    def event_lines(self, events: Iterable[Event], names: Sequence[str]) -> list[str]:
        """Lines about the events, oldest first; an event without a text is left out.

        If the previous event is of the same seat, the text `event.again.<kind>` continues its line. The fact `after` of
        this text is the kind of the previous event. If the text is missing or "", a new line begins.
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
            facts = self.translate(event.facts, event.seat) | {"name": name, "you": int(is_reader)}
            more = None
            if last is not None and last.seat == event.seat >= 0:
                more = self._own_text(f"event.again.{event.kind}", facts | {"after": last.kind})
            if more:
                lines[-1] = f"{lines[-1].rstrip('.')}{more}"
            else:
                lines.append(self.words(key, **facts))
            last = event
        return lines

    def move_phrase(self, state: State, seat: int, move: Move, meaning: Mapping[str, Fact] = NO_FACTS) -> str:
        """The move as a phrase: "2 blue from display 3 to line 2".

        If only parts of a move have texts, they are joined: "blue of row 1 to column a and red of row 3 to c".
        `meaning`: the facts of the move when it was prepared, which override those of the position.
        """
        facts = dict(state.facts(seat, move))
        for name in facts.keys() & meaning.keys():
            facts[name] = meaning[name]
        words_of_facts = self.translate(facts, seat)
        key = f"{self.game}.move.{type(move).__name__}"
        if key in self.words:
            return self.words(key, **words_of_facts)
        return join_list(self.words.all_variants(key, **words_of_facts), self.words)

    def consequences(self, view: View[State], move: Move, *, later: bool = False) -> list[str]:
        """A sentence per consequence of the move, then one with the points before and after, if there are points.

        `later`: the game is over, so sentences that matter only before a move is made are left out.
        """
        state = view.state
        seat = view.own_seat
        total = format_signed(state.gain(seat, move)) if move.ONE_BY_ONE else ""
        facts = self._facts(view, move) | {"later": later, "total": total}
        sentences = self.words.all_variants(f"{self.game}.preview.{type(move).__name__}", **facts)
        now = state.scores()[seat][0]
        then = state.after(seat, move).outlook(seat)
        return [*sentences, self.words(self.own_key("outlook", "menu.outlook"), now=now, then=then, same=now == then)]

    def points(self, points: int, shared: str = "menu.points") -> str:
        """A seat's points in words; as a loss if the fewest points win.

        `shared`: the key of the text for games without their own.
        """
        return self.words(self.own_key("points", shared), points=str(points).replace("-", MINUS), lost=-points)

    def gain(self, points: int) -> str:
        """The points that the seat gains, in words; "" for 0 points or if single moves are not scored."""
        return self.words(self.own_key("gain", "menu.gain"), gain=format_signed(points)) if points else ""

    def question(self, view: View[State], progress: MoveStep, question: Question) -> str:
        """The question in words, preceded by what is already answered.

        It is the game's text for the fields in which the answers differ, else for all the fields asked.
        """
        first = question.choices[0].moves[0]
        names = [part.name for part in fields(first)]
        before = names[: names.index(question.fields[0])]
        facts = self._facts(view, first)
        columns = zip(*[choice.values for choice in question.choices], strict=False)  # a coarse answer has one value
        differing = [name for name, values in zip(question.fields, columns, strict=False) if len(set(values)) > 1]
        key = self.own_key(f"ask.{'+'.join(question.fields)}", "menu.ask")
        title = self.words(self.own_key(f"ask.{'+'.join(differing)}", key), **facts, coarse=question.is_coarse)
        known: list[str | None] = []
        if question.kind.ONE_BY_ONE:
            known = [self.words(f"{self.game}.known.{name}", **facts) for name in before]
            total = view.state.gain_of(view.own_seat, first, len(before))
            known.append(self.words("menu.total", gain=format_signed(total)) if total else "")
        elif before and all(name in progress.known_answers for name in before):
            known = [self._own_text(f"known.{'+'.join(before)}", facts)]
        return " · ".join(filter(None, [*known, f"**{title}**"]))

    def answer(self, view: View[State], question: Question, choice: Choice) -> ShownAnswer:
        """The answer with its points, its emoji and its detail."""
        first = choice.moves[0]
        facts = self._facts(view, first)
        value = choice.values[0]
        names = "+".join(question.fields)
        label = None if question.is_coarse else self._own_text(f"answer.{names}", facts)
        if question.is_coarse and isinstance(value, str) and value.isalpha():
            label = self.words("menu.column", column=value.upper())
        elif label is None:
            parts = []  # the text of each single field, else its value
            for field, value_of_field in zip(question.fields, choice.values, strict=False):
                alone = self._own_text(f"answer.{field}", facts)
                parts.append(str(self._word(field, value_of_field) or value_of_field) if alone is None else alone)
            label = ", ".join(filter(None, parts))
        detail = ""
        detail_key = f"{self.game}.detail.{names}"
        if detail_key in self.words and not question.is_coarse:
            plain = self.plain
            detail = plain.words(detail_key, **plain._facts(view, first))
        gain = ""
        if question.kind.ONE_BY_ONE:  # what this answer adds to the gain of the earlier answers
            place = [part.name for part in fields(first)].index(question.fields[0])
            before = view.state.gain_of(view.own_seat, first, place)
            gain = self.gain(view.state.gain_of(view.own_seat, first, place + 1) - before)
        elif (
            view.seat is not None and len(choice.moves) <= MAX_MOVES_COMPARED and self.gain(1)
        ):  # gain(1) is "" if single moves are not scored
            gain = self.gain(view.state.shared_gain(view.seat, choice.moves))
        emoji = first_emoji(label) or self.emoji(view, choice.moves)
        return ShownAnswer(without_emojis(label) + gain, emoji, detail)

    def emoji(self, view: View[State], moves: Sequence[Move]) -> str:
        """The emoji of an answer that names no tile: from a value that all its moves share, else from their kind."""
        if not self.words.emojis.markup:
            return ""
        first = moves[0]
        seat = -1 if view.seat is None else view.seat
        for part in fields(first):
            value = getattr(first, part.name)
            key = f"{self.game}.{self._kind(part.name)}.{value}"
            found = self.words.emojis.first_markup(key, f"{key}.{seat}")
            if found and all(getattr(move, part.name, None) == value for move in moves):
                return found
        thing = self._own_text(f"emoji.{type(first).__name__}", {"seat": seat})
        return "" if thing is None else self._emoji_of(thing, seat)

    def _emoji_of(self, thing: str, seat: int) -> str:
        """The emoji of a thing of the game such as "marker" or "piece.{seat}"."""
        return self.words.emojis.first_markup(f"{self.game}.{thing.format(seat=seat)}")

    def answers_so_far(self, view: View[State], question: Question, choice: Choice) -> str:
        """All answers so far, including this one: "2 blue from display 3"; only this one without such a text."""
        names = [part.name for part in fields(choice.moves[0])]
        key = f"{self.game}.known.{'+'.join(names[: names.index(question.fields[-1]) + 1])}"
        if key in self.words and not question.is_coarse:
            return self.words(key, **self._facts(view, choice.moves[0]))
        return self.answer(view, question, choice).label

    def needs_list(self, question: Question) -> bool:
        """Whether even a few short answers are shown as a list instead of buttons, because their details matter."""
        return f"{self.game}.list.{'+'.join(question.fields)}" in self.words

    def hint(self, question: Question) -> str:
        """The placeholder of a list of answers."""
        names = "+".join(question.fields)
        key = f"list.{names}" if self.needs_list(question) else f"choose.{names}"
        return self.words(self.own_key(key, "menu.choose"))

    def tile(self, tile: str) -> str:
        """A single tile of a heap in words, after its emoji."""
        return self._word("tile", tile) or self._word("color", tile) or tile

    def other_move(self, view: View[State], choice: Choice) -> ShownAnswer:
        """The button that leads to another kind of move."""
        first = choice.moves[0]
        label = self.words(f"{self.game}.instead.{type(first).__name__}", **self._facts(view, first))
        return ShownAnswer(without_emojis(label), first_emoji(label) or self.emoji(view, choice.moves), "")

    def refused_answers(self, view: View[State], question: Question) -> list[RefusedAnswer]:
        """The answers to this question that would finish a move but are forbidden, at most 100."""
        is_single_answer = question.is_last or question.kind.ONE_BY_ONE
        if not is_single_answer or question.is_coarse or question.tile_choice:
            return []
        state = view.state
        seat = view.own_seat
        moves = _moves_not_offered(state, question) if question.kind.ONE_BY_ONE else _finishing_moves(state, question)
        found: list[RefusedAnswer] = []
        for move in moves:
            reason = state.refuses(seat, move)
            if reason is None:
                continue
            label = self._refused_label(view, question, move)
            if without_emojis(label):
                short = self.plain.short_reason(reason, state.facts(seat, move))
                found.append(RefusedAnswer(without_emojis(label), first_emoji(label), reason, short, move))
            if len(found) == MAX_REFUSED_ANSWERS:
                break
        return found

    def short_reason(self, reason: str, facts: Mapping[str, Fact]) -> str:
        """The rule in a few words, such as "holds red"; "" if it has no short text."""
        return self._own_text(f"short.{reason}", self.translate(facts)) or ""

    def reason(self, reason: str, facts: Mapping[str, Fact]) -> str:
        """Why the rule forbids it: a full sentence ("Line 2 holds red."), else the short text, else ""."""
        sentence = self._own_text(f"why.{reason}", self.translate(facts))
        if sentence is not None:
            return sentence[0].upper() + sentence[1:]
        short = self.short_reason(reason, facts)
        return self.words("refusal.rule", short=short) if short else ""

    def _refused_label(self, view: View[State], question: Question, move: Move) -> str:
        """The forbidden answer in words: its value if one field is asked, otherwise the whole move; may be ""."""
        if len(question.fields) > 1:
            return self.move_phrase(view.state, view.own_seat, move)
        field = question.fields[0]
        value = getattr(move, field)
        facts = self._facts(view, move)
        label = self._own_text(f"refused.{field}", facts)
        return str(self._word(field, value) or facts.get(field, value)) if label is None else label

    def own_key(self, name: str, shared: str) -> str:
        """The game's own key for `name` if it has such a text, else the shared key."""
        key = f"{self.game}.{name}"
        return key if key in self.words else shared

    def _own_text(self, name: str, facts: Mapping[str, object] = NO_FACTS) -> str | None:
        """The game's own text of that name with these facts; None if it has none."""
        key = f"{self.game}.{name}"
        return self.words(key, **facts) if key in self.words else None

    def _facts(self, view: View[State], move: Move) -> dict[str, object]:
        """The facts of a move of the view's seat, translated."""
        return self.translate(view.state.facts(view.own_seat, move), view.own_seat)

    def _kind(self, name: str) -> str:
        """The list of words for this fact, or the format of its value (see `_word`)."""
        return self._own_text(f"fact.{name}") or name

    def _word(self, name: str, value: object, seat: int = -1) -> str | None:
        """The word for a fact, after its emoji; None for a fact that has neither.

        If the fact has no list of words, it has a format: "rows" for a drawing, "places" for names separated by spaces,
        or "heap of <list>" for tiles of that list.
        """
        kind = self._kind(name)
        match kind.split():
            case ["rows"]:
                return shape_in_words(str(value), self.words) if value else ""
            case ["places"]:
                return join_list(str(value).split(), self.words)
            case ["heap", "of", list_]:
                parts = []
                for tile, n in Counter(re.findall(r"[A-Z]\d*", str(value))).items():
                    word = self._word(list_, tile) or tile
                    parts.append(f"{n} {word}" if n > 1 else word)
                return join_list(parts, self.words)
        key = f"{self.game}.{kind}.{value}"
        emoji = self.words.emojis.first_markup(key, f"{key}.{seat}")
        if key not in self.words:
            return f"{emoji} {value}" if emoji else None
        return f"{emoji} {self.words(key)}" if emoji else self.words(key)


def shape_in_words(drawing: str, words: Words) -> str:
    """A drawing of squares "#", row by row, in words. No row may be empty.

    >>> for drawing in ("#.#", "##/.#", "##/##", ".#/##", "#/#"):
    ...     print(shape_in_words(drawing, Words()))
    2 squares with a gap between
    2 squares; below the second, 1
    2 squares; from below the first on, 2
    1 square; 2, the second of them below it
    1 square; below it, 1
    """
    rows = [[run.span() for run in re.finditer("#+", row)] for row in drawing.split("/")]  # runs of adjacent squares
    top = rows[0]
    phrases = [words("rows.top" if len(top) == 1 else "rows.apart", n=sum(end - start for start, end in top))]
    for above, row in pairwise(rows):
        first = above[0][0]
        is_alone = above[-1][1] - first == 1
        below = []
        for start, end in row:  # the position of each run, relative to the first square of the row above
            key = "rows.below" if end - start == 1 else "rows.from"
            if start < first:
                key = "rows.under"
            at = words(f"rows.place.{abs(start - first) + 1}")
            below.append(words(key, n=end - start, at=at, alone=is_alone))
        phrases.append(words("rows.and").join(below))
    return words("rows.then").join(phrases)


def _finishing_moves(state: State, question: Question) -> Iterator[Move]:
    """Every move that an answer to the question would finish, legal or not."""
    kind: Callable[..., Move] = question.kind
    stems = dict.fromkeys(choice.moves[0].answers()[:-1] for choice in question.choices)
    for stem in stems:
        for value in state.domain(question.kind)[-1]:
            yield kind(*stem, value)


def _moves_not_offered(state: State, question: Question) -> Iterator[Move]:
    """A move for each value of the asked field that no answer offers; its other fields are from the first answer."""
    kind: Callable[..., Move] = question.kind
    first = question.choices[0].moves[0]
    given = first.answers()
    place = [part.name for part in fields(first)].index(question.fields[0])
    offered = {choice.values[0] for choice in question.choices}
    for value in state.domain(question.kind)[place]:
        if value not in offered:
            yield kind(*given[:place], value, *given[place + 1 :])
