"""Pauses, the early end, seats that change hands and what is read of time, through the real client."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.logic.seats import play_for_absent
from bot.model.notifications import Notification
from bot.model.people import Person
from tests.bot.flows.test_deadlines import DAY, begun, by, passes
from tests.bot.interactions.test_more import chosen, plays
from tests.bot.support.lobby import options_of, refused
from tests.bot.support.local_discord import buttons, text
from tests.bot.support.rooms import due_notifications
from tests.bot.support.tessera import first_answers, says, turn_of


@pytest.fixture
def cy(local):
    return local.person("Cy")


async def late(bot, clock, ana, *others):
    """A robot looks after the seats of the others at Ana's table, who have missed two turns; the message of that."""
    await bot.table(ana, *others)
    await ana.until(says("your turn"))
    clock.time += 1
    for person in others:

        def step(record, person=person):
            seat = record.chairs.index(record.chair_of(person.id))
            told = Notification("timed_out", person.id, facts={"seat": seat})
            return replace(play_for_absent(record, seat, clock.time), notifications=(told,))

        await bot.rooms.change(1, None, step)
    bot.client.messages.wake(1)
    return await ana.until(lambda m: "A robot looks after the seat of **Ben**" in text(m) and "Replace…" in buttons(m))


async def test_a_pause_stops_the_table_until_somebody_lets_it_go_on(local, timed_bot, clock, ana, ben, cy):
    acting, other, message = await begun(timed_bot, ana, ben)
    asked = await chosen(acting, message, "Pause the clock")
    assert "The others are asked" in asked.text
    public = await other.until(says("asks for the clock to stand still, at most 14 days"))
    assert [one["id"] for one in public["mentions"]] == [str(other.id)]
    assert refused(await cy.press(public, label="I agree"), "not_seated", tag="#1")
    await other.press(public, label="I agree")
    still = await other.until(says("The clock stands still (asked by everybody)."))
    assert "Move by" not in text(still)
    assert "your turn" not in text(still)
    play = await acting.raw_press(int(still["channel_id"]), still["id"], "play:1")
    assert refused(play, "paused")
    assert refused(await acting.command("move", channel=local.channel("games"), move="1B1"), "paused")
    more = await acting.press(still, label="More")
    offered = [one["label"] for one in next(iter(more.selects.values()))["options"]]
    assert "Go on" in offered
    assert "Pause the clock" not in offered
    turns = await acting.command("turns", channel=acting.dm)
    assert "the clock stands still" in turns.text
    assert "none waits for you" in turns.text
    assert refused(await cy.press(still, label="Go on"), "not_seated", tag="#1")
    await passes(timed_bot, clock, 3 * DAY)
    assert "runs again" in (await acting.press(play.message, label="Go on")).text
    again = await turn_of(acting)
    assert by(clock.time + DAY) in text(again)
    assert "has ended the pause" in text(again)
    assert [one["id"] for one in again["mentions"]] == [str(acting.id)]
    assert refused(await other.press(still, label="Go on"), "not_paused", tag="#1")
    assert "### Your move" in (await acting.press(again, label="Play")).text


async def test_a_pause_that_nobody_ends_is_over_after_a_fortnight(local, timed_bot, clock, ana, ben):
    acting, other, message = await begun(timed_bot, ana, ben)
    await chosen(acting, message, "Pause the clock")
    await other.press(await other.until(says("asks for the clock to stand still")), label="I agree")
    await other.until(says("The clock stands still"))
    await passes(timed_bot, clock, 14 * DAY)
    again = await acting.until(says("The pause is over; the clock runs again."))
    assert by(clock.time + DAY) in text(again)


async def test_one_no_keeps_the_clock_running_and_no_name_is_told(local, timed_bot, clock, ana, ben):
    acting, other, message = await begun(timed_bot, ana, ben)
    await chosen(acting, message, "Pause the clock")
    await other.press(await other.until(says("asks for the clock to stand still")), label="No")
    settled = await acting.until(says("The game goes on."))
    assert by(clock.time + DAY) in text(settled)
    assert "I agree" not in buttons(settled)


async def test_everybody_agrees_to_end_the_game(local, timed_bot, clock, ana, ben):
    acting, other, message = await begun(timed_bot, ana, ben)
    await plays(acting, message)
    await chosen(acting, await turn_of(other), "Offer to end the game")
    public = await other.until(says("asks to end the game now, with the points so far and no ratings"))
    await other.press(public, label="I agree")
    final = await other.until(says("ended early"))
    assert "Everybody agreed to end the game now.\nThe points are those of that moment" in text(final)
    assert "**1.**" in text(final)
    assert {one["id"] for one in final["mentions"]} == {str(ana.id), str(ben.id)}
    assert "Rematch" in buttons(final)


