package rules

import "strings"

// word returns the next word that is no comment and no part of a variation; empty
// at the end.
func (p *recordParser) word() (string, error) {
	for depth := 0; ; {
		p.skipSpace()
		switch {
		case p.rest == "":
			if depth > 0 {
				return "", p.fail("(", "the variation is not closed")
			}
			return "", nil
		case p.rest[0] == '{':
			end := strings.IndexByte(p.rest, '}')
			if end < 0 {
				return "", p.fail("{", "the comment is not closed")
			}
			p.advance(end + 1)
		case p.rest[0] == ';':
			line, _, _ := strings.Cut(p.rest, "\n")
			p.advance(len(line))
		case p.rest[0] == '(':
			depth++
			p.advance(1)
		case p.rest[0] == ')' && depth == 0:
			return "", p.fail(")", "no variation to close")
		case p.rest[0] == ')':
			depth--
			p.advance(1)
		default:
			if word := p.advance(p.wordEnd()); depth == 0 {
				return word, nil
			}
		}
	}
}

// wordEnd returns the length of the word at the beginning of the rest. A promotion
// such as e8(Q) is part of it.
func (p *recordParser) wordEnd() int {
	end := strings.IndexAny(p.rest, " \t\n\r\v\f{};()")
	switch {
	case end < 0:
		return len(p.rest)
	case end == 0:
		return 1
	case p.rest[end] == '(':
		next := p.rest[end+1 : min(end+4, len(p.rest))]
		letters, _, closed := strings.Cut(next, ")")
		if closed && letters != "" && p.record.Variant.roleWritten(letters) != NoRole {
			return end + len(letters) + 2
		}
	}
	return end
}
