"""What Discord demands of a request beyond what simcord checks: limits, permissions, threads, repeated nonces.

Independent of HTTP. Every request passes these rules before the simulation; they also count answers to interactions.
"""

import re
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bot.playground.activities import ENTRY_POINT_COMMAND, Activities
from bot.playground.limits import MAX_APPLICATION_EMOJIS as MOST_EMOJIS
from bot.playground.limits import choice_faults, command_faults, emoji_faults, emoji_image, message_faults
from bot.playground.protocol import COMPLETE, COMPONENT, SUBMIT, Call, News, RestAnswer, error_answer
from bot.playground.simulation import Simulation

CALLBACK_PATH = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
WEBHOOK_PATH = re.compile(r"/webhooks/(\d+)/([^/]+)(/messages/[^/]+)?$")
MESSAGES_PATH = re.compile(r"/channels/(\d+)/messages(/\d+)?$")
SERVED_COMMANDS_PATH = re.compile(r"/applications/\d+(/guilds/\d+)?/commands$")
CHANNEL_PATH = re.compile(r"/channels/(\d+)$")
GUILD_PATH = re.compile(r"/guilds/(\d+)(/|$)")
THREADS_PATH = re.compile(r"/channels/\d+/messages/(\d+)/threads$")
EMOJIS_PATH = re.compile(r"/applications/\d+/emojis$")
OWNER_FIELDS = {"name", "archived", "auto_archive_duration"}  # fields of a thread that its owner may change
NONCE_SECONDS = 300.0  # [D2.14]
ALL_MESSAGES_LIMIT = 1_000_000  # messages; simcord itself has no limit
SESSION_START_LIMIT = {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 1}
DEFER_UPDATE, UPDATE, AUTOCOMPLETE_RESULT, MODAL, LAUNCH = 6, 7, 8, 9, 12
SERVED_INSTANCE_PATH = re.compile(r"/applications/(\d+)/activity-instances/([^/]+)$")
# Kinds of interaction that each first answer fits [D6.14]; messages and thinking (4, 5) fit all but autocomplete.
INTERACTIONS_BY_CALLBACK = {
    DEFER_UPDATE: (COMPONENT, SUBMIT),
    UPDATE: (COMPONENT, SUBMIT),
    AUTOCOMPLETE_RESULT: (COMPLETE,),
}


