"""`pitboss check`: whether a bot speaks its protocol, and if not, why."""

import re
import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from pitboss.cli.commands import FAILED, MISMATCH
from pitboss.cli.options import AsJson
from pitboss.cli.output import bad_input, console, fail, print_json, whole_file
from pitboss.cli.waiting import Waiting
from pitboss.narration.text import printable

if TYPE_CHECKING:
    from pitboss.check.finding import Cause, Finding, Report
    from pitboss.check.suite import Suite

_STYLES = {"passed": "green", "failed": "bold red", "advice": "yellow", "skipped": "dim"}
_WORDS = {"passed": "ok"}
_RANGE = re.compile(r"(\d+)(?:-(\d+))?")
_MOST = 10_000


def check(
    bot: Annotated[
        str,
        typer.Argument(
            metavar="BOT",
            help="A path, a command line, or a group such as \"cmd='ruby agent.rb' wire=jedna-1\".",
            show_default=False,
        ),
    ] = "",
    server: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="Check a server instead: ws://HOST:PORT/TABLE of AlgoPoker, with a table that "
            "nobody uses, or http://HOST:PORT of uno-online.",
        ),
    ] = "",
    game: Annotated[
        str,
        typer.Option(
            "--game",
            "-g",
            help="The game that it plays: see pitboss games. If empty: what its folder's bot.toml "
            "says, or jedna.",
        ),
    ] = "",
    scenario: Annotated[
        str, typer.Option(help="Only the scenarios of these numbers: 12, or 3,7-9.")
    ] = "",
    games: Annotated[
        int, typer.Option("--games", "-n", min=0, help="Seeded games to play at the end.")
    ] = 200,
    timeout: Annotated[float, typer.Option(help="Seconds for an answer.", min=0.1)] = 2.0,
    startup: Annotated[
        float, typer.Option(help="Extra seconds for the first answer.", min=0.0)
    ] = 10.0,
    transcript: Annotated[
        bool, typer.Option("--transcript", help="Show every line that passes, with its time.")
    ] = False,
    as_json: AsJson = False,
    junit: Annotated[
        str, typer.Option(help="Write the results as JUnit's XML into this file, for CI.")
    ] = "",
) -> None:
    """Check that a bot speaks its protocol: scenario by scenario, then in seeded games.

    Each failure is one sentence with its cause, the lines that passed, what the bot wrote to
    stderr, and the command that repeats just this. Exit code 0 if all passed, 1 if something
    failed.

    Examples:

        pitboss check ./mybot.py

        pitboss check ./mybot.py --scenario 12

        pitboss check "cmd=./mybot.py wire=native" --game holdem --junit check.xml

        pitboss check "cmd='python3 bot.py {url}' wire=websocket" --game holdem-tournament

        pitboss check --server ws://localhost:8765/check
    """
    # Imported here, so that --help is quick.
    from pitboss.check.junit import junit as as_junit
    from pitboss.check.subject import read_subject
    from pitboss.check.suite import BadServer, server_suite, suite_of
    from pitboss.events.bot_command import BadEntrant
    from pitboss.games.registry import UnknownGame
    from pitboss.games.rules import BadRules
    from pitboss.players.program import Shortage
    from pitboss.wires.registry import WrongWire

    numbers = _numbers(scenario)
    typed = [f"--timeout {timeout:g}"] if timeout != 2.0 else []
    typed += [f"--startup {startup:g}"] if startup != 10.0 else []
    typed += [f"--games {games}"] if games != 200 else []
    if bool(bot) == bool(server):
        fail("name a bot, or a server with --server URL")
    with bad_input(BadEntrant, UnknownGame, BadRules, WrongWire, BadServer):
        if server:
            suite = server_suite(server)
        else:
            subject = read_subject(
                bot, game, timeout=timeout, startup=startup, options=" ".join(typed)
            )
            suite = suite_of(subject, games)
    if numbers and not numbers & {one.number for one in suite.scenarios}:
        fail(f"there is no scenario {scenario}; there are 1 to {len(suite.scenarios)}")
    try:
        report = _run(suite, numbers, transcript=transcript, quiet=as_json)
    except Shortage as error:
        fail(str(error), FAILED)
    if junit:
        with whole_file(junit) as file:
            file.write(as_junit(report))
    if as_json:
        print_json({"passed": report.passed, "verdict": report.verdict(), "report": report})
    else:
        _print_causes(console(), report, with_lines=not transcript)
        typer.echo(printable(report.verdict()))
        if report.passed and bot and not numbers:
            typer.echo(f"next: pitboss play {shlex.quote(suite.game)} {shlex.quote(bot)} simple")
    if not report.passed:
        raise typer.Exit(MISMATCH)


