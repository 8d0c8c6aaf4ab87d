package mydata

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/bot/show"
	"stackmate/bot/textutil"
	"stackmate/bot/words"
	"stackmate/rules"
)

// Limits of copies.
const (
	// exportPause is how long a player waits for the next copy.
	exportPause = time.Hour
	// exportGames is how many games one message has. That many fit into a file for Discord, also
	// if all of them are long.
	exportGames = 500
	// plainBytes is up to which size together the files are sent as they are, and not in an archive.
	plainBytes = 1 << 20
)

// HandleExport gives the speaker a copy of everything that is stored about them, in private. Of
// many games there are several messages.
func HandleExport(req *request.Request) error {
	last, err := req.Tx.LastExport(req.Player.ID)
	if err != nil {
		return err
	}
	if next := last.Add(exportPause); !last.IsZero() && req.Now.Before(next) {
		return request.Refuse("mydata.wait", "when", chat.When(next))
	}
	if err := req.Tx.SetLastExport(req.Player.ID, req.Now); err != nil {
		return err
	}
	count, err := req.Tx.CountGames(req.Player.ID)
	if err != nil {
		return err
	}
	parts := max(1, (count+exportGames-1)/exportGames)
	part := func(n int, after int64) chat.Reply {
		key := "mydata.export"
		if parts > 1 {
			key = "mydata.export.part"
		}
		return chat.Reply{Title: req.Lang.Text("mydata.export.title"), Text: req.Lang.Text(key, "games", count, "part", n, "parts", parts),
			Audience: chat.Secret, Language: req.Lang.Tag, Export: &chat.Export{Player: req.Player.ID, After: after, Part: n, Parts: parts}}
	}
	after := int64(0)
	for n := 1; n <= parts; n++ {
		if n > 1 {
			if _, err := req.Tx.Enqueue(data.OutboxMessage{To: req.Msg.From.Address, Reply: part(n, after), NotBefore: req.Now}); err != nil {
				return err
			}
		}
		ids, err := req.Tx.SeatedGames(req.Player.ID, after, exportGames)
		if err != nil {
			return err
		}
		if len(ids) > 0 {
			after = ids[len(ids)-1]
		}
	}
	req.Secret = true
	return req.Answer(part(1, 0))
}

// Attach adds to a reply the files of the copy that it is; it does nothing to any other reply. If
// that fails, the reply says so.
func Attach(ctx context.Context, store data.Store, now time.Time, r *chat.Reply) error {
	if r.Export == nil {
		return nil
	}
	var files []chat.File
	err := store.View(ctx, func(tx data.Tx) (err error) {
		files, err = copyOf(tx, *r.Export, now)
		return err
	})
	if err != nil {
		r.Text = words.In(r.Language).Text("mydata.failed")
		return fmt.Errorf("copy for player %d: %w", r.Export.Player, err)
	}
	name := "stackmate"
	if r.Export.Parts > 1 {
		name = fmt.Sprintf("stackmate-%d-of-%d", r.Export.Part, r.Export.Parts)
	}
	size := 0
	for i := range files {
		files[i].Name = name + files[i].Name
		size += len(files[i].Data)
	}
	if size > plainBytes {
		if files, err = archive(name+".zip", files, now); err != nil {
			return err
		}
	}
	r.Files = files
	return nil
}

// archive puts files into one.
func archive(name string, files []chat.File, now time.Time) ([]chat.File, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		w, err := z.CreateHeader(&zip.FileHeader{Name: f.Name, Method: zip.Deflate, Modified: now.UTC()})
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(f.Data); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return []chat.File{{Name: name, Type: "application/zip", Data: b.Bytes()}}, err
}

// exportFormat names the format of the JSON, whose sections PRIVACY.md lists.
const exportFormat = "stackmate personal data 1"

