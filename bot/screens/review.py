"""The review of a finished game: an overview of what mattered, and a page for every decision.

Independent of game rules; does not judge decisions.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from bot.model.review import ReviewProgress
from bot.model.room import PlayedRoom
from bot.screens import verbs
from bot.screens.news import outline_number
from bot.screens.replay import step_buttons
from bot.screens.screen import Button, ButtonStyle, Picture, Screen, ScreenPart, Text, buttons, cut, text_block
from bot.screens.seat_names import names, short_names
from bot.screens.speech import Speech
from bot.screens.table import draw, menu_aspect, round_number
from bot.text.words import Words, join_list, without_emojis
from engine.core import CHANCE, Move, Seat, State, View, places
from engine.robots import LUCKS
from engine.robots.luck import Luck, total_luck
from engine.robots.review import JudgedDecision, JudgedLine, Review, decisions, make_review, places_to_judge_closely
from engine.table import Table
from render import Aspect, Drawing, accent, alt_text, sketch
from render.cards import Chances, TurningPoint, chances_alt, draw_chances

MAX_OTHER_LINES = 3  # lines of moves named besides the best and the played one
HIGHEST_CHANCE = 99  # percent; a higher chance is shown as "more than 99%", because it is not certain
MAX_PARAGRAPH_LETTERS = 750  # letters of a paragraph; a decision has at most five


def progress(room: PlayedRoom, words: Words, so_far: ReviewProgress) -> Screen:
    """How far the first pass of the review has got, or that it has stopped."""
    key = "review.progress" if so_far.is_under_way else "review.stopped"
    text = words(key, done=len(so_far.quick_judgments), of=so_far.decision_count)
    parts: list[ScreenPart] = [Text(_title(room, words)), Text(text)]
    if not so_far.is_under_way:
        parts.append(buttons(Button(words("button.go_on"), verbs.REVIEW(room.id), ButtonStyle.MAIN)))
    return Screen(tuple(parts), accent(room.game.key))


def overview(room: PlayedRoom, seat: Seat | None, words: Words, so_far: ReviewProgress) -> Screen:
    """The picture of the chances and the turning points, once each decision was judged. Takes about 100 ms of CPU.

    `seat`: the reader's seat, None for a spectator.
    """
    review = make_review(room.table, so_far.latest_judgments)
    view = _chances(room, seat, review)
    row = []
    for n, at in enumerate(review.turning_points()):
        label = words("button.decision", n=at + 1, number=outline_number(n + 1))
        look = ButtonStyle.MAIN if n == 0 else ButtonStyle.PLAIN
        row.append(Button(label, verbs.DECISION(room.id, at, mark=f"t{n}"), look))
    row.append(Button(words("button.all_decisions"), verbs.DECISION(room.id, 0, mark="a")))
    if not so_far.is_done and not so_far.is_under_way:
        row.append(Button(words("button.go_on"), verbs.REVIEW(room.id)))
    row.append(Button(words("button.replay"), verbs.REPLAY(room.id, 0, mark="n")))
    return Screen(
        (
            Text(_title(room, words)),
            Picture(f"review-{room.code}.png", draw_chances(view, words, room.theme), chances_alt(view, words)),
            *overview_texts(room, seat, words, so_far, review),
            buttons(*row),
        ),
        accent=accent(room.game.key),
    )


def overview_texts(
    room: PlayedRoom, seat: Seat | None, words: Words, so_far: ReviewProgress, review: Review
) -> list[Text]:
    """The texts below the picture of chances: the turning points, and the luck of each round once it is known."""
    turns = []
    for number, (at, turn) in enumerate(review.turning_points().items(), 1):
        page = DecisionPage(room, words, turn)
        facts = {"name": page.name, "better": page.phrase(page.best), "played": page.phrase(page.played)} | page.cost()
        turns.append(words("review.turn", number=outline_number(number), n=at + 1, **facts))
    lines = [_state(words, so_far), *(turns or [words("review.nothing")])]
    return [text_block(lines), *_luck(room, seat, words, so_far.luck_by_round)]


def decision(room: PlayedRoom, seat: Seat | None, words: Words, so_far: ReviewProgress, at: int) -> Screen:
    """The decision with index `at`, -1 for the last: the position, what was played and what was better.

    `seat`: the reader's seat, None for a spectator.
    """
    known = so_far.latest_judgments
    last = len(known) - 1
    at = last if at < 0 else min(at, last)
    page = DecisionPage(room, words, known[at])
    head, *paragraphs = page.texts(seat, known, at)
    return Screen(
        (
            head,
            page.picture(at),
            *paragraphs,
            buttons(
                *step_buttons(words, verbs.DECISION, room.id, at, last),
                Button(words("button.to_review"), verbs.REVIEW(room.id)),
                Button(words("button.try_here"), verbs.TRY_TABLE(room.id, known[at].place)),
            ),
        ),
        accent=accent(room.game.key),
    )


def _title(room: PlayedRoom, words: Words) -> str:
    return words("review.title", game=room.game.title, tag=room.tag)


def _state(words: Words, so_far: ReviewProgress) -> str:
    """How far the review has got since the first pass, or at which stage it stopped; "" once it is done."""
    if so_far.is_done:
        return ""
    if so_far.is_complete:
        return words("review.luck_to_come" if so_far.is_under_way else "review.luck_stopped")
    if not so_far.is_under_way:
        return words("review.stopped_close")
    of = len(places_to_judge_closely(so_far.quick_judgments))
    return words("review.first_look", done=len(so_far.judgments) - so_far.decision_count, of=of)


def _luck(room: PlayedRoom, seat: Seat | None, words: Words, found: Sequence[Luck]) -> list[Text]:
    """A line per round on how much its draws favored the reader; for a spectator, whom they favored most."""
    if not found:
        return []
    game_luck = LUCKS[room.game.key]
    turns = game_luck.turns_per_round
    people = names(room, words, len(room.table.log))
    lines = [words("review.luck", turns=turns)]
    for luck in found:
        last = turns * luck.round
        span = {"round": luck.round, "first": last - turns + 1, "last": last, "open": luck is found[-1]}
        when = words("review.luck_when", turns=turns, **span)
        lines.append(words("review.luck_round", when=when, turns=turns, **_luck_facts(luck, seat, people)))
    if game_luck.shows_total and len(found) > 1:
        when = words("review.luck_in_all")
        lines.append(words("review.luck_round", when=when, turns=turns, **_luck_facts(total_luck(found), seat, people)))
    return [Text("\n".join(lines))]


def _luck_facts(luck: Luck, seat: Seat | None, people: Sequence[str]) -> dict[str, object]:
    """Facts for a line about luck: for or against whom, by how many points, and with what error.

    They are about `seat`, or about the most favored seat for None. Points within the error are 0.
    """
    favored = luck.leads.index(max(luck.leads)) if seat is None else seat
    lead = round(luck.leads[favored])
    error = max(1, round(luck.errors[favored]))
    points = abs(lead) if abs(lead) > error else 0
    return {"points": points, "error": error, "against": lead < 0, "name": people[favored], "other": seat is None}


def _chances(room: PlayedRoom, seat: Seat | None, review: Review) -> Chances:
    starts = []  # the first decision of each round
    before = 0
    for at, decision in enumerate(decisions(room.table)):
        now = round_number(decision.view.state)
        if now not in (0, before):
            starts.append(at)
        before = now
    turns = [
        TurningPoint(at, turn.seat, turn.lines[turn.played].chance) for at, turn in review.turning_points().items()
    ]
    standings = []
    for owner, score in enumerate(room.table.state.scores()):
        standings.append((int(room.chairs[owner].departure != "resigned"), *score))
    return Chances(
        title=f"{room.game.title} {room.tag}",
        names=tuple(short_names(room)),
        moments=_moments(review),
        turns=tuple(turns),
        accuracy=tuple(None if share is None else round(share) for share in review.accuracy()),
        places=places(standings),
        rounds=tuple(starts) if len(starts) > 1 else (),
        reader=seat,
        game=room.game.key,
    )


def _moments(review: Review) -> tuple[tuple[float, ...], ...]:
    """The chances at each decision and at the end; without a result, the last decisions give the chances at the end.

    With two seats, each decision gives both chances. With more seats, it gives only the deciding seat's chance; the
    chances of each seat are interpolated linearly between its own decisions.
    """
    if review.seats != 2:
        return tuple(zip(*(_course(review, seat) for seat in range(review.seats)), strict=True))
    moments = review.chances()
    if not review.result:
        last = review.decisions[-1]
        chance = last.lines[last.played].chance
        moments.append((chance, 1 - chance) if last.seat == 0 else (1 - chance, chance))
    return tuple(moments)


def _course(review: Review, seat: Seat) -> list[float]:
    """A seat's chances, interpolated linearly between its decisions and to the end."""
    end = 1 / review.seats
    chances: dict[int, float] = {}  # by index of the decision; the end comes after the last one
    for at, decision in enumerate(review.decisions):
        if decision.seat == seat:
            chances[at] = decision.lines[0].chance
            end = decision.lines[decision.played].chance
    chances[len(review.decisions)] = review.result[seat] if review.result else end
    first = min(chances)
    course = [chances[first]] * first
    for (start, before), (stop, after) in pairwise(chances.items()):
        course += [before + (after - before) * step / (stop - start) for step in range(stop - start)]
    return [*course, chances[len(review.decisions)]]


