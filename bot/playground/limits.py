"""Discord's limits that simcord does not check: command definitions, files, alt text, autocomplete, nonces.

Independent of the world: it reads the JSON of a request and lists what is wrong, each fault with its place.
"""

import re
import unicodedata
from base64 import b64decode
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from bot.playground.protocol import Upload, WireObject

# [D5.3] [D2.15] [D2.14] [D4.6]; simcord checks the limits of components [D2.2].
MAX_COMMANDS_BY_KIND = {1: 100, 2: 15, 3: 15, 4: 1}  # by kind: slash, user, message, entry point of the Activity [D7.1]
MAX_COMMAND_LETTERS = 8000  # letters of a command's names, descriptions and values, each in its longest translation
MAX_FILE_BYTES = 10 * 1024 * 1024
MAX_API_REQUEST_BYTES = 25 * 1024 * 1024
MAX_FILES, MAX_ALT_TEXT_LETTERS, MAX_NONCE_LETTERS, MAX_CHOICES, MAX_COMMAND_OPTIONS = 10, 1024, 25, 25, 25
SUBCOMMAND_KINDS = (1, 2)  # subcommand and group
EMOJI_NAME = re.compile(r"\w{2,32}", re.ASCII)
EMOJI_IMAGE = re.compile(r"data:image/(?:png|gif|jpeg|webp);base64,([A-Za-z0-9+/=]+)")
MAX_APPLICATION_EMOJIS, MAX_EMOJI_BYTES = 2000, 256 * 1024  # [D4.7]
_MARKS = re.compile(r"[-_']")


def command_faults(commands: Any) -> list[str]:
    """Faults for which Discord would refuse a bulk overwrite of commands."""
    if not isinstance(commands, list) or not all(isinstance(command, dict) for command in commands):
        return ["commands: must be an array of objects"]
    faults = [fault for at, command in enumerate(commands) for fault in _faults_of_command(command, f"commands[{at}]")]
    kinds = [command.get("type") or 1 for command in commands]
    faults += [f"commands: more than {most} of type {kind}" for kind, most in MAX_COMMANDS_BY_KIND.items()
               if kinds.count(kind) > most]  # fmt: skip
    names = [f"{command.get('type') or 1} {command.get('name')}" for command in commands]
    return faults + [f"commands: {name!r} is there twice" for name in sorted(set(names)) if names.count(name) > 1]


def choice_faults(choices: Any, where: str = "choices") -> list[str]:
    """Faults for which Discord would refuse the choices of an option or of an autocomplete answer."""
    if not isinstance(choices, list):
        return [f"{where}: must be an array"]
    faults = [f"{where}: more than {MAX_CHOICES}"] if len(choices) > MAX_CHOICES else []
    for at, choice in enumerate(choices):
        faults += _length_faults(choice.get("name"), f"{where}[{at}].name", 100)
        if isinstance(choice.get("value"), str):
            faults += _length_faults(choice["value"], f"{where}[{at}].value", 100)
    return faults


def message_faults(body: Any, files: Sequence[Upload]) -> list[str]:
    """Faults for which Discord would refuse the files, alt texts and nonce of a message."""
    faults = [f"files: more than {MAX_FILES}"] if len(files) > MAX_FILES else []
    faults += [f"{file.filename}: more than 10 MiB" for file in files if file.size > MAX_FILE_BYTES]
    nonce = body.get("nonce") if isinstance(body, dict) else None
    if nonce is not None and len(str(nonce)) > MAX_NONCE_LETTERS:
        faults.append(f"nonce: more than {MAX_NONCE_LETTERS}")
    long = [text for text in _alt_texts(body) if len(text) > MAX_ALT_TEXT_LETTERS]
    return faults + [f"description: {text[:20]!r}... is longer than {MAX_ALT_TEXT_LETTERS}" for text in long]


