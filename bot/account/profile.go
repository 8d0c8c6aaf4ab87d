package account

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/puzzles"
	"stackmate/bot/rating"
	"stackmate/bot/request"
	"stackmate/bot/textutil"
	"stackmate/rules"
)

// Limits on profiles and leaderboards.
const (
	profileGames      = 10   // running games that are listed
	profileRunning    = 50   // running games that are read to find those the speaker may see
	profileScores     = 1000 // latest results that streaks are computed from
	leaderboardLength = 20   // players on a leaderboard
	maxRanked         = 500  // ratings that are read to find the leaders
)

// HandleProfile shows a player's results, ratings, streaks and running games.
func HandleProfile(req *request.Request) error {
	p := req.Player
	if req.Cmd.Person != "" && request.NamesComputer(req, req.Cmd.Person) {
		return showComputer(req)
	}
	if req.Cmd.Person != "" {
		var err error
		if p, err = request.PlayerToShow(req, req.Cmd.Person); err != nil {
			return err
		}
	}
	tallies, err := req.Tx.Tallies(p.ID)
	if err != nil {
		return err
	}
	ratings, err := req.Tx.Ratings(p.ID)
	if err != nil {
		return err
	}
	scores, err := req.Tx.Scores(p.ID, profileScores)
	if err != nil {
		return err
	}
	running, err := req.Tx.FindGames(data.GameFilter{Player: p.ID, Limit: profileRunning})
	if err != nil {
		return err
	}
	if running.Games, err = request.Visible(req, running.Games); err != nil {
		return err
	}
	shown := data.GameList{Games: running.Games[:min(len(running.Games), profileGames)], More: running.More || len(running.Games) > profileGames}
	var all data.Tally
	var lines []string
	for _, t := range tallies {
		all.Won, all.Drawn, all.Lost = all.Won+t.Won, all.Drawn+t.Drawn, all.Lost+t.Lost
		lines = append(lines, tallyLine(req, t, ratings))
	}
	solved, streak, err := puzzles.Tallies(req, p.ID)
	if err != nil {
		return err
	}
	against, err := computerText(req, p.ID)
	if err != nil {
		return err
	}
	text := req.Lang.Text("profile.none", "name", req.NameOf(p))
	switch {
	case len(tallies) == 0 && against != "":
		text = req.Lang.Text("profile.no-people", "name", req.NameOf(p))
	case len(tallies) > 0:
		text = req.Lang.Text("profile", "name", req.NameOf(p), "won", all.Won, "drawn", all.Drawn, "lost", all.Lost)
	}
	text += streakText(req, scores) + against
	text += puzzleText(req, solved, streak)
	current, more, err := request.GameLines(req, shown)
	if err != nil {
		return err
	}
	if len(current) > 0 {
		text += " " + req.Lang.Text("profile.running")
		lines = append(append(lines, ""), current...)
	} else if !more {
		text += " " + req.Lang.Text("profile.idle")
	}
	block, more := request.Listing(lines, more)
	if more {
		text += " " + req.Lang.Text("profile.more")
	}
	return req.Answer(chat.Reply{Title: req.NameOf(p), Text: text, Block: strings.Trim(block, "\n")})
}

// tallyLine returns one line with a player's rating and results in one variant.
func tallyLine(req *request.Request, t data.Tally, ratings []data.Standing) string {
	number := "–"
	for _, s := range ratings {
		if s.Variant == t.Variant {
			number = request.FormatRating(s.RatingAt(req.Now))
		}
	}
	name := t.Variant
	if v := rules.VariantByKey(t.Variant); v != nil {
		name = v.Name()
	}
	return fmt.Sprintf("%s %5s  +%d =%d −%d", pad(name, 30), number, t.Won, t.Drawn, t.Lost)
}

// computerText returns a sentence on a player's results against each level of the program, which
// count for nothing else.
func computerText(req *request.Request, player int64) (string, error) {
	tallies, err := req.Tx.ComputerTallies(player)
	if err != nil || len(tallies) == 0 {
		return "", err
	}
	var levels [game.MaxLevel + 1]data.Tally
	for _, t := range tallies {
		l := &levels[t.Level]
		l.Won, l.Drawn, l.Lost = l.Won+t.Won, l.Drawn+t.Drawn, l.Lost+t.Lost
	}
	var list []string
	for level, l := range levels {
		if l.Won+l.Drawn+l.Lost > 0 {
			list = append(list, req.Lang.Text("profile.level", "level", level, "score", fmt.Sprintf("+%d =%d −%d", l.Won, l.Drawn, l.Lost)))
		}
	}
	return " " + req.Lang.Text("profile.computer", "list", strings.Join(list, ", ")), nil
}

