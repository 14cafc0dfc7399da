"""An AlgoPoker server under check: three clients play a tournament, and try what is documented.

One tournament shows all of it, since a lobby takes its time. What the messages say is compared
afterwards, in server_poker_hands.py.
"""

import asyncio
import json
import secrets
from typing import Final, NoReturn

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from pitboss.check.server import Notes, VisitOver, server_scenarios
from pitboss.check.server_poker_client import SECONDS, Client, Json
from pitboss.check.server_poker_hands import compare_hands

LOBBY: Final = "the lobby"
NAMES: Final = "names and first messages"
START: Final = "the start"
SHAPES: Final = "fields and types"
ORDER: Final = "the order of messages"
BLINDS: Final = "dealer and blinds"
TURNS: Final = "turns and streets"
CHIPS: Final = "chips"
LEGAL: Final = "valid actions"
PAYING: Final = "the end of a hand"
SECRETS: Final = "hidden cards"
BAD_FRAMES: Final = "bad JSON and unknown types"
OUT_OF_TURN: Final = "actions out of turn"
CLAMPED: Final = "raises out of range"
ILLEGAL: Final = "actions that are not valid"
TIME: Final = "a player who is silent"
LATE: Final = "coming too late"
RETURN: Final = "a lost connection"
SPECTATORS: Final = "spectators"
TABLES: Final = "two tables"
ENDING: Final = "the end of a tournament"
AGAIN: Final = "the next tournament"

POKER_SERVER: Final = server_scenarios(
    (LOBBY, "every join is answered with waiting, to all who wait, with their number"),
    (NAMES, "a first message that is no join, a missing, long or taken name: an error and a close"),
    (START, "game_start has the names in the order of joining, the stacks and the blinds"),
    (SHAPES, "every message has its documented fields, of their types"),
    (ORDER, "hand_start, requests and results in turn, hand_end; the same to everybody"),
    (BLINDS, "the button moves on, the blinds sit where they should and rise as documented"),
    (TURNS, "who acts when, and when the next street comes, by the rules of hold'em"),
    (CHIPS, "stacks, bets and pots are right in every message, and no chip is lost or made"),
    (LEGAL, "valid_actions are what the rules allow, with their amounts"),
    (PAYING, "hand_end pays whom the cards say, and names who is out"),
    (SECRETS, "nobody is ever sent another's cards before they are shown"),
    (BAD_FRAMES, "BAD_JSON and UNKNOWN_TYPE are told, the connection stays, and it is no answer"),
    (OUT_OF_TURN, "an action of who is not asked does nothing"),
    (CLAMPED, "a raise below or above the range is brought into it"),
    (ILLEGAL, "BAD_ACTION is told to who sent it, who is folded, and nothing else happens"),
    (TIME, "who lets its time pass is folded with timed_out, and the game goes on"),
    (LATE, "a join while the tournament runs: TOURNAMENT_STARTED and a close"),
    (RETURN, "a player who lost its connection plays on, and comes back by its token"),
    (SPECTATORS, "a spectator hears everything but hole cards"),
    (TABLES, "another path is another table"),
    (ENDING, "everybody hears game_end, and one has all the chips; then the connection is closed"),
    (AGAIN, "when the tournament is over, the lobby opens again"),
)

# How long a lobby may wait before it starts.
_LONGEST_LOBBY: Final = 45.0
_MOST_HANDS: Final = 80
# Seconds in which what should not come would come.
_MOMENT: Final = 0.15
# A silent player is waited for only so long.
_LONGEST_SILENCE: Final = 4.0
_LONG_NAME: Final = "n" * 33