async def test_somebody_offered_takes_over_a_seat_and_sees_its_menu(local, timed_bot, clock, ana, ben, cy):
    message = await late(timed_bot, clock, ana, ben)
    asked = await ana.press(message, label="Replace…")
    assert "at Azul #1?** It is the seat of **Ben**." in asked.text
    assert asked.private
    done = await ana.choose(asked.message, values=[cy])
    assert "**Cy** is asked" in done.text
    public = await cy.until(says("**Ana** offers you seat", "of **Ben** at Azul #1"))
    assert [one["id"] for one in public["mentions"]] == [str(cy.id)]
    assert refused(await ben.press(public, label="Take it"), "no_offer", tag="#1")
    await timed_bot.restart()
    assert "You sit at Azul #1 now" in (await cy.press(public, label="Take it")).text
    news = await ana.until(says("**Cy** took over the seat of **Ben**."))
    assert "Take it" not in buttons(news)
    assert "Replace…" not in buttons(news)
    history = await ana.command("history", channel=local.channel("games"))
    assert "**Cy** took 1" not in history.text
    assert refused(await ben.press(news, label="Play"), "not_seated", tag="#1")
    await plays(ana, await turn_of(ana))
    assert "### Your move, Cy" in (await cy.press(await turn_of(cy), label="Play")).text


async def test_whoever_is_given_a_seat_that_is_to_move_reads_that_it_is_their_turn(
    local, timed_bot, clock, ana, ben, cy
):
    """They read "…play from your next turn", and the table waited for them."""
    acting, _, message = await begun(timed_bot, ana, ben)
    asked = await chosen(acting, message, "Give my seat to somebody")
    await acting.choose(asked.message, values=[cy])
    taken = await cy.press(await cy.until(says("offers you seat")), label="Take it")
    assert "You sit at Azul #1 now, and it is your turn." in taken.text
    assert "### Your move, Cy" in (await cy.press(taken.message, label="Play")).text


async def test_who_may_not_be_offered_a_seat_and_who_may_not_offer_one(local, timed_bot, clock, ana, ben, cy):
    message = await late(timed_bot, clock, ana, ben)
    assert refused(await cy.press(message, label="Replace…"), "not_seated", tag="#1")
    assert refused(await ben.press(message, label="Replace…"), "away", tag="#1")
    forged = await ben.raw_press(int(message["channel_id"]), message["id"], "choose:1", ["pause"])
    assert refused(forged, "away", tag="#1")
    assert refused(await ben.command("resign", channel=local.channel("games")), "away", tag="#1")
    asked = await ana.press(message, label="Replace…")
    channel, page = int(asked.message["channel_id"]), asked.message
    robot = local.server.simulation.bot_id
    assert refused(await ana.choose(page, values=[robot]), "bot_user", own=True)
    assert refused(await ana.choose(page, values=[ana]), "sits_here", name="Ana")
    for values in (None, [], ["x"], ["1"], [str(cy.id), str(ben.id)]):
        assert refused(await ana.raw_press(channel, page["id"], "offer:1:0", values), "unknown")
    for verb in ("take:1", "nottake:1"):
        assert refused(await cy.raw_press(channel, message["id"], verb), "no_offer", tag="#1")
    assert (await timed_bot.rooms.room(1)).record.offers == ()


async def test_where_two_seats_are_looked_after_the_host_says_which_is_meant(local, timed_bot, clock, ana, ben, cy):
    dee = local.person("Dee")
    message = await late(timed_bot, clock, ana, ben, cy)
    seat = {who.name: f"{n}. {who.name}" for n, who in enumerate((await timed_bot.rooms.room(1)).occupants, 1)}
    which = await ana.press(message, label="Replace…")
    assert set(which.buttons) == {seat["Ben"], seat["Cy"]}
    asked = await ana.press(which.message, label=seat["Cy"])
    assert "at Azul #1?** It is the seat of **Cy**." in asked.text
    await ana.choose(asked.message, values=[dee])
    await dee.until(says("of **Cy** at Azul #1"))
    which = await chosen(ana, message, "Turn a seat over to a robot")
    sure = await ana.press(which.message, label=seat["Ben"])
    await ana.press(sure.message, label="Yes, for good")
    public = await ana.until(says("A robot has the seat of **Ben** for good."))
    await dee.press(public, label="Take it")
    assert [who.name for who in (await timed_bot.rooms.room(1)).people if who.name != "Ana"] == ["Dee"]


