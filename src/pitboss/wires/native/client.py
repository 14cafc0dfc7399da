"""The bot's side of the native protocol, without I/O."""

import msgspec

from pitboss.wires.native.messages import VERSION, Action, Hello, ToBot, Turn

_decoder: msgspec.json.Decoder[ToBot] = msgspec.json.Decoder(ToBot)
_encode = msgspec.json.Encoder().encode


class BadMessage(ValueError):
    """A message from the server that can't be used; says why."""


class NativeClient:
    """Reads what the server sends, and writes answers to the turn that is open."""

    def __init__(self) -> None:
        self.hello: Hello | None = None
        self.turn: Turn | None = None

    def receive(self, message: bytes | str) -> ToBot:
        """The message; a hello and a turn are remembered."""
        try:
            said = _decoder.decode(message)
        except (ValueError, RecursionError) as error:
            raise BadMessage(f"not a message of the native protocol: {error}") from error
        if isinstance(said, Hello):
            if said.protocol != VERSION:
                raise BadMessage(f"protocol version {said.protocol} is not known, only {VERSION}")
            self.hello = said
            self.turn = None
        elif isinstance(said, Turn):
            self.turn = said
        return said

    def answer(self, action: str | int) -> bytes:
        """The answer to the open turn."""
        if self.turn is None:
            raise ValueError("it is not our turn")
        return _encode(Action(self.turn.turn, action))
