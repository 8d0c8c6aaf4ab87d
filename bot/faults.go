package bot

import (
	"errors"

	"stackmate/bot/game"
	"stackmate/rules"
)

// faultKey names the sentence for a fault in the catalogue.
func faultKey(f rules.Fault) string { return faultKeys[f] }

var faultKeys = map[rules.Fault]string{
	rules.NoSuchPiece: "no-such-piece", rules.NothingThere: "nothing-there", rules.NoCellThere: "no-cell",
	rules.CannotReach: "cannot-reach", rules.OtherPiece: "other-piece", rules.NotYours: "not-yours",
	rules.OwnPiece: "own-piece", rules.NothingToTake: "nothing-to-take", rules.PawnHasMoved: "pawn-has-moved",
	rules.Blocked: "blocked", rules.NoPromotion: "no-promotion", rules.PromotionMissing: "promotion-missing",
	rules.CastleForfeited: "castle-forfeited", rules.CastleBlocked: "castle-blocked",
	rules.CastleInCheck: "castle-in-check", rules.CastleAttacked: "castle-attacked",
	rules.NoBoardThere: "no-board", rules.BoardTaken: "board-taken", rules.BoardTooFar: "board-too-far",
	rules.BoardLoaded: "board-loaded", rules.BoardOfOpponent: "board-of-opponent",
	rules.BoardTurnsOver: "board-turns-over", rules.KingIntoCheck: "king-into-check",
	rules.KingStaysInCheck: "king-stays-in-check", rules.KingLeftInCheck: "king-left-in-check",
	rules.GameOver: "game-over",
}

// factRefusal makes a sentence of a fact that refuses an action in a game; other
// errors stay what they are.
func factRefusal(g *game.Game, err error) error {
	for fact, key := range facts {
		if errors.Is(err, fact) {
			return refuse(key, "game", g.ID)
		}
	}
	return err
}

var facts = map[error]string{
	game.ErrOver: "game.over", game.ErrNoOffer: "draw.no-offer", game.ErrOwnOffer: "draw.own-offer",
	game.ErrDrawPending: "draw.already", game.ErrNoOwnOffer: "draw.not-offered",
	game.ErrNoMove: "takeback.no-move", game.ErrTakebackPending: "takeback.already",
	game.ErrNoTakeback: "takeback.not-asked", game.ErrOwnTakeback: "takeback.own",
}
