package bot_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"stackmate/bot/words"
	"stackmate/rules"
)

// Whatever the rules find wrong with damaged position strings has a
// sentence in the catalogue.
func TestProblems(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	known := map[string]bool{}
	check := func(problem string) {
		if problem == "" {
			return
		}
		key, _, ok := words.Recognise("problem.", problem)
		if !ok {
			t.Errorf("no sentence for %q", problem)
		}
		known[key] = true
	}
	const signs = "rnbqkpRNBQKP12345678/|-wb(), *[]{}ae\"10"
	for _, v := range rules.Variants() {
		p := v.Start()
		for range 30 {
			if moves := p.Moves(); len(moves) > 0 {
				p = p.Play(moves[random.IntN(len(moves))])
			}
		}
		for range 1500 {
			var fault *rules.FENError
			if _, err := v.ParseFEN(damage(random, p.FEN(), signs)); errors.As(err, &fault) {
				check(fault.Problem)
			}
		}
	}
	if len(known) < 22 {
		t.Errorf("only %d problems were met", len(known))
	}
}

// damage changes, drops or doubles a few letters of a text.
func damage(random *rand.Rand, text, signs string) string {
	for range 1 + random.IntN(2) {
		i := random.IntN(len(text))
		sign := string(signs[random.IntN(len(signs))])
		switch random.IntN(4) {
		case 0:
			text = text[:i] + sign + text[i+1:]
		case 1:
			text = text[:i] + text[i+1:]
		case 2:
			text = text[:i] + sign + text[i:]
		default:
			fields := strings.Fields(text)
			fields[random.IntN(len(fields))] = sign
			text = strings.Join(fields, " ")
		}
	}
	return text
}
