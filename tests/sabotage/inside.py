"""Faults of the Activity: who gets in there, what they see, and for how long. Knows no test from inside."""

from tests.sabotage.fault import Fault

SERVICE, SIGN_IN = "bot/services/activity.py", "bot/discord_api/sign_in.py"
VISITORS, STREAMS, GATE = "bot/web/visitors.py", "bot/web/streams.py", "bot/web/gate.py"
SERVER, REGISTRATION = "bot/web/server.py", "bot/interactions/registration.py"
OF_ACTIVITY = ("tests/bot/web/test_activity.py",)
OF_BUTTON = ("tests/bot/interactions/test_activity.py",)

FAULTS = (
    Fault(
        "somebody-elses-instance-lets-in",
        SERVICE,
        "if found is not None and person in found.users:",
        "if found is not None and person:",
        OF_ACTIVITY,
    ),
    Fault(
        "another-applications-instance-lets-in", SIGN_IN, 'if int(found["application_id"]) != ours or', "if", OF_ACTIVITY
    ),
    Fault("an-instance-climbs-out-of-its-path", SIGN_IN, r'r"[\w-]{1,128}"', r'r"[\w.-]{1,128}"', OF_ACTIVITY),
    Fault("a-token-never-runs-out", SERVICE, "and kept.until > self.now()", "", OF_ACTIVITY),
    Fault("a-used-token-lives-for-ever", SERVICE, "min(now + UNUSED, kept.began + LONGEST)", "now + UNUSED", OF_ACTIVITY),
    Fault("whoever-has-left-stays", SERVICE, "if is_due and not await", "if not is_due and not await", OF_ACTIVITY),
    Fault(
        "nobody-is-there-while-discord-is-away",
        SERVICE,
        "        except DiscordAway:\n            return True",
        "        except DiscordAway:\n            return False",
        OF_ACTIVITY,
    ),
    Fault("erasure-leaves-the-tokens", SERVICE, "if one.guest.person != person", "if person", OF_ACTIVITY),
    Fault("tables-of-every-channel-are-there", SERVICE, "if not self._is_at(place, room):", "if not room:", OF_ACTIVITY),
    Fault("pages-that-are-off-are-shown", SERVICE, 'await self._shown(guest.place) == "off"', "False", OF_ACTIVITY),
    Fault("people-play-where-they-may-only-watch", SERVICE, 'await self._shown(guest.place) == "play"', "True", OF_ACTIVITY),
    Fault("made-up-codes-flood-discord", SERVICE, "self._failed.append(now)", "pass", OF_ACTIVITY),
    Fault("a-token-plays-in-every-channel", VISITORS, "        if guest is None:\n            if PERSON", "        if True:\n            if PERSON", OF_ACTIVITY),
    Fault("pages-of-others-sign-in", VISITORS, "if origin not in (", "if not origin and origin not in (", OF_ACTIVITY),
    Fault("every-page-may-be-framed", SERVER, "if hosts := request.get(FRAMED):", "if hosts := request.get(FRAMED, ('*',)):", OF_ACTIVITY),
    Fault("news-go-on-without-a-token", VISITORS, "if await self.person(request) is None:", "if await self.person(request) == 0:", OF_ACTIVITY),
    Fault("what-was-seen-is-sent-again", STREAMS, 'request.query.get("seen") != tag', 'request.query.get("seen") is not tag', OF_ACTIVITY),
    Fault("people-inside-wait-for-each-other", GATE, "asker(request) if person is None else", "asker(request) if True else", OF_ACTIVITY),
    Fault("the-button-is-everywhere", SERVICE, "return place.channel in (room.place.channel, room.home) and await", "return await", OF_BUTTON),
    Fault("a-start-takes-launch-away", REGISTRATION, 'if command.get("type") == ENTRY_POINT)', 'if command.get("type") is command)', OF_BUTTON),
)  # fmt: skip
