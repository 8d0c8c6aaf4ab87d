package account

import (
	"cmp"

	"stackmate/bot/data"
	"stackmate/bot/request"
)

// maxBlocks is how many players and mail addresses together one player may block.
const maxBlocks = 200

// HandleBlock blocks a player or a mail address: challenges and invitations from there no
// longer reach the speaker.
func HandleBlock(req *request.Request) error { return blockPlayer(req, true, "block.done") }

// HandleUnblock ends a block.
func HandleUnblock(req *request.Request) error { return blockPlayer(req, false, "block.undone") }

// blockPlayer begins or ends a block. A mail address is stored as such, so that the answer
// does not reveal whether anybody plays there.
func blockPlayer(req *request.Request, on bool, sentence string) error {
	p, address, err := request.Addressee(req, req.Cmd.Person)
	if err != nil {
		return err
	}
	id := p.ID
	switch {
	case address != "":
		id = 0
	case id == req.Player.ID:
		return request.Refuse("block.self")
	}
	n, err := req.Tx.CountBlocked(req.Player.ID)
	if err != nil {
		return err
	}
	if on && n >= maxBlocks {
		return request.Refuse("block.many", "max", maxBlocks)
	}
	if _, err := req.Tx.SetBlocked(req.Player.ID, id, address, on); err != nil {
		return err
	}
	return req.AnswerText(sentence, "name", cmp.Or(address, req.NameOf(p)))
}

// CheckBlocks returns a Refusal if a player has blocked the speaker, or the speaker that
// player.
func CheckBlocks(req *request.Request, p data.Player) error {
	accepted, err := req.Tx.AcceptsFrom(p.ID, req.Player.ID, true)
	if err != nil {
		return err
	}
	if !accepted {
		return request.Refuse("block.you", "name", req.NameOf(p))
	}
	// Blocked addresses do not count here: they would reveal who plays at them.
	if accepted, err = req.Tx.AcceptsFrom(req.Player.ID, p.ID, false); err != nil || accepted {
		return err
	}
	return request.Refuse("block.own", "name", req.NameOf(p))
}
