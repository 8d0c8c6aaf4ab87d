package web

import "stackmate/bot/words"

// forBrowsers are the keys of sentences that scripts show or speak. They get them without the “web.” in front.
var forBrowsers = []string{
	"web.confirm", "web.play", "web.back", "web.ask-first", "web.offline", "web.ended", "web.failed", "web.live", "web.ply",
	"web.replay", "web.play-game", "web.review.curve", "web.review.at", "web.analysis.start", "web.review.mark1", "web.review.mark2", "web.review.mark3", "web.pause", "web.if.board", "web.if.undo", "web.if.first", "web.if.answer", "web.if.more", "web.first", "web.previous", "web.next", "web.last",
	"web.board.label", "web.board.role", "web.board.tools", "web.board.view", "web.board.view.flat", "web.board.view.stack",
	"web.board.view.free", "web.board.spread", "web.board.turn", "web.board.turn.left", "web.board.turn.right",
	"web.board.turn.up", "web.board.turn.down", "web.board.turn.reset", "web.board.zoom.in", "web.board.zoom.out",
	"web.board.flip", "web.board.levels", "web.board.levels.all", "web.board.selected", "web.board.target", "web.board.in-check",
	"web.board.no-board", "web.board.attack-board", "web.board.taken", "web.board.put-back", "web.board.not-there",
	"web.board.empty-cell", "web.board.not-your-turn", "web.board.no-moves", "web.board.moves", "web.board.no-moves-from",
	"web.board.captures", "web.board.column", "web.board.last-move", "web.board.no-last-move", "web.board.check-by",
	"web.board.captured", "web.board.captured-pieces", "web.board.none-captured", "web.board.back-to", "web.board.nothing-there", "web.board.promote",
	"web.board.cancel", "web.board.keys", "web.board.commands",
}

// browserTexts returns the sentences for scripts.
func browserTexts(lang words.Language) map[string]string { return textsOf(lang, forBrowsers) }

// textsOf returns sentences by their keys without the “web.” in front.
func textsOf(lang words.Language, keys []string) map[string]string {
	texts := map[string]string{}
	for _, key := range keys {
		texts[key[len("web."):]] = plainSurface(lang).Expand(lang.Text(key))
	}
	return texts
}
