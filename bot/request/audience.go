package request

import (
	"errors"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
)

// audience returns who may read the answer: Secret for the speaker alone, or Quiet for the
// speaker and, where the transport cannot hide it, others.
func (req *Request) audience() chat.Audience {
	if c := req.Cmd.Command(); req.Secret || c != nil && c.Audience == chat.Secret {
		return chat.Secret
	}
	return chat.Quiet
}

// NoteGame records which game the answer is about: for the log, and to decide who may read
// the answer.
func (req *Request) NoteGame(g *game.Game) {
	req.GameID, req.about = g.ID, g
	req.NoteHome(g.Home, g.Server)
}

// NoteHome records that the answer mentions a game or challenge with this home. If the
// home is elsewhere, people in the speaker's place may not read the answer: it becomes
// secret.
func (req *Request) NoteHome(home chat.Address, server string) {
	req.Secret = req.Secret || home != req.Msg.In.Address && (server == "" || server != req.Msg.In.Server || hiddenHere(req, home))
}

// hiddenHere reports whether people who can read an answer in the speaker's place may not
// be able to see home, a place in the same server.
func hiddenHere(req *Request, home chat.Address) bool {
	if !req.Msg.PublicAnswer {
		return false
	}
	root, closed, err := req.room(home)
	if err != nil || !closed {
		return err != nil
	}
	here, _, err := req.room(req.Msg.In.Address)
	return err != nil || here != root
}

// CompleteRefusal adds to a refusal what AnswerRefusal needs to know of the command. Other
// errors are returned unchanged.
func CompleteRefusal(req *Request, err error) error {
	if r := (*Refusal)(nil); errors.As(err, &r) {
		r.audience, r.path, r.noted = req.audience(), req.Cmd.Path, req.GameID
	}
	return err
}

// AnswerRefusal sets the answer to the sentences of a refusal.
func AnswerRefusal(req *Request, r *Refusal) error {
	req.Cmd.Path, req.GameID = r.path, r.noted
	req.Env.Log.DebugContext(req.Ctx, "refused", "command", r.path, "player", req.Player.ID, "error", r)
	req.Reply = &chat.Reply{Text: r.Text(req.Lang), Audience: r.audience, Buttons: r.Buttons, Block: r.block,
		Game: r.game, Picture: r.picture, Forgotten: r.deleted}
	return req.dressAnswer(command.Invocation{})
}

// RedirectAnswer keeps a secret answer out of a public place: it sends the answer to the
// speaker in private and says in public only that it did. A speaker who does not accept
// direct messages is told which slash command to use instead.
func RedirectAnswer(req *Request) error {
	if req.Reply.Audience != chat.Secret || !req.Msg.PublicAnswer {
		return nil
	}
	me, r := req.Msg.From, *req.Reply
	closed, err := req.Tx.Unreachable(me.Address, req.Now)
	if err != nil {
		return err
	}
	if closed {
		req.Reply = &chat.Reply{Text: req.Lang.Text("answer.slash", "command", chat.Command(string(req.Cmd.Path))), Audience: chat.Quiet}
		return nil
	}
	req.Reply = &chat.Reply{Text: req.Lang.Text("answer.alone"), Audience: chat.Quiet}
	r.Place, r.Asker, r.Command = req.PublicPlace(), me, string(req.Cmd.Path)
	_, err = req.Tx.Enqueue(data.OutboxMessage{To: me.Address, Reply: r, NotBefore: req.Now})
	return err
}
