package render

func (l *layout) layPinned(bare bool) { l.layFlat(bare) }

// layAttackBoards draws the boards that are pinned at present.
func (l *layout) layAttackBoards(list []shape, s *subject) []shape { return list }
