"""The settings of an event and of a bot: each declared once, with meaning, limits and default.

Options, keys of tournament files, their template, error messages and the tables in the documents
are made from these two records. settings_reader.py reads them; planner.py makes plans of them.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from pitboss.play.policy import POLICIES
from pitboss.play.time_control import CLOCKS, WALL_MULTIPLE

BLOCKS = 100
MOVE_SECONDS = 5.0
BANK_SECONDS = 0.0
STARTUP_SECONDS = 10.0
MOST_ENTRANTS = 1000
LONGEST_SECONDS = 86_400.0
# Games in a row that a bot may lose by not answering.
MAX_FAULTS = 3
SANDBOXES = ("off", "auto", "require")
# Megabytes, processes, megabytes.
SANDBOX_MEMORY = 1024
SANDBOX_PROCESSES = 64
SANDBOX_TEMPORARY = 64
FORMAT_NAMES = ("match", "round-robin", "swiss", "knockout", "gauntlet", "ladder")


def _about(
    meaning: str,
    *,
    usual: str = "",
    example: Any = None,
    expected: str = "",
    option: str = "",
    **limits: Any,
) -> Meta:
    """What is known of a setting besides its type.

    `usual` is what is taken if it is left out, `expected` a type's name where the type alone does
    not tell, `option` the help text of the option where it can not say the same as the file's key.
    """
    extra = {"usual": usual, "example": example, "expected": expected, "option": option}
    return Meta(description=meaning, extra=extra, **limits)


class EventSettings(msgspec.Struct, frozen=True, kw_only=True):
    """An event as people describe it; None and empty texts stand for what is usual."""

    name: Annotated[
        str,
        _about(
            "what the tournament is called",
            usual="the file's name",
            example="friday",
            option="What to call the event.",
        ),
    ] = ""
    game: Annotated[
        str,
        _about(
            "a game or a preset of its rules, as in `pitboss games`",
            example="uno",
            option="jedna, uno, holdem-tournament ...: see pitboss games.",
        ),
    ]
    rules: Annotated[
        str,
        _about(
            "a preset with knobs as text, or a table [rules] of knobs with `preset` among them",
            usual="the game's first preset",
            example="official",
            expected="a text or a table",
            option="A preset of the game's rules, with knobs: official,target=0.",
        ),
    ] = ""
    seats: (
        Annotated[
            int,
            _about(
                "how many play at a table",
                usual="2; in a match one for each bot",
                example=2,
                option="Players at a table.",
                ge=2,
            ),
        ]
        | None
    ) = None
    format: (
        Annotated[
            str,
            _about(
                f"who meets whom: {', '.join(FORMAT_NAMES)}",
                usual="match if there are as many bots as seats, else round-robin",
                example="round-robin",
            ),
        ]
        | None
    ) = None
    blocks: (
        Annotated[
            int,
            _about(
                "decks that each table of a round plays, each of them once from every seat",
                usual=str(BLOCKS),
                example=BLOCKS,
                ge=1,
            ),
        ]
        | None
    ) = None
    games: (
        Annotated[
            int,
            _about(
                "the same counted in games, a multiple of seats; instead of blocks",
                usual="blocks times seats",
                example=2 * BLOCKS,
                option="Games in each meeting, rounded up to whole mirrored blocks.",
                ge=1,
            ),
        ]
        | None
    ) = None
    rounds: (
        Annotated[
            int,
            _about(
                "how many rounds a swiss or ladder tournament has",
                usual="as many as the format needs",
                example=5,
                ge=1,
            ),
        ]
        | None
    ) = None
    heroes: (
        Annotated[
            int,
            _about("how many bots, from the first on, play a gauntlet", usual="1", example=1, ge=1),
        ]
        | None
    ) = None
    extras: (
        Annotated[
            int,
            _about(
                "how often a tied meeting of a knockout is played on before wins, then entry, "
                "decide it",
                usual="3",
                example=3,
                ge=0,
            ),
        ]
        | None
    ) = None
    seed: (
        Annotated[
            str,
            _about(
                "any text: the same seed deals the same cards",
                usual="drawn at random, and secret until the event is over",
                example="friday",
                expected="a text or a whole number",
            ),
        ]
        | None
    ) = None
    mirror: Annotated[
        bool | Literal["apart"],
        _about(
            "whether a deck is played from every seat; false: only once; "
            '"apart": far apart, in other suits',
            usual="true",
            example=True,
            expected='true, false or "apart"',
            option="Play each deck once from every seat, or give every game its own. A bot that "
            "can't be kept from telling itself the cards gains nothing then.",
        ),
    ] = True
    timeout: Annotated[
        float,
        _about(
            "seconds that a bot has for an answer",
            usual=f"{MOVE_SECONDS:g}",
            example=10,
            ge=0.001,
        ),
    ] = MOVE_SECONDS
    bank: Annotated[
        float,
        _about(
            "extra seconds for a whole game, which slow answers may use up",
            usual=f"{BANK_SECONDS:g}",
            example=0,
            ge=0,
        ),
    ] = BANK_SECONDS
    startup: Annotated[
        float,
        _about(
            "extra seconds for a program's first answer",
            usual=f"{STARTUP_SECONDS:g}",
            example=10,
            option="Extra seconds for a program's first answer. One that hangs uses them up in "
            "each game until it is given up: lower it for quick bots.",
            ge=0,
        ),
    ] = STARTUP_SECONDS
    sandbox: Annotated[
        str,
        _about(
            "whether programs run in a sandbox: off, auto (where the machine can) or require",
            usual="off",
            example="require",
            option="Run programs in a sandbox: off, auto (where this machine can) or require.",
        ),
    ] = "off"
    memory: Annotated[
        int,
        _about(
            "megabytes that a program in a sandbox may use",
            usual=str(SANDBOX_MEMORY),
            example=SANDBOX_MEMORY,
            ge=16,
        ),
    ] = SANDBOX_MEMORY
    processes: Annotated[
        int,
        _about(
            "processes and threads that a program in a sandbox may have",
            usual=str(SANDBOX_PROCESSES),
            example=SANDBOX_PROCESSES,
            ge=1,
        ),
    ] = SANDBOX_PROCESSES
    temporary: Annotated[
        int,
        _about(
            "megabytes of temporary files that a program in a sandbox may have",
            usual=str(SANDBOX_TEMPORARY),
            example=SANDBOX_TEMPORARY,
            ge=1,
        ),
    ] = SANDBOX_TEMPORARY
    clock: Annotated[
        str,
        _about(
            "what counts: `cpu`, a program's processor time, and "
            f"{WALL_MULTIPLE:g} times that by the wall; or `wall`",
            usual=CLOCKS[0],
            example=CLOCKS[0],
            option="cpu: a program's own processor time counts; wall: that of the clock, for bots "
            "that wait for others, such as language models.",
        ),
    ] = CLOCKS[0]
    ponder: Annotated[
        bool,
        _about(
            "whether programs may think while it is not their turn; otherwise they are frozen",
            usual="false",
            example=False,
            option="Let programs think while it is not their turn, rather than freeze them.",
        ),
    ] = False
    policy: Annotated[
        str,
        _about(
            f"what faults cost: {', '.join(POLICIES)}",
            usual="the game's usual one",
            example="native",
            option=f"What faults cost: {', '.join(POLICIES)}. If empty: the game's usual.",
        ),
    ] = ""
    max_faults: Annotated[
        int,
        _about(
            "games in a row that a bot may lose by not answering; then it is out; 0: any number",
            usual=str(MAX_FAULTS),
            example=MAX_FAULTS,
            option="Games in a row that a bot may lose by the same start-up or timeout fault; then "
            "it is taken out, and forfeits the rest. 0: any number.",
            ge=0,
        ),
    ] = MAX_FAULTS
    transcript: Annotated[
        bool,
        _about(
            "whether what passes between us and programs is kept, for show --transcript",
            usual="false",
            example=False,
            option="Keep every line that passes between us and programs, with times and stderr, "
            "for pitboss show GAME --transcript.",
        ),
    ] = False
    db: Annotated[
        str,
        _about(
            "the journal: a file, from this one's folder, or postgresql://user@host/name",
            usual="that of the command line",
            example="pitboss.db",
            option="The journal: a file, or postgresql://user@host/name.",
        ),
    ] = ""
    jobs: Annotated[
        int,
        _about("processes that play at a time; 0: one for each core", usual="0", example=0, ge=0),
    ] = 0
    bot: Annotated[
        tuple[dict[str, Any], ...],
        _about(
            "tables [[bot]], one for each bot, in the order of entry",
            expected="an array of tables, each written [[bot]],",
        ),
    ] = ()


class BotSettings(msgspec.Struct, frozen=True, kw_only=True):
    """A bot as people describe it: a built-in one, or a program and how to run it."""

    cmd: (
        Annotated[
            str | tuple[str, ...],
            _about(
                "the program: a command line, or a list of its words; or a bot's folder",
                expected="a command line, or a list of words,",
            ),
        ]
        | None
    ) = None
    bot: (
        Annotated[
            str, _about("instead of `cmd`: a built-in bot, with its level if wanted", pattern=r"\S")
        ]
        | None
    ) = None
    name: (
        Annotated[
            str,
            _about("what it is called; otherwise the file's or the bot's name", pattern=r"\S"),
        ]
        | None
    ) = None
    wire: Annotated[
        str,
        _about("how it is spoken to; otherwise the line protocol of the game's own bots"),
    ] = "auto"
    dialect: Annotated[str, _about("of the wire `jedna`: `1.0` or `1`")] | None = None
    timeout: (
        Annotated[
            float, _about("seconds that this bot has for an answer", gt=0, le=LONGEST_SECONDS)
        ]
        | None
    ) = None
    startup: (
        Annotated[
            float, _about("extra seconds for this bot's first answer", ge=0, le=LONGEST_SECONDS)
        ]
        | None
    ) = None
    clock: Annotated[str, _about("whose time counts for this bot: `cpu` or `wall`")] | None = None
    folder: (
        Annotated[
            str,
            _about(
                "where the command runs, from the file's folder; otherwise there", pattern=r"\S"
            ),
        ]
        | None
    ) = None
    nursery: Annotated[
        bool,
        _about("`false`: a Python script that leaves has Python started for each game"),
    ] = True
    sandbox: (
        Annotated[str, _about("off, auto or require, for this bot; otherwise as the event says")]
        | None
    ) = None
    memory: (
        Annotated[int, _about("megabytes that it may use in a sandbox", ge=16, le=1 << 20)] | None
    ) = None
    processes: (
        Annotated[int, _about("processes that it may have in a sandbox", ge=1, le=1 << 20)] | None
    ) = None
    temporary: (
        Annotated[int, _about("megabytes of temporary files, in a sandbox", ge=1, le=1 << 20)]
        | None
    ) = None
    readable: Annotated[
        str | tuple[str, ...],
        _about(
            "files and folders that it may read in a sandbox, besides its own",
            expected="a path, or a list of paths,",
        ),
    ] = ()
    files: Annotated[
        str | tuple[str, ...],
        _about(
            "which files make it, as globs such as `*.py`; otherwise all of its folder, or a "
            "script with what it imports from beside it",
            expected="a glob, or a list of globs,",
        ),
    ] = ()
    transcript: Annotated[
        bool,
        _about("whether every line that passes between us and this bot is kept"),
    ] = False
    count: Annotated[
        int, _about("how many of it take part; otherwise 1", ge=1, le=MOST_ENTRANTS)
    ] = 1


# How a program is run; a built-in bot has none of them.
PROGRAM_KEYS = (
    "wire",
    "dialect",
    "timeout",
    "startup",
    "clock",
    "folder",
    "nursery",
    "sandbox",
    "memory",
    "processes",
    "temporary",
    "readable",
    "files",
    "transcript",
)
