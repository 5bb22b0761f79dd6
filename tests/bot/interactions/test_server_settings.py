"""/settings through the real client: who may choose, and that each choice works at once."""

from __future__ import annotations

from bot.model.preferences import (
    LIST_SETTINGS,
    SERVER_SETTING_VALUES,
    ServerSettings,
    server_settings_from,
    setting_fits,
)
from bot.playground.faults import UNLIMITED
from bot.screens import privacy as privacy_screen
from bot.screens.server_settings import SETTING_PAGES, confirm_server_erasure, page, read_only_settings
from bot.text.words import Words
from tests.bot.flows.test_deadlines import DAY, begun, passes
from tests.bot.interactions.test_preferences_notifications import SUPPRESSED
from tests.bot.screens.test_limits import check
from tests.bot.support.lobby import asked, choose, lobby_of, managed, options_of, played_before, refused
from tests.bot.support.local_discord import buttons, selects, text
from tests.bot.support.rooms import due_notifications


async def decide(person, local, key, *, label=None, values=()):
    """The page of /settings after that answer: a label of a list, or the channels and roles themselves."""
    page = await person.command("settings", channel=local.channel("games"))
    if f"decide:limits:{key}" in selects((await person.press(page.message, label="Limits")).message):
        name = "limits"
    else:
        page, name = await person.press(page.message, label="Tables"), "tables"
    place = f"decide:{name}:{key}"
    if label is None:
        return await person.choose(page.message, custom_id=place, values=[str(one) for one in values])
    return await choose(person, page, key, label)


def test_a_server_where_nothing_was_chosen_is_open_and_only_known_values_fit():
    assert server_settings_from(frozenset()) == ServerSettings()
    assert server_settings_from(frozenset({("language", "xx")})).language == "en"
    for key, values in SERVER_SETTING_VALUES.items():
        assert all(setting_fits(key, value) for value in values)
        assert not setting_fits(key, "7")
    for key, most in LIST_SETTINGS.items():
        assert setting_fits(key, "")
        assert setting_fits(key, ",".join(map(str, range(1, most + 1))))
        assert not setting_fits(key, ",".join(map(str, range(1, most + 2))))
        assert not setting_fits(key, "1,")
        assert not setting_fits(key, "here")


def test_every_choice_has_words_that_fit_its_list():
    words = Words()
    for key in (*SERVER_SETTING_VALUES, *LIST_SETTINGS):
        assert len(words(f"server.question.{key}")) <= 40


def test_the_pages_keep_to_the_limits_of_every_screen():
    words, many = Words(), tuple(range(10**18, 10**18 + 25))
    full = ServerSettings(many, many, announce=1)
    for server in (ServerSettings(), full):
        for name in SETTING_PAGES:
            check(page(name, server, words, saved=True))
        check(read_only_settings(server, words))
    for screen in (
        confirm_server_erasure(200, words),
        privacy_screen.page(words, whole=True),
        privacy_screen.confirm_erasure(20, words),
    ):
        check(screen)
    for on_server in (False, True):
        check(privacy_screen.erasure_confirmation(1, words, on_server=on_server))


async def test_others_read_the_settings_but_may_not_choose(local, running_bot, ana, ben):
    command = local.command("settings")
    assert int(command["default_member_permissions"]) == 32  # Manage Server; an admin may let others see it too
    command["default_member_permissions"] = None
    page = await ben.command("settings", channel=local.channel("games"))
    assert page.private
    assert "Only people who manage this server can change this." in page.text
    assert "Tables open in: every channel" in page.text
    assert not page.selects
    assert not page.buttons
    managed = await ana.command("settings", channel=local.channel("games"))
    assert set(managed.buttons) == {"Tables", "Limits"}
    mine = await ben.press((await ben.command("help", channel=local.channel("games"))).message, label="Privacy")
    for forged in ("decide:limits:server", "forget", "forgotten"):
        reply = await ben.raw_press(local.channel("games"), mine.message["id"], forged, ["5"])
        assert refused(reply, "may_not_manage")
    assert (await running_bot.services.servers.load_settings(local.guild)) == ServerSettings()


