// A Jedna bot: keeps its wilds for last, and asks for the colour that it holds most of.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// State is what we know when we are asked; the protocol has more fields.
type State struct {
	Hand     []string `json:"hand"`
	TopCard  string   `json:"top_card"`
	Playable []string `json:"playable_cards"`
	Actions  []string `json:"available_actions"`
}

// Request asks for an answer.
type Request struct {
	State State `json:"state"`
}

// Answer is a line that we send.
type Answer struct {
	Action    string `json:"action"`
	Card      string `json:"card,omitempty"`
	WildColor string `json:"wild_color,omitempty"`
}

// decide gives the answer to a request. Change this.
func decide(state State) Answer {
	if len(state.Playable) == 0 {
		for _, action := range state.Actions {
			if action == "draw" {
				return Answer{Action: "draw"}
			}
		}
		return Answer{Action: "pass"}
	}
	for _, card := range state.Playable {
		if !isWild(card) {
			return Answer{Action: "play", Card: card}
		}
	}
	return Answer{"play", state.Playable[0], favouriteColour(state.Hand)}
}

func isWild(card string) bool {
	return strings.HasPrefix(card, "w")
}

// favouriteColour is the colour held most; the first of equals.
func favouriteColour(hand []string) string {
	best, most := "", -1
	for _, colour := range []string{"red", "blue", "green", "yellow"} {
		held := 0
		for _, card := range hand {
			if card[0] == colour[0] {
				held++
			}
		}
		if held > most {
			best, most = colour, held
		}
	}
	return best
}

// Answers every request, game after game, until there is nothing more to read.
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
		case "request_action":
			var request Request
			if err := json.Unmarshal(line, &request); err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
			// Standard output has no buffer here, so nothing is to be flushed.
			if err := out.Encode(decide(request.State)); err != nil {
				return
			}
		case "error":
			fmt.Fprintln(os.Stderr, string(line))
		}
	}
}
