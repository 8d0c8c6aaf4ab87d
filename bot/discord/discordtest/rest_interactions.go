package discordtest

import (
	"encoding/json"
	"net/http"
	"strconv"
	"unicode/utf8"
)

// callback is the body of an answer to an interaction.
type callback struct {
	Type int             `json:"type"`
	Data json.RawMessage `json:"data"`
}

// answerInteraction handles the response to an interaction.
func answerInteraction(c *call) (int, any, *apiError) {
	i := c.s.interactions[c.value("token")]
	if i == nil || i.id != c.value("interaction") {
		return 0, nil, unknown(codeUnknownInteraction, "interaction")
	}
	switch {
	case i.answered && (i.excused || i.shared):
		return 0, nil, fail(http.StatusBadRequest, codeAcknowledged, "Interaction has already been acknowledged.")
	case i.answered:
		return 0, nil, c.reject(http.StatusBadRequest, codeAcknowledged, "Interaction has already been acknowledged.", "answered twice")
	case i.late || c.s.now().Sub(i.created) > c.s.AnswerWithin:
		c.s.expire(i)
		return 0, nil, unknown(codeUnknownInteraction, "interaction")
	}
	var body callback
	if e := c.decode(&body); e != nil {
		return 0, nil, e
	}
	if e := c.checkAnswerType(i, body.Type); e != nil {
		return 0, nil, e
	}
	if e := answers[body.Type](c, i, body.Data); e != nil {
		return 0, nil, e
	}
	i.answered, i.answer = true, body.Type
	i.deadline.Stop()
	if ok, _ := strconv.ParseBool(c.r.URL.Query().Get("with_response")); ok {
		return http.StatusOK, c.s.callbackJSON(i), nil
	}
	return http.StatusNoContent, nil, nil
}

// answers are the handlers of responses to interactions, by type.
var answers = map[int]func(*call, *interaction, json.RawMessage) *apiError{
	answerMessage:        (*call).answerMessage,
	answerDeferred:       (*call).answerDeferred,
	answerDeferredUpdate: (*call).answerDeferredUpdate,
	answerUpdate:         (*call).answerUpdate,
	answerChoices:        (*call).answerChoices,
	answerModal:          (*call).answerModal,
}

// checkAnswerType returns an error for a response that the interaction doesn't allow.
func (c *call) checkAnswerType(i *interaction, kind int) *apiError {
	fits := false
	switch kind {
	case answerMessage, answerDeferred:
		fits = i.kind != interactionAutocomplete
	case answerDeferredUpdate, answerUpdate:
		fits = i.target != nil && (i.kind == interactionComponent || i.kind == interactionModal)
	case answerChoices:
		fits = i.kind == interactionAutocomplete
	case answerModal:
		fits = i.kind == interactionCommand || i.kind == interactionComponent
	}
	if fits {
		return nil
	}
	return c.rejectBody(problems{{"type", "an answer of type " + strconv.Itoa(kind) + " to an interaction of type " + strconv.Itoa(i.kind)}})
}

// decodeData reads the data of an answer; none is an empty object.
func (c *call) decodeData(raw json.RawMessage, v any) *apiError {
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	if err := json.Unmarshal(raw, v); err != nil {
		return c.reject(http.StatusBadRequest, codeInvalidJSON, "The request body contains invalid JSON.", err.Error())
	}
	return nil
}

// newAnswer returns the message of a response, which is not posted yet.
func (s *Server) newAnswer(i *interaction, ephemeral bool) *message {
	m := &message{channel: i.channel, author: s.bot, interaction: i}
	switch {
	case i.kind == interactionCommand && i.command.Type == commandChat:
		m.kind = messageCommand
	case i.kind == interactionCommand:
		m.kind = messageContextMenu
	case i.target != nil:
		m.kind, m.ref = messageReply, i.target
	}
	if ephemeral {
		m.private = i.user
	}
	return m
}

func (c *call) answerMessage(i *interaction, raw json.RawMessage) *apiError {
	var body messageBody
	if e := c.decodeData(raw, &body); e != nil {
		return e
	}
	d := c.newDraft(nil, &body, interactionFlags)
	if e := c.checkDraft(d); e != nil {
		return e
	}
	i.ephemeral = d.flags&flagEphemeral != 0
	i.original, i.visible = c.s.newAnswer(i, i.ephemeral), true
	c.s.post(i.original, d)
	return nil
}

func (c *call) answerDeferred(i *interaction, raw json.RawMessage) *apiError {
	var body messageBody
	if e := c.decodeData(raw, &body); e != nil {
		return e
	}
	flags := 0
	if body.Flags != nil {
		flags = *body.Flags
	}
	if bad := flags &^ interactionFlags; bad != 0 {
		return c.rejectBody(problems{{"flags", strconv.Itoa(bad) + " may not be set here"}})
	}
	i.ephemeral, i.pending = flags&flagEphemeral != 0, true
	i.original = c.s.newAnswer(i, i.ephemeral)
	c.s.post(i.original, &draft{body: &messageBody{}, flags: flags&flagEphemeral | flagLoading})
	return nil
}

func (c *call) answerDeferredUpdate(i *interaction, _ json.RawMessage) *apiError {
	i.original, i.ephemeral = i.target, i.target.private != nil
	return nil
}

func (c *call) answerUpdate(i *interaction, raw json.RawMessage) *apiError {
	var body messageBody
	if e := c.decodeData(raw, &body); e != nil {
		return e
	}
	if i.target.deleted {
		return unknown(codeUnknownMessage, "Message")
	}
	if e := c.edit(i.target, &body, editFlags|i.target.flags&flagEphemeral); e != nil {
		return e
	}
	i.original, i.visible, i.ephemeral = i.target, body.readable(), i.target.private != nil
	return nil
}

func (c *call) answerChoices(i *interaction, raw json.RawMessage) *apiError {
	var body struct {
		Choices []Choice `json:"choices"`
	}
	if e := c.decodeData(raw, &body); e != nil {
		return e
	}
	var p problems
	if body.Choices == nil {
		p.add("choices", "missing")
	}
	if len(body.Choices) > maxChoices {
		p.add("choices", "%d choices, at most %d", len(body.Choices), maxChoices)
	}
	for _, choice := range body.Choices {
		checkChoice(&p, "choices", choice, i.focused.Type)
	}
	if e := c.rejectBody(p); e != nil {
		return e
	}
	i.choices, i.visible = body.Choices, true
	return nil
}

func (c *call) answerModal(i *interaction, raw json.RawMessage) *apiError {
	m := &Modal{srv: c.s, from: i}
	if e := c.decodeData(raw, m); e != nil {
		return e
	}
	var p problems
	if n := utf8.RuneCountInString(m.CustomID); n < 1 || n > maxCustomID {
		p.add("custom_id", "%d characters, from 1 to %d", n, maxCustomID)
	}
	if n := utf8.RuneCountInString(m.Title); n < 1 || n > 45 {
		p.add("title", "%d characters, from 1 to 45", n)
	}
	checkModal(&p, m)
	if e := c.rejectBody(p); e != nil {
		return e
	}
	i.modal, i.visible = m, true
	return nil
}

// callbackJSON is the answer to a response with the parameter with_response.
func (s *Server) callbackJSON(i *interaction) object {
	about := object{"id": i.id, "type": i.kind}
	o := object{"interaction": about}
	if m := i.original; m != nil {
		about["response_message_id"], about["response_message_loading"] = m.id, i.pending
		about["response_message_ephemeral"] = i.ephemeral
		o["resource"] = object{"type": i.answer, "message": s.messageJSON(m)}
	}
	return o
}
