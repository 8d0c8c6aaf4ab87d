package chat

// Study is a line of moves on an analysis board that belongs to no game, such as that of the browser.
type Study struct {
	// Variant is the key of the game, or another name that commands know.
	Variant string `json:"variant"`
	// Start is the position string of the first position; empty for the starting position of the game.
	Start string `json:"start,omitempty"`
	// Moves are written as players or programs write them.
	Moves []string `json:"moves"`
}

// StudyBoard is the position after the moves of a study.
type StudyBoard struct {
	// Study has the key of the game, and the moves as programs write them.
	Study
	Board Board `json:"board"`
	// FEN is the position string, and Words the position in words.
	FEN   string `json:"fen"`
	Words string `json:"-"`
	// First is the number of the first move of the study, and BlackFirst whether Black makes it.
	First      int  `json:"first"`
	BlackFirst bool `json:"blackFirst,omitempty"`
}

// Evaluation is what the program thinks of a position.
type Evaluation struct {
	// Text says it in a sentence, and Score in short, as seen by White: “+1.2”, or “#-3” for a mate.
	Text  string `json:"text"`
	Score string `json:"score,omitempty"`
	// White is how likely White is to win, in percent, a draw being half a win.
	White int `json:"white"`
	// Line is the best line, with numbers in the names of moves; empty where the game ends.
	Line []Move `json:"line"`
}
