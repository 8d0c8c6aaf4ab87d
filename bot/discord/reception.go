package discord

import (
	"context"
	"time"

	"github.com/bwmarrin/discordgo"
)

// answerLimit is how long Discord waits for the first answer to an interaction.
const answerLimit = 3 * time.Second

// Answered is what somebody who counts interactions is told about the first answer to one.
type Answered struct {
	// Result is one of Results.
	Result string
	// Took is the time from receiving the interaction until Discord had accepted or refused the
	// answer.
	Took time.Duration
}

// Results are how the first answer to an interaction can go.
var Results = []string{inTime, deferredInTime, tooLate, notAnswered}

const (
	inTime         = "in_time"
	deferredInTime = "deferred"
	tooLate        = "late" // Discord had stopped waiting
	notAnswered    = "failed"
)

// reception is when an interaction was received, and how its first answer went.
type reception struct {
	at    time.Time
	first Answered // its Result is empty before there is an answer
}

type receptionKey struct{}

// withReception returns the context of an interaction that was received now.
func withReception(ctx context.Context) context.Context {
	return context.WithValue(ctx, receptionKey{}, &reception{at: time.Now()})
}

// receptionOf returns the reception of the interaction of a context; that of another context is
// empty.
func receptionOf(ctx context.Context) *reception {
	if r, ok := ctx.Value(receptionKey{}).(*reception); ok {
		return r
	}
	return &reception{}
}

// answered notes the result of sending an answer. Only an answer after one that failed counts, and none after that of another process.
func (r *reception) answered(kind discordgo.InteractionResponseType, err error) {
	if r.first.Result != "" && r.first.Result != notAnswered || codeOf(err) == codeAlreadyAcknowledged {
		return
	}
	r.first = Answered{Result: inTime, Took: time.Since(r.at)}
	switch {
	case r.first.Took > answerLimit, codeOf(err) == codeUnknownInteraction:
		r.first.Result = tooLate
	case err != nil:
		r.first.Result = notAnswered
	case kind == discordgo.InteractionResponseDeferredChannelMessageWithSource, kind == discordgo.InteractionResponseDeferredMessageUpdate:
		r.first.Result = deferredInTime
	}
}

// report tells how the first answer to an interaction went, if there was one.
func (h *interactionHandler) report(r *reception) {
	if h.answered != nil && r.first.Result != "" {
		h.answered(r.first)
	}
}