// copyOf returns a part of the copy for a player: JSON with everything, and a PGN with the games.
func copyOf(tx data.Tx, e chat.Export, now time.Time) ([]chat.File, error) {
	ids, err := tx.SeatedGames(e.Player, e.After, exportGames)
	if err != nil {
		return nil, err
	}
	games := []gameCopy{}
	var pgn bytes.Buffer
	for _, id := range ids {
		g, err := readable(tx, id)
		if err != nil {
			return nil, err
		}
		if g == nil {
			games = append(games, gameCopy{Number: id, Unreadable: true, Log: []logCopy{}})
			continue
		}
		c, err := copyGame(tx, g, e.Player)
		if err != nil {
			return nil, err
		}
		games = append(games, c)
		rec, err := show.RecordOf(tx, g)
		if err != nil {
			return nil, err
		}
		if err := writeRecord(&pgn, rec); err != nil {
			return nil, err
		}
	}
	var sections []data.PersonalSection
	if e.Part == 1 {
		if sections, err = tx.PersonalData(e.Player); err != nil {
			return nil, err
		}
	}
	text, err := writeJSON(sections, games, e, now)
	if err != nil {
		return nil, err
	}
	return []chat.File{{Name: ".json", Type: "application/json", Data: text},
		{Name: ".pgn", Type: "text/plain; charset=utf-8", Data: pgn.Bytes()}}, nil
}

// writeRecord appends a record to a file of several, with an empty line between them.
func writeRecord(b *bytes.Buffer, rec *rules.PGN) error {
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	return rec.Write(b)
}

// writeJSON writes sections and games as one object, with the sections in their order.
func writeJSON(sections []data.PersonalSection, games []gameCopy, e chat.Export, now time.Time) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\"format\":%q,\"made\":%q,\"part\":%d,\"parts\":%d", exportFormat, now.UTC().Format(time.RFC3339), e.Part, e.Parts)
	for _, s := range sections {
		rows, err := json.Marshal(s.Rows)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, ",%q:%s", s.Name, rows)
	}
	list, err := json.Marshal(games)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(&b, ",\"games\":%s}", list)
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, b.Bytes(), "", "  "); err != nil {
		return nil, err
	}
	_, err = io.WriteString(&pretty, "\n")
	return pretty.Bytes(), err
}

// gameCopy is a game in the copy for one of its players.
type gameCopy struct {
	Number int64 `json:"number"`
	// Unreadable is whether the game's moves are damaged; then nothing else is known.
	Unreadable bool `json:"unreadable,omitempty"`

	Variant  string     `json:"variant"`
	Origin   string     `json:"start_position,omitempty"`
	Color    string     `json:"color"` // "both" for an analysis
	Opponent string     `json:"opponent,omitempty"`
	Terms    game.Terms `json:"terms"`
	Place    string     `json:"place,omitempty"`
	Server   string     `json:"server,omitempty"`
	Started  string     `json:"started"`
	Ended    string     `json:"ended,omitempty"`
	Result   string     `json:"result"`
	Reason   string     `json:"reason,omitempty"`
	Log      []logCopy  `json:"log"`
}

// logCopy is a move or a takeback. The notes of opponents are theirs and are left out.
type logCopy struct {
	Move string `json:"move"`
	Mine bool   `json:"by_you"`
	At   string `json:"at"`
	Note string `json:"note,omitempty"`
}

func copyGame(tx data.Tx, g *game.Game, player int64) (gameCopy, error) {
	c := gameCopy{Number: g.ID, Variant: g.Variant.Key(), Origin: g.Origin, Color: "both", Terms: g.Terms, Place: g.Home.ID, Server: g.Server,
		Started: stamp(g.Started), Ended: stamp(g.Ended), Result: g.Outcome.String(), Reason: string(g.Reason), Log: []logCopy{}}
	if colors := g.Colors(player); len(colors) == 1 {
		c.Color = colors[0].String()
		other, err := tx.Player(g.Seats[colors[0].Other()])
		if err != nil {
			return c, err
		}
		c.Opponent = textutil.Printable(show.NameInPGN(other))
	}
	for i, mover := range movers(g) {
		l := logCopy{Move: g.Log[i].Move, Mine: g.Seats[mover] == player, At: stamp(g.Log[i].At)}
		if l.Mine {
			l.Note = g.Log[i].Note
		}
		c.Log = append(c.Log, l)
	}
	return c, nil
}

// stamp writes a time; empty for none.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
