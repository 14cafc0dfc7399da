"""`/api/rules/{name}`: the rules of a preset, knob by knob; also whether a text of rules is one."""

import msgspec

from pitboss.games.registry import UnknownGame, find
from pitboss.games.rules import BadRules, choices, knobs, write_value
from pitboss.server.api.errors import Refusal
from pitboss.server.api.operation import Call, Operation


class Knob(msgspec.Struct, frozen=True, kw_only=True):
    """A knob with its value, and that of the preset."""

    knob: str
    value: str
    preset: str
    meaning: str
    # The values that it takes; empty if they can't be listed.
    choices: list[str]


class RulesInFull(msgspec.Struct, frozen=True, kw_only=True):
    """Rules as text, and each of their knobs."""

    game: str
    rules: str
    least: int
    most: int
    knobs: list[Knob]


class RulesApi:
    """`/api/rules`."""

    def operations(self) -> list[Operation]:
        """What can be asked about rules."""
        return [
            Operation(
                method="GET",
                path="/api/rules/{name:path}",
                summary="Rules in full, by a game, a preset, or a preset with knobs.",
                run=_show,
                answer=RulesInFull,
                errors=["bad_rules", "no_such_rules"],
            )
        ]


async def _show(call: Call) -> RulesInFull:
    try:
        kind, text = find(call.path["name"])
    except UnknownGame as error:
        raise Refusal("no_such_rules", str(error)) from error
    try:
        rules = kind.rules(text)
    except BadRules as error:
        raise Refusal("bad_rules", str(error)) from error
    preset = kind.presets[rules.preset]
    seats = kind.seats(rules)
    return RulesInFull(
        game=kind.name,
        rules=kind.write_rules(rules),
        least=seats[0],
        most=seats[-1],
        knobs=[
            Knob(
                knob=name,
                value=write_value(rules, name),
                preset=write_value(preset, name),
                meaning=field.metadata["meaning"],
                choices=choices(type(rules), name),
            )
            for name, field in knobs(type(rules)).items()
        ],
    )
