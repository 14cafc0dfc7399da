"""The plainest bot over the native protocol: json, the first legal action."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] != "turn":
        continue
    said = {"type": "action", "turn": message["turn"], "action": message["legal"][0]}
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()
