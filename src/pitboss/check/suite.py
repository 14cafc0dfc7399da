"""What is run to check somebody: the scenarios, what they are run on, and how to repeat them."""

import shlex
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.check.bench import ProgramBench
from pitboss.check.finding import Finding, Report
from pitboss.check.runner import run
from pitboss.check.scenario import Bench, Scenario
from pitboss.check.stdio import scenarios
from pitboss.check.subject import Subject
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

    def run(
        self, numbers: frozenset[int] = frozenset(), *, transcripts: bool = False
    ) -> Iterator[Finding]:
        """The findings of these scenarios one by one; without numbers, of all."""
        wanted = [one for one in self.scenarios if not numbers or one.number in numbers]
        return run(wanted, self.bench, self.repeat, transcripts=transcripts)

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
    bench: Bench
    those: Sequence[Scenario[Any]]
    if subject.choice.transport is Transport.LINES:
        bench, those = ProgramBench(subject), scenarios(subject, games)
    else:
        # Imported here: what listens takes longer to import than most checks take.
        from pitboss.check.connecting import ConnectingBench
        from pitboss.check.connecting_scenarios import connecting_scenarios

        bench, those = ConnectingBench(subject, games), connecting_scenarios(subject.choice)
    return Suite(
        bot=subject.name,
        speaks=subject.speaks,
        game=subject.game,
        bench=bench,
        scenarios=those,
        repeat=subject.repeat,
        games=games,
    )


class BadServer(ValueError):
    """An address at which no server can be checked."""


def server_suite(url: str) -> Suite:
    """The check of a server; `BadServer` if the address is none of a kind that we know."""
    from pitboss.check.server import ServerBench
    from pitboss.check.server_poker import POKER_SERVER, visit_poker
    from pitboss.check.server_uno import UNO_SERVER, visit_uno

    scheme, _, rest = url.partition("://")
    if scheme not in ("ws", "wss", "http", "https") or not rest:
        raise BadServer(
            f"{url!r} is no address of a server: ws://localhost:8765/check is a table of an "
            "AlgoPoker server, http://localhost:5000 a uno-online server"
        )
    is_poker = scheme.startswith("ws")
    return Suite(
        bot=url,
        speaks="AlgoPoker over WebSocket" if is_poker else "uno-online over HTTP",
        game="holdem-tournament" if is_poker else "uno-online",
        bench=ServerBench(url, visit_poker if is_poker else visit_uno),
        scenarios=POKER_SERVER if is_poker else UNO_SERVER,
        repeat=lambda numbers: f"pitboss check --server {shlex.quote(url)} --scenario {numbers}",
    )
