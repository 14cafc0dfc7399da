"""Bots with one mistake each, and the words by which a check is to name it."""

import textwrap
from typing import NamedTuple

# A whole agent; a mistake replaces one of its parts. It stays after a game.
JEDNA = """
import json, os, sys, time
def decide(state):
    if state["playable_cards"]:
        card = state["playable_cards"][0]
        answer = {"action": "play", "card": card}
        if card[0] == "w":
            answer["wild_color"] = "red"
        return answer
    return {"action": "draw" if "draw" in state["available_actions"] else "pass"}
def say(answer):
    print(json.dumps(answer), flush=True)
def other(message):
    pass
def question(message):
    say(decide(message["state"]))
%s
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "request_action":
        question(message)
    else:
        other(message)
"""
NATIVE = """
import json, sys, time
def decide(turn):
    return turn["legal"][-1]
def say(turn, action):
    print(json.dumps({"type": "action", "turn": turn["turn"], "action": action}), flush=True)
def other(message):
    pass
def question(message):
    say(message, decide(message))
%s
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        question(message)
    else:
        other(message)
"""
POKER = """
import json, sys
def choose(state):
    offered = [action["type"] for action in state["valid_actions"]]
    return {"type": "check" if "check" in offered else "call"}
%s
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "action_request":
        print(json.dumps({"type": "action", "action": choose(message["game_state"])}), flush=True)
"""


class Mistake(NamedTuple):
    """A bot, how it is run, and what is to be said of it."""

    name: str
    script: str
    # What the sentence has in it.
    cause: tuple[str, ...]
    # The scenario by name that finds it; the first if that is enough.
    scenario: str = "starts and answers"
    game: str = "jedna"
    wire: str = "auto"
    file: str = "bot.py"
    is_advice: bool = False


def jedna(name: str, part: str, *cause: str, scenario: str = "starts and answers") -> Mistake:
    return Mistake(name, JEDNA % textwrap.dedent(part), cause, scenario)


def native(
    name: str, part: str, *cause: str, scenario: str = "starts and answers", game: str = "jedna"
) -> Mistake:
    return Mistake(name, NATIVE % textwrap.dedent(part), cause, scenario, game, "native")


RUBY_UNFLUSHED = """
require 'json'
while (line = $stdin.gets)
  message = JSON.parse(line)
  next unless message['type'] == 'request_action'
  state = message['state']
  card = state['playable_cards'].first
  answer = { action: state['available_actions'].first }
  answer = { action: 'play', card: card, wild_color: 'red' } if card
  puts JSON.generate(answer)
end
"""

# As in the example of Jedna's own document: no colour comes of a hand without any.
RUBY_ONLY_WILDS = """
require 'json'
NAMES = { 'r' => 'red', 'b' => 'blue', 'g' => 'green', 'y' => 'yellow' }
$stdout.sync = true
while (line = $stdin.gets)
  message = JSON.parse(line)
  next unless message['type'] == 'request_action'
  state = message['state']
  card = state['playable_cards'].first
  answer = { action: state['available_actions'].first }
  answer = { action: 'play', card: card } if card
  letters = state['hand'].map { |one| one[0] }.reject { |letter| letter == 'w' }
  favourite = letters.tally.max_by(&:last)&.first || 'red'
  answer[:wild_color] = NAMES[favourite] if card&.start_with?('w')
  puts JSON.generate(answer)
end
"""

