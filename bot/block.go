package bot

import (
	"cmp"
	"stackmate/bot/data"
)

// maxBlocks is how many players and addresses one player may block.
const maxBlocks = 200

// handleBlock ends challenges and invitations from somebody to the speaker.
func handleBlock(req *request) error { return blockPlayer(req, true, "block.done") }

// handleUnblock allows challenges and invitations from somebody again.
func handleUnblock(req *request) error { return blockPlayer(req, false, "block.undone") }

// blockPlayer begins or ends a block. An address is blocked as such, whether anybody
// plays there or not.
func blockPlayer(req *request, on bool, sentence string) error {
	p, address, err := addressee(req, req.args["player"])
	if err != nil {
		return err
	}
	id := p.ID
	switch {
	case address != "":
		id = 0
	case id == req.player.ID:
		return refuse("block.self")
	}
	n, err := req.tx.BlockedPlayers(req.player.ID)
	if err != nil {
		return err
	}
	if on && n >= maxBlocks {
		return refuse("block.many", "max", maxBlocks)
	}
	if _, err := req.tx.BlockPlayer(req.player.ID, id, address, on); err != nil {
		return err
	}
	return req.answerText(sentence, "name", cmp.Or(address, req.nameOf(p)))
}

// mayAsk refuses to ask somebody for a game who has blocked the speaker, or whom the
// speaker has blocked.
func mayAsk(req *request, p data.Player) error {
	hears, err := req.tx.AcceptsFrom(p.ID, req.player.ID, true)
	if err != nil {
		return err
	}
	if !hears {
		return refuse("block.you", "name", req.nameOf(p))
	}
	// Who is behind an address that the speaker has blocked remains unsaid.
	if hears, err = req.tx.AcceptsFrom(req.player.ID, p.ID, false); err != nil || hears {
		return err
	}
	return refuse("block.own", "name", req.nameOf(p))
}