async def test_every_answer_of_every_list_is_kept_and_shown(local, running_bot, ana):
    page = await ana.command("settings", channel=local.channel("games"))
    for name in ("Tables", "Limits"):
        page = await ana.press(page.message, label=name) if not page.buttons[name].disabled else page
        for custom_id, pick in selects(page.message).items():
            for option in pick.get("options", ()):
                page = await ana.choose(page.message, custom_id=custom_id, values=[option["value"]])
                assert "Saved." in page.text
                now = selects(page.message)[custom_id]["options"]
                assert [one["value"] for one in now if one.get("default")] == [option["value"]]
                assert len(option["label"]) <= 60
    server = await running_bot.services.servers.load_settings(local.guild)
    assert (server.person, server.channel, server.server, server.nudges) == (20, 20, 200, False)


async def test_tables_are_opened_only_in_the_channels_that_were_chosen(local, running_bot, ana, ben):
    here, other = local.channel("games"), local.channel("tables")
    page = await decide(ana, local, "channels", values=[other])
    assert [one["id"] for one in selects(page.message)["decide:tables:channels"]["default_values"]] == [str(other)]
    for person in (ana, ben):
        assert refused(await lobby_of(person, here), "not_here", channels=f"<#{other}>")
    assert not (await lobby_of(ben, other)).private
    await decide(ana, local, "channels", values=[])
    assert not (await lobby_of(ben, here)).private


async def test_a_list_keeps_its_name_once_a_channel_is_chosen(local, running_bot, ana):
    """What is chosen stands where its hint stood, and nothing said what it was for."""
    page = await ana.command("settings", channel=local.channel("games"))
    assert "Tables open in" not in page.text
    page = await ana.choose(page.message, custom_id="decide:tables:channels", values=[str(local.channel("games"))])
    assert "Tables open in" in page.text
    page = await ana.choose(page.message, custom_id="decide:tables:channels", values=[])
    assert "Tables open in" not in page.text


async def test_a_thread_counts_as_its_channel(local, running_bot, ana):
    lobby = await lobby_of(ana, local.channel("games"), thread=True)
    await ana.press(lobby.message, label="Add robot")
    await ana.press(ana.last(local.channel("games")), label="Amateur")
    await ana.press(lobby.message, label=next(one for one in lobby.buttons if one.startswith("Start")))
    await local.until(lambda: local.threads)
    thread = next(iter(local.threads.values()))
    await decide(ana, local, "channels", values=[local.channel("games")])
    assert not (await lobby_of(ana, thread)).private
    await decide(ana, local, "channels", values=[local.channel("tables")])
    assert refused(await lobby_of(ana, thread), "not_here", channels=f"<#{local.channel('tables')}>")


async def test_only_the_chosen_roles_open_tables_and_everybody_joins(local, running_bot, ana, ben):
    here = local.channel("games")
    role = local.server.simulation.add_role(local.guild, "Hosts")
    await decide(ana, local, "openers", values=[role])
    assert refused(await lobby_of(ben, here), "may_not_open", roles=f"<@&{role}>")
    mine = await ana.user_command("Play a game", channel=here, target=ben)
    assert "Which game" in mine.text  # who manages the server needs no role
    theirs = await ben.user_command("Play a game", channel=here, target=ana)
    assert refused(theirs, "may_not_open", roles=f"<@&{role}>")
    lobby = await lobby_of(ana, here)
    assert "**Ben**" in (await ben.press(lobby.message, label="Join")).text
    local.server.simulation.appoint(local.guild, ben.id, role)
    assert not (await lobby_of(ben, here)).private


async def test_channels_and_roles_that_are_gone_bind_nobody_as_settings_says(local, running_bot, ana, ben):
    simulation = local.server.simulation
    channel, role = simulation.add_channel(local.guild, "cellar", ""), simulation.add_role(local.guild, "Hosts")
    await decide(ana, local, "channels", values=[channel])
    await decide(ana, local, "openers", values=[role])
    simulation.close_channel(channel)
    simulation._world.delete_role(local.guild, role)
    await local.quiet()
    page = await ana.command("settings", channel=local.channel("games"))
    hints = [one["placeholder"] for one in page.selects.values()]
    assert {"Tables open in: every channel", "Who may open tables: everybody"} <= set(hints)
    assert "Azul #1" in (await lobby_of(ben, local.channel("games"))).text


