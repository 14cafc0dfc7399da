"""A uno-online server under check: two clients play a game over HTTP, and try what is documented.

Both sides are ours, so every hand is known, and our own table plays along.
"""

import http.client
import json
import secrets
from collections import Counter
from typing import Any, Final, NoReturn
from urllib.parse import urlsplit

from pitboss.check.server import Notes, VisitOver, server_scenarios
from pitboss.check.server_uno_socket import SECRETS, SOCKET, SocketVisit
from pitboss.games.game import IllegalAction
from pitboss.games.kind import BadNotation
from pitboss.games.uno import UNO
from pitboss.games.uno.cards import NO_COLOUR, WILD
from pitboss.games.uno.hands import SIZE, STRIDE
from pitboss.games.uno.notation import CARD_TEXTS, write_card
from pitboss.play.answer import Answer
from pitboss.wires.uno_online.decode import read_action
from pitboss.wires.uno_online.encode import CARDS, CODES, COLOR_NUMBERS, color_of

Json = dict[str, Any]

ROOM: Final = "a room"
STATE: Final = "the state"
UNKNOWN: Final = "a room that is not there"
TURN: Final = "acting out of turn"
REFUSED: Final = "actions that are refused"
PLAYABLE: Final = "playable cards"
RULES: Final = "the rules"
CALLS: Final = "calling UNO"
STALE: Final = "actions for another turn"
ENDING: Final = "the end"
AGAIN: Final = "another game"

UNO_SERVER: Final = server_scenarios(
    (ROOM, "POST /api/rooms makes a room and gives a token for each seat"),
    (STATE, "the state has its documented fields, of their types, for both sides"),
    (SECRETS, "neither side is sent the other's cards"),
    (UNKNOWN, "the state of a room that is not there: 404 with success false"),
    (TURN, "who is not asked is refused, and nothing changes"),
    (REFUSED, "what is malformed, not held or not playable is refused, and nothing changes"),
    (PLAYABLE, "playableCards and botContext say what the rules allow"),
    (RULES, "every action does what the rules say: card, colour, turn, cards drawn"),
    (CALLS, "UNO is called with a play or before it; who forgets draws two cards"),
    (STALE, "an action with another turnNumber is refused"),
    (ENDING, "the game ends when a hand is empty, and takes no more actions"),
    (AGAIN, "rematch deals another game in the room"),
    (SOCKET, "join, roomData, currentUserData, updateGameState, botAction and actionRejected"),
)

_SECONDS: Final = 10.0
_MOST_ACTIONS: Final = 600
_PLAYERS: Final = ("Player 1", "Player 2")
_TYPES: Final = ("number", "skip", "reverse", "draw2", "wild", "draw4")
_FIELDS: Final[dict[str, type | tuple[type, ...]]] = {
    "game.roomCode": str,
    "game.currentTurn": str,
    "game.turnNumber": int,
    "game.isOver": bool,
    "currentCard.code": str,
    "currentCard.type": str,
    "currentColor": str,
    "player1.name": str,
    "player1.cardCount": int,
    "player2.name": str,
    "player2.cardCount": int,
    "botContext.isMyTurn": bool,
    "botContext.canPlay": bool,
    "botContext.mustDraw": bool,
    "botContext.shouldCallUno": bool,
    "recentActions": list,
}


