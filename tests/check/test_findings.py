"""How scenarios are run, and what is made of findings: causes told once, a verdict, XML."""

from collections.abc import Callable, Sequence
from xml.etree import ElementTree

from pitboss.check.finding import Finding, Report
from pitboss.check.junit import junit
from pitboss.check.runner import run
from pitboss.check.scenario import Advice, Bench, Failure, Scenario, Skipped
from pitboss.play.transcript import Line


class Desk(Bench):
    """A bench for scenarios that need nobody."""

    def __init__(self) -> None:
        self.runs = 0
        self.renewals = 0

    def begin(self) -> None:
        self.runs += 1

    @property
    def is_fresh(self) -> bool:
        return self.runs == 0

    def renew(self) -> None:
        self.renewals += 1
        self.runs = 0

    def lines(self) -> Sequence[Line]:
        return [Line(0.0, ">", "question"), Line(0.1, "<", "answer\x07")]

    def stderr(self) -> str:
        return "oh\x00no"


def passes(desk: Desk) -> None:
    pass


def raising(error: Exception) -> Callable[[Desk], None]:
    def raise_it(_: Desk) -> None:
        raise error

    return raise_it


def found(*runs: Callable[[Desk], None]) -> list[Finding]:
    scenarios = [Scenario(at, f"step {at}", "", one) for at, one in enumerate(runs, 1)]
    return list(run(scenarios, Desk(), lambda numbers: f"pitboss check it --scenario {numbers}"))


def report(findings: list[Finding], games: int = 0) -> Report:
    return Report(bot="it", speaks="lines", game="jedna", findings=findings, games=games)


def test_each_scenario_has_a_finding_and_a_failure_says_how_to_repeat_it() -> None:
    findings = found(
        passes, raising(Failure("it sings")), raising(Advice("hum")), raising(Skipped("no war"))
    )

    assert [one.status.value for one in findings] == ["passed", "failed", "advice", "skipped"]
    assert findings[1].command == "pitboss check it --scenario 2"
    assert findings[1].lines == ["> question", "< answer\x07"]


def test_what_happens_only_after_other_games_is_said_to_and_repeated_with_them() -> None:
    def fails_later(desk: Desk) -> None:
        if desk.runs > 1:
            raise Failure("it plays a card of the last game")

    findings = found(passes, passes, fails_later)

    assert "keeps something from one game to the next" in findings[2].sentence
    assert findings[2].command.endswith("--scenario 1-3")


def test_the_same_silence_is_waited_for_twice_and_no_more() -> None:
    silent = raising(Failure("it sleeps", is_silence=True))

    statuses = [one.status.value for one in found(passes, silent, silent, silent, passes)]

    assert statuses == ["passed", "failed", "failed", "skipped", "skipped"]


def test_after_what_is_final_nothing_is_tried() -> None:
    findings = found(raising(Failure("it can't be started", is_final=True)), passes)

    assert findings[1].sentence == "not tried, since scenario 1 failed"
    assert not report(findings).passed


def test_a_cause_is_told_once_with_its_scenarios() -> None:
    sings = raising(Failure("it sings"))

    causes = report(found(passes, sings, raising(Failure("it hums")), sings)).causes()

    assert [(one.sentence, one.scenarios) for one in causes] == [
        ("it sings", [2, 4]),
        ("it hums", [3]),
    ]


def test_the_verdict_is_one_sentence() -> None:
    good = report(found(passes, raising(Advice("hum"))), games=200)
    bad = report(found(passes, raising(Failure("it sings"))))

    assert good.passed
    assert good.verdict() == "it speaks lines: 2 scenarios and 200 games passed"
    assert bad.verdict() == (
        "it does not speak lines as it should: 1 of 2 scenarios failed, for one cause"
    )


def test_junit_has_a_test_for_each_scenario_whatever_bots_write() -> None:
    findings = found(passes, raising(Failure("it sings \x1b[1m \ufffe")), raising(Skipped("no")))

    suite = ElementTree.fromstring(junit(report(findings)))[0]

    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("3", "1", "1")
    failure = suite[1][0]
    assert failure.tag == "failure"
    assert (failure.get("message") or "").startswith("it sings")
    assert "pitboss check it --scenario 2" in (failure.text or "")
