"""The Jedna wire as the registry knows it."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from pitboss.games.kind import Kind
from pitboss.games.rules import Rules
from pitboss.games.uno.rules import UnoRules
from pitboss.play import policy
from pitboss.wires.jedna.decode import is_of_reference
from pitboss.wires.jedna.dialect import DOCUMENT, REFERENCE
from pitboss.wires.jedna.session import JednaSession, unsayable
from pitboss.wires.session import Session
from pitboss.wires.wire import Setting, Transport, Wire

# So many answers in another dialect are no accident.
_SURE: Final = 2
# How the rules say that two cards can't be played at once; earlier versions went on from there.
NO_DOUBLES: Final = "no_double_play"
# The words for its dialects, by the dialects' own names.
DIALECT_WORDS: Final = {REFERENCE.name: "jedna-1", DOCUMENT.name: "jedna"}


class JednaWire(Wire):
    """UNO and Jedna over lines, in two dialects."""

    name = "jedna"
    words: ClassVar[Mapping[str, Transport]] = {
        "jedna": Transport.LINES,
        "jedna-1": Transport.LINES,
    }
    policy = policy.JEDNA

    def supports(self, kind: Kind[Any, Any], rules: Rules, seats: int) -> str:  # noqa: ARG002
        if not isinstance(rules, UnoRules):
            return f"is for uno, not for {kind.name}; use native"
        missing = unsayable(rules.flags)
        return f"has no words for {missing}; use native" if missing else ""

    def advice(self, dialect: str, rules: Rules, refused: Sequence[tuple[str, str]]) -> str:
        is_foreign = dialect != DIALECT_WORDS[REFERENCE.name]
        doubles = isinstance(rules, UnoRules) and rules.double_play
        signs = [
            (is_foreign and is_of_reference(said)) or (not doubles and why.startswith(NO_DOUBLES))
            for why, said in refused
        ]
        if sum(signs) < _SURE:
            return ""
        return (
            "answers like the agents of Jedna's reference engine, in dialect 1: "
            f"the game for it is {REFERENCE.rules}, with wire={DIALECT_WORDS[REFERENCE.name]}"
        )

    def session(self, setting: Setting, dialect: str = "") -> Session:  # noqa: ARG002
        spoken = REFERENCE if dialect == DIALECT_WORDS[REFERENCE.name] else DOCUMENT
        return JednaSession(spoken.name)


JEDNA: Final = JednaWire()