async def test_a_rematch_is_opened_where_and_by_whom_tables_are_and_joined_by_everybody(local, running_bot, ana, ben):
    here, other = local.channel("games"), local.channel("tables")
    await over(running_bot, ana, ben)
    final = await ben.until(lambda m: "Rematch" in buttons(m))
    await decide(ana, local, "channels", values=[other])
    assert refused(await ana.press(final, label="Rematch"), "not_here", channels=f"<#{other}>")
    await decide(ana, local, "channels", values=[])
    role = local.server.simulation.add_role(local.guild, "Hosts")
    await decide(ana, local, "openers", values=[role])
    assert refused(await ben.press(final, label="Rematch"), "may_not_open", roles=f"<@&{role}>")
    await ana.press(final, label="Rematch")
    await ben.until(lambda m: "Join" in buttons(m) and int(m["channel_id"]) == here)
    assert "You sit at the rematch, Azul #2" in (await ben.press(final, label="Rematch")).text


async def test_a_table_whose_channel_is_gone_moves_only_to_where_tables_may_be(local, running_bot, ana):
    here, gone, third = (local.channel(name) for name in ("games", "tables", "threads"))
    await decide(ana, local, "channels", values=[gone, third])
    await running_bot.table(ana, robots=1, channel="tables")
    await ana.until(lambda m: "your turn" in text(m))
    board = await ana.command("board", channel=here)
    local.server.simulation.close_channel(gone)
    await ana.press(board.message, label="Show here")
    await ana.until(lambda m: "The channel of Azul #1 is gone" in text(m))
    offered = await ana.press((await ana.command("board", channel=here)).message, label="Show here")
    no = await ana.press(offered.message, label="Move the table here")
    assert refused(no, "not_here", channels=f"<#{third}>")
    await running_bot.services.servers.choose(local.guild, "channels", [str(gone)])  # none of those is there any more
    assert "is shown again" in (await ana.press(offered.message, label="Move the table here")).text
    await ana.until(lambda m: "Play" in buttons(m) and int(m["channel_id"]) == here)


async def test_threads_and_clock_are_as_the_server_wants_unless_somebody_says_otherwise(local, running_bot, ana, ben):
    await played_before(running_bot, ben)
    here = local.channel("games")
    await decide(ana, local, "threads", label="threads: one for each table")
    await decide(ana, local, "clock", label="clock: 3 days a turn")
    lobby = await lobby_of(ben, here)
    assert "in a thread" in lobby.text
    assert "3 days a turn" in lobby.text
    assert "in a thread" not in (await lobby_of(ben, here, thread=False)).text
    page = await choose(ben, await options_of(ben, lobby), "clock", "no clock")
    assert asked(page)["clock"] == "no clock"
    assert "3 days a turn" in (await lobby_of(ben, here)).text
    await decide(ana, local, "threads", label="threads: none")
    await decide(ana, local, "clock", label="clock: as the host chooses")
    lobby = await lobby_of(ben, here, thread=True)
    assert "I may not open threads here" in text(lobby.message)
    assert "24 hours a turn" in lobby.text
    assert "Last time **Ben** chose: no clock" in lobby.text
    assert "where" not in asked(await options_of(ben, lobby))


async def test_limits_of_a_person_a_channel_and_the_server(local, running_bot, ana, ben):
    here, other = local.channel("games"), local.channel("tables")
    await decide(ana, local, "person", label="a person: at most 1")
    lobby = await lobby_of(ben, here)
    assert refused(await lobby_of(ben, other), "too_many_person", n=1)
    assert not (await ben.command("play", channel=ben.dm, game="azul")).private  # that is no table of this server
    second = await lobby_of(ana, other)
    assert refused(await ben.press(second.message, label="Join"), "too_many_person", n=1)
    await decide(ana, local, "person", label="a person: at most 20")
    await decide(ana, local, "channel", label="a channel: at most 1")
    assert refused(await lobby_of(ben, other), "too_many_channel", n=1)
    await decide(ana, local, "channel", label="a channel: at most 5")
    await decide(ana, local, "server", label="this server: at most 5")
    for _ in range(3):
        await lobby_of(ben, here)
    assert refused(await lobby_of(ben, other), "too_many_server", n=5)
    await managed(ben, lobby.message, "Cancel")
    assert not (await lobby_of(ben, other)).private


