"""What mattered in a table's game, once it is over: an overview, and every decision by itself.

Knows no rules, and nothing of how decisions are judged.
"""

from collections.abc import Sequence
from itertools import pairwise

from bot.model.review import ReviewSoFar
from bot.model.room import PlayedRoom
from bot.screens import verbs
from bot.screens.news import outline_number
from bot.screens.replay import steps
from bot.screens.screen import Button, Buttons, ButtonStyle, Picture, Screen, Text, buttons, cut, texts
from bot.screens.seat_names import names, short_names
from bot.screens.speech import Speech
from bot.screens.table import draw
from bot.text.words import Words, listed, without_emojis
from engine.core import CHANCE, Move, Seat, State, View, places
from engine.robots import LUCKS
from engine.robots.luck import Luck, altogether
from engine.robots.review import Judged, JudgedLine, Review, decisions, reviewed, to_look_at_closely
from engine.table import Table
from render import Aspect, Drawing, accent, alt_text, sketch
from render.cards import Chances, TurningPoint, chances_alt, draw_chances

OTHERS = 3  # lines that are told beside the best one and what was played
TWO = 2  # seats whose chances are 1 together at every decision
HIGH = 99  # percent: what is more is no certainty either
MOST_LETTERS, PARTS = 3_750, 5  # of what is told of one decision; of its paragraphs, at most


def progress(room: PlayedRoom, words: Words, so_far: ReviewSoFar) -> Screen:
    """How far the first pass has come, or that it has stopped."""
    key = "review.progress" if so_far.is_under_way else "review.stopped"
    text = words(key, done=len(so_far.quick), of=so_far.of)
    again = None if so_far.is_under_way else Button(words("button.go_on"), verbs.REVIEW(room.id), ButtonStyle.MAIN)
    return Screen((Text(_title(room, words)), Text(text), *([buttons(again)] if again else [])), accent(room.game.key))


def overview(room: PlayedRoom, seat: Seat | None, words: Words, so_far: ReviewSoFar) -> Screen:
    """The chances as a picture, and the turns that mattered; each decision was judged once. Some 100 ms of CPU.

    `seat`: that of who reads it, None for anybody else.
    """
    made = reviewed(room.table, so_far.best_known)
    view = _chances(room, seat, made)
    turns = made.turning_points()
    return Screen(
        (
            Text(_title(room, words)),
            Picture(f"review-{room.code}.png", draw_chances(view, words, room.theme), chances_alt(view, words)),
            *overview_texts(room, seat, words, so_far),
            _controls(room, words, made, turns, so_far),
        ),
        accent=accent(room.game.key),
    )


def overview_texts(room: PlayedRoom, seat: Seat | None, words: Words, so_far: ReviewSoFar) -> list[Text]:
    """What stands below that picture: the turns that mattered, and the luck of each round once it is known."""
    made = reviewed(room.table, so_far.best_known)
    turns = []
    for number, turn in enumerate(made.turning_points(), 1):
        page = DecisionPage(room, words, turn)
        facts = {"n": made.decisions.index(turn) + 1, "name": page.name, "better": page.phrase(turn.lines[0])}
        played = page.phrase(turn.lines[turn.played])
        turns.append(words("review.turn", number=outline_number(number), played=played, **facts, **page.cost()))
    told = texts([_state(words, so_far), *(turns or [words("review.nothing")])])
    return [told, *_luck(room, seat, words, so_far.luck_by_round)]


def decision(room: PlayedRoom, seat: Seat | None, words: Words, so_far: ReviewSoFar, at: int) -> Screen:
    """One decision, by number from 0, -1 for the last: the position, what was played and what was better.

    `seat`: that of who reads it, None for anybody else.
    """
    known = so_far.best_known
    at = len(known) - 1 if at < 0 else min(at, len(known) - 1)
    one = known[at]
    head, *told = decision_texts(room, seat, words, so_far, at)
    return Screen(
        (
            head,
            DecisionPage(room, words, one).picture(at),
            *told,
            buttons(
                *steps(words, verbs.DECISION, room.id, at, len(known) - 1),
                Button(words("button.to_review"), verbs.REVIEW(room.id)),
                Button(words("button.try_here"), verbs.TRY_TABLE(room.id, one.place)),
            ),
        ),
        accent=accent(room.game.key),
    )