class Rules:
    """Checks requests before one simulation carries them out."""

    def __init__(self, simulation: Simulation, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` counts seconds; it decides how long a nonce is remembered.

        `gateway`: the address where a bot is to connect, with so many `shards`. `activities`: those open in channels.
        """
        self.simulation, self._clock, self.activities = simulation, clock, Activities(simulation)
        self._nonces: dict[tuple[str, str], tuple[float, str]] = {}
        self.gateway, self.shards = "", 1

    def serve(self, call: Call) -> RestAnswer:
        """Return Discord's answer; the simulation gets only requests that Discord would accept."""
        if match := CALLBACK_PATH.match(call.path):
            return self._callback(call, int(match[1]))
        if match := WEBHOOK_PATH.match(call.path):
            return self._by_token(call, int(match[1]), match[2])
        if call.method in {"PUT", "GET"} and SERVED_COMMANDS_PATH.match(call.path):
            return self._commands(call)
        if call.method == "PATCH" and (match := CHANNEL_PATH.match(call.path)):
            return self._thread(call, int(match[1]))
        if call.method in {"POST", "PATCH"} and (match := MESSAGES_PATH.match(call.path)):
            return self._message(call, int(match[1]), new=match[2] is None)
        return self._serve_other(call)

    def _serve_other(self, call: Call) -> RestAnswer:
        if (call.method, call.path) == ("GET", "/users/@me/guilds"):
            return RestAnswer(200, self.simulation.memberships())
        if call.method == "GET" and (match := SERVED_INSTANCE_PATH.match(call.path)):
            return self.activities.describe_instance(match[1], match[2])
        if (match := GUILD_PATH.match(call.path)) and int(match[1]) not in self.simulation.joined_guilds():
            return error_answer(404, 10004, "Unknown Guild")  # [D1.20]
        if call.method == "GET" and MESSAGES_PATH.match(call.path) and "after" in call.query:
            # Messages after the given one, newest first; if there are too many, those closest to it [D2.19].
            found = self.simulation.serve(replace(call, query={**call.query, "limit": str(ALL_MESSAGES_LIMIT)}))
            limit = int(call.query.get("limit", "50"))
            return replace(found, body=found.body[-limit:]) if found.status == 200 else found
        if (call.method, call.path) == ("GET", "/gateway/bot"):
            return RestAnswer(
                200, {"url": self.gateway, "shards": self.shards, "session_start_limit": SESSION_START_LIMIT}
            )  # [D1.17]
        return self._duplicate_refusal(call) or self.simulation.serve(call)

    def _duplicate_refusal(self, call: Call) -> RestAnswer | None:
        """Refuse a second thread on a message [D3.2] and a second emoji of the same name [D4.3]."""
        if call.method != "POST":
            return None
        if (match := THREADS_PATH.match(call.path)) and self.simulation.has_channel(int(match[1])):
            return error_answer(400, 160004, "A thread has already been created for this message")
        return self._new_emoji(call) if EMOJIS_PATH.match(call.path) else None

    def _new_emoji(self, call: Call) -> RestAnswer:
        """Add an emoji; an application has a limited number, each with a unique name and a small image [D4.7]."""
        if len(taken := self.simulation.emojis()) >= MOST_EMOJIS:
            return error_answer(400, 30008, f"Maximum number of emojis reached ({MOST_EMOJIS})")
        if refusal := _invalid_form(emoji_faults(call.body, taken)):
            return refusal
        made = self.simulation.serve(call)
        if made.status == 200:
            self.simulation.keep_emoji(made.body["id"], emoji_image(call.body) or b"")
        return made

    def _commands(self, call: Call) -> RestAnswer:
        """Register all commands, or list them; translations are listed only on request [D5.1]."""
        entry = [] if "/guilds/" in call.path else self.activities.entry_points()
        if call.method == "PUT":  # replaces all commands; the entry point of the Activity cannot be left out [D7.2]
            refusal = _invalid_form(command_faults(call.body)) or (
                self.activities.refusal_of_commands(call.body) if entry else None
            )
            if refusal is not None:
                return refusal
            listed = [command for command in call.body if command.get("type") != ENTRY_POINT_COMMAND["type"]]
            made = self.simulation.serve(replace(call, body=listed))
            self.simulation.publish(News("world"))
            return replace(made, body=[*made.body, *entry]) if made.status == 200 else made
        answer = self.simulation.serve(call)
        found = replace(answer, body=[*answer.body, *entry]) if answer.status == 200 else answer
        asked = call.query.get("with_localizations") == "true"
        return found if asked else replace(found, body=_without_localizations(found.body))

    def _thread(self, call: Call, channel: int) -> RestAnswer:
        """Change a thread; its owner needs no permission for that [D3.5], which simcord does not know."""
        found = self.simulation.serve(Call("GET", f"/channels/{channel}"))
        own = found.status == 200 and found.body.get("owner_id") == str(self.simulation.bot_id)
        if not own or not isinstance(call.body, dict) or not set(call.body) <= OWNER_FIELDS:
            return self.simulation.serve(call)
        name = call.body.get("name", "any")
        if not isinstance(name, str) or not 1 <= len(name) <= 100:  # [D3.10]
            return error_answer(400, 50035, "Invalid Form Body: name: must have 1 to 100 letters")
        return RestAnswer(200, self.simulation.change_thread(channel, **call.body))

    # -- messages by the bot's token

    def _message(self, call: Call, channel: int, *, new: bool) -> RestAnswer:
        refusal = _invalid_form(message_faults(call.body, call.files)) or self._posting_refusal(call, channel, new=new)
        if refusal is not None:
            return refusal
        known = self._message_with_nonce(call, channel) if new else None
        if known is not None:
            return known
        answer = self.simulation.serve(call)
        key = self._nonce_key(call, channel)
        if new and answer.status == 200 and key is not None:
            self._nonces[key] = (self._clock(), answer.body["id"])
            answer.body["nonce"] = key[1]
        return answer

    def _posting_refusal(self, call: Call, channel: int, *, new: bool) -> RestAnswer | None:
        """Refuse a message: no such channel [D2.13], no permission [D2.16], or a closed thread; None if it is allowed.

        An archived thread refuses edits [D3.6] but a new message reopens it [D3.7]; a locked one refuses both [D3.8].
        """
        found = self.simulation.serve(Call("GET", f"/channels/{channel}"))
        if found.status != 200:
            return found
        if call.files and not self.simulation.has_permissions(self.simulation.bot_id, channel, "attach_files"):
            return error_answer(403, 50013, "Missing Permissions")
        thread = found.body.get("thread_metadata") or {}
        if thread.get("locked") and not self.simulation.has_permissions(
            self.simulation.bot_id, channel, "manage_threads"
        ):
            return error_answer(403, 50083, "Thread is archived")
        if thread.get("archived") and not new:
            return error_answer(400, 50083, "Thread is archived")
        if thread.get("archived"):
            self.simulation.change_thread(channel, archived=False)
        return None

    def _nonce_key(self, call: Call, channel: int) -> tuple[str, str] | None:
        body = call.body if isinstance(call.body, dict) else {}
        nonce = body.get("nonce")
        return (str(channel), str(nonce)) if nonce is not None and body.get("enforce_nonce") else None

    def _message_with_nonce(self, call: Call, channel: int) -> RestAnswer | None:
        """The message already sent with this nonce [D2.7] in this channel [D3.4], an error if it was deleted [D2.8]."""
        said, message = self._nonces.get(self._nonce_key(call, channel) or ("", ""), (0.0, ""))
        if not message or self._clock() - said > NONCE_SECONDS:
            return None
        found = self.simulation.message(channel, int(message))
        return (
            error_answer(404, 10008, "Unknown Message")
            if found is None
            else RestAnswer(200, self.simulation.describe_answer(found))
        )

    # -- answers to interactions

    def _callback(self, call: Call, interaction: int) -> RestAnswer:
        """Give the one first answer [D6.9]; its result is returned only on request [D6.15]."""
        self.simulation.answer_counts[interaction] += 1
        # An answer that opens the Activity must be the first, and in time; otherwise it is refused as any other.
        opener = self.simulation.interaction(interaction)
        body = call.body if isinstance(call.body, dict) else {}
        is_open = (
            opener is not None and not opener.responded and self.simulation.interaction_state(interaction) != "failed"
        )
        if is_open and body.get("type") == LAUNCH and f"/{opener.token}/" in call.path:
            return self._launch(call, interaction)
        answer = _invalid_form(self._callback_faults(call, interaction)) or self.simulation.serve(call)
        record = self.simulation.interaction(interaction)
        if answer.status == 200 and record is not None and record.message_id and call.body["type"] != DEFER_UPDATE:
            self.simulation.touched_messages.setdefault(interaction, []).append(record.message_id)
        self.simulation.publish(News("answer", id=interaction))
        if answer.status == 200 and not _wants_response(call):
            return RestAnswer(204)
        return answer

    def _launch(self, call: Call, interaction: int) -> RestAnswer:
        """Open the Activity for the interaction's person [D7.3]; the answer has no content, not even a page to open."""
        record = self.simulation.interaction(interaction)
        if not self.activities.address or record.type == COMPLETE:
            return error_answer(400, 50035, "Invalid Form Body: type: 12 does not fit this interaction")
        name = self.activities.launch(record.user_id, record.channel_id)
        self.activities.launched[interaction] = name
        record.pong()
        self.simulation.publish(News("activity", record.channel_id, interaction))
        self.simulation.publish(News("answer", id=interaction))
        interaction_facts = {"id": str(interaction), "type": record.type, "activity_instance_id": name}
        resource = {"type": LAUNCH, "activity_instance": {"id": name}}
        return (
            RestAnswer(200, {"interaction": interaction_facts, "resource": resource})
            if _wants_response(call)
            else RestAnswer(204)
        )

    def _callback_faults(self, call: Call, interaction: int) -> list[str]:
        body = call.body if isinstance(call.body, dict) else {}
        record, kind = self.simulation.interaction(interaction), body.get("type")
        inner = body.get("data") if isinstance(body.get("data"), dict) else {}
        if record is None or record.responded:
            return []  # the simulation then answers 10062 or 40060, which take precedence
        if kind == AUTOCOMPLETE_RESULT:
            return choice_faults((inner or {}).get("choices"))
        if record.type not in INTERACTIONS_BY_CALLBACK.get(kind or 0, (record.type,)) or (
            record.type == COMPLETE and kind != AUTOCOMPLETE_RESULT
        ):
            return [f"type: {kind} does not fit this interaction"]
        if kind == MODAL and record.type == SUBMIT:
            return ["type: a modal cannot answer a modal"]
        return message_faults(inner, call.files)

    def _by_token(self, call: Call, application: int, token: str) -> RestAnswer:
        """Give a later answer; tokens that were never issued [D6.17] or are too old [D6.10] are refused."""
        if application == self.simulation.bot_id and not self.simulation.is_valid_token(token):
            return error_answer(401, 50027, "Invalid Webhook Token")
        interaction = self.simulation.interaction_of(token)
        answer = _invalid_form(message_faults(call.body, call.files)) or self.simulation.serve(call)
        if interaction is not None:
            if isinstance(answer.body, dict) and answer.status == 200 and call.method != "GET":
                self.simulation.touched_messages.setdefault(interaction, []).append(int(answer.body["id"]))
            self.simulation.publish(News("answer", id=interaction))
        return answer


def _wants_response(call: Call) -> bool:
    return call.query.get("with_response", "").lower() in {"1", "true"}


def _invalid_form(faults: list[str]) -> RestAnswer | None:
    return error_answer(400, 50035, "Invalid Form Body: " + "; ".join(faults)) if faults else None


def _without_localizations(body: Any) -> Any:
    """Return the body without names and descriptions in other languages."""
    if isinstance(body, list):
        return [_without_localizations(item) for item in body]
    if isinstance(body, dict):
        return {key: _without_localizations(value) for key, value in body.items() if not key.endswith("_localizations")}
    return body
