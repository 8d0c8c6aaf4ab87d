package uci

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stackmate/rules"
	"stackmate/rules/engine"
)

// variants are the values of the option UCI_Variant: the keys of all variants, first
// the default, which is orthodox chess as in every chess tool.
var variants = func() []string {
	keys := []string{"orthodox"}
	for _, v := range rules.Variants() {
		if v.Key() != keys[0] {
			keys = append(keys, v.Key())
		}
	}
	return keys
}()

// settings are the values of the options.
type settings struct {
	lines         int // MultiPV
	hash          int // in MB
	threads       int
	ponder        bool // says only that a GUI may let the engine ponder
	overhead      int  // in milliseconds a move, for what passes between GUI and engine
	level         int  // 0 for full strength
	limitStrength bool
	elo           int
}

// The Elo numbers that UCI_Elo may have: the ratings of the levels in orthodox chess.
var (
	minElo = engine.Rating(rules.VariantByKey(variants[0]), 1)
	maxElo = engine.Rating(rules.VariantByKey(variants[0]), engine.MaxLevel)
)

var defaultSettings = settings{lines: 1, hash: engine.DefaultHash, threads: 1, overhead: 50, elo: minElo}

// option is an option of the interface: its name, what follows it when it is declared,
// and what sets it. If a value is wrong, set returns an error and changes nothing.
type option struct {
	name, declaration string
	set               func(s *session, value string) error
}

var options = []option{
	{"UCI_Variant", "combo default " + variants[0] + " var " + strings.Join(variants, " var "), (*session).setVariant},
	spinOption("Hash", 1, 4096, func(s *settings) *int { return &s.hash }).newEngine(),
	{"Clear Hash", "button", (*session).clearHash},
	spinOption("Threads", 1, 128, func(s *settings) *int { return &s.threads }).newEngine(),
	spinOption("MultiPV", 1, 256, func(s *settings) *int { return &s.lines }),
	checkOption("Ponder", func(s *settings) *bool { return &s.ponder }),
	spinOption("Move Overhead", 0, 5000, func(s *settings) *int { return &s.overhead }),
	spinOption("Level", 0, int(engine.MaxLevel), func(s *settings) *int { return &s.level }),
	checkOption("UCI_LimitStrength", func(s *settings) *bool { return &s.limitStrength }),
	spinOption("UCI_Elo", minElo, maxElo, func(s *settings) *int { return &s.elo }),
}

// spinOption is an option that is a number.
func spinOption(name string, least, most int, field func(*settings) *int) option {
	defaults := defaultSettings
	return option{name, fmt.Sprintf("spin default %d min %d max %d", *field(&defaults), least, most),
		func(s *session, value string) error {
			n, err := strconv.Atoi(value)
			if err != nil || n < least || n > most {
				return fmt.Errorf("%s is %.40q, want a number from %d to %d", name, value, least, most)
			}
			*field(&s.settings) = n
			return nil
		}}
}

// checkOption is an option that is true or false.
func checkOption(name string, field func(*settings) *bool) option {
	defaults := defaultSettings
	return option{name, fmt.Sprintf("check default %t", *field(&defaults)),
		func(s *session, value string) error {
			on := strings.EqualFold(value, "true")
			if !on && !strings.EqualFold(value, "false") {
				return fmt.Errorf("%s is %.40q, want true or false", name, value)
			}
			*field(&s.settings) = on
			return nil
		}}
}

// newEngine makes the next search use an engine with the new value.
func (o option) newEngine() option {
	set := o.set
	o.set = func(s *session, value string) error {
		before := s.settings
		err := set(s, value)
		if s.settings != before {
			s.engine = nil
		}
		return err
	}
	return o
}

// setOption handles "setoption name N value V".
func (s *session) setOption(args []string) error {
	if len(args) < 2 || args[0] != "name" {
		return fmt.Errorf("want setoption name N value V")
	}
	value := ""
	name := args[1:]
	if at := slices.Index(name, "value"); at >= 0 {
		name, value = name[:at], strings.Join(name[at+1:], " ")
	}
	wanted := strings.Join(name, " ")
	for _, o := range options {
		if strings.EqualFold(o.name, wanted) {
			return o.set(s, value)
		}
	}
	return fmt.Errorf("unknown option %.40q", wanted)
}

// setVariant sets UCI_Variant, which starts a new game.
func (s *session) setVariant(value string) error {
	v := rules.VariantByName(value)
	if v == nil {
		return fmt.Errorf("unknown variant %.40q, want one of %s", value, strings.Join(variants, " "))
	}
	s.reset(v)
	return nil
}

// clearHash is the button "Clear Hash".
func (s *session) clearHash(string) error {
	if s.engine != nil {
		s.engine.Forget()
	}
	return nil
}

// strength returns the level at which to play, 0 for full strength: the option Level, or
// with UCI_LimitStrength the level whose rating is nearest to UCI_Elo.
func (s *session) strength() engine.Level {
	if s.level > 0 || !s.limitStrength {
		return engine.Level(s.level)
	}
	nearest, least := engine.Level(1), -1
	for l := nearest; l.Valid(); l++ {
		off := engine.Rating(s.variant(), l) - s.elo
		if off = max(off, -off); least < 0 || off < least {
			nearest, least = l, off
		}
	}
	return nearest
}
