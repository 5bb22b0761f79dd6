"""What people choose for themselves in /me, through the real client, and what comes of it at their tables."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from bot.logic.deadlines import schedule_reminder
from bot.model.preferences import PREFERENCE_VALUES, Preferences, preference_fits, preferences_from
from bot.playground.protocol import all_components, error_answer
from bot.screens import preferences as preferences_screen
from bot.screens.screen import Select
from bot.text.words import Words, languages
from tests.bot.flows.test_deadlines import DAY, begun, by, passes
from tests.bot.interactions.test_more import plays
from tests.bot.screens.test_limits import check
from tests.bot.support.lobby import choose
from tests.bot.support.local_discord import buttons, text
from tests.bot.support.rooms import Clock
from tests.bot.support.tessera import first_answer, first_answers, says, turn_of
from tests.cases import each


@pytest.fixture
def clock():
    return Clock(datetime(2026, 3, 25, 12, tzinfo=UTC).timestamp())  # a Wednesday before the clocks are changed


async def wish(person, page, key, label):
    """The page of /me after that answer."""
    me = await person.command("me", channel=person.dm)
    if page != "Time":
        me = await person.press(me.message, label=page)
    return await choose(person, me, key, label)


def test_wishes_that_were_never_chosen_are_defaults_and_only_known_values_fit():
    assert preferences_from(frozenset()) == Preferences()
    assert preferences_from(frozenset({("nudge", "no"), ("weekends", "free"), ("sleep", "23")})).hours.sleep == 23
    for key, values in PREFERENCE_VALUES.items():
        assert all(preference_fits(key, value) for value in values)
        assert not preference_fits(key, "24")
    assert preference_fits("zone", "Europe/Budapest")
    assert not preference_fits("zone", "../etc/passwd")
    assert not preference_fits("away", "2026-3-5")
    assert not preference_fits("name", "Ana")


@each("language", languages())
def test_every_wish_has_words_for_each_value(language):
    shown = [
        preferences_screen.page(name, Preferences(), Words(language), 0.0)
        for name in preferences_screen.PREFERENCE_PAGES
    ]
    picks = {part.id.rpartition(":")[2]: part for screen in shown for part in screen.parts if isinstance(part, Select)}
    for key, values in PREFERENCE_VALUES.items():
        assert [option.value for option in picks[key].options] == list(values)
        assert len(picks[key].hint) <= 60
        assert all(0 < len(option.label) <= 60 for option in picks[key].options)
    for screen in (*shown, preferences_screen.cities("America", Words(language))):
        check(screen)


async def test_the_zone_is_chosen_by_region_and_city_or_typed(local, timed_bot, ana):
    me = await ana.command("me", channel=local.channel("games"))
    assert me.private
    assert "none chosen yet" in me.text
    cities = await ana.choose(me.message, custom_id="region", values=["America"])
    assert len(cities.selects) > 1
    shelf = next(one for one, pick in cities.selects.items() if "America/New_York" in str(pick["options"]))
    page = await ana.choose(cities.message, custom_id=shelf, values=["America/New_York"])
    assert "Time zone: **America/New York**" in page.text
    assert "Saved." in page.text
    form = await ana.press(page.message, label="Type the zone")
    page = await ana.submit(form, text="Budapest")
    assert "Time zone: **Europe/Budapest**, 13:00 there now. You have said no hours of sleep." in page.text
    form = await ana.press(page.message, label="Type the zone")
    assert "I do not know that time zone" in (await ana.submit(form, text="Atlantis")).text
    form = await ana.press(page.message, label="Type the zone")
    answer = await ana.submit(form, text="West")
    assert "Type one of these: Australia/West, Brazil/West." in answer.text
    form = await ana.press(page.message, label="Type the zone")
    page = await ana.submit(form, text="gmt+1")
    assert "Time zone: **UTC+1 all year, without summer time**, 13:00 there now." in page.text
    form = await ana.press(page.message, label="Type the zone")
    await ana.submit(form, text="Budapest")
    await timed_bot.restart()
    assert "Europe/Budapest" in (await ana.command("me", channel=ana.dm)).text


async def test_the_day_of_return_is_read_as_hungarians_and_phones_write_it(local, timed_bot, ana):
    """ "That is no day to come" was the answer to all of these, which was not true."""

    async def answer(day):
        page = await ana.command("me", channel=ana.dm)
        return (await ana.submit(await ana.press(page.message, label="Away until…"), text=day)).text

    for typed in ("2026. 04. 03.", "2026.04.03", "2026-4-3", "2026‑04‑03", "2026. április 3.", "ápr. 3."):
        assert "You are away until 2026-04-03" in await answer(typed), typed
    assert "I cannot read a day in that. Write the year, the month and the day, like 2026-04-08." in await answer(
        "3/4/26"
    )
    assert "That is no day to come." in await answer("2026. 03. 24.")


async def test_sleep_weekends_and_an_absence_move_a_deadline_that_runs(local, timed_bot, clock, ana, ben):
    acting, _, _ = await begun(timed_bot, ana, ben)
    channel = local.channel("games")

    async def shown(at):
        await acting.until(lambda m: by(at) in text(m) and int(m["channel_id"]) == channel)

    noon = clock.time
    await shown(noon + DAY)
    await wish(acting, "Time", "wake", "awake from 08:00")
    assert "You sleep from 00:00 to 08:00." in (await acting.command("me", channel=acting.dm)).text
    await shown(noon + DAY + 8 * 3600)  # hours of UTC, as no zone was chosen
    page = await wish(acting, "Time", "weekends", "weekends are free")
    form = await acting.press(page.message, label="Away until…")
    page = await acting.submit(form, text="2026-03-28")  # a Saturday, so Monday
    assert "You are away until 2026-03-28" in page.text
    await shown(datetime(2026, 3, 31, 16, tzinfo=UTC).timestamp())
    await passes(timed_bot, clock, 3 * DAY)
    assert not [entry for entry in (await timed_bot.rooms.room(1)).table.log if entry.seat >= 0]
    page = await acting.press((await acting.command("me", channel=acting.dm)).message, label="I am not away")
    assert "away until" not in page.text


async def test_an_old_message_tells_who_is_away_since_and_the_deadline_that_holds(local, timed_bot, clock, ana, ben):
    first, acting, opening = await begun(timed_bot, ana, ben)
    clock.time += 100
    await plays(first, opening)
    message = await turn_of(acting)
    await timed_bot.shown()
    clock.time += 7200
    page = await acting.press((await acting.command("me", channel=acting.dm)).message, label="Away until…")
    await acting.submit(page, text="2026-03-27")
    await local.until(lambda: "away until" in text(first.last(local.channel("games"))))
    shown = first.last(local.channel("games"))
    assert shown["id"] == message["id"]
    assert by(datetime(2026, 3, 27, tzinfo=UTC).timestamp() + DAY - 7200) in text(shown)


async def test_what_cannot_be_is_refused_and_changes_nothing(local, timed_bot, ana):
    me = await ana.command("me", channel=ana.dm)
    for typed, answer in (
        ("tomorrow", "I cannot read a day in that. Write the year, the month and the day, like 2026-04-08."),
        ("2020-01-01", "That is no day to come. Write it like 2026-04-08."),
        (f"{datetime(2026, 3, 25, tzinfo=UTC) + timedelta(days=31):%Y-%m-%d}", "At most 30 days"),
    ):
        form = await ana.press(me.message, label="Away until…")
        assert answer in (await ana.submit(form, text=typed)).text
    for custom_id, values in (
        ("me", None), ("me:x", None), ("wish:time", ["1"]), ("wish:time:chess", ["1"]), ("wish:look:theme", ["pink"]),
        ("wish:x:theme", ["dark"]), ("region", ["Mars"]), ("region", None), ("write:name", None), ("wrote:name", ["x"]),
        ("wish:time:sleep", ["11"]),
    ):  # fmt: skip
        reply = await ana.raw_press(ana.dm, me.message["id"], custom_id, values)
        assert reply.answers == 1
        assert not reply.failed
        assert re.search(r"I do not know this button|At most 12 hours", reply.text), custom_id
    assert await timed_bot.store.preferences.load(ana.id) == frozenset()


def pictures(message):
    """How many galleries stand in a message: files of an earlier screen that it does not show do not count."""
    return sum(part["type"] == 12 for part in all_components(message["components"]))


async def test_moves_are_played_on_the_last_answer_for_who_wants_that(local, timed_bot, ana, ben):
    acting, other, message = await begun(timed_bot, ana, ben)
    await wish(acting, "Look", "confirm", "play on the last answer")
    menu = await acting.press(message, label="Play")
    while "Take back" not in menu.buttons:
        assert "Play it" not in menu.buttons
        menu = await first_answer(acting, menu)
    assert "Played:" in menu.text
    assert pictures(menu.message) == 1
    await turn_of(other)
    back = await acting.press(menu.message, label="Take back")
    assert "The move is taken back." in back.text


async def test_who_wants_it_is_called_directly_and_not_in_the_channel(local, timed_bot, ana, ben):
    acting, other, message = await begun(timed_bot, ana, ben)
    await wish(other, "Pings", "pings", "call me by direct message")
    await plays(acting, message)
    public = await other.until(lambda m: f"{other.mention}, your turn" in text(m) and "Play" in buttons(m))
    assert public["mentions"] == []
    direct = [one for one in other.sees(other.dm) if "it is your turn." in text(one)]
    assert len(direct) == 1
    assert "Move by" in text(direct[0])
    assert "### Your move" in (await other.press(direct[0], label="Play")).text


async def test_a_channel_that_has_to_be_tried_again_calls_nobody_directly_twice(local, timed_bot, ana, ben):
    acting, other, message = await begun(timed_bot, ana, ben)
    await wish(other, "Pings", "pings", "call me by direct message")
    preview = await first_answers(acting, await acting.press(message, label="Play"))
    channel = local.channel("games")
    posts = f"/channels/{channel}/messages"
    local.faults.refuse("POST", posts, error_answer(403, 50013, "Missing Permissions"))
    await acting.press(preview.message, label="Play it")
    await other.until(lambda m: "it is your turn." in text(m))
    await other.until(lambda m: "Someone who manages the server must" in text(m))  # the table sleeps
    await timed_bot.client.messages.wake_sleeping(every=True)
    await turn_of(other)
    assert len([one for one in other.sees(other.dm) if "it is your turn." in text(one)]) == 1


async def test_one_reminder_when_a_quarter_of_the_time_is_left(local, timed_bot, clock, ana, ben):
    acting, other, _ = await begun(timed_bot, ana, ben)
    await passes(timed_bot, clock, 0.75 * DAY - 60)
    assert not nudges(acting, local)
    await passes(timed_bot, clock, 60)
    (nudge,) = nudges(acting, local)
    assert [one["id"] for one in nudge["mentions"]] == [str(acting.id)]
    await timed_bot.restart()
    await passes(timed_bot, clock, 60)
    assert len(nudges(acting, local)) == 1
    due = (await timed_bot.rooms.room(1)).deadlines
    more = await acting.press(nudge, label="I need more time")
    assert "You have more time" in more.text
    later = (await timed_bot.rooms.room(1)).deadlines
    assert max(later.values()) == max(due.values()) + DAY
    await other.until(says("asked for more time."))
    assert "that can be done once a game" in (await acting.press(nudge, label="I need more time")).text
    assert "It is **" in (await other.press(nudge, label="Play")).text


async def test_nobody_is_reminded_at_night_nor_who_does_not_want_it(local, timed_bot, clock, ana, ben):
    acting, _, _ = await begun(timed_bot, ana, ben)
    await wish(acting, "Time", "wake", "awake from 08:00")
    store = timed_bot.store
    record = await store.load(1)
    seat = next(n for n, chair in enumerate(record.chairs) if chair.deadline)
    assert record.chairs[seat].deadline.remind_at > clock.time
    night = datetime(2026, 3, 26, 3, tzinfo=UTC).timestamp()
    await timed_bot.rooms.change(1, None, lambda record: schedule_reminder(record, seat, night))  # as after an outage
    await passes(timed_bot, clock, night - clock.time)
    assert not nudges(acting, local)
    await wish(acting, "Pings", "nudge", "do not remind me")
    await passes(timed_bot, clock, 6 * 3600)
    assert not nudges(acting, local)
    assert (await store.load(1)).chairs[seat].deadline.remind_at is None


def nudges(person, local):
    return [one for one in person.sees(local.channel("games")) if "waits for you" in text(one)]
