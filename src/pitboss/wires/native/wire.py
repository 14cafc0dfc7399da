"""The native wire as the registry knows it."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from pitboss.games.kind import Kind
from pitboss.games.rules import Rules
from pitboss.play import policy
from pitboss.wires.native.display import DisplaySession
from pitboss.wires.native.listen import NativeListener
from pitboss.wires.native.messages import Time
from pitboss.wires.native.relay import RelaySession
from pitboss.wires.native.session import NativeSession
from pitboss.wires.session import Session
from pitboss.wires.wire import Setting, Transport, Wire


class NativeWire(Wire):
    """Any game, over lines or WebSocket."""

    name = "native"
    words: ClassVar[Mapping[str, Transport]] = {"native": Transport.LINES}
    policy = policy.NATIVE
    listener = NativeListener()

    def supports(self, kind: Kind[Any, Any], rules: Rules, seats: int) -> str:  # noqa: ARG002
        return ""

    def session(self, setting: Setting, dialect: str = "") -> Session:  # noqa: ARG002
        control = setting.control
        time = Time(control.move, control.bank, control.startup)
        if setting.display:
            return DisplaySession(
                setting.kind,
                setting.rules,
                time,
                all_cards=setting.all_cards,
                commitment=setting.commitment,
                game_id=setting.game_id,
            )
        return NativeSession(
            setting.kind,
            setting.rules,
            time,
            all_cards=setting.all_cards,
            commitment=setting.commitment,
        )

    def relay(self, setting: Setting, spoken: Session, word: str) -> Session:
        """A seat's side for a connection that brings a program, which speaks another wire."""
        control = setting.control
        time = Time(control.move, control.bank, control.startup)
        commitment = setting.commitment
        return RelaySession(setting.kind, setting.rules, time, spoken, word, commitment=commitment)


NATIVE: Final = NativeWire()
