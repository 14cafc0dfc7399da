"""The agent's side of the Jedna wire, without I/O: lines in, messages out, answers as lines."""

import msgspec

from pitboss.wires.jedna.messages import Colour, Draw, Pass, PlayOneOrTwo, ToAgent

_DECODER: msgspec.json.Decoder[ToAgent] = msgspec.json.Decoder(ToAgent)
_ENCODER = msgspec.json.Encoder()


class BadMessage(ValueError):
    """A line from the game that is none of its messages; says why."""


class JednaClient:
    """Reads what the game sends and writes answers, both without the newline."""

    def receive(self, line: bytes | str) -> ToAgent:
        """The message in a line."""
        try:
            return _DECODER.decode(line)
        except (ValueError, RecursionError) as error:
            raise BadMessage(f"not a message of the game: {error}") from error

    def play(self, card: str, wild_color: Colour | None = None, twice: bool = False) -> bytes:
        """Play a card; a wild names its colour; `twice` is for dialect 1 alone."""
        return _ENCODER.encode(PlayOneOrTwo(card, wild_color, True if twice else None))

    def draw(self) -> bytes:
        """Draw a card, or take what is stacked."""
        return _ENCODER.encode(Draw())

    def pass_(self) -> bytes:
        """Pass, or take what is stacked."""
        return _ENCODER.encode(Pass())
