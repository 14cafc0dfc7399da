"""`pitboss new`: a small working bot in a folder of its own."""

import shutil
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.options import Game
from pitboss.cli.output import bad_input, console, fail, print_list


def new(
    folder: Annotated[
        str, typer.Argument(metavar="DIR", help="The folder to make; it gives the bot its name.")
    ],
    game: Game = "jedna",
    lang: Annotated[
        str, typer.Option("--lang", "-l", help="python, javascript, ruby, go, rust or c.")
    ] = "python",
    wire: Annotated[
        str,
        typer.Option(
            help="auto: the game's usual lines, in every language. websocket: hold'em over "
            "WebSocket, in python and javascript. http: UNO over HTTP, in python. native: our own "
            "lines, in every language, for every game."
        ),
    ] = "auto",
) -> None:
    """Make a small working bot to start from, with its README and its test.

    It plays at once; then change its function `decide`. Nothing is built and nothing that is
    there is overwritten.

    Examples:

        pitboss new mybot

        pitboss new mybot --game holdem-tournament --lang javascript

        pitboss new mybot --game holdem-tournament --wire websocket

        pitboss new mybot --game uno-online --wire http

        pitboss new bots/fast --lang rust
    """
    # Imported here, so that --help is quick.
    from pitboss.events.planner import read_game
    from pitboss.events.settings_reader import BadSetting, unknown
    from pitboss.starters.starter import (
        LANGUAGES,
        NoStarter,
        find_starter,
        next_commands,
        starter_texts,
        typed,
    )

    if lang not in LANGUAGES:
        fail(unknown("language", lang, LANGUAGES))
    with bad_input(BadSetting, NoStarter):
        kind, rules = read_game(game, "")
        starter = find_starter(lang, wire, kind, kind.rules(rules))
    path = Path(folder)
    name = path.resolve().name
    _check_empty(path)
    texts = starter_texts(starter, name, game)
    try:
        path.mkdir(parents=True, exist_ok=True)
        for file, text in texts.items():
            with (path / file).open("xb") as made:
                made.write(text)
    except OSError as error:
        fail(f"{error.filename or path} can't be written: {error.strerror}; choose another folder")
    out = console()
    language = LANGUAGES[lang]
    out.print(
        f"{path} is a bot for {game} in {language.title}: {', '.join(sorted(texts))}",
        markup=False,
    )
    out.print(f"What it plays is decided in {path / language.source}.\n", markup=False)
    test = (f"(cd {typed(folder)} && {language.test})", "its own test")
    print_list(out, {"What to try next": [*next_commands(folder, game, lang), test]})
    if shutil.which(language.tool) is None:
        out.print(f"\nThere is no {language.tool} on PATH here: install it first.", markup=False)


def _check_empty(path: Path) -> None:
    """Hidden files don't count: somebody may keep versions there."""
    if not path.exists():
        return
    if not path.is_dir():
        fail(f"{path} is a file; choose another name for the bot's folder")
    try:
        there = sorted(entry.name for entry in path.iterdir() if not entry.name.startswith("."))
    except OSError as error:
        fail(f"{path} can't be read: {error.strerror}")
    if there:
        more = f" and {len(there) - 3} more" if len(there) > 3 else ""
        fail(
            f"{path} is not empty ({', '.join(there[:3])}{more}), and nothing is overwritten: "
            f"choose another name, such as pitboss new {path}-2"
        )
