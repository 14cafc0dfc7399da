// A bot for any game of Pitboss: plays the first legal action that is worth playing.
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// Turn asks for an action.
type Turn struct {
	Turn  int      `json:"turn"`
	Legal []string `json:"legal"`
	// Amounts that are legal too, such as raises.
	Range *struct{ Low, High int } `json:"range"`
	// All that we may know of the game, to be decoded by whoever wants to know it.
	View json.RawMessage `json:"view"`
}

// Answer is a line that we send.
type Answer struct {
	Type   string `json:"type"`
	Turn   int    `json:"turn"`
	Action string `json:"action"`
}

// decide gives one of the legal actions. Change this.
func decide(turn Turn) string {
	best := turn.Legal[0]
	for _, action := range turn.Legal {
		if rank(action) < rank(best) {
			best = action
		}
	}
	return best
}

// rank says how late an action is played: what is a card or a bet comes in between.
func rank(action string) int {
	switch action {
	case "uno", "catch":
		return 0
	case "draw", "pass", "challenge", "fold":
		return 2
	}
	return 1
}

// Answers every turn, game after game, until there is nothing more to read.
func main() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var line json.RawMessage
		if err := in.Decode(&line); err != nil {
			return
		}
		// Only the type is read at first: messages that we don't know may look like anything.
		var message struct {
			Type string `json:"type"`
		}
		if err := json.Unmarshal(line, &message); err != nil {
			continue
		}
		switch message.Type {
		case "turn":
			var turn Turn
			if err := json.Unmarshal(line, &turn); err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
			// Standard output has no buffer here, so nothing is to be flushed.
			if err := out.Encode(Answer{"action", turn.Turn, decide(turn)}); err != nil {
				return
			}
		case "error":
			fmt.Fprintln(os.Stderr, string(line))
		}
	}
}