// puzzleText returns sentences on the puzzles that a player has tried.
func puzzleText(req *request.Request, tallies []puzzles.Tally, streak int) (text string) {
	var list []string
	for _, t := range tallies {
		list = append(list, req.Lang.Text("profile.solved", "variant", t.Variant.Name(), "rating", request.FormatRating(t.Rating.RatingAt(req.Now)), "count", t.Solved))
	}
	if len(list) > 0 {
		text = " " + req.Lang.Text("profile.puzzles", "list", strings.Join(list, "; "))
	}
	if streak > 0 {
		text += " " + req.Lang.Text("profile.days", "count", streak)
	}
	return text
}

// streakText returns sentences on the current streak and on the longest streak of wins;
// scores are newest first. Streaks shorter than two games are left out.
func streakText(req *request.Request, scores []rating.Score) string {
	text := ""
	if n := streakLength(scores); n >= 2 {
		key := map[rating.Score]string{rating.Win: "won", rating.Draw: "drawn", rating.Loss: "lost"}[scores[0]]
		text = " " + req.Lang.Text("profile.streak."+key, "count", n)
	}
	longest := 0
	for rest := scores; len(rest) > 0; rest = rest[streakLength(rest):] {
		if rest[0] == rating.Win {
			longest = max(longest, streakLength(rest))
		}
	}
	if longest >= 2 {
		text += " " + req.Lang.Text("profile.longest", "count", longest)
	}
	return text
}

// streakLength returns how many scores at the beginning are equal.
func streakLength(scores []rating.Score) int {
	n := slices.IndexFunc(scores, func(s rating.Score) bool { return s != scores[0] })
	if n < 0 {
		return len(scores)
	}
	return n
}

// showComputer shows the ratings of the program's levels, a line for each game.
func showComputer(req *request.Request) error {
	c := req.Env.Computer
	if c == nil {
		return request.Refuse("computer.none")
	}
	var games []*rules.Variant
	width := 0
	for _, v := range rules.Variants() {
		if !slices.ContainsFunc(games, func(o *rules.Variant) bool { return request.RatingKey(o) == request.RatingKey(v) }) {
			games, width = append(games, v), max(width, utf8.RuneCountInString(v.Name()))
		}
	}
	var lines []string
	for _, v := range games {
		line := fmt.Sprintf("%-*s", width, v.Name())
		for level := 1; level <= game.MaxLevel; level++ {
			line += fmt.Sprintf("%6d", c.Rating(v, level))
		}
		lines = append(lines, line)
	}
	return req.Answer(chat.Reply{Title: "Stackmate", Text: req.Lang.Text("computer.profile", "max", game.MaxLevel), Block: strings.Join(lines, "\n")})
}

// HandleLeaderboard shows the players with the best ratings in a variant, in this server or
// everywhere.
func HandleLeaderboard(req *request.Request) error {
	server, err := req.Server()
	if err != nil {
		return err
	}
	v := rules.VariantByKey(request.RatingKey(req.Variant(server)))
	scope, serverID := "here", req.Msg.In.Server
	if req.Cmd.Everywhere || serverID == "" {
		scope, serverID = "everywhere", ""
	}
	list, err := req.Tx.Leaderboard(data.LeaderboardFilter{Variant: v.Key(), Server: serverID, Limit: maxRanked})
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return req.AnswerText("leaderboard.none."+scope, "variant", v.Name())
	}
	slices.SortStableFunc(list, func(a, b data.Standing) int { // provisional ratings come last
		return boolToInt(b.RatingAt(req.Now).Settled()) - boolToInt(a.RatingAt(req.Now).Settled())
	})
	var lines []string
	for i, s := range list[:min(len(list), leaderboardLength)] {
		p, err := req.Person(s.Player)
		if err != nil {
			return err
		}
		lines = append(lines, fmt.Sprintf("%2d. %s %5s  %s", i+1, pad(req.NameOf(p), 24), request.FormatRating(s.RatingAt(req.Now)),
			req.Lang.Text("leaderboard.games", "count", s.Games)))
	}
	return req.Answer(chat.Reply{Title: v.Name(), Text: req.Lang.Text("leaderboard." + scope), Block: strings.Join(lines, "\n")})
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// pad cuts or pads a text to a width in characters.
func pad(s string, width int) string {
	s = textutil.Truncate(textutil.Printable(s), width)
	return s + strings.Repeat(" ", width-utf8.RuneCountInString(s))
}
