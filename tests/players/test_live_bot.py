"""A bot that thinks at a live table: beside the event loop, and as long as it is waited for."""

import asyncio
import threading
from collections.abc import Callable

import pytest
from stdio import referee

from pitboss import bots
from pitboss.games.game import Game
from pitboss.play.fault import FaultKind
from pitboss.play.live import LiveGame
from pitboss.play.policy import UNO_ONLINE
from pitboss.play.referee import Referee
from pitboss.players.inprocess import LiveBot
from pitboss.players.thinking import ThinkingThread

pytestmark = pytest.mark.usefixtures("nothing_left")


class Thinker:
    """Decides as `simple` does, once it may."""

    name = "thinker"
    honest = True
    thinks = True

    def __init__(self) -> None:
        self.may = threading.Event()
        self.began = threading.Event()
        # The threads in which it thought, and how many thoughts it had at once at most.
        self.threads: set[int] = set()
        self.thoughts = self.most_thoughts = 0

    def decide(self, game: Game, seat: int) -> int:
        self.thoughts += 1
        self.most_thoughts = max(self.most_thoughts, self.thoughts)
        self.threads.add(threading.get_ident())
        self.began.set()
        assert self.may.wait(90), "the test has forgotten this bot"
        self.thoughts -= 1
        return bots.named("simple").decide(game, seat)


def table(bot: bots.Bot, made: Referee, thread: ThinkingThread) -> LiveGame:
    return LiveGame(made, [LiveBot(bot, thread=thread), LiveBot(bots.named("simple"))], [])


async def until(true: Callable[[], bool]) -> None:
    """Wait while the event loop goes on."""
    async with asyncio.timeout(60):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.001)


def test_others_play_on_while_a_bot_thinks() -> None:
    bot, thread = Thinker(), ThinkingThread()

    async def main() -> list[Referee]:
        slow, quick = referee(), referee()
        thinking = table(bot, slow, thread)
        thinking.start()
        await until(bot.began.is_set)
        other = LiveGame(quick, [LiveBot(bots.named("simple"), pace=0.001) for _ in range(2)], [])
        other.start()
        await asyncio.wait_for(other.done.wait(), 60)
        assert not thinking.done.is_set()
        assert bot.thoughts == 1
        bot.may.set()
        await asyncio.wait_for(thinking.done.wait(), 60)
        return [slow, quick]

    slow, quick = asyncio.run(main())

    assert quick.over()
    assert slow.over()
    assert slow.incidents == []
    assert threading.get_ident() not in bot.threads


def test_a_thinking_bot_plays_the_game_that_it_plays_elsewhere() -> None:
    bot, thread = Thinker(), ThinkingThread()
    bot.may.set()

    async def main(player: bots.Bot) -> list[int]:
        made = referee()
        live = table(player, made, thread)
        live.start()
        await asyncio.wait_for(live.done.wait(), 60)
        return made.record.actions

    assert asyncio.run(main(bot)) == asyncio.run(main(bots.named("simple")))


def test_a_decision_that_comes_too_late_counts_for_nothing() -> None:
    bot, thread = Thinker(), ThinkingThread()

    async def main() -> Referee:
        made = referee(policy=UNO_ONLINE, move=0.05, startup=0)
        live = table(bot, made, thread)
        live.start()
        await until(lambda: len(made.incidents) >= 2)
        assert bot.most_thoughts == 1
        bot.may.set()
        played = len(made.record.actions)
        await until(lambda: len(made.record.actions) > played + 2)
        live.stop()
        await until(lambda: bot.thoughts == 0)
        return made

    made = asyncio.run(main())

    assert {incident.fault.kind for incident in made.incidents} == {FaultKind.TIMEOUT}
    assert bot.most_thoughts == 1


@pytest.mark.parametrize("closes", [False, True])
def test_a_table_that_ends_while_a_bot_thinks_leaves_nothing(closes: bool) -> None:
    bot, thread = Thinker(), ThinkingThread()

    async def main() -> Referee:
        made = referee()
        live = table(bot, made, thread)
        live.start()
        await until(bot.began.is_set)
        live.stop()
        if not closes:
            bot.may.set()
            await until(lambda: bot.thoughts == 0)
            await asyncio.sleep(0.01)
        return made

    made = asyncio.run(main())
    bot.may.set()

    assert made.record.actions == []
    assert made.incidents == []
    for left in threading.enumerate():
        if left.name == "thinking":
            left.join(60)


def test_an_exception_of_a_thinking_bot_is_its_crash() -> None:
    class Broken(Thinker):
        def decide(self, game: Game, seat: int) -> int:
            raise ZeroDivisionError(f"planted at {seat} of {game.seats}")

    async def main() -> Referee:
        made = referee()
        live = table(Broken(), made, ThinkingThread())
        live.start()
        await asyncio.wait_for(live.done.wait(), 60)
        return made

    made = asyncio.run(main())

    assert made.incidents[0].fault.kind is FaultKind.CRASH
    assert "planted" in made.incidents[0].fault.message


@pytest.mark.parametrize("patience", [0.0, 0.2])
def test_a_thought_without_an_end_keeps_no_other_bot_waiting(patience: float) -> None:
    # It has been thinking for too long from its first moment on, or when others have waited.
    stuck, bot, thread = Thinker(), Thinker(), ThinkingThread(patience)
    bot.may.set()

    async def main() -> Referee:
        first, second = referee(), referee()
        stalled = table(stuck, first, thread)
        stalled.start()
        await until(stuck.began.is_set)
        live = table(bot, second, thread)
        live.start()
        await asyncio.wait_for(live.done.wait(), 60)
        stalled.stop()
        stuck.may.set()
        await until(lambda: stuck.thoughts == 0)
        return second

    second = asyncio.run(main())

    assert second.over()
    # It was not its time that ended the game.
    assert second.incidents == []


def test_two_thoughts_without_an_end_keep_nobody_waiting() -> None:
    thread, free, done = ThinkingThread(patience=0.1), threading.Event(), threading.Event()

    def endless() -> None:
        free.wait(90)

    for thought in (endless, endless, done.set):
        thread.call(thought)

    assert done.wait(60)
    free.set()
    for left in threading.enumerate():
        if left.name == "thinking":
            left.join(60)
