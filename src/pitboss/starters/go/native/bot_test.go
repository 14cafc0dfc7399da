// What the bot decides; run by `make test`.
package main

import "testing"

func TestDecide(t *testing.T) {
	for _, test := range []struct {
		name  string
		legal []string
		want  string
	}{
		{"plays the first card", []string{"draw", "r5", "b5"}, "r5"},
		{"calls UNO first", []string{"r5", "draw", "uno"}, "uno"},
		{"calls rather than folds", []string{"fold", "call"}, "call"},
		{"draws when nothing else is legal", []string{"draw"}, "draw"},
	} {
		if got := decide(Turn{Legal: test.legal}); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}
