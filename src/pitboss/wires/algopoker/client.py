"""The bot's side of the wire, without I/O: feed it frames, it tells what they are."""

from pitboss.wires.algopoker.messages import (
    Action,
    ActionRequest,
    ActionType,
    ChosenAction,
    ErrorMessage,
    GameEnd,
    GameStart,
    HandStart,
    Join,
    ServerMessage,
    Spectate,
    Waiting,
    decode,
    encode,
)


class AlgoPokerClient:
    """One bot at one table: its seat, its cards, and whether it has to act."""

    def __init__(self, name: str) -> None:
        self.name = name.strip()
        self.seat = -1
        self.token = ""
        self.hole_cards: tuple[str, ...] = ()
        # The request that waits for this bot's answer.
        self.request: ActionRequest | None = None
        self.result: GameEnd | None = None
        self.errors: list[ErrorMessage] = []

    def join(self) -> bytes:
        """The first frame to send; after a broken connection, the one that comes back."""
        return encode(Join(self.name, self.token))

    def spectate(self, token: str = "") -> bytes:
        """The first frame to send in order to watch."""
        return encode(Spectate(token))

    def receive(self, frame: bytes | str) -> ServerMessage:
        """The message in a frame; `msgspec.DecodeError` if the server sent none."""
        message = decode(frame)
        match message:
            case Waiting():
                self.token = message.token or self.token
            case GameStart() if self.name in message.player_names:
                self.seat = message.player_names.index(self.name)
            case HandStart():
                self.hole_cards = message.hole_cards
            case ErrorMessage():
                self.errors.append(message)
            case GameEnd():
                self.result = message
        mine = isinstance(message, ActionRequest) and message.actor_seat == self.seat
        if mine and isinstance(message, ActionRequest):
            self.request = message
        elif not isinstance(message, ErrorMessage):
            self.request = None
        return message

    def act(self, kind: ActionType, amount: int | None = None) -> bytes:
        """The frame that answers the request."""
        self.request = None
        return encode(Action(ChosenAction(kind, amount)))
