// What the bot decides; run by `make test`.
package main

import "testing"

func TestDecide(t *testing.T) {
	for _, test := range []struct {
		name  string
		state State
		want  Answer
	}{
		{
			"plays a card before a wild",
			State{Hand: []string{"wd", "r5"}, Playable: []string{"wd", "r5"}},
			Answer{Action: "play", Card: "r5"},
		},
		{
			"asks for the colour held most",
			State{Hand: []string{"g1", "b2", "b3", "wd"}, Playable: []string{"wd"}},
			Answer{"play", "wd", "blue"},
		},
		{
			"names a colour when it holds only wilds",
			State{Hand: []string{"wd4"}, Playable: []string{"wd4"}},
			Answer{"play", "wd4", "red"},
		},
		{
			"draws when nothing fits",
			State{Hand: []string{"g1"}, Actions: []string{"draw"}},
			Answer{Action: "draw"},
		},
		{
			"passes when it can not draw",
			State{Hand: []string{"g1"}, Actions: []string{"pass"}},
			Answer{Action: "pass"},
		},
	} {
		if got := decide(test.state); got != test.want {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}
