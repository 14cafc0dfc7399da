"""Runs scenarios one after the other, and makes findings of what happens."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from pitboss.check.finding import Finding, Status
from pitboss.check.scenario import Advice, Bench, Failure, Scenario, Skipped
from pitboss.play.transcript import TO_PLAYER, Line

# So many silences for the same reason are no accident: the others are not waited for.
_SILENCES: Final = 2
# Lines that are shown of a scenario, and characters of each; its end tells most.
_SHOWN_LINES: Final = 12
_SHOWN: Final = 600
_STDERR: Final = 2000


def run(
    scenarios: Sequence[Scenario[Any]],
    bench: Bench,
    command: Callable[[str], str],
    *,
    transcripts: bool = False,
    now: Callable[[], float] = time.monotonic,
) -> Iterator[Finding]:
    """The findings, one by one; `command` is what repeats the scenarios of some numbers.

    With `transcripts`, all lines that were kept are in every finding.
    """
    silences: dict[str, int] = {}
    # Causes of failures that a program has only once it has played.
    remembered: set[str] = set()
    why_not = ""
    # The first scenario since the bot was started.
    since = 0
    for scenario in scenarios:
        if why_not:
            yield _finding(scenario, Status.SKIPPED, why_not)
            continue
        began = now()
        is_alone = bench.is_fresh
        since = scenario.number if is_alone else since
        failure, status = _attempt(scenario, bench)
        lines, stderr = bench.lines(), bench.stderr()[-_STDERR:]
        if transcripts:
            shown = [f"{line.at:9.3f} {line.way} {line.text}" for line in lines]
        else:
            shown = [] if status in (Status.PASSED, Status.SKIPPED) else _shown(lines)
        numbers = str(scenario.number)
        cause = ""
        if isinstance(failure, Failure):
            # Of a silence that is known it is not waited a second time whether it comes again.
            if not is_alone and not silences.get(failure.cause):
                bench.renew()
                again, _ = _attempt(scenario, bench)
                if not isinstance(again, Failure):
                    remembered.add(failure.cause)
            if failure.cause in remembered:
                numbers = f"{since}-{scenario.number}"
                failure = _only_later(failure)
            cause = failure.cause
            if failure.is_silence:
                silences[cause] = silences.get(cause, 0) + 1
            if failure.is_final:
                why_not = f"not tried, since scenario {scenario.number} failed"
            elif silences.get(cause, 0) >= _SILENCES:
                why_not = f"not tried, since scenario {scenario.number} was silent as one before it"
        if status in (Status.FAILED, Status.ADVICE):
            bench.renew()
        is_bad = status in (Status.FAILED, Status.ADVICE)
        yield _finding(
            scenario,
            status,
            str(failure or ""),
            cause=cause,
            lines=shown,
            stderr=stderr if is_bad else "",
            command=command(numbers) if is_bad else "",
            seconds=round(now() - began, 3),
        )


def _only_later(failure: Failure) -> Failure:
    why = "it keeps something from one game to the next"
    if failure.is_silence:
        why = "does it hang after a game, or count something up?"
    return Failure(
        f"{failure.sentence} (only in a process that has played before: {why})",
        cause=failure.cause,
        is_silence=failure.is_silence,
    )


def _attempt(scenario: Scenario[Any], bench: Bench) -> tuple[Exception | None, Status]:
    bench.begin()
    try:
        scenario.run(bench)
    except Failure as failure:
        return failure, Status.FAILED
    except Advice as advice:
        return advice, Status.ADVICE
    except Skipped as reason:
        return reason, Status.SKIPPED
    return None, Status.PASSED


def _finding(scenario: Scenario[Any], status: Status, sentence: str, **rest: Any) -> Finding:
    return Finding(
        scenario=scenario.number, name=scenario.name, status=status, sentence=sentence, **rest
    )


def _shown(lines: Sequence[Line]) -> list[str]:
    """The end of what passed, with as much of each line as helps, and what it was sent last."""
    first = max(0, len(lines) - _SHOWN_LINES)
    kept = [f"{way} {_cut(text)}" for _, way, text in lines[first:]]
    if not first:
        return kept
    ways = [way for _, way, _ in lines]
    if TO_PLAYER not in ways[first:] and TO_PLAYER in ways:
        # A long traceback pushed it out.
        kept.insert(0, f"> {_cut(lines[len(ways) - 1 - ways[::-1].index(TO_PLAYER)].text)}")
    return [f"# ... {len(lines) - len(kept)} lines before", *kept]


def _cut(text: str) -> str:
    if len(text) <= _SHOWN:
        return text
    half = _SHOWN // 2
    return f"{text[:half]} ... {text[-half:]}"
