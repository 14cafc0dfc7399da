// A hold'em bot over AlgoPoker's messages: raises with a pair, else checks or calls cheaply.
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// Offer is something that we may do.
type Offer struct {
	Type      string `json:"type"`
	Amount    int    `json:"amount"`
	MinAmount int    `json:"min_amount"`
	MaxAmount int    `json:"max_amount"`
}

// Player is somebody at the table; only our own cards are known.
type Player struct {
	Stack     int      `json:"stack"`
	HoleCards []string `json:"hole_cards"`
	Known     bool     `json:"hole_cards_known"`
}

// State is the position when we are asked; the protocol has more fields.
type State struct {
	Street         string   `json:"street"`
	CommunityCards []string `json:"community_cards"`
	Pot            struct {
		Total int `json:"total"`
	} `json:"pot"`
	Players      []Player `json:"players"`
	ValidActions []Offer  `json:"valid_actions"`
}

// Request asks for an action.
type Request struct {
	State State `json:"game_state"`
}

// Action is what we do.
type Action struct {
	Type   string `json:"type"`
	Amount int    `json:"amount,omitempty"`
}

// Answer is a line that we send.
type Answer struct {
	Type   string `json:"type"`
	Action Action `json:"action"`
}

// decide gives the action with our two cards, such as Ah and Td. Change this.
func decide(cards []string, state State) Action {
	offered := map[string]Offer{}
	for _, offer := range state.ValidActions {
		offered[offer.Type] = offer
	}
	hasPair := cards[0][0] == cards[1][0]
	if raise, ok := offered["raise"]; ok && hasPair && state.Street == "preflop" {
		return Action{"raise", raise.MinAmount}
	}
	if _, ok := offered["check"]; ok {
		return Action{Type: "check"}
	}
	if call, ok := offered["call"]; ok && (hasPair || call.Amount <= state.Pot.Total) {
		return Action{Type: "call"}
	}
	return Action{Type: "fold"}
}

func ownCards(state State) []string {
	for _, player := range state.Players {
		if player.Known {
			return player.HoleCards
		}
	}
	return []string{"??", "??"}
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
		case "action_request":
			var request Request
			if err := json.Unmarshal(line, &request); err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
			// Standard output has no buffer here, so nothing is to be flushed.
			if err := out.Encode(Answer{"action", decide(ownCards(request.State), request.State)}); err != nil {
				return
			}
		case "error":
			fmt.Fprintln(os.Stderr, string(line))
		}
	}
}