def _numbers(text: str) -> frozenset[int]:
    """The numbers in `3,7-9`; none at all for all."""
    numbers: set[int] = set()
    for part in text.split(",") if text else ():
        found = _RANGE.fullmatch(part.strip())
        if found is None or int(found[2] or found[1]) > _MOST:
            fail(f"--scenario is {text!r}; expected numbers such as 12, or 3,7-9")
        numbers.update(range(int(found[1]), int(found[2] or found[1]) + 1))
    return frozenset(numbers)


def _run(suite: "Suite", numbers: frozenset[int], *, transcript: bool, quiet: bool) -> "Report":
    out = console()
    findings: list[Finding] = []
    if not quiet:
        typer.echo(printable(f"{suite.bot}: {suite.speaks}, {suite.game}"))
    width = max(len(one.name) for one in suite.scenarios)
    try:
        with Waiting("playing", "games") as waiting:
            suite.bench.tell = waiting.tell
            alike: list[Finding] = []
            for finding in suite.run(numbers, transcripts=transcript):
                findings.append(finding)
                if quiet:
                    continue
                if alike and not _are_skipped_alike(alike[0], finding):
                    _print_group(out, alike, width)
                    alike = []
                alike.append(finding)
                if finding.status != "skipped":
                    _print_group(out, alike, width)
                    alike = []
                    if transcript:
                        _print_lines(out, finding)
            if alike:
                _print_group(out, alike, width)
    finally:
        suite.close()
    return suite.report(findings)


def _are_skipped_alike(one: "Finding", other: "Finding") -> bool:
    return one.status == other.status == "skipped" and one.sentence == other.sentence


def _print_group(out: Console, alike: Sequence["Finding"], width: int) -> None:
    """The line of a finding, or of several that were skipped for the same reason."""
    finding = alike[0]
    number, name = f"{finding.scenario:3}", finding.name
    if len(alike) > 1:
        number, name = f"{finding.scenario:3}-{alike[-1].scenario}", f"{len(alike)} more"
    word = _WORDS.get(finding.status, finding.status)
    line = Text(f"{f'{number}  {name}':<{width + 5}}  ")
    line.append(word, style=_STYLES[finding.status])
    if finding.status == "skipped":
        line.append(f": {printable(finding.sentence)}", style="dim")
    out.print(line, soft_wrap=True)


def _print_lines(out: Console, finding: "Finding") -> None:
    for line in finding.lines:
        out.print(Text(f"    {printable(line)}"), soft_wrap=True)


def _print_causes(out: Console, report: "Report", *, with_lines: bool) -> None:
    from pitboss.check.finding import Status

    for status in (Status.FAILED, Status.ADVICE):
        for cause in report.causes(status):
            _print_cause(out, cause, status, with_lines=with_lines and status is Status.FAILED)


def _print_cause(out: Console, cause: "Cause", status: str, *, with_lines: bool) -> None:
    numbers = ", ".join(str(number) for number in cause.scenarios)
    several = "scenarios" if len(cause.scenarios) > 1 else "scenario"
    heading = Text(f"\n{status}, {several} {numbers}: ", style=_STYLES[status])
    heading.append(printable(cause.sentence), style="default")
    out.print(heading, soft_wrap=True)
    first = cause.first
    if with_lines:
        _print_lines(out, first)
        shown = any(line.startswith("! ") for line in first.lines)
        if first.stderr and not shown:
            out.print(Text("  its stderr:"))
            for line in first.stderr.strip().splitlines()[-10:]:
                out.print(Text(f"    ! {printable(line)}"), soft_wrap=True)
    out.print(Text(f"  again: {first.command}"), soft_wrap=True)
