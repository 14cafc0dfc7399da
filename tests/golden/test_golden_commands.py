"""What commands print of an event whose games went well and not so well."""

from pathlib import Path

import pytest
from golden_fixtures import golden, shell
from golden_match import PATIENT, program
from golden_normal import normal
from golden_record import Golden
from golden_shell import Shell, lay_out_bots

__all__ = ["golden", "shell"]

pytestmark = pytest.mark.slow

AFTERWARDS = {
    "results": "results",
    "results-json": "results --json",
    "results-games": "results last",
    "results-games-json": "results last --json --most 5",
    "results-lost": "results last --bot rude --lost",
    "results-faults": "results last --faults",
    "standings": "standings",
    "standings-json": "standings --json",
    "show": "show last-0-0",
    "show-spectator": "show last-0-1 --as spectator",
    "show-seat": "show last-0-1 --as 1",
    "show-json": "show last-0-1 --json",
    "export-text": "export --format text",
    "export-one": "export --games 2",
}
# One block each: how many faults are noted, and which times are told, goes by the page of the
# journal, and how blocks are cut into pages goes by the time that they take.
MATCHES = {
    "jedna": ("jedna", "jedna_bot", "jedna", ["-n", "2"]),
    "official": ("uno", "native_bot", "native", ["--rules", "official,target=100", "-n", "2"]),
    "holdem-tournament": ("holdem-tournament", "poker_bot", "algopoker", ["-n", "2"]),
    "holdem-cash": ("holdem-cash", "poker_bot", "algopoker", ["-n2", "--rules=cash,hands=10"]),
}
# Commands that need no event, with their exit codes.
ALONE = {
    "rules-official": ("rules official", 0),
    "rules-jedna-json": ("rules jedna --json", 0),
    "rules-algopoker-json": ("rules algopoker --json", 0),
    "rules-knob": ("rules jedna-reference,stacking=same", 0),
    "games": ("games", 0),
    "equity": ("equity AhKd 7c7d --board Jc3d5c --json", 0),
    "equity-board": ("equity AhKd 7c7d 2s3s --board KhQh2c", 0),
    "equity-sampled": ("equity AhKd random random --samples 500 --seed 7 --json", 0),
    "compare": ("compare simple random --game jedna --seed golden --most 400", 0),
    "compare-json": ("compare random simple --game holdem -n 200 --seed golden --json", 1),
}


@pytest.mark.parametrize("match", MATCHES)
def test_what_is_told_of_an_event_is_the_same(
    match: str, shell: Shell, golden: Golden, tmp_path: Path
) -> None:
    game, script, wire, options = MATCHES[match]
    lay_out_bots(tmp_path)
    bots = [program(script, "rude", wire), "simple"]
    texts = {
        "play": shell.run(tmp_path, "play", game, *bots, "--seed=golden", *options, *PATIENT),
    }

    for name, words in AFTERWARDS.items():
        texts[name] = shell.run(tmp_path, *words.split())
    shell.run(tmp_path, "export", "-o", "games.jsonl")
    texts["replay"] = shell.run(tmp_path, "replay", "games.jsonl", "--only", "1")
    texts["verify"] = shell.run(tmp_path, "replay", "games.jsonl", "--verify", "--json")

    golden.compare(f"told/{match}", {name: normal(text) for name, text in texts.items()})


def test_what_other_commands_print_is_the_same(
    shell: Shell, golden: Golden, tmp_path: Path
) -> None:
    texts = {
        name: shell.run(tmp_path, *words.split(), code=code)
        for name, (words, code) in ALONE.items()
    }

    golden.compare("commands", {name: normal(text) for name, text in texts.items()})