async def test_seats_are_offered_only_on_the_tables_own_server(local, timed_bot, clock, ana, ben):
    await late(timed_bot, clock, ana, ben)
    turns = await ana.command("turns", channel=ana.dm)
    more = await ana.raw_press(ana.dm, turns.message["id"], "more:1")
    assert not {"Ask for a replacement", "Give my seat to somebody", "Turn a seat over to a robot"} & {
        one["label"] for one in next(iter(more.selects.values()))["options"]
    }
    for verb in ("replace:1", "offer:1:0", "kick:1", "kicked:1:0"):
        assert refused(await ana.raw_press(ana.dm, turns.message["id"], verb, [str(ben.id)]), "wrong_place")


async def test_no_thanks_leaves_the_seat_as_it_was(local, timed_bot, clock, ana, ben, cy):
    message = await late(timed_bot, clock, ana, ben)
    await ana.choose((await ana.press(message, label="Replace…")).message, values=[cy])
    public = await cy.until(says("offers you seat"))
    assert "You have not taken the seat" in (await cy.press(public, label="No, thanks")).text
    settled = await ana.until(says("The seat of **Ben** was not taken; a robot plays on."))
    assert "Cy" not in text(settled)
    assert "Take it" not in buttons(settled)
    told = await ana.until(says("**Cy** does not take the seat that you offered"))
    assert told["channel_id"] == str(ana.dm)


async def test_ones_own_seat_is_given_to_who_wants_to_be_asked_directly(local, timed_bot, clock, ana, ben, cy):
    acting, _, message = await begun(timed_bot, ana, ben)
    me = await cy.command("me", channel=cy.dm)
    page = await cy.press(me.message, label="Pings")
    await cy.choose(page.message, custom_id="wish:pings:pings", values=["direct"])
    asked = await chosen(acting, message, "Give my seat to somebody")
    assert "Who takes over your seat" in asked.text
    await acting.choose(asked.message, values=[cy])
    direct = await cy.until(lambda m: "offers you seat" in text(m) and int(m["channel_id"]) == cy.dm)
    assert "You sit at Azul #1 now" in (await cy.press(direct, label="Take it")).text
    mine = await cy.until(lambda m: f"{cy.mention}, your turn" in text(m))
    assert refused(await acting.press(mine, label="Play"), "not_seated", tag="#1")
    assert "### Your move, Cy" in (await cy.press(mine, label="Play")).text


async def test_an_idle_seat_is_a_robots_for_good_after_a_question(local, timed_bot, clock, ana, ben):
    message = await late(timed_bot, clock, ana, ben)
    sure = await chosen(ana, message, "Turn a seat over to a robot")
    assert "Turn the seat of **Ben** over to a robot for good?" in sure.text
    await ana.press(sure.message, label="No")
    sure = await chosen(ana, message, "Turn a seat over to a robot")
    await ana.press(sure.message, label="Yes, for good")
    news = await ana.until(says("A robot has the seat of **Ben** for good."))
    assert "**Ben** (robot)" in text(news)
    assert not {"I am back", "Replace…"} & set(buttons(news))
    assert refused(await ben.raw_press(int(news["channel_id"]), news["id"], "return:1"), "not_away", tag="#1")


async def test_who_was_late_reads_so_privately_and_comes_back_from_there(local, timed_bot, clock, ana, ben):
    await late(timed_bot, clock, ana, ben)
    await passes(timed_bot, clock, 1)
    await passes(timed_bot, clock, 1)
    (note,) = [text(one) for one in ben.sees(ben.dm) if "your time ran out" in text(one)]
    assert "ran out twice, so a robot looks after your seat until you are back" in note
    back = await ben.press(await ben.until(says("looks after your seat")), label="I am back")
    assert "Welcome back." in back.text


async def test_who_missed_one_deadline_reads_that_a_robot_moved(local, timed_bot, clock, ana, ben):
    acting, other, _ = await begun(timed_bot, ana, ben)
    await passes(timed_bot, clock, DAY)
    note = await acting.until(says("your time ran out, so a robot moved for you"))
    assert int(note["channel_id"]) == acting.dm
    assert list(buttons(note)) == ["Board"]
    assert not [one for one in other.sees(other.dm) if "your time ran out" in text(one)]


