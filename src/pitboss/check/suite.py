"""What is run to check somebody: the scenarios, what they are run on, and how to repeat them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.check.bench import ProgramBench
from pitboss.check.finding import Finding, Report
from pitboss.check.runner import run
from pitboss.check.scenario import Bench, Scenario
from pitboss.check.stdio import scenarios
from pitboss.check.subject import Subject
from pitboss.events.bot_command import BadEntrant
from pitboss.wires.wire import Transport


@dataclass(frozen=True, kw_only=True)
class Suite:
    """A check that is about to be run; `close` it afterwards."""

    # Who is checked, what it is meant to speak, and in which game.
    bot: str
    speaks: str
    game: str
    bench: Bench
    scenarios: Sequence[Scenario[Any]]
    # What repeats the scenarios of some numbers: "3", or "3-5".
    repeat: Callable[[str], str]
    # Seeded games that are played in the last scenario.
    games: int = 0

    def run(self, numbers: frozenset[int] = frozenset()) -> Iterator[Finding]:
        """The findings of these scenarios one by one; without numbers, of all."""
        wanted = [one for one in self.scenarios if not numbers or one.number in numbers]
        return run(wanted, self.bench, self.repeat)

    def report(self, findings: Sequence[Finding]) -> Report:
        """All that was found."""
        played = {one.scenario for one in findings}
        has_games = self.games and len(self.scenarios) in played
        return Report(
            bot=self.bot,
            speaks=self.speaks,
            game=self.game,
            findings=list(findings),
            games=self.games if has_games else 0,
        )

    def close(self) -> None:
        """End whoever was checked."""
        self.bench.close()


def suite_of(subject: Subject, games: int) -> Suite:
    """The check of a bot."""
    if subject.choice.transport is not Transport.LINES:
        raise BadEntrant(f"{subject.name} connects to us, and only programs over pipes are checked")
    return Suite(
        bot=subject.name,
        speaks=subject.speaks,
        game=subject.game,
        bench=ProgramBench(subject),
        scenarios=scenarios(subject, games),
        repeat=subject.repeat,
        games=games,
    )
