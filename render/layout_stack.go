package render

func (l *layout) layStack(bare bool) { l.layFlat(bare) }
