"""The review of a game that is over, through the real client: who gets it, how it comes, what it tells."""

from __future__ import annotations

import asyncio
from itertools import count
from random import Random

import pytest

from bot.model.people import Person as Account
from bot.playground.protocol import WireObject
from bot.services.reviews import NodeLimits
from engine.robots.ai import choose
from engine.robots.review import judge_decision
from tests.bot.support.local_discord import Reply, buttons, text
from tests.bot.support.tessera import Running

FEW = NodeLimits(5, 10, 2)
SOME = 12  # moves: more than a page of decisions
PRESSES = count(1)


@pytest.fixture
async def quick_bot(running_bot):
    """Tessera, whose coaches look at few positions."""
    running_bot.services.reviews.nodes = FEW
    return running_bot


async def finished(bot: Running, *people, moves=SOME, **options) -> WireObject:
    """The last message of a table that these people have ended after so many moves."""
    await bot.table(*people, **options)
    room, rng = max(await bot.rooms.list_for_person(people[0].id), key=lambda one: one.id), Random(1)
    for _ in range(moves):
        seat = room.to_act[0]
        move = choose(("greedy", "random")[seat % 2], room.table.view(seat), rng)
        room = await bot.rooms.play(room.id, seat, room.chairs[seat].stamp, str(move), next(PRESSES))
    await bot.rooms.end(room.id, Account(people[0].id, "Ana"), True, next(PRESSES))
    return await people[0].until(lambda m: "Review" in buttons(m) and room.tag in text(m))


async def whole(reply: Reply) -> Reply:
    """The reply once its message shows the whole review."""
    return await reply.until(lambda one: "All decisions" in one.buttons and "Luck of the draws" in one.text)


class Coach:
    """Judges as many decisions as it is told to."""

    def __init__(self, most: int) -> None:
        self._left, self._more = most, asyncio.Event()

    def go_on(self, most: int) -> None:
        self._left += most
        self._more.set()

    async def __call__(self, asked):
        while not self._left:
            self._more.clear()
            await self._more.wait()
        self._left -= 1
        return judge_decision(asked.decision, closely=asked.closely, nodes=5)


async def test_a_review_tells_what_mattered_and_every_decision_can_be_stepped_through_and_tried(quick_bot, ana, ben):
    final = await finished(quick_bot, ana, ben)
    reply = await whole(await ana.press(final, label="Review"))
    assert reply.private
    assert reply.text.startswith("### Azul #1 · review\n① Decision ")
    assert "**: " in reply.text
    assert "Better: " in reply.text
    assert "of the chance to win" in reply.text
    (picture,) = reply.message["attachments"]
    assert "Turning point 1: decision" in picture["description"]
    assert "accuracy" in picture["description"]
    first = next(label for label in reply.buttons if label.startswith("① Decision"))
    page = await ana.press(reply.message, label=first)
    assert page.answers == 1
    assert f"**{first[2:]} of" in page.text
    assert "① **Better:**" in page.text
    assert "② **Played:**" in page.text
    assert "Better: " in page.message["attachments"][0]["description"]
    back = await ana.press(page.message, label="Back to the review")
    assert back.text == reply.text
    reply = await whole(await ben.press(final, label="Review"))
    page = await ben.press(reply.message, label="All decisions")
    assert "**Decision 1 of" in page.text
    page = await ben.press(page.message, label="Next")
    assert "**Decision 2 of" in page.text
    page = await ben.press(page.message, label="Last")
    last = page.text.split("**Decision ")[1].split(" ")
    assert last[0] == last[2].split("*")[0]
    page = await ben.press((await ben.press(page.message, label="First")).message, label="Next")
    sandbox = await ben.press(page.message, label="Try other moves")
    assert "sandbox" in sandbox.text.lower()
    assert sandbox.private
    async with quick_bot.changing() as database:
        ((place,),) = database.execute("SELECT log_length FROM imports")
    (kept,) = [await quick_bot.store.reviews.load(1)]
    assert place == kept.latest_judgments[1].place, "the sandbox stands where that decision was made"


