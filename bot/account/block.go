package account

import (
	"cmp"

	"stackmate/bot/data"
	"stackmate/bot/request"
)

// maxBlocks is how many players and addresses one player may block.
const maxBlocks = 200

// HandleBlock ends challenges and invitations from somebody to the speaker.
func HandleBlock(req *request.Request) error { return blockPlayer(req, true, "block.done") }

// HandleUnblock allows challenges and invitations from somebody again.
func HandleUnblock(req *request.Request) error { return blockPlayer(req, false, "block.undone") }

// blockPlayer begins or ends a block. An address is blocked as such, whether anybody
// plays there or not.
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

// CheckBlocks refuses to ask somebody for a game who has blocked the speaker, or whom the
// speaker has blocked.
func CheckBlocks(req *request.Request, p data.Player) error {
	hears, err := req.Tx.AcceptsFrom(p.ID, req.Player.ID, true)
	if err != nil {
		return err
	}
	if !hears {
		return request.Refuse("block.you", "name", req.NameOf(p))
	}
	// Who is behind an address that the speaker has blocked remains unsaid.
	if hears, err = req.Tx.AcceptsFrom(req.Player.ID, p.ID, false); err != nil || hears {
		return err
	}
	return request.Refuse("block.own", "name", req.NameOf(p))
}
