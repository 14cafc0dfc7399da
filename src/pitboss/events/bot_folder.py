"""A folder that is a bot: `mybot/bot.toml` says how it is run, or one file in it is obvious."""

import os
import tomllib
from pathlib import Path
from typing import Any, Final

import msgspec

from pitboss.events.bot_command import INTERPRETERS, BadEntrant
from pitboss.events.settings import BotSettings
from pitboss.events.settings_reader import BadSetting, read_settings, settings_of, unknown

BOT_FILE: Final = "bot.toml"
# What a bot says of itself there, besides `game`. What it may use, whoever plays it decides.
OWN_KEYS: Final = ("cmd", "name", "wire", "dialect", "nursery", "files")
# What a folder's program is called where nothing says it; the folder's own name will do as well.
ENTRY_STEMS: Final = ("bot", "agent", "main", "run")
ENTRY_SUFFIXES: Final = (".py", ".js", ".rb", ".sh", "")
_MOST_SHOWN: Final = 8


class BotFolder(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot's folder says of it."""

    path: Path
    # What it is called, if nobody says otherwise.
    name: str
    # Of `BotSettings`; `cmd` is always there, and runs in the folder.
    values: dict[str, Any]
    # What it plays, as in `pitboss games`; empty if it does not say.
    game: str = ""


def read_bot_folder(path: Path) -> BotFolder:
    """The bot that a folder is; `BadEntrant` says what was found instead, and what to do."""
    file = path / BOT_FILE
    values = _read_file(file) if file.is_file() else {}
    game = values.pop("game", "")
    if "cmd" not in values:
        values["cmd"] = [f"./{_entry(path)}"]
    return BotFolder(path=path, name=folder_name(path), values=values, game=game)


def folder_name(path: Path) -> str:
    """The name of a bot that is this folder."""
    return path.resolve().name


def build_hint(path: Path) -> str:
    """How a missing program can be made, where the folder says so; empty if it does not."""
    return f"; build it first: make -C {path}" if (path / "Makefile").is_file() else ""


def _read_file(file: Path) -> dict[str, Any]:
    try:
        values = tomllib.loads(file.read_bytes().decode())
    except OSError as error:
        raise BadEntrant(f"{file} can't be read: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadEntrant(f"{file} is no TOML: {error}") from error
    for key, value in values.items():
        if key in OWN_KEYS:
            continue
        if key == "game":
            if not isinstance(value, str) or not value.strip():
                raise BadEntrant(f'{file}: game is {value!r}; a game such as "jedna" was expected')
            continue
        if key in settings_of(BotSettings):
            raise BadEntrant(
                f"{file}: {key} is not for the bot to say, but for whoever plays it: "
                f'"cmd={file.parent} {key}=..." on the command line, or {key} in its [[bot]]',
                key,
            )
        raise BadEntrant(f"{file}: {unknown('key', key, (*OWN_KEYS, 'game'))}", key)
    try:
        read_settings({key: values[key] for key in values if key != "game"}, BotSettings)
    except BadSetting as error:
        raise BadEntrant(f"{file}: {error}", error.key) from error
    return values


def _entry(path: Path) -> str:
    """The one file that is obviously the program."""
    try:
        names = sorted(entry.name for entry in os.scandir(path) if entry.is_file())
    except OSError as error:
        raise BadEntrant(f"{path} can't be read: {error.strerror}") from error
    usual = {
        f"{stem}{suffix}" for stem in (*ENTRY_STEMS, folder_name(path)) for suffix in ENTRY_SUFFIXES
    }
    programs = [name for name in names if _is_program(path / name)]
    found = [name for name in programs if name in usual] or programs
    if len(found) == 1:
        return found[0]
    if found:
        raise BadEntrant(
            f"{path} has several programs: {_listed(found)}; say in {path / BOT_FILE} which of "
            f'them is the bot: cmd = "./{found[0]}"'
        )
    there = f"it has {_listed(names)}" if names else "it has no files"
    raise BadEntrant(
        f"{path} is a folder without a bot: it has no {BOT_FILE}, and nothing such as bot.py, "
        f"bot.js, bot.rb or a program called bot or run.sh; {there}"
        + (build_hint(path) or f'; write {path / BOT_FILE} with a line such as cmd = "./program"')
    )


def _is_program(path: Path) -> bool:
    if path.name.startswith("."):
        return False
    return path.suffix in (*INTERPRETERS, ".sh") or os.access(path, os.X_OK)


def _listed(names: list[str]) -> str:
    more = len(names) - _MOST_SHOWN
    return ", ".join(names[:_MOST_SHOWN]) + (f" and {more} more" if more > 0 else "")
