"""What the documents say of rules and commands is what the code does; their links lead somewhere.

`PITBOSS_WRITE_DOCS=1 pytest tests/docs/test_docs.py` brings tables and docs/commands.md up to date.
"""

import inspect
import os
import re
import shlex
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss import cli
from pitboss.games.registry import kinds
from pitboss.games.rules import choices, knobs, write_value

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
DOCUMENTS = [
    path
    for pattern in ("*.md", "docs/**/*.md", "benchmarks/**/*.md", "tests/data/*.md")
    for path in sorted(ROOT.glob(pattern))
]
END = "<!-- end of knobs -->\n"
PAGES = [("rules/uno.md", "uno")]


def table(kind_name: str) -> str:
    kind = kinds()[kind_name]
    presets = list(kind.presets.values())
    names = [f"`{rules.preset}@{rules.version}`" for rules in presets]
    rows = [["knob", "meaning", "values", *names], ["---"] * (3 + len(presets))]
    for name, field in knobs(type(presets[0])).items():
        values = " ".join(f"`{text}`" for text in choices(type(presets[0]), name)) or "number"
        if field.metadata["read"] is not None:
            values = "text"
        settings = [write_value(rules, name) for rules in presets]
        rows.append([f"`{name}`", field.metadata["meaning"], values, *settings])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


@pytest.mark.parametrize(("page", "name"), PAGES)
def test_the_table_of_knobs_is_up_to_date(page: str, name: str) -> None:
    path = DOCS / page
    mark = f"<!-- knobs of {name}, kept equal to the code by tests/docs/test_docs.py -->\n"
    before, begin, rest = path.read_text().partition(mark)
    shown, end, after = rest.partition(END)
    assert begin, f"{page} has no line {mark!r}"
    assert end, f"{page} has no line {END!r} after it"

    if os.environ.get("PITBOSS_WRITE_DOCS"):
        path.write_text(f"{before}{begin}\n{table(name)}\n{end}{after}")
    else:
        assert shown.strip() == table(name).strip()


# Commands.

COMMANDS: dict[str, Any] = {name: cli.command(name) for name in cli.COMMANDS}


def described(name: str) -> str:
    """A command as its section of docs/commands.md."""
    command = COMMANDS[name]
    about, _, examples = inspect.cleandoc(command.help).partition("Examples:")
    rows = [["", "meaning", "if left out"], ["---"] * 3]
    rows += [
        [_written(option), _meaning(option), _usual(option)]
        for option in command.params
        if option.name != "help"
    ]
    table = "".join(f"| {' | '.join(row)} |\n" for row in rows)
    typed = "\n".join(line.strip() for line in examples.splitlines() if line.strip())
    return f"## {name}\n\n{about.strip()}\n\n{table}\n```\n{typed}\n```\n"


def _written(option: Any) -> str:
    if option.param_type_name == "argument":
        more = "..." if option.nargs == -1 and "..." not in option.metavar else ""
        return f"`{option.metavar or option.name.upper()}{more}`".replace("|", "\\|")
    return ", ".join(f"`{name}`" for name in option.opts)


def _meaning(option: Any) -> str:
    told = (option.help or "").replace("|", "\\|")
    return f"{told} (`{option.envvar}`)" if getattr(option, "envvar", None) else told


def _usual(option: Any) -> str:
    if option.required:
        return "needed"
    value = getattr(option.default, "value", option.default)
    if value is None or value is False or value in ("", [], ()):
        return ""
    return f"`{value:g}`" if isinstance(value, float) else f"`{value}`"


def all_commands() -> str:
    names = textwrap.fill(
        ", ".join(f"[{name}](#{name})" for name in COMMANDS), 100, break_on_hyphens=False
    )
    return (
        "# Commands\n\n"
        "Every command with its options, as `pitboss COMMAND --help` shows them. This page is "
        "written by\n`PITBOSS_WRITE_DOCS=1 pytest tests/docs/test_docs.py`, and kept equal to the "
        "help by that test.\n\n"
        f"{names}.\n\n"
        "`pitboss --install-completion` teaches your shell (bash, zsh or fish) to complete "
        "commands, options,\ngames, built-in bots and events; `--show-completion` prints what it "
        "would install.\n\n"
        "Exit codes: 0 done; 1 what was checked is not so (`replay --verify`, `calibrate`), or "
        "`compare`\nfound worse; 2 bad input; 3 and 4 `compare` found equal, or did not decide; 5 "
        "the journal, the\nworkers or the output failed; 130 interrupted, with everything finished "
        "kept; 141 the reader of the\noutput, such as `head`, has closed it.\n\n"
        + "\n".join(described(name) for name in COMMANDS)
    )


def test_the_page_of_commands_is_up_to_date() -> None:
    path = DOCS / "commands.md"

    if os.environ.get("PITBOSS_WRITE_DOCS"):
        path.write_text(all_commands())
    else:
        assert path.read_text() == all_commands()


def mentioned(text: str) -> Iterator[tuple[str, list[str]]]:
    """Every command that a document mentions, with its long options."""
    typed = re.findall(
        r"`(pitboss [a-z][^`\n]*)`|^(?:    |\$ )?(pitboss [a-z].*)$", text, re.MULTILINE
    )
    for inline, line in typed:
        # What follows a pipe or a comment is something else, and after -- come no options of ours.
        words = re.split(r" [|#&]| \.\.\.|  | -- ", inline or line)[0]
        try:
            parts = shlex.split(words)
        except ValueError:
            parts = words.split()
        yield parts[1], [part.partition("=")[0] for part in parts[2:] if part.startswith("--")]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_commands_and_options_that_are_mentioned_exist(path: Path) -> None:
    for name, options in mentioned(path.read_text()):
        assert name in COMMANDS, f"pitboss {name}"
        known = {spelling for option in COMMANDS[name].params for spelling in option.opts}
        for option in options:
            assert option in known | {"--help"}, f"pitboss {name} {option}"


# Links.


def anchors(path: Path) -> set[str]:
    """The headings of a document as links spell them."""
    heads = re.findall(r"^#+ (.*)$", path.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-") for head in heads}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", path.read_text()):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        found = (path.parent / name).resolve() if name else path
        assert found.exists(), target
        assert not anchor or anchor in anchors(found), target


def test_every_document_can_be_found_from_the_readme() -> None:
    seen: set[Path] = set()
    found = [ROOT / "README.md"]
    while found:
        path = found.pop()
        if path in seen or path.suffix != ".md":
            continue
        seen.add(path)
        targets = re.findall(r"\]\(([^)\s#]+)[^)]*\)", path.read_text())
        found += [(path.parent / name).resolve() for name in targets if "://" not in name]

    assert set(DOCS.rglob("*.md")) <= {path.resolve() for path in seen}