class DecisionPage:
    """One decision in words and as a picture, as its seat saw it. `before`: the table then, None to reconstruct it."""

    def __init__(self, room: PlayedRoom, words: Words, judged: JudgedDecision, before: Table | None = None) -> None:
        self._room = room
        self._words = words
        self._judged = judged
        self._speech = Speech(words, room.game.key)
        self._table = room.table.back_to(judged.place) if before is None else before
        self._view = self._table.view(judged.seat)
        self._names = names(room, words, judged.place)
        self._short_names = short_names(room, judged.place)
        self.round = round_number(self._table.state)
        self.name = self._names[judged.seat]
        self.best = judged.lines[0]
        self.played = judged.lines[judged.played]

    def texts(self, reader: Seat | None, known: Sequence[JudgedDecision], at: int) -> list[Text]:
        """The text above the picture of this decision, `known[at]`; then the paragraphs below the picture."""
        words = self._words
        head = words("review.decision", n=at + 1, of=len(known), name=self.name, round=self.round)
        seen_by = words("review.seen_by_another", name=self.name) if self._judged.seat != reader else ""
        reply = self.reply(known[at + 1]) if at + 1 < len(known) else None
        paragraphs = self.paragraphs(reply)
        knew_more = [page.name for page in (self, reply) if page is not None and page.shows_secret_of_another(reader)]
        if knew_more:
            paragraphs.append(words("review.secret", names=join_list(knew_more, words), one=len(knew_more) == 1))
        above = text_block([_title(self._room, words), head, seen_by])
        return [above, *(Text(cut(page, MAX_PARAGRAPH_LETTERS)) for page in paragraphs)]

    def paragraphs(self, reply: "DecisionPage | None" = None) -> list[str]:
        """What was better and what was played, with their consequences, and which other moves were considered.

        `reply`: the page of the decision that replied to this one, None if none is known.
        """
        words = self._words
        if reply:
            answer = words("review.reply", name=reply.name, move=reply.phrase(reply.best))
        else:
            answer = self._answer(self.played)
        if self.best is self.played:
            found = [self._paragraph("review.best_played", self.played, "", answer)]
        else:
            cost = words("review.cost", **self.cost())
            found = [
                self._paragraph("review.better", self.best, outline_number(1), self._answer(self.best)),
                self._paragraph("review.played", self.played, outline_number(2), answer, cost=cost),
            ]
        others = []
        for line in self._judged.lines:
            if line not in (self.best, self.played):
                points = round(self.best.value - line.value)
                less = words(self._speech.own_key("review.less", "review.less"), points=points)
                facts = {"points": points, "less": less}
                others.append(words("review.other", move=self.phrase(line), chance=self._chance(line), **facts))
        if others:
            found.append(words("review.others", moves="; ".join(others[:MAX_OTHER_LINES])))
        return found

    def _paragraph(self, key: str, line: JudgedLine, number: str, answer: str, cost: str = "") -> str:
        """A line of moves, the consequences of the whole turn, and the next seat's reply."""
        facts = {"name": self.name, "move": self.phrase(line), "chance": self._chance(line)}
        state, move = self._positions(line)[-1]
        view = View(self._view.game, self._judged.seat, state)
        consequences = " ".join(filter(None, self._speech.consequences(view, move, later=True)))
        said = [self._words(key, number=number, cost=cost, **facts), consequences]
        return "\n".join([*said, answer] if answer else said)

    def _answer(self, line: JudgedLine) -> str:
        """The next seat's best reply to these moves; "" if it is not known."""
        if not line.answer:
            return ""
        state, move = self._positions(line)[-1]
        then = state.after(self._judged.seat, move)
        other = then.to_act()[0]
        moves = [self._speech.move_phrase(then, other, self._room.game.parse(text)) for text in line.answer]
        return self._words("review.reply", name=self._names[other], move=join_list(moves, self._words))

    def _chance(self, line: JudgedLine) -> str:
        percent = round(100 * line.chance)
        return self._words("review.chance", n=percent, low=percent < 1, high=percent > HIGHEST_CHANCE)

    def cost(self) -> dict[str, object]:
        """What the decision cost: whole points, also in words, and the loss of win chance in percentage points."""
        points = round(self._judged.points)
        lost = self._words(self._speech.own_key("review.lost", "review.lost"), points=points)
        percent = round(100 * self.best.chance) - round(100 * self.played.chance)
        return {"points": points, "percent": max(0, percent), "lost": lost}

    def picture(self, at: int) -> Picture:
        """The position as the seat saw it, with the best and the played moves outlined."""
        png = draw(self._room, self._view, self._words, self._aspect(), self._short_names)
        return Picture(f"decision-{self._room.code}-{at}.png", png, self._alt())

    def sketch(self, *, contrast: bool) -> Drawing:
        """The same picture as SVG elements; `contrast`: with high contrast."""
        people = self._short_names
        return sketch(self._view, people, self._words, self._aspect(), contrast=contrast, alt=self._alt())

    def _aspect(self) -> Aspect:
        """How to draw the picture: the seat's part or the whole table, and the moves to outline."""
        outlines = [self._moves(line) for line in dict.fromkeys((self.best, self.played))]
        return replace(menu_aspect(self._room, self._judged.seat), prepared=outlines)

    def _alt(self) -> str:
        """The alt text of the picture: first what is outlined, then the position."""
        better = without_emojis(self.phrase(self.best))
        played = without_emojis(self.phrase(self.played))
        first = self._words("review.alt", better=better, played=played, differs=better != played)
        return alt_text(self._view, self._short_names, self._words.plain, first=first)

    def phrase(self, line: JudgedLine) -> str:
        """The moves of the line in words, without the end of a turn: "2 blue from display 3 to line 2"."""
        steps = self._positions(line)
        chosen = [(state, move) for state, move in steps if move.answers() or len(steps) == 1]
        return join_list(
            [self._speech.move_phrase(state, self._judged.seat, move) for state, move in chosen], self._words
        )

    def reply(self, after: JudgedDecision) -> "DecisionPage | None":
        """The page of the next decision, if it is another seat's reply to what was played; else None.

        Draws may come in between, but a decision in a new round is not a reply.
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
        """Whether the deciding seat knew something then that neither the reader nor the public knew."""
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
