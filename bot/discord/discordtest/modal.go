package discordtest

import "unicode/utf8"

// Modal is a dialogue that the bot opened in answer to an interaction.
type Modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`

	srv  *Server
	from *interaction
}

// Inputs lists the inputs; the Label of each is what the person reads next to it.
func (m *Modal) Inputs() []Component {
	var list []Component
	for _, c := range m.Components {
		list = append(list, c.Components...)
		if c.Component != nil {
			in := *c.Component
			in.Label = c.Label
			list = append(list, in)
		}
	}
	return list
}

// checkModal checks the components of a modal.
func checkModal(p *problems, m *Modal) {
	if n := len(m.Components); n < 1 || n > 5 {
		p.add("components", "%d components in a modal, from 1 to 5", n)
	}
	for _, c := range m.Components {
		switch {
		case c.Type == componentRow && len(c.Components) == 1 && c.Components[0].Type == componentTextInput:
		case c.Type == componentLabel && c.Component != nil:
		case c.Type == componentTextDisplay:
		default:
			p.add("components", "type %d in a modal: want rows of one text input, or labels", c.Type)
		}
	}
	seen := map[string]bool{}
	for _, in := range m.Inputs() {
		if n := utf8.RuneCountInString(in.CustomID); n < 1 || n > maxCustomID || seen[in.CustomID] {
			p.add("components", "custom_id %q: want 1 to %d characters, unique", in.CustomID, maxCustomID)
		}
		seen[in.CustomID] = true
		if n := utf8.RuneCountInString(in.Label); n < 1 || n > 45 {
			p.add("components", "label of %d characters, from 1 to 45", n)
		}
		if in.Type == componentTextInput && (in.Style < 1 || in.Style > 2) {
			p.add("components", "text input style %d", in.Style)
		}
	}
}

// SubmitModal fills in the modal, by label or custom id of each input, and sends it. An input that is not named keeps
// what the bot put there. It fails the test where the client would not let the person send.
func (u *User) SubmitModal(m *Modal, values map[string]string) *Handle {
	u.srv.t.Helper()
	used, rows := 0, []object{}
	for _, in := range m.Inputs() {
		text := in.Value
		for _, name := range []string{in.CustomID, in.Label} {
			if v, ok := values[name]; ok {
				text, used = v, used+1
				break
			}
		}
		size := utf8.RuneCountInString(text)
		most := 4000
		if in.MaxLength > 0 {
			most = in.MaxLength
		}
		if (in.Required == nil || *in.Required) && size == 0 || size > most || size > 0 && size < in.MinLength {
			u.srv.fatalf("modal %q: input %q does not take %q", m.Title, in.Label, text)
		}
		value := object{"type": in.Type, "custom_id": in.CustomID, "value": text}
		rows = append(rows, object{"type": componentRow, "components": []object{value}})
	}
	if used != len(values) {
		u.srv.fatalf("modal %q has not all of the inputs %v", m.Title, values)
	}
	u.srv.mu.Lock()
	defer u.srv.mu.Unlock()
	data := object{"custom_id": m.CustomID, "components": rows}
	return u.srv.interact(&interaction{kind: interactionModal, user: u, channel: m.from.channel, target: m.from.target}, data)
}
