"""Formats that are known before they begin: match, round-robin, gauntlet. All is one round."""

from abc import abstractmethod
from collections.abc import Sequence

from pitboss.events.plan import Plan
from pitboss.events.schedule.format import Format, Played
from pitboss.events.schedule.round import Round
from pitboss.events.schedule.tables import Tables, all_play_all


class Static(Format):
    """One round, so that all workers have work until the end."""

    @abstractmethod
    def tables(self, plan: Plan) -> Tables:
        """Everybody who meets."""

    def rounds(self, plan: Plan) -> int:  # noqa: ARG002
        return 1

    def blocks(self, plan: Plan) -> int:
        return len(self.tables(plan)) * plan.schedule.blocks

    def next_round(self, plan: Plan, played: Sequence[Played]) -> Round | None:
        if played:
            return None
        tables = self.tables(plan)
        return Round(number=1, rounds=1, first=0, tables=tables, blocks=plan.schedule.blocks)


class Match(Static):
    """One table."""

    name = "match"
    meaning = "all at one table"

    def refusal(self, entrants: int, seats: int, heroes: int) -> str:  # noqa: ARG002
        if entrants == seats:
            return ""
        return f"a match at a table of {seats} needs exactly {seats} bots, not {entrants}"

    def tables(self, plan: Plan) -> Tables:
        return (tuple(range(len(plan.entrants))),)


class RoundRobin(Static):
    """Everybody meets everybody."""

    name = "round-robin"
    meaning = "everybody meets everybody equally often"

    def refusal(self, entrants: int, seats: int, heroes: int) -> str:  # noqa: ARG002
        if entrants >= seats:
            return ""
        return f"a round-robin at tables of {seats} needs at least {seats} bots, not {entrants}"

    def tables(self, plan: Plan) -> Tables:
        return all_play_all(len(plan.entrants), plan.seats)


class Gauntlet(Static):
    """A few meet all the others, who do not meet without them."""

    name = "gauntlet"
    meaning = "the first bots, its heroes, each meet all the others, but not one another"
    settings = ("heroes",)

    def refusal(self, entrants: int, seats: int, heroes: int) -> str:
        if entrants - heroes >= seats - 1:
            return ""
        return (
            f"a gauntlet of {heroes} at tables of {seats} needs at least {seats - 1} bots "
            f"besides, not {entrants - heroes}"
        )

    def tables(self, plan: Plan) -> Tables:
        # One hero at each table; the others come together as in a round-robin.
        heroes = plan.schedule.heroes
        return tuple(
            (hero, *(heroes + other for other in others))
            for others in all_play_all(len(plan.entrants) - heroes, plan.seats - 1)
            for hero in range(heroes)
        )
