"""A knockout: the best of each group goes on, the others are out."""

from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.events.plan import Plan
from pitboss.events.schedule.format import (
    Format,
    Placing,
    PlayedRound,
    Tally,
    elimination_rounds,
    end_of,
    payoff_sum,
)
from pitboss.events.schedule.round import Round


@dataclass(frozen=True)
class Meeting:
    """A group of the bracket; an entrant is None while it is not decided yet."""

    round: int
    entrants: tuple[int | None, ...]
    # The averages of a game over those played so far.
    payoffs: tuple[float, ...] = ()
    winner: int | None = None
    # How it was settled: a bye, the payoff, extra blocks, games won, or the order of entry.
    settled: str = ""


class Knockout(Format):
    """Seeded by the order of entry: the first meet as late as possible, and get the byes."""

    name = "knockout"
    meaning = "the best of each table goes on; seeded in the order of entry"
    settings = ("extras",)
    measure = "the round reached"
    ahead = "still in"

    def refusal(self, entrants: int, seats: int, heroes: int) -> str:  # noqa: ARG002
        # Each group puts all but one out, and one is to be left.
        if entrants >= seats and (entrants - 1) % (seats - 1) == 0:
            return ""
        if seats == 2:
            return f"a knockout needs at least 2 bots, not {entrants}"
        fitting = [seats + step * (seats - 1) for step in range(4)]
        return (
            f"a knockout at tables of {seats} needs {', '.join(map(str, fitting))} or so on, "
            f"always {seats - 1} more, not {entrants} bots: each table puts {seats - 1} out"
        )

    def rounds(self, plan: Plan) -> int:
        return elimination_rounds(len(plan.entrants), plan.seats)

    def blocks(self, plan: Plan) -> int:
        groups = (len(plan.entrants) - 1) // (plan.seats - 1)
        return groups * plan.schedule.blocks

    def next_round(self, plan: Plan, played: Sequence[PlayedRound]) -> Round | None:
        for number, meetings in enumerate(self.bracket(plan, played), start=1):
            open_ones = [meeting for meeting in meetings if meeting.winner is None]
            if not open_ones:
                continue
            extra = sum(past.round.number == number for past in played)
            byes = [_known(meeting)[0] for meeting in meetings if meeting.settled == "bye"]
            return Round(
                number=number,
                rounds=self.rounds(plan),
                first=end_of(played),
                groups=tuple(_known(meeting) for meeting in open_ones),
                blocks=plan.schedule.blocks,
                byes=() if extra else tuple(byes),
                extra=extra,
            )
        return None

    def bracket(self, plan: Plan, played: Sequence[PlayedRound]) -> list[list[Meeting]]:
        """Every round's meetings from top to bottom, the last one being the final."""
        meetings = [
            _settle(Meeting(1, slot), plan, played) for slot in _slots(len(plan.entrants), plan)
        ]
        rounds = [meetings]
        while len(rounds[-1]) > 1:
            winners = [meeting.winner for meeting in rounds[-1]]
            number = len(rounds) + 1
            rounds.append(
                [
                    _settle(Meeting(number, tuple(winners[at : at + plan.seats])), plan, played)
                    for at in range(0, len(winners), plan.seats)
                ]
            )
        return rounds

    def placings(self, plan: Plan, played: Sequence[PlayedRound]) -> list[Placing]:
        reached = dict.fromkeys(range(len(plan.entrants)), 1)
        rounds = self.bracket(plan, played)
        out: set[int] = set()
        for meetings in rounds:
            for meeting in meetings:
                for entrant in meeting.entrants:
                    if entrant is not None:
                        reached[entrant] = meeting.round
                        if meeting.winner not in (None, entrant):
                            out.add(entrant)
        champion = rounds[-1][0].winner
        if champion is not None:
            reached[champion] = len(rounds) + 1
        # Those still in come before those who went out in the same round.
        ranks = {entrant: (-reached[entrant], entrant in out) for entrant in reached}
        order = sorted(ranks, key=lambda entrant: ranks[entrant])
        ordered = [ranks[entrant] for entrant in order]
        return [
            Placing(
                ordered.index(ranks[entrant]) + 1,
                entrant,
                _note(reached[entrant], len(rounds), entrant in out),
            )
            for entrant in order
        ]

    def leading(self, placed: Sequence[Placing]) -> Sequence[Placing]:
        return [one for one in placed if one.place == 1]


def _slots(entrants: int, plan: Plan) -> list[tuple[int, ...]]:
    """The first round from top to bottom: groups, and single entrants, who have a bye."""
    seats = plan.seats
    places = 1
    while places * seats < entrants:
        places *= seats
    # This many places of the second round, the lowest, are decided by groups.
    groups = (entrants - places) // (seats - 1)
    slots: list[tuple[int, ...]] = []
    for seed in _seeding(places, seats):
        turn = places - 1 - seed
        if turn >= groups:
            slots.append((seed,))
            continue
        # To and fro, so that strong and weak are spread evenly over the groups.
        lower = (
            places + row * groups + (groups - 1 - turn if row % 2 else turn)
            for row in range(seats - 1)
        )
        slots.append((seed, *lower))
    return slots


def _seeding(places: int, seats: int) -> list[int]:
    """The seeds from top to bottom: with two seats 0 3 1 2, so that 0 and 1 meet last."""
    order, size = [0], 1
    while size < places:
        order = [
            row * size + (size - 1 - seed if row % 2 else seed)
            for seed in order
            for row in range(seats)
        ]
        size *= seats
    return order


def _known(meeting: Meeting) -> tuple[int, ...]:
    return tuple(entrant for entrant in meeting.entrants if entrant is not None)


def _settle(meeting: Meeting, plan: Plan, played: Sequence[PlayedRound]) -> Meeting:
    """The meeting with its result."""
    known = _known(meeting)
    number = meeting.round
    if len(meeting.entrants) == 1:
        return Meeting(number, known, winner=known[0], settled="bye")
    tallies = [
        tally
        for past in played
        if past.round.number == number
        for tally in past.tallies
        if tally.entrants == known
    ]
    if not tallies or len(known) < len(meeting.entrants):
        return meeting
    total = _sum(tallies)
    payoffs = tuple(payoff / total.games for payoff in total.payoffs)
    best = [place for place, payoff in enumerate(total.payoffs) if payoff == max(total.payoffs)]
    if len(best) == 1:
        settled = "payoff" if len(tallies) == 1 else "extra blocks"
        return Meeting(number, known, payoffs, known[best[0]], settled)
    if len(tallies) <= plan.schedule.extras:
        return Meeting(number, known, payoffs)
    most = max(total.wins[place] for place in best)
    best = [place for place in best if total.wins[place] == most]
    winner = min(known[place] for place in best)
    settled = "games won" if len(best) == 1 else "order of entry"
    return Meeting(number, known, payoffs, winner, settled)


def _sum(tallies: Sequence[Tally]) -> Tally:
    """The tallies of one group as one."""
    return Tally(
        tallies[0].entrants,
        tuple(
            payoff_sum(payoffs)
            for payoffs in zip(*(tally.payoffs for tally in tallies), strict=True)
        ),
        tuple(sum(wins) for wins in zip(*(tally.wins for tally in tallies), strict=True)),
        sum(tally.games for tally in tallies),
    )


def _note(reached: int, rounds: int, out: bool) -> str:
    if reached > rounds:
        return "winner"
    name = "the final" if reached == rounds else f"round {reached} of {rounds}"
    return f"out in {name}" if out else f"in {name}"
