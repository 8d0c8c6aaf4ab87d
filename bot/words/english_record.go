package words

import "maps"

func init() { maps.Copy(english, englishRecord) }

// englishRecord is about ratings, profiles, records and preferences.
var englishRecord = map[string]string{
	"rating.changed":          "Ratings: {changes}.",
	"rating.none.short":       "The ratings do not change: each side must have made {moves} moves.",
	"rating.none.aborted":     "The ratings do not change.",
	"rating.none.adjudicated": "The ratings do not change: only games that the players end themselves count.",
}