async def test_whoever_resigned_sees_the_review_from_the_seat_that_was_theirs(quick_bot, ana, ben):
    await quick_bot.table(ana, ben)
    for _ in range(8):
        room = await quick_bot.rooms.room(1)
        seat = room.to_act[0]
        await quick_bot.rooms.play(1, seat, room.chairs[seat].stamp, str(room.table.view(seat).moves[0]), next(PRESSES))
    await quick_bot.services.table_actions.resign(1, ana.id, next(PRESSES))
    final = await ana.until(lambda m: "Review" in buttons(m))
    reply = await whole(await ana.press(final, label="Review"))
    page, seen = await ana.press(reply.message, label="All decisions"), []
    for _ in range(2):
        seen.append(("**Ana**" in page.text.split("Seen from that seat")[0], "Seen from that seat" in page.text))
        page = await ana.press(page.message, label="Next")
    assert sorted(seen) == [(False, True), (True, False)]


async def test_while_it_is_made_the_message_tells_how_far_it_is(quick_bot, ana, ben):
    final, coach = await finished(quick_bot, ana, ben), Coach(0)
    quick_bot.services.reviews.judge = coach
    quick_bot.client.review_updates.edit_interval = 0.0
    reply = await ana.press(final, label="Review")
    assert "**0 of" in reply.text
    assert "decisions looked at" in reply.text
    coach.go_on(5)
    await reply.until(lambda one: "**5 of" in one.text)
    other = await ben.press(final, label="Review")
    assert "**5 of" in other.text
    of = int(reply.text.split(" of ")[1].split("*")[0])
    coach.go_on(of - 5)
    for one in (reply, other):
        await one.until(lambda one: "First look" in one.text)
        assert "All decisions" in one.buttons
    coach.go_on(100)
    for one in (reply, other):
        await whole(one)


async def test_a_message_that_shows_a_decision_is_left_alone(quick_bot, local, ana, ben):
    final, coach = await finished(quick_bot, ana, ben), Coach(SOME)
    quick_bot.services.reviews.judge = coach
    reply = await ana.press(final, label="Review")
    await reply.until(lambda one: "First look" in one.text)
    page = await ana.press(reply.message, label="All decisions")
    coach.go_on(100)
    await quick_bot.services.reviews.wait_for_change(1)
    while quick_bot.services.reviews.progress(1) is not None:
        await quick_bot.services.reviews.wait_for_change(1)
    await local.quiet()
    assert "**Decision 1 of" in ana.last(int(page.message["channel_id"]))["components"][0]["components"][0]["content"]
    await whole(await ana.press(page.message, label="Back to the review"))


async def test_a_review_that_breaks_says_so_and_can_go_on_later(quick_bot, ana, ben):
    final = await finished(quick_bot, ana, ben, moves=6)

    async def breaks(_):
        raise ValueError("a fault of ours")

    quick_bot.services.reviews.judge = breaks
    reply = await ana.press(final, label="Review")
    await reply.until(lambda one: "has stopped after **0 of" in one.text)
    again = await ana.press(reply.message, label="Go on")
    assert "failed a moment ago" in again.text


async def test_the_command_lists_tables_that_are_over(quick_bot, local, ana, ben):
    games = local.channel("games")
    none = await ana.command("review", channel=games)
    assert "You have no table yet whose game is over" in none.text
    final = await finished(quick_bot, ana, ben, moves=2)
    one = await ana.command("review", channel=games)
    assert one.private
    await whole(one)
    cy = local.person("Cy")  # who watched may read it, but on this server alone
    await whole(await cy.press(final, label="Review"))
    refused = await cy.command("review", channel=cy.dm, table="1")
    assert "That belongs to a table on another server." in refused.text
    await finished(quick_bot, ana, ben, moves=2)
    question = await ana.command("review", channel=games)
    assert "2 tables" in question.text
    chosen = await ana.choose(question.message, values=["1"])
    await whole(chosen)
    assert "#1" in chosen.text
    typed = await ana.complete("review", channel=games, focused="table", table="")
    assert len(typed.choices) == 2
    assert "#2" in (await whole(await ben.command("review", channel=games, table="2"))).text


async def test_what_cannot_be_reviewed_says_what_to_do_instead(quick_bot, local, ana, ben):
    await quick_bot.table(ana, ben)
    message, games = await ana.until(lambda one: "Play" in buttons(one)), local.channel("games")
    forged = await ana.raw_press(int(message["channel_id"]), message["id"], "review:1")
    assert "is still being played" in forged.text
    assert "`/review`" in forged.text
    assert "is still being played" in (await ana.command("review", channel=games, table="1")).text
    sandbox = await ana.raw_press(int(message["channel_id"]), message["id"], "review:1000000")
    assert "A sandbox has no review." in sandbox.text
    page = await ana.raw_press(int(message["channel_id"]), message["id"], "decision:1:3")
    assert "is still being played" in page.text
