package discord

import (
	"context"
	"log/slog"
	"regexp"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/chat"
	"stackmate/bot/cluster"
	"stackmate/bot/logging"
	"stackmate/bot/words"
)

// textHandler answers messages that people type.
type textHandler struct {
	account  *account
	desk     safeDesk
	poster   *poster
	threads  *threadKeeper
	tasks    *inflight
	incoming keyedQueue  // messages to be handled, by channel
	alive    func() bool // cluster.Member.Alive
	log      *slog.Logger
}

// handle handles a message in the background. The desk gets the messages of a channel in their order, and doesn't wait
// until the answers are sent.
func (h *textHandler) handle(ctx context.Context, e *discordgo.Message) {
	m, ok := h.messageOfText(e)
	if !ok || !h.tasks.begin(e.ID) {
		return
	}
	h.log.InfoContext(ctx, "received", "event", e.ID)
	h.incoming.add(e.ChannelID, func() {
		a, err := h.desk.handle(ctx, m)
		if err != nil {
			h.log.ErrorContext(ctx, "discord: message failed", "event", e.ID, "error", err)
			a = nil
		}
		reply := chat.Reply{Text: words.In(m.Language).Text("failure.reference", "trace", logging.Trace(ctx))}
		if a != nil {
			reply = a.Reply
		}
		if err == nil && (a == nil || a.Queued) { // it was handled before, or the outbox sends the answer
			h.tasks.end(e.ID)
			return
		}
		h.poster.outgoing.add(e.ChannelID, func() { h.reply(ctx, e, deskResult{a, err}, reply) })
	})
}

// reply sends the answer to a message, and ends its event.
func (h *textHandler) reply(ctx context.Context, e *discordgo.Message, result deskResult, reply chat.Reply) {
	var f followUp
	h.tasks.recoverPanic(ctx, e.ID, func() {
		if slept(h.alive, result.err) {
			h.log.WarnContext(ctx, "discord: not answered yet, since this process has slept", "event", e.ID)
			h.desk.delivered(ctx, result.answer, cluster.ErrSilent)
			return
		}
		message, err := h.poster.sendMessage(ctx, e.ChannelID, reply, e.ID)
		if err != nil {
			h.log.WarnContext(ctx, "discord: answer", "event", e.ID, "error", err)
		}
		outcome := err
		if err == nil && e.GuildID != "" {
			outcome = message.missedError(e.ChannelID, reply.Notify)
		}
		if err == nil {
			f = h.threads.afterSending(ctx, reply, e.ChannelID, message)
		}
		h.desk.delivered(ctx, result.answer, outcome)
	})
	go func() {
		defer h.tasks.end(e.ID)
		h.tasks.recoverPanic(ctx, e.ID, func() { f.finish(ctx) })
	}()
}

// messageOfText converts a message that is meant for the bot: one that mentions it, replies to it, or is a direct
// message. ok is false for others, and for those of bots.
func (h *textHandler) messageOfText(e *discordgo.Message) (m chat.Message, ok bool) {
	if e.Author == nil || e.Author.Bot || e.WebhookID != "" ||
		e.Type != discordgo.MessageTypeDefault && e.Type != discordgo.MessageTypeReply {
		return m, false
	}
	answered := e.ReferencedMessage != nil && e.ReferencedMessage.Author != nil && e.ReferencedMessage.Author.ID == h.account.user.ID
	mentioned := strings.Contains(e.Content, "<@"+h.account.user.ID+">") || strings.Contains(e.Content, "<@!"+h.account.user.ID+">")
	if e.GuildID != "" && !mentioned && (!answered || e.Content == "") {
		return m, false // without a mention Discord doesn't send the text of a reply
	}
	m = chat.Message{ID: e.ID, From: personOf(e.Author), Mentioned: map[string]chat.Person{}}
	m.In = placeOf(e.GuildID, e.ChannelID, m.From)
	if e.GuildID != "" {
		m.Nickname = nameInGuild(m.From, e.Member)
	}
	m.PublicAnswer, m.AnswerMayWait = e.GuildID != "", true
	m.Text = strings.NewReplacer("<@"+h.account.user.ID+">", " ", "<@!"+h.account.user.ID+">", " ").Replace(e.Content)
	for _, u := range e.Mentions {
		if u.ID != h.account.user.ID {
			p := personOf(u)
			m.Mentioned["<@"+u.ID+">"], m.Mentioned["<@!"+u.ID+">"] = p, p
		}
	}
	if answered {
		for _, a := range e.ReferencedMessage.Attachments {
			if found := boardFile.FindStringSubmatch(a.Filename); found != nil {
				m.Game, _ = strconv.ParseInt(found[1], 10, 64)
			}
		}
	}
	return m, true
}

// boardFile matches the names of board pictures, which contain the id of the game.
var boardFile = regexp.MustCompile(`^game-(\d+)-\d+\.png$`)