async def test_who_wants_no_reminders_reads_no_note(local, timed_bot, clock, ana, ben):
    acting, _, _ = await begun(timed_bot, ana, ben)
    me = await acting.command("me", channel=acting.dm)
    page = await acting.press(me.message, label="Pings")
    await acting.choose(page.message, custom_id="wish:pings:nudge", values=["no"])
    await passes(timed_bot, clock, DAY)
    await passes(timed_bot, clock, 1)
    assert not [one for one in acting.sees(acting.dm) if "your time ran out" in text(one)]
    assert await due_notifications(timed_bot.store, "timed_out") == []


@pytest.mark.parametrize("is_back", [True, False])
async def test_who_sleeps_reads_in_the_morning_that_a_robot_moved_unless_they_are_back(
    local, timed_bot, clock, ana, ben, is_back
):
    acting, other, _ = await begun(timed_bot, ana, ben)
    await passes(timed_bot, clock, DAY - 60)
    hour = datetime.fromtimestamp(clock.time, UTC).hour
    for key, value in {"zone": "Etc/UTC", "sleep": str(hour), "wake": str((hour + 2) % 24)}.items():
        await timed_bot.store.preferences.set(Person(acting.id, "Ana"), key, value)
    await passes(timed_bot, clock, 60)
    if is_back:
        await plays(other, await turn_of(other))
        await plays(acting, await turn_of(acting))
    assert not [one for one in acting.sees(acting.dm) if "your time ran out" in text(one)]
    await passes(timed_bot, clock, 2 * 3600)
    notes = [text(one) for one in acting.sees(acting.dm) if "your time ran out" in text(one)]
    assert len(notes) == (0 if is_back else 1)
    assert await due_notifications(timed_bot.store, "timed_out") == []


async def test_the_table_says_who_is_away_and_until_when(local, timed_bot, clock, ana, ben):
    acting, other, message = await begun(timed_bot, ana, ben)
    me = await other.command("me", channel=other.dm)
    form = await other.press(me.message, label="Away until…")
    day = datetime.fromtimestamp(clock.time + 3 * DAY, UTC).date()
    await other.submit(form, text=f"{day:%Y-%m-%d}")
    await plays(acting, message)
    shown = await turn_of(other)
    at = int(datetime(day.year, day.month, day.day, 10, tzinfo=UTC).timestamp())
    assert f" (away until <t:{at}:D>) 0" in text(shown)
    assert str(datetime.fromtimestamp(at, ZoneInfo("Pacific/Auckland")).date()) == str(day)  # which read the day after
    await other.press((await other.command("me", channel=other.dm)).message, label="I am not away")
    await acting.until(lambda m: m["id"] == shown["id"] and "away until" not in text(m))


async def test_turns_tells_the_time_left_and_the_next_table_is_the_most_urgent(local, timed_bot, clock, ana):
    games = local.channel("games")
    for hours in ("3 days a turn", "1 hour a turn", "24 hours a turn"):
        lobby = await ana.command("play", channel=games, game="azul")
        page = await options_of(ana, lobby)
        select = next(one for one in page.selects if one.endswith(":clock"))
        page = await ana.choose(page.message, custom_id=select, labels=[hours])
        await ana.press(page.message, label="Done")
        question = await ana.press(lobby.message, label="Add robot")
        await ana.press(question.message, label="Beginner")
        code = lobby.buttons["Manage"].custom_id.partition(":")[2]
        await ana.press(lobby.message, custom_id=f"start:{code}")
        await ana.until(says(f"#{code} ", "your turn"))
    turns = await ana.command("turns", channel=games)
    assert f"your turn, time up <t:{int(clock.time) + 3600}:R>" in turns.text
    rows = [line for line in turns.text.splitlines() if "your turn" in line]
    assert [row.partition("**")[2].partition("**")[0] for row in rows] == ["Azul #2", "Azul #3", "Azul #1"]
    preview = await first_answers(ana, await ana.raw_press(games, turns.message["id"], "play:1"))
    played = await ana.press(preview.message, label="Play it")
    assert "Next table: #2, 60 minutes" in played.buttons


async def test_who_comes_back_after_more_than_a_day_is_welcomed(local, timed_bot, clock, ana, ben):
    acting, other, message = await begun(timed_bot, ana, ben)
    await plays(acting, message)
    moved = int(clock.time)
    clock.time += 2 * 3600
    await timed_bot.store.deadlines.record_heartbeat(clock.time)
    await plays(other, await turn_of(other))
    soon = await acting.press(await turn_of(acting), label="Play")
    assert "Since your last move" in soon.text
    assert "Welcome back" not in soon.text
    clock.time += DAY
    again = await acting.press(await turn_of(acting), label="Play")
    assert f"Welcome back. 1 move since <t:{moved}:F>. Since your last move:" in again.text
