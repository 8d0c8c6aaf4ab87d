package web

import (
	"net/http"

	"stackmate/bot/words"
)

// Assets returns a handler for scripts, styles and the pictures of pieces, and its path.
func Assets(pieces []byte) (http.Handler, string) {
	all := loadAssets(pieces)
	return http.HandlerFunc(all.serve), all.path
}

// BrowserTexts returns the sentences for scripts.
func BrowserTexts(lang words.Language) map[string]string { return browserTexts(lang) }

// AnalysisTexts returns those of analysis boards.
func AnalysisTexts(lang words.Language) map[string]string { return analysisTexts(lang) }

// AllowTime sets how long a request may take.
var AllowTime = allowTime

// Client returns whom limits count.
var Client = client

// TimeLeft says how much time is left.
var TimeLeft = timeLeft
