package bot

import "cmp"

// maxBlocks is how many players and addresses one player may block.
const maxBlocks = 200

// block ends challenges and invitations from somebody to the speaker.
func (c *request) block() error { return c.blockPlayer(true, "block.done") }

// unblock allows challenges and invitations from somebody again.
func (c *request) unblock() error { return c.blockPlayer(false, "block.undone") }

// blockPlayer begins or ends a block. An address is blocked as such, whether anybody
// plays there or not.
func (c *request) blockPlayer(on bool, sentence string) error {
	p, address, err := c.addressee(c.args["player"])
	if err != nil {
		return err
	}
	id := p.ID
	switch {
	case address != "":
		id = 0
	case id == c.player.ID:
		return refuse("block.self")
	}
	n, err := c.tx.BlockedPlayers(c.player.ID)
	if err != nil {
		return err
	}
	if on && n >= maxBlocks {
		return refuse("block.many", "max", maxBlocks)
	}
	if _, err := c.tx.BlockPlayer(c.player.ID, id, address, on); err != nil {
		return err
	}
	return c.answerText(sentence, "name", cmp.Or(address, c.nameOf(p)))
}

// mayAsk refuses to ask somebody for a game who has blocked the speaker, or whom the
// speaker has blocked.
func (c *request) mayAsk(p Player) error {
	hears, err := c.tx.AcceptsFrom(p.ID, c.player.ID, true)
	if err != nil {
		return err
	}
	if !hears {
		return refuse("block.you", "name", c.nameOf(p))
	}
	// Who is behind an address that the speaker has blocked remains unsaid.
	if hears, err = c.tx.AcceptsFrom(c.player.ID, p.ID, false); err != nil || hears {
		return err
	}
	return refuse("block.own", "name", c.nameOf(p))
}
