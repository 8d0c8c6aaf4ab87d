package rules

import (
	"slices"
	"strings"
)

var variants = []*Variant{millennium, eightLevel, nextgenOpposed, nextgenShared, nextgenWhiteB, tridimensional, orthodox}

// Variants returns all games, the main one first.
func Variants() []*Variant { return slices.Clone(variants) }

// VariantByKey returns the game with a key such as "millennium" or
// "nextgen:shared", in any case, or nil.
func VariantByKey(key string) *Variant {
	for _, v := range variants {
		if strings.EqualFold(v.Key(), key) {
			return v
		}
	}
	return nil
}
