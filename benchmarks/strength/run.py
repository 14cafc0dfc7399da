"""How strong the built-in bots are: the matches of plan.toml, played by pitboss itself.

    python -P benchmarks/strength/run.py            all matches that have no result yet
    python -P benchmarks/strength/run.py jedna-2    those whose name begins so
    python -P benchmarks/strength/run.py --tables   only write the tables of README.md anew

Every match is one `pitboss play` with a fixed seed; its journal is in build/strength. The results
are kept in results.json, with the digest of the games, so that somebody else can check them.
"""

import argparse
import csv
import io
import json
import os
import shlex
import subprocess
import sys
import time
import tomllib
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from pitboss.games.unit import PayoffLimits
from pitboss.statistics.interval import mean_interval

HERE = Path(__file__).parent
BUILD = HERE.parent.parent / "build" / "strength"
RESULTS = HERE / "results.json"
README = HERE / "README.md"
SHARES = PayoffLimits(0.0, 1.0, 0.0, 1.0)


def main() -> None:
    """Play what was asked for and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="matches, by the beginnings of their names")
    parser.add_argument("--tables", action="store_true", help="play nothing, write the tables")
    parser.add_argument("--again", action="store_true", help="play also what has a result")
    parser.add_argument("--jobs", type=int, default=0, help="processes; 0: one for each core")
    options = parser.parse_args()
    plan = tomllib.loads((HERE / "plan.toml").read_text())
    matches = matches_of(plan)
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    if not options.tables:
        environment = offer_opponents(plan["opponents"])
        for match in matches:
            name = match["name"]
            if options.names and not name.startswith(tuple(options.names)):
                continue
            if name in results and not options.again:
                continue
            results[name] = play(match, environment, options.jobs)
            print(name, json.dumps(results[name]["bots"][0]), flush=True)
            ordered = {
                one["name"]: results[one["name"]] for one in matches if one["name"] in results
            }
            RESULTS.write_text(json.dumps(ordered, indent=1) + "\n")
    write_tables(matches, results)


def matches_of(plan: dict[str, Any]) -> list[dict[str, Any]]:
    """Every match of the plan: its name and title, what is played, and what it is to show."""
    matches = []
    for duel in plan["duels"]:
        for seats in duel["seats"]:
            for other, games in duel["against"].items():
                of, least = next(iter(duel.get("wanted", {"score": None}).items()))
                copies = f"{other}:{seats - 1}" if seats > 2 else other
                who = f"`{duel['bot']}` against `{other}`"
                matches.append(
                    {
                        **{key: duel[key] for key in ("game", "rules")},
                        "name": f"{duel['name']}-{seats}-{other}",
                        "title": f"{duel['rules']}, {seats} seats, {who}",
                        "bots": [duel["bot"], copies],
                        "games": games,
                        "seed": duel.get("seed", "strength"),
                        "claim": {"bot": duel["bot"], "of": of, "least": least},
                    }
                )
    for field in plan["fields"]:
        for seats, games in field["seats"].items():
            matches.append(
                {
                    **{key: field[key] for key in ("game", "rules", "bots")},
                    "name": f"{field['name']}-{seats}-all",
                    "title": f"{field['rules']}, {seats} seats, all against all",
                    "seats": int(seats),
                    "games": games,
                    "seed": field.get("seed", "strength"),
                    "claim": {"bot": field["first"], "of": "score", "first": True},
                }
            )
    return matches


def offer_opponents(opponents: dict[str, str]) -> dict[str, str]:
    """An environment in which pitboss knows the opponents of this folder by name."""
    package = BUILD / "site" / "strength_opponents-1.0.dist-info"
    package.mkdir(parents=True, exist_ok=True)
    (package / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: strength-opponents\nVersion: 1.0\n"
    )
    lines = [f"{name} = opponents.{value}" for name, value in opponents.items()]
    (package / "entry_points.txt").write_text("\n".join(["[pitboss.bots]", *lines, ""]))
    paths = [str(HERE), str(BUILD / "site"), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}


def command_of(match: dict[str, Any]) -> list[str]:
    """What is typed to play a match, after `pitboss`."""
    words = ["play", match["game"], *match["bots"], "--rules", match["rules"]]
    words += ["--games", str(match["games"]), "--seed", f"{match['seed']}/{match['name']}"]
    if "seats" in match:
        words += ["--seats", str(match["seats"])]
    return words


def play(match: dict[str, Any], environment: dict[str, str], jobs: int) -> dict[str, Any]:
    """Play a match, and sum it up."""
    words = command_of(match)
    print("pitboss", shlex.join(words), flush=True)
    database = str(BUILD / f"{match['name']}.db")
    pitboss = [sys.executable, "-P", "-m", "pitboss"]
    began = time.perf_counter()
    played = subprocess.run(
        [*pitboss, *words, "--jobs", str(jobs), "--db", database, "--json"],
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
    )
    took = time.perf_counter() - began
    event = json.loads(played.stdout)
    exported = subprocess.run(
        [*pitboss, "export", event["event"], "--format", "csv", "--db", database],
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    return {
        "command": "pitboss " + shlex.join(words),
        "games": event["games"],
        "digest": event["digest"],
        "seconds": round(took, 1),
        "bots": summary(exported.stdout),
    }


def summary(games: str) -> list[dict[str, Any]]:
    """Of every bot, its share of opponents beaten and of games won; copies of a bot are one."""
    beaten: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    won: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    rows = list(csv.DictReader(io.StringIO(games)))
    winners: dict[str, int] = defaultdict(int)
    for row in rows:
        winners[row["game"]] += row["place"] == "1"
    for row in rows:
        name = one_name(row["bot"])
        beaten[name][row["block"]].append(float(row["payoff"]))
        won[name][row["block"]].append((row["place"] == "1") / winners[row["game"]])
    found = [
        {"bot": name, "score": figures(beaten[name]), "wins": figures(won[name])} for name in beaten
    ]
    return sorted(found, key=lambda one: -one["score"][0])


def one_name(name: str) -> str:
    """The bot whose copy it is: `simple-2` is `simple`."""
    head, dash, number = name.rpartition("-")
    return head if dash and number.isdigit() else name


def figures(blocks: dict[str, list[float]]) -> list[float]:
    """Mean and 95% interval of the blocks' means."""
    means = np.array([sum(values) / len(values) for values in blocks.values()])
    interval = mean_interval(means, limits=SHARES)
    return [round(value or 0.0, 4) for value in (interval.estimate, interval.low, interval.high)]


