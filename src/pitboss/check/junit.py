"""A report as JUnit's XML, which continuous integration shows test by test."""

import re
from typing import Final
from xml.etree import ElementTree

from pitboss.check.finding import Finding, Report, Status

_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(report: Report) -> bytes:
    """The report as a document of one suite, a test for each scenario."""
    suite = ElementTree.Element(
        "testsuite",
        name=f"pitboss check {_clean(report.bot)}",
        tests=str(len(report.findings)),
        failures=str(len(report.of(Status.FAILED))),
        skipped=str(len(report.of(Status.SKIPPED))),
        errors="0",
        time=f"{sum(one.seconds for one in report.findings):.3f}",
    )
    for finding in report.findings:
        _add(suite, report, finding)
    root = ElementTree.Element("testsuites")
    root.append(suite)
    ElementTree.indent(root)
    text: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _add(suite: ElementTree.Element, report: Report, finding: Finding) -> None:
    case = ElementTree.SubElement(
        suite,
        "testcase",
        classname=_clean(f"{report.bot}.{report.speaks}"),
        name=_clean(f"{finding.scenario:02} {finding.name}"),
        time=f"{finding.seconds:.3f}",
    )
    sentence = _clean(finding.sentence)
    if finding.status is Status.FAILED:
        failure = ElementTree.SubElement(case, "failure", message=sentence)
        failure.text = _clean("\n".join([*finding.lines, "", f"again: {finding.command}"]))
    elif finding.status is Status.SKIPPED:
        ElementTree.SubElement(case, "skipped", message=sentence)
    elif finding.status is Status.ADVICE:
        ElementTree.SubElement(case, "system-out").text = sentence
    if finding.stderr:
        ElementTree.SubElement(case, "system-err").text = _clean(finding.stderr)


def _clean(text: str) -> str:
    """The text without what XML can't hold, which bots may write."""
    return _FORBIDDEN.sub("\ufffd", text)