def decision_texts(room: PlayedRoom, seat: Seat | None, words: Words, so_far: ReviewSoFar, at: int) -> list[Text]:
    """What stands above the picture of that decision, then what stands below it, a paragraph each."""
    known = so_far.best_known
    page = DecisionPage(room, words, known[at])
    other = known[at].seat != seat
    head = words("review.decision", n=at + 1, of=len(known), name=page.name, round=page.round)
    seen = words("review.seen_by_another", name=page.name) if other else ""
    reply = page.reply(known[at + 1]) if at + 1 < len(known) else None
    secrets = [one.name for one in (page, reply) if one is not None and one.shows_secret_of_another(seat)]
    secret = [words("review.secret", names=listed(secrets, words), one=len(secrets) == 1)] if secrets else []
    parts = [cut(part, MOST_LETTERS // PARTS) for part in (*page.paragraphs(reply), *secret)]
    return [texts([_title(room, words), head, seen]), *map(Text, parts)]


def _title(room: PlayedRoom, words: Words) -> str:
    return words("review.title", game=room.game.title, tag=room.tag)


def _state(words: Words, so_far: ReviewSoFar) -> str:
    if so_far.is_done:
        return ""
    if so_far.is_complete:
        return words("review.luck_to_come" if so_far.is_under_way else "review.luck_stopped")
    if not so_far.is_under_way:
        return words("review.stopped_close")
    of = len(to_look_at_closely(so_far.quick))
    return words("review.first_look", done=len(so_far.judged) - so_far.of, of=of)


def _controls(room: PlayedRoom, words: Words, made: Review, turns: Sequence[Judged], so_far: ReviewSoFar) -> Buttons:
    stopped = not so_far.is_done and not so_far.is_under_way
    numbers = [made.decisions.index(turn) for turn in turns]
    look = ButtonStyle.MAIN
    to_turns = []
    for n, at in enumerate(numbers):
        label = words("button.decision", n=at + 1, number=outline_number(n + 1))
        to_turns.append(Button(label, verbs.DECISION(room.id, at, mark=f"t{n}"), look))
        look = ButtonStyle.PLAIN
    return buttons(
        *to_turns,
        Button(words("button.all_decisions"), verbs.DECISION(room.id, 0, mark="a")),
        Button(words("button.go_on"), verbs.REVIEW(room.id)) if stopped else None,
        Button(words("button.replay"), verbs.REPLAY(room.id, 0, mark="n")),
    )


def _luck(room: PlayedRoom, seat: Seat | None, words: Words, found: Sequence[Luck]) -> list[Text]:
    """How the draws of each round favored who reads it, a line each; for anybody else whom they favored most."""
    if not found:
        return []
    game_luck = LUCKS[room.game.key]
    people = names(room, words, len(room.table.log))
    turns = game_luck.turns
    lines = [words("review.luck", turns=game_luck.turns)]
    for one in found:
        last = turns * one.round
        facts = {"round": one.round, "first": last - turns + 1, "last": last, "open": one is found[-1]}
        when = words("review.luck_when", turns=turns, **facts)
        lines.append(words("review.luck_round", when=when, turns=turns, **_favored(one, seat, people)))
    if game_luck.adds_up and len(found) > 1:
        when = words("review.luck_in_all")
        lines.append(words("review.luck_round", when=when, turns=turns, **_favored(altogether(found), seat, people)))
    return [Text("\n".join(lines))]


def _favored(one: Luck, seat: Seat | None, names: Sequence[str]) -> dict[str, object]:
    """Whom, by how many points, 0 where nothing is clear, and how wrong that may be."""
    of = one.leads.index(max(one.leads)) if seat is None else seat
    lead = round(one.leads[of])
    error = max(1, round(one.errors[of]))
    points = abs(lead) if abs(lead) > error else 0
    return {"points": points, "error": error, "against": lead < 0, "name": names[of], "other": seat is None}


def _chances(room: PlayedRoom, seat: Seat | None, made: Review) -> Chances:
    asked = decisions(room.table)
    rounds = [getattr(one.view.state, "round", 0) for one in asked]
    began = [at for at, now in enumerate(rounds) if now and (at == 0 or rounds[at - 1] != now)]
    numbers = {one.place: at for at, one in enumerate(made.decisions)}
    scores = room.table.state.scores()
    stood = [(int(room.mark(one) != "resigned"), *score) for one, score in enumerate(scores)]
    return Chances(
        title=f"{room.game.title} {room.tag}",
        names=tuple(short_names(room)),
        moments=_moments(made),
        turns=tuple(
            TurningPoint(numbers[turn.place], turn.seat, turn.lines[turn.played].chance)
            for turn in made.turning_points()
        ),
        accuracy=tuple(None if one is None else round(one) for one in made.accuracy()),
        places=places(stood),
        rounds=tuple(began) if len(began) > 1 else (),
        reader=seat,
        game=room.game.key,
    )


def _moments(made: Review) -> tuple[tuple[float, ...], ...]:
    """The chances at each decision and at the end; a game without a result ends as the last decisions left it.

    With two seats each decision tells both chances. With more it tells one, and what the others share is a guess: their
    lines go straight from one decision of their own to the next.
    """
    if made.seats == TWO:
        after = made.decisions[-1].seat, made.decisions[-1].lines[made.decisions[-1].played].chance
        end = tuple(after[1] if seat == after[0] else 1 - after[1] for seat in range(TWO))
        return tuple(made.chances()) if made.result else (*made.chances(), end)
    return tuple(zip(*(_course(made, seat) for seat in range(made.seats)), strict=True))


def _course(made: Review, seat: Seat) -> list[float]:
    """The chances of a seat, straight from one of its decisions to the next and to the end."""
    own = [(at, one) for at, one in enumerate(made.decisions) if one.seat == seat]
    left = own[-1][1].lines[own[-1][1].played].chance if own else 1 / made.seats
    end = (len(made.decisions), made.result[seat] if made.result else left)
    known = [*((at, one.lines[0].chance) for at, one in own), end]
    course = [known[0][1]] * known[0][0]
    for (start, here), (stop, there) in pairwise(known):
        course += [here + (there - here) * step / (stop - start) for step in range(stop - start)]
    return [*course, end[1]]


def _percent(line: JudgedLine) -> int:
    return round(100 * line.chance)


class DecisionPage:
    """A decision as it was to make, in the words of who reads it."""

    def __init__(self, room: PlayedRoom, words: Words, judged: Judged, then: Table | None = None) -> None:
        self._room = room
        self._words = words
        self._judged = judged
        self._speech = Speech(words, room.game.key)
        self._table = room.table.back_to(judged.place) if then is None else then
        self._view = self._table.view(judged.seat)
        self._names = names(room, words, judged.place)
        self.round = getattr(self._table.state, "round", 0)
        self.name = self._names[judged.seat]

    def paragraphs(self, reply: "DecisionPage | None") -> list[str]:
        """What was better, what was played, with what they do, and what else came into question.

        `reply`: as from the method of that name.
        """
        words = self._words
        best = self._judged.lines[0]
        played = self._judged.lines[self._judged.played]
        answer = words("review.reply", name=reply.name, move=reply.best) if reply else self._answer(played)
        if best is played:
            found = [self._paragraph("review.best_played", played, "", answer)]
        else:
            cost = words("review.cost", **self.cost())
            found = [
                self._paragraph("review.better", best, outline_number(1), self._answer(best)),
                self._paragraph("review.played", played, outline_number(2), answer, cost=cost),
            ]
        others = []
        for line in [line for line in self._judged.lines if line not in (best, played)][:OTHERS]:
            points = round(best.value - line.value)
            facts = {"points": points, "less": words(self._speech.own("review.less", "review.less"), points=points)}
            others.append(words("review.other", move=self.phrase(line), chance=self._chance(line), **facts))
        return [*found, words("review.others", moves="; ".join(others))] if others else found

    def _paragraph(self, key: str, line: JudgedLine, number: str, answer: str, cost: str = "") -> str:
        """A line of moves, what the whole turn does, and what the next seat makes of it."""
        facts = {"name": self.name, "move": self.phrase(line), "chance": self._chance(line)}
        state, move = self._positions(line)[-1]
        view = View(self._view.game, self._judged.seat, state)
        consequences = " ".join(filter(None, self._speech.consequences(view, move, later=True)))
        said = [self._words(key, number=number, cost=cost, **facts), consequences]
        return "\n".join([*said, answer] if answer else said)

    def _answer(self, line: JudgedLine) -> str:
        """What the next seat would do best after these moves; "" if that is not known."""
        if not line.answer:
            return ""
        state, move = self._positions(line)[-1]
        then = state.after(self._judged.seat, move)
        other = then.to_act()[0]
        moves = [self._speech.move(then, other, self._room.game.parse(text)) for text in line.answer]
        return self._words("review.reply", name=self._names[other], move=listed(moves, self._words))

    def _chance(self, line: JudgedLine) -> str:
        percent = _percent(line)
        return self._words("review.chance", n=percent, low=percent < 1, high=percent > HIGH)

    def cost(self) -> dict[str, object]:
        """What the decision cost: whole points, also in words, and by how much less of a chance is told, in percent."""
        points = round(self._judged.points)
        lost = self._words(self._speech.own("review.lost", "review.lost"), points=points)
        percent = _percent(self._judged.lines[0]) - _percent(self._judged.lines[self._judged.played])
        return {"points": points, "percent": max(0, percent), "lost": lost}

    def picture(self, at: int) -> Picture:
        """The position as the seat saw it, with what was best and what was played outlined."""
        aspect, people, alt = self._looks()
        return Picture(
            f"decision-{self._room.code}-{at}.png", draw(self._room, self._view, self._words, aspect, people), alt
        )

    def sketch(self, *, contrast: bool) -> Drawing:
        """The same in elements of SVG; `contrast`: for eyes that need more."""
        aspect, people, alt = self._looks()
        return sketch(self._view, people, self._words, aspect, contrast=contrast, alt=alt)

    def _looks(self) -> tuple[Aspect, list[str], str]:
        """What is outlined in the position, the names on it, and the same in words."""
        best = self._judged.lines[0]
        played = self._judged.lines[self._judged.played]
        outlines = [self._moves(line) for line in dict.fromkeys((best, played))]
        aspect = Aspect(seat=self._judged.seat if self._room.shows_own else None, prepared=outlines)
        people = short_names(self._room, self._judged.place)
        better = without_emojis(self.phrase(best))
        done = without_emojis(self.phrase(played))
        first = self._words("review.alt", better=better, played=done, differs=better != done)
        return aspect, people, alt_text(self._view, people, self._words.plain, first=first)

    def phrase(self, line: JudgedLine) -> str:
        """Its moves: "2 blue from display 3 to line 2". That a turn of several is over then is not said."""
        steps = self._positions(line)
        told = [(state, move) for state, move in steps if move.answers() or len(steps) == 1]
        return listed([self._speech.move(state, self._judged.seat, move) for state, move in told], self._words)

    @property
    def best(self) -> str:
        """The best line."""
        return self.phrase(self._judged.lines[0])

    def reply(self, after: Judged) -> "DecisionPage | None":
        """The next decision, if it was another seat's answer to what was played; draws in between may have been made.

        After a deal that begins a round it is none.
        """
        judged = self._judged
        log = self._room.table.log
        between = log[judged.place + len(judged.lines[judged.played].moves) : after.place]
        if after.seat == judged.seat or any(entry.seat != CHANCE for entry in between):
            return None
        table = self._table
        for entry in log[judged.place : after.place]:
            table = table.step(entry)
        answer = DecisionPage(self._room, self._words, after, table)
        return answer if answer.round == self.round else None

    def shows_secret_of_another(self, reader: Seat | None) -> bool:
        """Whether the seat knew what neither the reader nor the public could know then."""
        return self._judged.seat != reader and self._view.state != self._table.view(None).state

    def _moves(self, line: JudgedLine) -> list[Move]:
        return [self._room.game.parse(text) for text in line.moves]

    def _positions(self, line: JudgedLine) -> list[tuple[State, Move]]:
        """Each move of the line with the position in which it is made."""
        state = self._view.state
        found = list[tuple[State, Move]]()
        for move in self._moves(line):
            found.append((state, move))
            state = state.after(self._judged.seat, move)
        return found
