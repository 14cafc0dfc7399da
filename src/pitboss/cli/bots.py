"""`pitboss bots`: the built-in bots, and how to name one's own."""

from pitboss.cli.options import AsJson
from pitboss.cli.output import console, print_json, print_list

_OTHERS = (
    ("simple:3", "three of a built-in bot"),
    ("./mybot.py", "a program: run as it is, or by python, ruby or node"),
    ('"java -jar bot.jar"', "a command line"),
    ("\"cmd='ruby agent.rb' name=Rb timeout=2\"", "the same with a name and a time limit"),
    ("\"cmd='python3 bot.py {url}' wire=websocket\"", "a program that connects to us"),
)


def bots(as_json: AsJson = False) -> None:
    """List the built-in bots, and the other ways to name a bot.

    Examples:

        pitboss bots

        pitboss bots --json
    """
    # Imported here, so that --help is quick.
    from pitboss import bots as built_in

    known = {name: built_in.about(name) for name in built_in.names()}
    if as_json:
        print_json([{"name": name, "about": about} for name, about in known.items()])
        return
    print_list(console(), {"Built-in bots": tuple(known.items()), "Your own": _OTHERS})