class PokerVisit:
    """Three players, and whoever else is needed, at one table."""

    def __init__(self, url: str, notes: Notes) -> None:
        self.url = url
        self.notes = notes
        self.clients: list[Client] = []
        self.players: list[Client] = []
        self.spectator: Client | None = None
        self._answered = 0
        # Who was told of a mistake of its own.
        self._erred: list[Client] = []
        # What is still to be tried, in this order, one thing at a request.
        self._trials = [
            self._try_bad_frames,
            self._try_out_of_turn,
            self._try_late,
            self._try_low_raise,
            self._try_illegal,
            self._try_return,
            self._try_no_amount,
            self._try_silence,
            self._try_high_raise,
        ]

    async def connect(self, name: str = "", url: str = "") -> Client:
        try:
            socket = await connect(
                url or self.url, max_size=1 << 22, open_timeout=SECONDS, close_timeout=1
            )
        except (OSError, TimeoutError, InvalidHandshake, InvalidURI, ConnectionClosed) as error:
            raise VisitOver(f"it can't be connected to: {error}") from error
        client = Client(name, socket)
        self.clients.append(client)
        return client

    async def join(self, name: str, **more: str) -> Client:
        client = await self.connect(name)
        await client.send({"type": "join", "name": name, **more})
        return client

    async def run(self) -> None:
        """The whole visit."""
        try:
            await self._lobby()
            await self._start()
            await self._play()
            await self._ending()
            compare_hands([client.seen for client in self.players], self._watched(), self.notes)
        finally:
            for client in self.clients:
                await client.close()

    def _watched(self) -> list[tuple[str, Json]]:
        return self.spectator.seen if self.spectator is not None else []

    # Before the tournament.

    async def _lobby(self) -> None:
        tag = secrets.token_hex(2)
        names = [f"check-{letter}-{tag}" for letter in "abc"]
        # Connected ahead: the second join may leave the third only a moment.
        waiting = [await self.connect(names[0])]
        for count, name in enumerate(names, 1):
            client = waiting.pop(0)
            await client.send({"type": "join", "name": name})
            message = await client.next("waiting", "error", "game_start")
            if message is None or message.get("type") != "waiting":
                told = client.last("error") or "nothing"
                self._give_up(LOBBY, f"a join is answered with waiting, and here with {told}")
            self.players.append(client)
            there = message.get("current_players")
            if count == 1 and isinstance(there, int) and there > 1:
                raise VisitOver(
                    f"{there - 1} others wait at this table; name one that nobody uses, such as "
                    f"{self.url.rstrip('/')}/check"
                )
            self._expect_waiting(message, count, client)
            for other in self.players[:-1]:
                heard = await other.next("waiting", seconds=3.0)
                self.notes.expect(
                    LOBBY,
                    heard is not None and heard.get("current_players") == count,
                    f"after join {count} those who wait are told that {count} are there, and "
                    f"{other.name} was not",
                    other.last("waiting"),
                )
            if count == 1:
                await self._refused_joins(name)
                waiting = [await self.connect(other) for other in names[1:]]
        await self._spectate()

    def _give_up(self, name: str, sentence: str) -> NoReturn:
        self.notes.fail(name, sentence)
        raise VisitOver(f"not reached: {sentence}")

    def _expect_waiting(self, message: Json, count: int, client: Client) -> None:
        numbers = [message.get(key) for key in ("current_players", "min_players", "max_players")]
        self.notes.expect(
            LOBBY,
            numbers == [count, 2, 9],
            f"waiting has current_players {count}, min_players 2 and max_players 9 here, not "
            f"{numbers}",
            client.last("waiting"),
        )

    async def _refused_joins(self, taken: str) -> None:
        """Those who are sent away; none of them may count as a player."""
        cases: list[tuple[Json, str, str]] = [
            ({"type": "action", "action": {"type": "fold"}}, "BAD_JOIN", "an action"),
            ({"type": "join"}, "BAD_JOIN", "a join without a name"),
            ({"type": "join", "name": ""}, "BAD_NAME", "an empty name"),
            ({"type": "join", "name": _LONG_NAME}, "BAD_NAME", "a name of 33 characters"),
            ({"type": "join", "name": taken}, "BAD_NAME", "a name that is taken"),
        ]
        for message, code, what in cases:
            client = await self.connect()
            await client.send(message)
            answer = await client.next(seconds=3.0)
            got = answer.get("code", answer.get("type")) if answer else "nothing"
            self.notes.expect(
                NAMES,
                got == code,
                f"{what} as the first message is refused with {code}, and here with {got}",
                json.dumps(message),
                client.last("error"),
            )
            if got == code:
                self.notes.expect(
                    NAMES, await client.is_closed(), f"after {code} the connection stays open"
                )
            await client.close()

    async def _spectate(self) -> None:
        client = await self.connect("spectator")
        await client.send({"type": "spectate"})
        await asyncio.sleep(_MOMENT)
        if any(value.get("type") == "error" for _, value in client.seen) or client.code is not None:
            self.notes.skip(SPECTATORS, "the server lets nobody watch")
            await client.close()
        else:
            self.spectator = client

    # The tournament.

    async def _start(self) -> None:
        names = [client.name for client in self.players]
        for client in self.players:
            message = await client.next("game_start", seconds=_LONGEST_LOBBY)
            if message is None:
                self._give_up(START, f"no game_start came within {_LONGEST_LOBBY:g} s of the joins")
            told = message.get("player_names")
            if isinstance(told, list) and client.name in told:
                client.seat = told.index(client.name)
            self.notes.expect(
                START,
                told == names,
                f"player_names are the names in the order of joining, {names}, not {told}",
                client.last("game_start"),
            )
            stacks = message.get("starting_stacks")
            self.notes.expect(
                START,
                isinstance(stacks, list) and len(stacks) == 3 and len({*map(str, stacks)}) == 1,
                f"starting_stacks has the same chips for each of 3 seats, not {stacks}",
                client.last("game_start"),
            )
        if any(client.seat < 0 for client in self.players):
            self._give_up(START, "a player's own name is not among player_names")

    def _actor(self, request: Json) -> Client | None:
        return next((one for one in self.players if one.seat == request.get("actor_seat")), None)

    async def _play(self) -> None:
        """Answer every request until the end, trying one thing after the other."""
        while True:
            client = self._listener()
            message = await client.next("action_request", "game_end", seconds=2 * SECONDS)
            if message is None:
                self._give_up(ORDER, "the tournament stood still: no request came for 20 s")
            if message["type"] == "game_end":
                return
            actor = self._actor(message)
            if actor is None:
                self._give_up(
                    TURNS, f"actor_seat {message.get('actor_seat')} is no seat of a player"
                )
            request = message
            if actor is not client:
                # With its own cards, and known to have arrived.
                own = await actor.next("action_request", seconds=SECONDS)
                if own is None:
                    self._give_up(ORDER, "a request was sent to another player, and not to its own")
                request = own
            await self._answer(actor, request)

    def _listener(self) -> Client:
        return next(client for client in self.players if client.code is None)

    async def _answer(self, actor: Client, request: Json) -> None:
        state = request.get("game_state", {})
        if state.get("hand_number", 0) > _MOST_HANDS:
            raise VisitOver(f"no end after {_MOST_HANDS} hands")
        for trial in self._trials:
            if await trial(actor, request):
                self._trials.remove(trial)
                break
        else:
            in_a_hurry = not self._trials or state.get("hand_number", 0) > 3
            await actor.act(_chosen(request, in_a_hurry))
        await self._catch_up()

    async def _catch_up(self) -> None:
        """Everybody hears what was played; whoever listens for the next request is up to date."""
        self._answered += 1
        for client in self.players:
            while client.code is None and client.results < self._answered:
                if await client.next("action_result", seconds=SECONDS) is None:
                    self._give_up(ORDER, f"{client.name} was not told what was played")

    # Things to try; each returns whether it was done, and an answer was sent.

    async def _try_bad_frames(self, actor: Client, request: Json) -> bool:
        for frame, code in (("{oops", "BAD_JSON"), ('{"type":"hello"}', "UNKNOWN_TYPE")):
            await actor.send(frame)
            answer = await actor.next("error", "action_result", seconds=3.0)
            got = answer.get("code", answer.get("type")) if answer else "nothing"
            self.notes.expect(
                BAD_FRAMES,
                got == code,
                f"{frame} is answered with the error {code}, and here with {got}",
                frame,
                actor.last("error"),
            )
            if got == "action_result":
                # It was taken for an answer, and the turn is over.
                self.notes.fail(BAD_FRAMES, f"{frame} was taken for an answer")
                return True
        if actor.code is not None:
            self._give_up(BAD_FRAMES, "after bad JSON the connection was closed")
        await actor.act(_chosen(request))
        return True

    async def _try_out_of_turn(self, actor: Client, request: Json) -> bool:
        other = next(client for client in self.players if client is not actor)
        before = len(other.seen)
        await other.act({"type": "fold"})
        await asyncio.sleep(_MOMENT)
        heard = [value for _, value in other.seen[before:]]
        self.notes.expect(
            OUT_OF_TURN,
            not any(value.get("type") == "action_result" for value in heard),
            "a fold of a player who was not asked was played",
            other.last("action_result"),
        )
        self.notes.expect(
            OUT_OF_TURN,
            not heard and other.code is None,
            "an action of a player who was not asked is passed over without a word",
            other.last("error"),
        )
        await actor.act(_chosen(request))
        return True

    async def _try_late(self, actor: Client, request: Json) -> bool:
        late = await self.join("check-late")
        answer = await late.next(seconds=3.0)
        got = answer.get("code", answer.get("type")) if answer else "nothing"
        self.notes.expect(
            LATE,
            got == "TOURNAMENT_STARTED" and await late.is_closed(),
            f"a join in a running tournament is refused with TOURNAMENT_STARTED and a close, and "
            f"here with {got}{'' if late.code else ', and the connection stays open'}",
            late.last("error"),
        )
        await late.close()
        path = secrets.token_hex(4)
        joint = "-" if _has_path(self.url) else "/check-"
        try:
            elsewhere = await self.connect(url=f"{self.url.rstrip('/')}{joint}{path}")
        except VisitOver:
            self.notes.skip(TABLES, "the server has one table")
        else:
            await elsewhere.send({"type": "join", "name": "check-else"})
            answer = await elsewhere.next(seconds=3.0)
            if answer and answer.get("type") == "waiting":
                self.notes.expect(
                    TABLES,
                    answer.get("current_players") == 1,
                    "a player at another table is counted with those of the first",
                    elsewhere.last("waiting"),
                )
            else:
                self.notes.skip(TABLES, "the server has one table")
            await elsewhere.close()
        await actor.act(_chosen(request))
        return True

    async def _try_low_raise(self, actor: Client, request: Json) -> bool:
        offered = _offered(request, "raise")
        if offered is None or not isinstance(offered.get("min_amount"), int):
            return False
        await actor.act({"type": "raise", "amount": 1})
        await self._expect_played(
            actor, CLAMPED, {"type": "raise", "amount": offered["min_amount"]}, "a raise to 1"
        )
        return True

    async def _try_high_raise(self, actor: Client, request: Json) -> bool:
        offered = _offered(request, "raise")
        if offered is None or not isinstance(offered.get("max_amount"), int):
            return False
        most = offered["max_amount"]
        await actor.act({"type": "raise", "amount": most + 1})
        await self._expect_played(
            actor, CLAMPED, {"type": "raise", "amount": most}, f"a raise to {most + 1}"
        )
        return True

    async def _try_illegal(self, actor: Client, request: Json) -> bool:
        wrong = "check" if _offered(request, "check") is None else "call"
        await actor.act({"type": wrong})
        await self._expect_folded(actor, f"a {wrong} that is not among valid_actions")
        return True

    async def _try_no_amount(self, actor: Client, request: Json) -> bool:
        if _offered(request, "raise") is None:
            return False
        await actor.act({"type": "raise"})
        await self._expect_folded(actor, "a raise without an amount")
        return True

    async def _try_return(self, actor: Client, request: Json) -> bool:
        if not actor.token:
            self.notes.skip(RETURN, "the server gives no token to come back with")
            await actor.act(_chosen(request))
            return True
        number = self.players.index(actor)
        actor.abort()
        back = await self.connect(actor.name)
        await back.send({"type": "join", "name": actor.name, "token": actor.token})
        again = await back.next("action_request", "error", seconds=SECONDS)
        kinds = [value.get("type") for _, value in back.seen]
        self.notes.expect(
            RETURN,
            again is not None and again.get("type") == "action_request",
            "who comes back with its token is sent waiting, game_start, hand_start and the open "
            f"action_request, and here {kinds}",
            back.last("error"),
        )
        if again is None or again.get("type") != "action_request":
            raise VisitOver("a player did not get back to its seat")
        self.notes.expect(
            RETURN,
            again.get("actor_seat") == actor.seat,
            "who comes back has its old seat",
            back.last("action_request"),
        )
        back.seat, back.token = actor.seat, back.token or actor.token
        back.results = actor.results
        # What it was sent again it had been sent before.
        back.seen[:] = actor.seen
        self.players[number] = back
        await back.act(_chosen(again))
        return True

    async def _try_silence(self, actor: Client, request: Json) -> bool:
        seconds = request.get("timeout_seconds")
        if not isinstance(seconds, int | float) or seconds > _LONGEST_SILENCE:
            least = f"at most {_LONGEST_SILENCE:g} s are waited for"
            self.notes.skip(TIME, f"a turn has {seconds} s here; {least}")
            await actor.act(_chosen(request))
            return True
        result = await actor.next("action_result", seconds=seconds + 5.0)
        self.notes.expect(
            TIME,
            result is not None
            and result.get("timed_out") is True
            and result.get("action", {}).get("type") == "fold",
            f"who is silent for {seconds:g} s is folded with timed_out true",
            actor.last("action_result"),
        )
        return True

    async def _expect_played(self, actor: Client, name: str, action: Json, what: str) -> None:
        result = await actor.next("action_result", "error", seconds=SECONDS)
        played = (result or {}).get("action")
        self.notes.expect(
            name,
            isinstance(played, dict) and {key: played.get(key) for key in action} == action,
            f"{what} is brought into the range and played as {json.dumps(action)}, and here as "
            f"{json.dumps(played) if result else 'nothing'}",
            actor.last("action_result"),
        )

    async def _expect_folded(self, actor: Client, what: str) -> None:
        first = await actor.next("action_result", "error", seconds=SECONDS)
        code = (first or {}).get("code")
        self.notes.expect(
            ILLEGAL,
            code == "BAD_ACTION",
            f"{what} is answered with BAD_ACTION, and here with "
            f"{code or (first or {}).get('type', 'nothing')}",
            actor.last("error"),
            actor.last("action_result"),
        )
        result = first
        if first is not None and first.get("type") == "error":
            result = await actor.next("action_result", seconds=SECONDS)
        played = (result or {}).get("action", {})
        self.notes.expect(
            ILLEGAL,
            played.get("type") == "fold" and (result or {}).get("timed_out") is False,
            f"after {what} the player is folded, with timed_out false",
            actor.last("action_result"),
        )
        for other in self.players:
            self.notes.expect(
                ILLEGAL,
                other is actor
                or not other.last("error")
                or "BAD_ACTION" not in other.last("error")
                or other in self._erred,
                "BAD_ACTION was told to others than its sender",
                other.last("error"),
            )
        self._erred.append(actor)

    # Afterwards.

    async def _ending(self) -> None:
        ends = []
        for client in [*self.players, *([self.spectator] if self.spectator else [])]:
            if not client.last("game_end"):
                await client.next("game_end", seconds=SECONDS)
            ends.append((client, client.last("game_end")))
        for client, end in ends:
            self.notes.expect(
                ENDING, bool(end), f"{client.name} never heard game_end, which is for all"
            )
        end = json.loads(ends[0][1] or "{}")
        stacks, seat = end.get("final_stacks"), end.get("winner_seat")
        if isinstance(stacks, list) and isinstance(seat, int) and 0 <= seat < len(stacks):
            self.notes.expect(
                ENDING,
                stacks[seat] == sum(stacks) and end.get("winner") == self.players[seat].name,
                "the winner has all the chips, and is named",
                ends[0][1],
            )
        else:
            self.notes.fail(ENDING, "game_end has winner_seat and final_stacks", ends[0][1])
        first = self.players[0]
        if await first.is_closed(1.0):
            self.notes.expect(
                ENDING,
                first.code == 1000,
                f"after game_end the connection is closed with 1000, and here with {first.code}",
            )
        await self._again()

    async def _again(self) -> None:
        for client in self.players:
            await client.close()
        try:
            client = await self.join("check-again")
        except VisitOver:
            self.notes.skip(AGAIN, "the server takes no more connections")
            return
        message = await client.next(seconds=3.0)
        if message is None or message.get("type") != "waiting":
            self.notes.skip(AGAIN, "the server plays one tournament")
        else:
            self.notes.expect(
                AGAIN,
                message.get("current_players") == 1,
                "in the next lobby players of the last tournament are counted",
                client.last("waiting"),
            )


def _has_path(url: str) -> bool:
    return "/" in url.partition("://")[2].rstrip("/")


def _offered(request: Json, kind: str) -> Json | None:
    actions = request.get("game_state", {}).get("valid_actions") or []
    return next((one for one in actions if isinstance(one, dict) and one.get("type") == kind), None)


def _chosen(request: Json, in_a_hurry: bool = False) -> Json:
    """Check or call; in a hurry, all in."""
    offered = _offered(request, "raise")
    if in_a_hurry and offered is not None and isinstance(offered.get("max_amount"), int):
        return {"type": "raise", "amount": offered["max_amount"]}
    if _offered(request, "check") is not None:
        return {"type": "check"}
    return {"type": "call"} if _offered(request, "call") is not None else {"type": "fold"}


async def visit_poker(url: str, notes: Notes) -> None:
    """Visit an AlgoPoker server."""
    await PokerVisit(url, notes).run()