class UnoVisit:
    """Both sides of a room."""

    def __init__(self, url: str, notes: Notes) -> None:
        parts = urlsplit(url)
        self.url = url
        self.host = parts.netloc
        self.notes = notes
        self.room = ""
        self.tokens = ["", ""]
        secure = parts.scheme == "https"
        line = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        self._line = line(self.host, timeout=_SECONDS)

    # Requests.

    def ask(
        self, method: str, path: str, body: Json | str | None = None, token: str = ""
    ) -> tuple[int, Json]:
        """The status and the JSON of an answer; what is no JSON object is none."""
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = body if isinstance(body, str) or body is None else json.dumps(body)
        for attempt in range(2):
            try:
                self._line.request(method, path, data, headers)
                answer = self._line.getresponse()
                text = answer.read()
                break
            except (OSError, http.client.HTTPException) as error:
                self._line.close()
                if attempt:
                    raise VisitOver(f"it can't be asked: {error}") from error
        try:
            value = json.loads(text)
        except ValueError:
            value = {}
        return answer.status, value if isinstance(value, dict) else {}

    def state(self, side: int) -> Json:
        """A side's view of the game."""
        status, reply = self.ask("GET", self._path("state"), token=self.tokens[side])
        state = reply.get("gameState")
        if status != 200 or reply.get("success") is not True or not isinstance(state, dict):
            self._give_up(STATE, f"the state is answered with {status} and {_short(reply)}")
        return state

    def act(self, side: int, action: Json | str) -> tuple[int, Json]:
        return self.ask("POST", self._path("action"), action, self.tokens[side])

    def _path(self, what: str, room: str = "") -> str:
        return f"/api/game/{room or self.room}/{what}"

    def _give_up(self, name: str, sentence: str) -> NoReturn:
        self.notes.fail(name, sentence)
        raise VisitOver(f"not reached: {sentence}")

    # The visit.

    async def run(self) -> None:
        try:
            self._make_room()
            states = [self.state(0), self.state(1)]
            if self._check_states(states):
                self._try_unknown_room()
                self._try_refusals()
                self._try_stale()
                self._play()
                self._try_again()
            await SocketVisit(self.url, self.notes).run()
        finally:
            self._line.close()

    def _make_room(self) -> None:
        order = {"player1": "outside", "player2": "outside"}
        status, reply = self.ask("POST", "/api/rooms", order)
        if status in (404, 405, 501):
            self.notes.skip(ROOM, f"the server makes no rooms by POST /api/rooms ({status})")
            raise VisitOver("there is no way to make a room here")
        made, tokens = reply.get("room"), reply.get("tokens")
        code = made.get("roomCode") if isinstance(made, dict) else None
        self.notes.expect(
            ROOM,
            status == 201 and isinstance(code, str) and isinstance(tokens, dict),
            f"an order for a room is answered with 201, room.roomCode and tokens, and here with "
            f"{status} and {_short(reply)}",
        )
        if not isinstance(code, str):
            raise VisitOver("no room was made")
        self.room = code
        if isinstance(tokens, dict):
            self.tokens = [str(tokens.get(player) or "") for player in _PLAYERS]

    def _check_states(self, states: list[Json]) -> bool:
        """Whether both views can be worked with."""
        for side, state in enumerate(states):
            for path, kind in _FIELDS.items():
                value: Any = state
                for key in path.split("."):
                    value = value.get(key) if isinstance(value, dict) else None
                right = isinstance(value, kind) and not (kind is int and value is True)
                self.notes.expect(
                    STATE,
                    right,
                    f"gameState.{path} is {_short(value)} in {_PLAYERS[side]}'s view, where "
                    f"{_kind(kind)} belongs",
                    _short(state),
                )
            own = state.get(f"player{side + 1}")
            for key in ("cards", "playableCards"):
                cards = own.get(key) if isinstance(own, dict) else None
                self.notes.expect(
                    STATE,
                    isinstance(cards, list) and all(_is_card(card) for card in cards),
                    f"gameState.player{side + 1}.{key} is a list of cards with code, type, color "
                    f"and value in {_PLAYERS[side]}'s own view, not {_short(cards)}",
                    _short(state),
                )
        for side, state in enumerate(states):
            self._check_secrets(side, state)
        return STATE not in self.notes.failed

    def _check_secrets(self, side: int, state: Json) -> None:
        other = state.get(f"player{2 - side}")
        shown = [
            key
            for key, value in (other.items() if isinstance(other, dict) else ())
            if isinstance(value, list | dict) and value
        ]
        self.notes.expect(
            SECRETS,
            not shown,
            f"{_PLAYERS[side]} is sent {'.'.join(shown)} of {_PLAYERS[1 - side]}, whose cards are "
            "nobody else's business",
            _short(state),
        )

    def _try_unknown_room(self) -> None:
        status, reply = self.ask("GET", self._path("state", f"none{secrets.token_hex(4)}"))
        self.notes.expect(
            UNKNOWN,
            status == 404 and reply.get("success") is False,
            f"a room that is not there is answered with 404 and success false, and here with "
            f"{status} and {_short(reply)}",
        )

    def _turn(self) -> int:
        turn = self.state(0)["game"]["currentTurn"]
        if turn not in _PLAYERS:
            self._give_up(STATE, f"game.currentTurn is {turn!r}, neither Player 1 nor Player 2")
        return _PLAYERS.index(turn)

    def _refuse(self, name: str, side: int, action: Json | str, what: str) -> bool:
        """Expect that an action is refused and changes nothing; returns whether it was."""
        before = self._views()
        status, reply = self.act(side, action)
        sent = action if isinstance(action, str) else json.dumps(action)
        is_refused = 400 <= status < 500 and reply.get("success") is False
        self.notes.expect(
            name,
            is_refused,
            f"{what} is refused with a 4xx status and success false, and here answered with "
            f"{status} and {_short({**reply, 'gameState': '...'} if reply else reply)}",
            sent,
        )
        if is_refused:
            self.notes.expect(
                name,
                isinstance(reply.get("error"), str) and isinstance(reply.get("message"), str),
                f"the refusal of {what} has an error and a message",
                json.dumps(reply),
            )
        self.notes.expect(
            name, self._views() == before, f"{what} was refused, and changed the game", sent
        )
        return is_refused

    def _views(self) -> list[Any]:
        found = []
        for side in range(2):
            state = self.state(side)
            found.append((state["game"], state["currentCard"], state[f"player{side + 1}"]))
        return found

    def _try_refusals(self) -> None:
        actor = self._turn()
        other = self.state(1 - actor)[f"player{2 - actor}"]["cards"][0]["code"]
        self._refuse(TURN, 1 - actor, {"action": "draw"}, "a draw of who is not asked")
        play = {"action": "play", "card": other, "color": "R"}
        self._refuse(TURN, 1 - actor, play, "a play of who is not asked")
        state = self.state(actor)
        own = state[f"player{actor + 1}"]
        held = [card["code"] for card in own["cards"]]
        playable = [card["code"] for card in own["playableCards"]]
        foreign = next(code for code in CODES if code not in held)
        cases: list[tuple[Json | str, str]] = [
            ("{oops", "what is no JSON"),
            ({"action": "dance"}, "an unknown action"),
            ({"card": held[0]}, "an action without a word"),
            ({"action": "play"}, "a play without a card"),
            ({"action": "play", "card": "99X"}, "a play of no card"),
            ({"action": "play", "card": foreign, "color": "R"}, "a play of a card not in hand"),
        ]
        for code in held:
            if code not in playable:
                wrong = {"action": "play", "card": code, "color": "R"}
                cases.append((wrong, f"a play of {code}, which does not go,"))
                break
        for code in ("W", "D4W"):
            if code in playable:
                cases.append(({"action": "play", "card": code}, "a wild without a colour"))
                wrong = {"action": "play", "card": code, "color": "purple"}
                cases.append((wrong, "a wild with no colour of the game"))
                break
        for action, what in cases:
            if self._turn() != actor:
                return
            self._refuse(REFUSED, actor, action, what)

    def _try_stale(self) -> None:
        actor = self._turn()
        number = self.state(actor)["game"]["turnNumber"]
        status, reply = self.act(actor, {"action": "draw", "turnNumber": number + 1000})
        if status == 200:
            self.notes.skip(STALE, "the server does not look at turnNumber")
            return
        self.notes.expect(
            STALE,
            status == 409 and reply.get("success") is False,
            f"an action for another turn is refused with 409, and here with {status}",
            json.dumps(reply),
        )

    # The game itself.

    def _play(self) -> None:
        forgot = [False, False]
        for _ in range(_MOST_ACTIONS):
            views = [self.state(0), self.state(1)]
            for side, view in enumerate(views):
                self._check_secrets(side, view)
            if views[0]["game"]["isOver"]:
                self._check_end(views)
                return
            actor = _PLAYERS.index(views[0]["game"]["currentTurn"])
            view = views[actor]
            own = view[f"player{actor + 1}"]
            table = self._table(views, actor)
            if table is None:
                return
            self._check_playable(view, own, table)
            action: Json = {"action": "draw"}
            playable = [card["code"] for card in own["playableCards"]]
            if playable:
                action = {"action": "play", "card": playable[0]}
                if playable[0] in ("W", "D4W"):
                    action["color"] = "G"
                # Once for each side it is forgotten.
                if own["cardCount"] == 2 and (forgot[actor] or actor == 0):
                    action["callUno"] = True
                elif own["cardCount"] == 2:
                    forgot[actor] = True
            status, reply = self.act(actor, action)
            if status != 200 or reply.get("success") is not True:
                self._give_up(
                    RULES, f"{json.dumps(action)}, which is playable, is refused: {_short(reply)}"
                )
            self._check_played(views, actor, action)
            if RULES in self.notes.failed:
                return
        raise VisitOver(f"no end after {_MOST_ACTIONS} actions")

    def _table(self, views: list[Json], actor: int, drawn: list[str] | None = None) -> Any:
        """Our own table in the same position; None if there is no such position."""
        hands = [
            [CARDS[one["code"]] for one in views[side][f"player{side + 1}"]["cards"]]
            for side in range(2)
        ]
        top = CARDS[views[0]["currentCard"]["code"]]
        colour = COLOR_NUMBERS[views[0]["currentColor"]]
        texts = "|".join(",".join(CARD_TEXTS[card] for card in hand) for hand in hands)
        words = [f"hands={texts}", f"top={write_card(top, colour)}", f"turn={actor}"]
        if drawn:
            words.append(f"next={','.join(CARD_TEXTS[CARDS[code]] for code in drawn)}")
        try:
            return UNO.set_up(UNO.rules("uno-online"), " ".join(words))
        except BadNotation as error:
            self.notes.fail(RULES, f"there can be no such cards: {error}")
            return None

    def _check_playable(self, view: Json, own: Json, table: Any) -> None:
        right = Counter(
            CODES[card]
            for card in (CARDS[one["code"]] for one in own["cards"])
            if table.plays >> card & 1
        )
        told = Counter(one["code"] for one in own["playableCards"])
        self.notes.expect(
            PLAYABLE,
            told == right,
            f"on {view['currentCard']['code']} with colour {view['currentColor']} playableCards "
            f"are {sorted(right.elements())}, not {sorted(told.elements())}",
            _short(own),
        )
        context = view["botContext"]
        self.notes.expect(
            PLAYABLE,
            context["isMyTurn"] is True and context["canPlay"] is bool(right),
            "botContext has isMyTurn true for who is asked, and canPlay when it can play",
            json.dumps(context),
        )

    def _check_played(self, before: list[Json], actor: int, action: Json) -> None:
        after = [self.state(0), self.state(1)]
        gained: list[list[str]] = []
        for side in range(2):
            key = f"player{side + 1}"
            had = Counter(one["code"] for one in before[side][key]["cards"])
            has = Counter(one["code"] for one in after[side][key]["cards"])
            if side == actor and action["action"] == "play":
                had[action["card"]] -= 1
            gained.append(list((has - had).elements()))
            lost = list((had - has).elements())
            self.notes.expect(
                RULES,
                not lost,
                f"after {json.dumps(action)} {_PLAYERS[side]} has lost {lost[:3]}",
                _short(after[side]),
            )
        top = after[0]["currentCard"]["code"]
        drawn = gained[1 - actor] + gained[actor]
        was_drawn = action["action"] == "draw" and top != before[0]["currentCard"]["code"]
        if action["action"] == "draw" and not gained[actor]:
            was_drawn, drawn = True, [top]
        table = self._table(before, actor, drawn)
        if table is None:
            return
        answer = read_action(action, table)
        assert isinstance(answer, Answer)
        try:
            for one in answer.actions:
                table.apply(one)
        except IllegalAction as error:
            self.notes.fail(
                RULES, f"{json.dumps(action)} was played, and the rules forbid it: {error}"
            )
            return
        name = CALLS if before[actor][f"player{actor + 1}"]["cardCount"] == 2 else RULES
        for side in range(2):
            count = int(table.hands[side * STRIDE + SIZE])
            told = after[side][f"player{side + 1}"]["cardCount"]
            self.notes.expect(
                name,
                count == told,
                f"after {json.dumps(action)} of {_PLAYERS[actor]}, {_PLAYERS[side]} has {told} "
                f"cards, and should have {count}",
                _short(after[side]),
            )
        self._expect(after, "the card on the table", CODES[table.top], top)
        if not (was_drawn and table.top >= WILD) and table.colour != NO_COLOUR:
            self._expect(after, "currentColor", color_of(table.colour), after[0]["currentColor"])
        turn = _PLAYERS[table.actor()] if table.actor() >= 0 else None
        if turn is not None:
            self._expect(after, "game.currentTurn", turn, after[0]["game"]["currentTurn"])
        self._expect(after, "game.isOver", turn is None, after[0]["game"]["isOver"])

    def _expect(self, states: list[Json], what: str, right: Any, told: Any) -> None:
        self.notes.expect(
            RULES,
            right == told,
            f"after the last action {what} is {json.dumps(told)} and should be {json.dumps(right)}",
            _short(states[0]),
        )

    def _check_end(self, views: list[Json]) -> None:
        game = views[0]["game"]
        empty = [
            player
            for side, player in enumerate(_PLAYERS)
            if views[side][f"player{side + 1}"]["cardCount"] == 0
        ]
        self.notes.expect(
            ENDING,
            [game.get("winner")] == empty,
            f"the winner is who has no cards, {empty}, not {game.get('winner')}",
            _short(game),
        )
        self._refuse(ENDING, 0, {"action": "draw"}, "an action after the end")

    def _try_again(self) -> None:
        if not self.state(0)["game"]["isOver"]:
            return
        status, reply = self.ask("POST", self._path("rematch"), {}, self.tokens[0])
        if status in (404, 405, 501):
            self.notes.skip(AGAIN, "the server has no rematch")
            return
        state = self.state(0)
        self.notes.expect(
            AGAIN,
            status == 200 and not state["game"]["isOver"] and state["player1"]["cardCount"] == 7,
            f"a rematch deals a new game, and was answered with {status} and {_short(reply)}",
        )


def _is_card(card: Any) -> bool:
    return (
        isinstance(card, dict)
        and card.get("code") in CARDS
        and card.get("type") in _TYPES
        and {"color", "value"} <= card.keys()
    )


def _kind(kind: Any) -> str:
    return {str: "a text", int: "a whole number", bool: "true or false", list: "a list"}[kind]


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 300 else f"{text[:300]}..."


async def visit_uno(url: str, notes: Notes) -> None:
    """Visit a uno-online server."""
    await UnoVisit(url, notes).run()