def verdict(claim: dict[str, Any], result: dict[str, Any]) -> str:
    """Whether a match shows what it was to show."""
    row = next(one for one in result["bots"] if one["bot"] == claim["bot"])
    mean, low, _ = row[claim["of"]]
    if "first" in claim:
        rival = next(one for one in result["bots"] if one["bot"] != claim["bot"])
        if mean > rival["score"][2]:
            return "first, beyond the runner-up's interval"
        return "first" if mean > rival["score"][0] else "**not first**"
    if claim["least"] is None:
        return "met" if low > 0.5 else "**not met**"
    return "met" if mean >= claim["least"] else "**not met**"


def wanted(claim: dict[str, Any]) -> str:
    """What a match was to show, in words."""
    if "first" in claim:
        return f"`{claim['bot']}` first"
    if claim["least"] is None:
        return "score surely over 50%"
    return f"{claim['of']} at least {claim['least']:.0%}"


def write_tables(matches: list[dict[str, Any]], results: dict[str, Any]) -> None:
    """Put the tables between the marks in README.md."""
    lines = ["| match | games | score | wins | wanted | |", "|---|---|---|---|---|---|"]
    for match in matches:
        result = results.get(match["name"])
        if result is None:
            continue
        claim = match["claim"]
        row = next(one for one in result["bots"] if one["bot"] == claim["bot"])
        score, wins = (span(row[key]) for key in ("score", "wins"))
        lines.append(
            f"| {match['title']} | {result['games']:,} | {score} | {wins} "
            f"| {wanted(claim)} | {verdict(claim, result)} |"
        )
    fields = [one for one in matches if len(results.get(one["name"], {}).get("bots", [])) > 2]
    if fields:
        lines += ["", "### Whole fields", ""]
    for match in fields:
        result = results[match["name"]]
        lines += [f"{match['title']}, {result['games']:,} games:", ""]
        lines += ["| bot | score | wins |", "|---|---|---|"]
        for one in result["bots"]:
            lines.append(f"| `{one['bot']}` | {span(one['score'])} | {span(one['wins'])} |")
        lines.append("")
    text = README.read_text()
    head, _, rest = text.partition("<!-- results -->\n")
    _, _, tail = rest.partition("<!-- end of results -->")
    README.write_text(
        head + "<!-- results -->\n" + "\n".join(lines).rstrip() + "\n<!-- end of results -->" + tail
    )


def span(figure: list[float]) -> str:
    """A share with its interval."""
    mean, low, high = figure
    return f"{mean:.1%} ({low:.1%} to {high:.1%})"


if __name__ == "__main__":
    main()
