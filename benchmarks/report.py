"""The figures as Markdown tables: each contestant's best round, and what was wanted of ours."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rows import Against, Contestant, Row, Times, Within

MEMORY_LIMIT = 8 * 1024


@dataclass(frozen=True, slots=True)
class Measured:
    """One measurement: how many games and actions in how many seconds."""

    games: int
    actions: int
    seconds: float

    @property
    def rate(self) -> float:
        return self.games / self.seconds


# By row and contestant: the measurements of all rounds, none if it could not run.
Figures = Mapping[str, Mapping[str, Sequence[Measured]]]


def best(rounds: Sequence[Measured]) -> Measured | None:
    """The fastest round: whatever else runs on the machine only ever slows one down."""
    return max(rounds, key=lambda measured: measured.rate, default=None)


def number(value: float) -> str:
    """Three digits that matter."""
    if value >= 100:
        return f"{float(f'{value:.3g}'):,.0f}"
    return f"{value:.3g}"


def fastest(
    row: Row, rounds: Mapping[str, Sequence[Measured]], *, python: bool
) -> tuple[str, float] | None:
    """The quickest peer of the row and its rate, among all or those written in Python."""
    rates = [
        (found.rate, peer.name)
        for peer in row.contestants
        if not peer.ours
        and (peer.language == "Python" or not python)
        and (found := best(rounds[peer.name]))
    ]
    if not rates:
        return None
    rate, name = max(rates)
    return name, rate


def row_table(row: Row, rounds: Mapping[str, Sequence[Measured]]) -> list[str]:
    """One row's table, fastest first."""
    any_peer = fastest(row, rounds, python=False)
    python_peer = fastest(row, rounds, python=True)
    heads = ["", "language", f"{row.unit}/s"]
    heads += ["actions/s", f"actions per {row.unit[:-1]}"] if row.plays else ["ns each"]
    heads += ["times fastest peer", "times fastest Python peer"]
    lines: list[tuple[float, list[str]]] = []
    for contestant in row.contestants:
        found = best(rounds[contestant.name])
        if found is None:
            blanks = [""] * (len(heads) - 3)
            lines.append((0.0, [_name(contestant), contestant.language, "did not run", *blanks]))
            continue
        cells = [_name(contestant), contestant.language, number(found.rate)]
        if row.plays:
            cells += [
                number(found.actions / found.seconds),
                f"{found.actions / found.games:.1f}",
            ]
        else:
            cells.append(number(1e9 / found.rate))
        cells += [number(found.rate / peer[1]) if peer else "" for peer in (any_peer, python_peer)]
        lines.append((found.rate, cells))
    lines.sort(key=lambda line: -line[0])
    table = [heads, ["---", "---", *["--:"] * (len(heads) - 2)], *(cells for _, cells in lines)]
    return [f"### {row.title}", "", *(f"| {' | '.join(cells)} |" for cells in table), ""]


def targets_table(rows: Sequence[Row], figures: Figures) -> list[str]:
    """What is wanted, what was measured, and whether that is enough."""
    return [
        "| row | wanted | measured | |",
        "|---|---|---|---|",
        *(_target(row, figures[row.name], target) for row in rows for target in row.targets),
    ]


def steady_table(
    memory: Mapping[str, float], drift: Mapping[str, tuple[float, float]]
) -> list[str]:
    """Memory per live game, and the cost of the first and the last game of a long run."""
    lines = ["### Over time", "", "| | | |", "|---|--:|---|"]
    for what, size in memory.items():
        met = "met" if size < MEMORY_LIMIT else "missed"
        lines.append(f"| memory per live game, {what} | {size / 1024:.2f} KB | below 8 KB: {met} |")
    for what, (first, last) in drift.items():
        lines.append(
            f"| end of a long run, {what} | {last * 1e6:.2f} us a game |"
            f" {last / first:.2f} times its beginning |"
        )
    return lines if memory or drift else []


def _name(contestant: Contestant) -> str:
    return f"**{contestant.name}**" if contestant.ours else contestant.name


def _target(row: Row, rounds: Mapping[str, Sequence[Measured]], target: Times | Within) -> str:
    found = best(rounds[target.name])
    if isinstance(target, Within):
        wanted = f"{target.name}: under {target.nanoseconds:g} ns"
        if found is None:
            return f"| {row.name} | {wanted} | did not run | |"
        took = 1e9 / found.rate
        met = took < target.nanoseconds
        return f"| {row.name} | {wanted} | {took:.1f} ns | {'met' if met else 'missed'} |"
    if isinstance(target.against, Against):
        told = target.against.value
        peer = fastest(row, rounds, python=target.against is Against.FASTEST_PYTHON)
    else:
        told = target.against
        other = best(rounds[told])
        peer = (told, other.rate) if other else None
    wanted = f"{target.name}: at least {target.times:g} times {told}"
    if found is None or peer is None:
        return f"| {row.name} | {wanted} | did not run | |"
    name, rate = peer
    times = found.rate / rate
    met = times >= target.times
    return (
        f"| {row.name} | {wanted} | {number(times)} times {name} | {'met' if met else 'missed'} |"
    )