def emoji_faults(body: Any, taken: Collection[str]) -> list[str]:
    """Faults for which Discord would refuse a new emoji of an application that already uses the names `taken`."""
    name = body.get("name") if isinstance(body, dict) else None
    if not isinstance(name, str) or not EMOJI_NAME.fullmatch(name):
        return ["name: must have 2 to 32 letters, digits or underscores"]
    image = emoji_image(body)
    if image is None:
        return ["image: must be a picture as data:image/...;base64,..."]
    if len(image) > MAX_EMOJI_BYTES:
        return [f"image: FILE_SIZE_TOO_LARGE: more than {MAX_EMOJI_BYTES} bytes"]
    return [f"name: APPLICATION_EMOJI_NAME_ALREADY_TAKEN: {name}"] if name in taken else []


def emoji_image(body: WireObject) -> bytes | None:
    """The image of a new emoji; None if it is missing or unreadable."""
    found = EMOJI_IMAGE.fullmatch(str(body.get("image")))
    try:
        return b64decode(found[1], validate=True) or None if found else None
    except ValueError:
        return None


def _alt_texts(body: Any) -> Iterator[str]:
    if isinstance(body, list):
        for value in body:
            yield from _alt_texts(value)
    if isinstance(body, dict):
        if isinstance(body.get("description"), str) and ("media" in body or "filename" in body):
            yield body["description"]
        for value in body.values():
            if isinstance(value, (dict, list)):  # calling this for each string would take most of the time
                yield from _alt_texts(value)


def _faults_of_command(command: WireObject, where: str) -> list[str]:
    kind = command.get("type") or 1
    faults = [] if kind in MAX_COMMANDS_BY_KIND else [f"{where}.type: {kind!r} is none"]
    if kind != 1:
        return faults + _length_faults(command.get("name"), f"{where}.name", 32)
    faults += _naming_faults(command, where) + _option_faults(command.get("options") or [], where)
    text = _letter_count(command)
    return faults + (
        [f"{where}: {text} letters, more than {MAX_COMMAND_LETTERS}"] if text > MAX_COMMAND_LETTERS else []
    )


def _option_faults(options: Any, where: str) -> list[str]:
    if not isinstance(options, list) or len(options) > MAX_COMMAND_OPTIONS:
        return [f"{where}.options: must be an array of at most {MAX_COMMAND_OPTIONS}"]
    faults = []
    for at, option in enumerate(options):
        here = f"{where}.options[{at}]"
        faults += _naming_faults(option, here) + choice_faults(option.get("choices") or [], f"{here}.choices")
        faults += _option_faults(option.get("options") or [], here)
        if option.get("autocomplete") and option.get("choices"):
            faults.append(f"{here}: choices and autocomplete together")
    names = [option_given.get("name") for option_given in options]
    if len(set(names)) < len(names):
        faults.append(f"{where}.options: a name is there twice")
    needed = [
        bool(option_given.get("required"))
        for option_given in options
        if option_given.get("type") not in SUBCOMMAND_KINDS
    ]
    late = needed != sorted(needed, reverse=True)
    return faults + ([f"{where}.options: a required one after an optional one"] if late else [])


def _naming_faults(thing: WireObject, where: str) -> list[str]:
    faults = []
    for name in [thing.get("name"), *(thing.get("name_localizations") or {}).values()]:
        fits = isinstance(name, str) and 1 <= len(name) <= 32 and name == name.lower()
        if not fits or not all(unicodedata.category(letter)[0] in "LNM" for letter in _MARKS.sub("", name)):
            faults.append(f"{where}.name: {name!r} is not allowed")
    for text in [thing.get("description"), *(thing.get("description_localizations") or {}).values()]:
        faults += _length_faults(text, f"{where}.description", 100)
    return faults


def _length_faults(text: Any, where: str, most: int) -> list[str]:
    return [] if isinstance(text, str) and 1 <= len(text) <= most else [f"{where}: must have 1 to {most} letters"]


def _letter_count(thing: WireObject) -> int:
    """Count the letters of a name, description and value, each in its longest translation."""
    letters = 0
    for name in ("name", "description", "value"):
        translations = (thing.get(f"{name}_localizations") or {}).values()
        letters += max(len(str(text or "")) for text in (thing.get(name), *translations))
    return letters + sum(_letter_count(nested) for name in ("options", "choices") for nested in thing.get(name) or [])
