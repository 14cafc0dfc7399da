"""What a check found: one finding for each scenario, and all of them together as a report."""

from enum import StrEnum

import msgspec


class Status(StrEnum):
    """How a scenario ended."""

    PASSED = "passed"
    FAILED = "failed"
    # Nothing that the protocol demands, but worth knowing.
    ADVICE = "advice"
    SKIPPED = "skipped"


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """How one scenario went."""

    scenario: int
    name: str
    status: Status
    # The cause in one sentence; why it was skipped; what is advised.
    sentence: str = ""
    # What failures that have the same reason have in common.
    cause: str = ""
    # What passed, a line each: `> ` to the bot, `< ` from it, `! ` its stderr, `# ` our remarks.
    lines: list[str] = []
    # What it had written to stderr at that moment.
    stderr: str = ""
    # Repeats this scenario, as printed.
    command: str = ""
    seconds: float = 0.0


class Cause(msgspec.Struct, frozen=True, kw_only=True):
    """A reason for which scenarios failed, with the finding that shows it best."""

    sentence: str
    scenarios: list[int]
    first: Finding


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A whole check."""

    # Who was checked, and what it is meant to speak: "Jedna lines, dialect 1.0".
    bot: str
    speaks: str
    game: str
    findings: list[Finding]
    # Seeded games that were played besides.
    games: int = 0

    def of(self, status: Status) -> list[Finding]:
        """The findings that ended so."""
        return [finding for finding in self.findings if finding.status is status]

    @property
    def passed(self) -> bool:
        """Whether nothing failed, and something passed."""
        return not self.of(Status.FAILED) and bool(self.of(Status.PASSED))

    def causes(self, status: Status = Status.FAILED) -> list[Cause]:
        """Each reason once, in the order in which they were met."""
        found: dict[str, list[Finding]] = {}
        for finding in self.of(status):
            found.setdefault(finding.cause or finding.sentence, []).append(finding)
        return [
            Cause(
                sentence=those[0].sentence,
                scenarios=[one.scenario for one in those],
                first=those[0],
            )
            for those in found.values()
        ]

    def verdict(self) -> str:
        """The whole check in one sentence."""
        ran = len(self.findings) - len(self.of(Status.SKIPPED))
        failed = self.of(Status.FAILED)
        if failed:
            causes = len(self.causes())
            why = "one cause" if causes == 1 else f"{causes} causes"
            return (
                f"{self.bot} does not speak {self.speaks} as it should: "
                f"{len(failed)} of {_scenarios(ran)} failed, for {why}"
            )
        if not self.passed:
            return f"{self.bot} was not checked: no scenario was run"
        games = f" and {self.games:,} games" if self.games else ""
        return f"{self.bot} speaks {self.speaks}: {_scenarios(ran)}{games} passed"


def _scenarios(count: int) -> str:
    return "1 scenario" if count == 1 else f"{count} scenarios"
