package rules

import (
	"slices"
	"strings"
)

var variants = []*Variant{millennium, eightLevel, nextgenOpposed, nextgenShared, nextgenWhiteB, tridimensional, orthodox}

// Variants returns all games, Millennium 3D Chess first.
func Variants() []*Variant { return slices.Clone(variants) }

// DefaultKey is the key of the game that is meant where none is named.
const DefaultKey = "millennium"

// VariantByName returns the game with a key or an alias, in upper or lower case, or nil.
func VariantByName(name string) *Variant {
	for _, v := range variants {
		for _, n := range append(v.Aliases(), v.Key()) {
			if strings.EqualFold(n, name) {
				return v
			}
		}
	}
	return nil
}

// VariantByKey returns the game with a key such as "millennium", in upper or lower case, or
// nil.
func VariantByKey(key string) *Variant {
	for _, v := range variants {
		if strings.EqualFold(v.Key(), key) {
			return v
		}
	}
	return nil
}
