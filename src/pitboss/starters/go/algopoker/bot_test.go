// What the bot decides; run by `make test`.
package main

import "testing"

func TestDecide(t *testing.T) {
	fold, check := Offer{Type: "fold"}, Offer{Type: "check"}
	raise := Offer{Type: "raise", MinAmount: 200, MaxAmount: 9000}
	call := func(chips int) Offer { return Offer{Type: "call", Amount: chips} }
	pair, nothing := []string{"7c", "7d"}, []string{"Ah", "2d"}
	for _, test := range []struct {
		name    string
		cards   []string
		street  string
		pot     int
		offered []Offer
		want    Action
	}{
		{"raises with a pair before the flop", pair, "preflop", 150, []Offer{fold, call(50), raise}, Action{"raise", 200}},
		{"checks where that is free", nothing, "flop", 200, []Offer{fold, check, raise}, Action{Type: "check"}},
		{"calls what is at most the pot", nothing, "flop", 200, []Offer{fold, call(200)}, Action{Type: "call"}},
		{"folds to more than the pot", nothing, "flop", 200, []Offer{fold, call(201)}, Action{Type: "fold"}},
	} {
		state := State{Street: test.street, ValidActions: test.offered}
		state.Pot.Total = test.pot
		if got := decide(test.cards, state); got != test.want {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}
