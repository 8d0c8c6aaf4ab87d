package advice

import (
	"stackmate/bot/game"
	"stackmate/bot/words"
	"stackmate/rules"
	"stackmate/rules/engine/review"
)

// marks are written behind moves, as chess players do.
var marks = [...]string{review.Good: "", review.Inaccuracy: "?!", review.Mistake: "?", review.Blunder: "??"}

// moveText says which move a bad one was, and why it was bad.
func moveText(lang words.Language, g *game.Game, r *review.Review, ply int) string {
	m, p := r.Moves[ply], g.Rules().At(ply)
	return lang.Text("review.move", "move", p.Numbered(m.Played)+marks[m.Judgment], "reason", reasonText(lang, g.Variant, m.Reason))
}

// reasonKeys are the sentences of reasons for which one is enough.
var reasonKeys = map[review.Kind]string{
	review.NoReason: "reasons.worse", review.AllowsMate: "reasons.allows-mate", review.MissesMate: "reasons.misses-mate",
	review.AllowsDraw: "reasons.draw", review.AllowsPromotion: "reasons.allows-promotion", review.MissesPromotion: "reasons.misses-promotion",
	review.LosesPiece: "reasons.loses", review.MissesPiece: "reasons.misses", review.LosesMaterial: "reasons.loses-material",
	review.MissesMaterial: "reasons.misses-material",
}

// drawKeys say how games become draws.
var drawKeys = [...]string{review.ByStalemate: "reason.stalemate", review.ByInsufficientMaterial: "reason.insufficient",
	review.ByRepetition: "reason.repetition", review.ByMoveLimit: "reason.move-limit"}

// reasonText says why a move was bad, as in "loses the rook on 2c7".
func reasonText(lang words.Language, v *rules.Variant, r review.Reason) string {
	key := reasonKeys[r.Kind]
	switch {
	case r.For == rules.NoRole:
	case r.Kind == review.LosesPiece:
		key = "reasons.loses-for"
	case r.Kind == review.MissesPiece:
		key = "reasons.misses-for"
	}
	square := ""
	if r.Kind == review.LosesPiece || r.Kind == review.MissesPiece || r.Kind == review.AllowsPromotion || r.Kind == review.MissesPromotion {
		square = v.CellName(r.Cell)
	}
	return lang.Text(key, "count", r.Moves, "by", words.Key(drawKeys[r.Draw]), "square", square,
		"piece", words.Key("piece."+r.Role.String()), "other", words.Key("piece."+r.For.String()))
}