async def over(bot, ana, ben):
    """Ana and Ben have begun a table, and Ana has resigned it; its number."""
    seen = {message["id"] for message in ana.sees(bot.local.channel("games"))}
    lobby = await bot.table(ana, ben)
    table = await ana.until(lambda m: "your turn" in text(m) and m["id"] not in seen)
    more = await ana.press(table, label="More")
    page = await ana.choose(more.message, values=["resign"])
    await ana.press(page.message, label="Resign")
    await ana.until(lambda m: "final" in text(m) and m["id"] not in seen)
    return lobby


def told(person, channel):
    return [message for message in person.sees(channel) if "is over" in text(message)]


async def test_results_are_told_in_another_channel_once_and_call_nobody(local, running_bot, ana, ben):
    here, other = local.channel("games"), local.channel("tables")
    await over(running_bot, ana, ben)
    await decide(ana, local, "announce", values=[here])
    await over(running_bot, ana, ben)
    await decide(ana, local, "announce", values=[other])
    await over(running_bot, ana, ben)
    (message,) = await local.until(lambda: told(ana, other))
    assert "**Azul #3** is over: **1.** **Ben**" in text(message)
    assert f"/{here}/" in text(message)
    assert not message["mentions"]
    assert message["flags"] & SUPPRESSED
    assert not told(ana, here)
    await running_bot.restart()
    await running_bot.client.messages.sweep()
    await local.quiet()
    assert len(told(ana, other)) == 1


async def test_a_result_is_told_once_the_end_stands_at_its_table(local, running_bot, ana, ben):
    other, here = local.channel("tables"), f"/channels/{local.channel('games')}/messages"
    await decide(ana, local, "announce", values=[other])
    await running_bot.table(ana, ben)
    await running_bot.shown()
    local.faults.fail("POST", here, 503, times=UNLIMITED)
    room = await running_bot.services.table_actions.resign(1, ana.id, 1)
    running_bot.client.messages.wake(room.id)
    await running_bot.client.messages.sweep()
    await running_bot.client.messages.wait_until_idle(5)
    assert local.requests("POST", here)[-1].answer.status == 503
    assert await due_notifications(running_bot.store, "result") == [(1, other)]
    local.faults.release()
    await running_bot.restart()
    assert "is over" in text((await local.until(lambda: told(ana, other)))[0])


async def test_a_result_is_told_after_a_fault_and_not_where_it_may_not(local, running_bot, ana, ben):
    other, path = local.channel("tables"), f"/channels/{local.channel('tables')}/messages"
    await decide(ana, local, "announce", values=[other])
    local.faults.cut("POST", path)
    await over(running_bot, ana, ben)
    await local.until(lambda: local.requests("POST", path))
    assert await due_notifications(running_bot.store, "result") == [(1, other)]
    await running_bot.restart()
    await local.until(lambda: told(ana, other))
    local.forbid(other, "send_messages")
    await over(running_bot, ana, ben)
    await local.until(lambda: len(local.requests("POST", path)) == 3)
    await running_bot.client.messages.sweep()
    await running_bot.client.messages.wait_until_idle(5)
    assert await due_notifications(running_bot.store, "result") == []


async def test_reminders_stay_out_of_channels_where_the_server_wants_none(local, timed_bot, clock, ana, ben):
    reminded = []
    for label in ("remind nobody in channels", "remind people in channels"):
        await decide(ana, local, "nudges", label=label)
        await begun(timed_bot, ana, ben)
        await passes(timed_bot, clock, 0.8 * DAY)
        reminded.append(sum("waits for you" in text(message) for message in ana.sees(local.channel("games"))))
        await passes(timed_bot, clock, 2 * DAY)
    assert reminded[0] == 0 < reminded[1]