MISTAKES = (
    jedna(
        "endless-loop",
        """
        def question(message):
            while True:
                pass
        """,
        "of processor time and wrote nothing; an endless loop",
    ),
    jedna(
        "not-flushed",
        """
        def say(answer):
            print(json.dumps(answer))
        """,
        "its answers are not flushed",
    ),
    Mistake("ruby-not-flushed", RUBY_UNFLUSHED, ("its answers are not flushed",), file="bot.rb"),
    Mistake(
        "ruby-only-wilds",
        RUBY_ONLY_WILDS,
        ('it plays the wild wd without a colour when it holds only wilds ("wild_color": null)',),
        scenario="only wilds in hand",
        file="bot.rb",
    ),
    Mistake(
        "reads-to-the-end",
        JEDNA.replace("for line in sys.stdin:", "for line in sys.stdin.read().splitlines():") % "",
        ("it reads to the end of its input before it answers",),
    ),
    jedna(
        "sleeps",
        """
        def question(message):
            time.sleep(60)
        """,
        "it has read the question, and sleeps",
    ),
    Mistake("never-reads", "import time\ntime.sleep(60)\n", ("has not even read", "it sleeps")),
    jedna(
        "answers-on-stderr",
        """
        def say(answer):
            print(json.dumps(answer), file=sys.stderr, flush=True)
        """,
        "it wrote its answer to stderr, and not to stdout",
    ),
    jedna(
        "debugs-on-stdout",
        """
        def question(message):
            print("my hand:", message["state"]["hand"], flush=True)
            say(decide(message["state"]))
        """,
        "prints other text than answers on stdout: my hand:",
        "debugging output belongs on stderr",
    ),
    Mistake(
        "jedna-in-holdem",
        JEDNA % "",
        ("does not answer AlgoPoker lines, but it answers Jedna lines", "--game jedna"),
        game="holdem",
    ),
    Mistake(
        "poker-in-jedna",
        POKER % "",
        ("does not answer Jedna lines", "but it answers AlgoPoker lines"),
    ),
    jedna(
        "native-words",
        """
        def say(answer):
            print(json.dumps({"type": "action", "turn": 1, "action": "draw"}), flush=True)
        """,
        "it answers in native lines, and is spoken to in Jedna lines",
    ),
    jedna(
        "dialect-1",
        """
        def decide(state):
            for card in state["playable_cards"]:
                if state["hand"].count(card) > 1:
                    return {"action": "play", "card": card, "double_play": True}
            return {"action": "draw"}
        """,
        "it answers in dialect 1 of Jedna lines (double_play)",
        "--game jedna-reference",
        scenario="two cards alike",
    ),
    Mistake(
        "syntax-error",
        "import json\ndef decide(:\n",
        ("SyntaxError: ", "before it is told anything"),
    ),
    Mistake(
        "module-missing",
        "import no_such_module\n",
        ("ModuleNotFoundError: No module named 'no_such_module'",),
    ),
    Mistake("exits-at-once", "print\n", ("it exits at once, before it is told anything",)),
    Mistake("no-interpreter", "#!/usr/bin/env no-such-interpreter\n", ("no-such-interpreter",)),
    jedna(
        "crashes-at-a-notification",
        """
        def other(message):
            print(message["text"])
        """,
        "KeyError: 'text'",
        "at the notification",
    ),
    jedna(
        "crashes-in-a-war",
        """
        def question(message):
            kinds = {"normal": 0}
            kinds[message["state"]["game_state"]]
            say(decide(message["state"]))
        """,
        "KeyError: 'war_+2'",
        "at a request_action",
        scenario="a war that can't be answered",
    ),
    jedna(
        "no-newline",
        """
        def say(answer):
            sys.stdout.write(json.dumps(answer))
            sys.stdout.flush()
        """,
        "only half a line came, without a newline at its end",
    ),
    jedna(
        "byte-order-mark",
        """
        def say(answer):
            sys.stdout.buffer.write(b"\\xef\\xbb\\xbf" + json.dumps(answer).encode() + b"\\n")
            sys.stdout.buffer.flush()
        """,
        "byte order mark",
    ),
    jedna(
        "answers-twice",
        """
        def question(message):
            say(decide(message["state"]))
            say(decide(message["state"]))
        """,
        "it answers 2 times to one question",
    ),
    jedna(
        "answers-notifications",
        """
        def other(message):
            if message["type"] == "notification":
                say({"action": "pass"})
        """,
        'it answers the notification "',
        "though only questions are answered",
    ),
    jedna(
        "pretty-printed",
        """
        def say(answer):
            print(json.dumps(answer, indent=2), flush=True)
        """,
        "its JSON is spread over",
        "lines: a message is one line",
    ),
    jedna(
        "python-quotes",
        """
        def say(answer):
            print(answer, flush=True)
        """,
        "Python notation, with single quotes, and not JSON",
    ),
    jedna(
        "not-a-number",
        """
        def say(answer):
            print(json.dumps({**answer, "value": float("nan")}), flush=True)
        """,
        "NaN",
    ),
    jedna(
        "capital-cards",
        """
        def decide(state):
            if state["playable_cards"]:
                return {"action": "play", "card": state["playable_cards"][0].upper()}
            return {"action": "draw"}
        """,
        "in capitals",
        scenario="a card that matches",
    ),
    jedna(
        "card-that-does-not-go",
        """
        def decide(state):
            return {"action": "play", "card": state["hand"][0]}
        """,
        "b5 does not go on r7",
        scenario="a card drawn that can't be played",
    ),
    jedna(
        "wild-without-colour",
        """
        def decide(state):
            if state["playable_cards"]:
                return {"action": "play", "card": state["playable_cards"][0]}
            return {"action": "draw"}
        """,
        "it plays the wild wd without a colour (no wild_color)",
        scenario="a wild",
    ),
    jedna(
        "colour-by-its-letter",
        """
        def decide(state):
            card = state["playable_cards"][0]
            return {"action": "play", "card": card, "wild_color": "r"}
        """,
        "it spells the colour of a wild 'r'",
        scenario="a wild",
    ),
    jedna(
        "remembers-the-first-hand",
        """
        first = None
        def question(message):
            global first
            first = first or decide(message["state"])
            say(first)
        """,
        "from one game to the next",
        scenario="a wild draw four",
    ),
    jedna(
        "hangs-after-a-game",
        """
        def other(message):
            if message["type"] == "game_end":
                time.sleep(60)
        """,
        "it does not read what it is sent: it sleeps (only in a process that has played before",
        scenario="a card drawn that can be played",
    ),
    jedna(
        "ends-not-with-its-input",
        """
        import atexit
        atexit.register(time.sleep, 60)
        """,
        "does not end when its input ends",
        scenario="the end of its input",
    ),
    Mistake(
        "spins-at-the-end",
        (JEDNA % "").replace(
            "for line in sys.stdin:\n",
            "while True:\n    line = sys.stdin.readline()\n    if not line: continue\n",
        ),
        ("it spins when its input ends",),
        scenario="the end of its input",
    ),
    native(
        "stale-turn",
        """
        def say(turn, action):
            print(json.dumps({"type": "action", "turn": 1, "action": action}), flush=True)
        """,
        "it answered turn 1, and was asked turn",
        scenario="the end of a game",
    ),
    native(
        "stumbles-over-unknown-messages",
        """
        KNOWN = ("hello", "event", "error", "result", "state")
        def other(message):
            KNOWN.index(message["type"])
        """,
        "it should ignore types of messages that it does not know",
        scenario="unknown messages",
    ),
    native(
        "raises-too-little",
        """
        def decide(turn):
            return turn["range"]["low"] - 1 if turn["range"] else turn["legal"][-1]
        """,
        "raise",
        scenario="a raise to call",
        game="holdem",
    ),
)
