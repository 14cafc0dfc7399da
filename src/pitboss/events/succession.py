"""An event that goes on from another one: a bot has changed, or others have joined.

What was played by unchanged bots alone is taken over, with its decks and seats; all else is played.
Late bots are put behind all others, and their blocks after those that there were, so that nothing
that is taken over gets another number.
"""

from collections.abc import Callable, Sequence

import msgspec

from pitboss.events.entrants import Entrant
from pitboss.events.plan import Plan
from pitboss.events.schedule import is_fixed, next_round, total_rounds


class Succession(msgspec.Struct, frozen=True, kw_only=True):
    """How an event differs from an earlier one, and the plan that goes on from there."""

    old: Plan
    plan: Plan
    # Names of bots: other files or settings, new ones, and those who take no part any more.
    changed: tuple[str, ...] = ()
    joined: tuple[str, ...] = ()
    left: tuple[str, ...] = ()

    @property
    def refusal(self) -> str:
        """Why nothing can be taken over; empty if it can."""
        if self.left:
            return f"{_listed(self.left)} {_verb(self.left, 'takes', 'take')} no part any more"
        if not is_fixed(self.plan):
            return (
                f"in a {self.plan.schedule.format} event the results decide who meets whom, so "
                "that no game can be kept"
            )
        if self.joined and self.plan.apart:
            return "decks that are played apart leave no room for bots that join late"
        return ""

    @property
    def news(self) -> str:
        """What happened, such as `red has changed and blue has joined`."""
        parts = [
            f"{_listed(names)} {_verb(names, 'has', 'have')} {what}"
            for names, what in (
                (self.changed, "changed"),
                (self.joined, "joined"),
                (self.left, "left"),
            )
            if names
        ]
        return _listed(parts)


def succession(old: Plan, new: Plan) -> Succession | None:
    """What has changed from one plan to the other but for the seed; None: they are unrelated."""
    if _frame(old) != _frame(new):
        return None
    places = _same_bots(old.entrants, new.entrants)
    heroes = old.schedule.heroes if old.schedule.format == "gauntlet" else 0
    if any((now is None or now >= heroes) and was < heroes for was, now in enumerate(places)):
        return None
    kept = [new.entrants[now] for now in places if now is not None]
    late = [one for place, one in enumerate(new.entrants) if place not in places]
    stages = old.schedule.stages
    if late and kept:
        stages = (*stages, len(old.entrants))
    schedule = msgspec.structs.replace(new.schedule, stages=stages)
    return Succession(
        old=old,
        plan=msgspec.structs.replace(
            new, entrants=(*kept, *late), seed=old.seed, schedule=schedule
        ),
        changed=tuple(
            new.entrants[now].name
            for was, now in enumerate(places)
            if now is not None and _bot(old.entrants[was]) != _bot(new.entrants[now])
        ),
        joined=tuple(one.name for one in late),
        left=tuple(old.entrants[was].name for was, now in enumerate(places) if now is None),
    )


def same_entrants(old: Plan, new: Plan) -> list[bool]:
    """Which entrants of the first plan play on unchanged in the second, at their places."""
    return [
        _bot(one) == _bot(other) for one, other in zip(old.entrants, new.entrants, strict=False)
    ]


def is_taken_over(old: Plan, new: Plan) -> Callable[[int], bool]:
    """Whether a block of that number, played in the first event, counts in the second."""
    same = same_entrants(old, new)
    rounds = [next_round(new, number, None) for number in range(total_rounds(new))]

    def taken_over(number: int) -> bool:
        for round_ in rounds:
            if round_ is not None and round_.first <= number < round_.end:
                group = round_.groups[(number - round_.first) % len(round_.groups)]
                return all(one < len(same) and same[one] for one in group)
        return False

    return taken_over


def _frame(plan: Plan) -> Plan:
    """The plan without its entrants, its seed, and what follows from how many they are."""
    format_ = plan.schedule.format
    schedule = msgspec.structs.replace(
        plan.schedule,
        stages=(),
        # A match that another bot joins is a round-robin.
        format="round-robin" if format_ == "match" else format_,
    )
    return msgspec.structs.replace(
        plan, entrants=(), seed="", schedule=schedule, apart=int(plan.apart > 0)
    )


def _same_bots(old: Sequence[Entrant], new: Sequence[Entrant]) -> list[int | None]:
    """For each of the old, the place of the new one that is the same, or has taken its place."""
    ways: tuple[Callable[[Entrant], object], ...] = (
        lambda one: (_bot(one), one.name),
        _bot,
        lambda one: one.name,
        lambda one: (one.bot, one.command, one.folder),
    )
    places: list[int | None] = [None] * len(old)
    free = dict.fromkeys(range(len(new)))
    for way in ways:
        for was, one in enumerate(old):
            if places[was] is None:
                found = next((now for now in free if way(new[now]) == way(one)), None)
                if found is not None:
                    places[was] = found
                    del free[found]
    return places


def _bot(entrant: Entrant) -> Entrant:
    """The bot, whatever it is called, wherever its files lie and whatever is noted of it."""
    folder = "" if entrant.version else entrant.folder
    return msgspec.structs.replace(entrant, name="", folder=folder, transcript=False)


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _verb(names: Sequence[str], one: str, many: str) -> str:
    return one if len(names) == 1 else many
