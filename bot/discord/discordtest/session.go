package discordtest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"
)

// The intents that the server checks.
const (
	intentGuilds         = 1 << 0
	intentGuildMembers   = 1 << 1
	intentPresences      = 1 << 8
	intentGuildMessages  = 1 << 9
	intentDirectMessages = 1 << 12
	intentMessageContent = 1 << 15
	intentsPrivileged    = intentGuildMembers | intentPresences | intentMessageContent
)

// session is a session of the gateway. It outlives its connections, so that it can be resumed.
type session struct {
	g       *gatewayState
	id      string
	conn    *conn // nil while there is none
	intents int
	shard   [2]int
	seq     int64
	past    []pastEvent
}

type pastEvent struct {
	seq  int64
	name string
	data json.RawMessage
}

// event is sent to sessions with one of the intents (0 for all) in the shard of its guild.
type event struct {
	name   string
	guild  string // "" for a DM, which goes to shard 0
	intent int
	once   bool // never delivered twice
}

// identify starts a session. The caller holds the server's lock.
func (c *conn) identify(data json.RawMessage) {
	var d struct {
		Token   string  `json:"token"`
		Intents *int    `json:"intents"`
		Shard   *[2]int `json:"shard"`
	}
	g := &c.s.gateway
	switch err := json.Unmarshal(data, &d); {
	case err != nil:
		c.closeWith(closeDecode, "Error while decoding payload.")
		return
	case d.Token != c.s.Token && d.Token != "Bot "+c.s.Token:
		c.closeWith(closeAuthentication, "Authentication failed.")
		return
	case d.Intents == nil:
		c.closeWith(closeDecode, "Error while decoding payload.")
		return
	case *d.Intents&intentsPrivileged&^g.privileged != 0:
		c.closeWith(closeDisallowedIntents, "Disallowed intent(s).")
		return
	}
	shard := [2]int{0, 1}
	if d.Shard != nil {
		shard = *d.Shard
	}
	if shard[1] < 1 || shard[0] < 0 || shard[0] >= shard[1] {
		c.closeWith(closeInvalidShard, "Invalid shard.")
		return
	}
	g.identifies++
	g.begun = append(g.begun, Identify{shard[0], shard[1], time.Now()})
	switch {
	case g.withholdReady:
		return
	case g.refuseIdentify != 0:
		c.closeWith(g.refuseIdentify, "No.")
		return
	case g.reconnectAtIdentify:
		c.send(opReconnect, nil, "", nil)
		return
	}
	c.start(&session{g: g, id: fmt.Sprintf("session%s", c.s.newID()), intents: *d.Intents, shard: shard})
}

// start sends READY, with every guild unavailable, and then each guild.
func (c *conn) start(n *session) {
	if c.session != nil && c.session.conn == c {
		c.session.conn = nil
	}
	c.session, n.conn = n, c
	c.s.gateway.sessions = append(c.s.gateway.sessions, n)
	var mine []*Guild
	pending := []object{}
	for _, g := range c.s.guilds {
		if g.members[c.s.BotID] != nil && n.owns(g.ID) {
			mine = append(mine, g)
			pending = append(pending, object{"id": g.ID, "unavailable": true})
		}
	}
	n.emit("READY", object{
		"v": 9, "user": c.s.userJSON(c.s.bot), "guilds": pending, "session_id": n.id, "shard": n.shard,
		"resume_gateway_url": c.s.gatewayAddress(), "application": object{"id": c.s.ApplicationID, "flags": 0},
		"private_channels": []object{}, "relationships": []object{}, "presences": []object{}, "_trace": []string{"discordtest"},
	}, 1)
	for _, g := range mine {
		if n.intents&intentGuilds != 0 {
			n.emit("GUILD_CREATE", c.s.guildJSON(g, true), 1)
		}
	}
}

// resume replays what a session missed. The caller holds the server's lock.
func (c *conn) resume(data json.RawMessage) {
	var d struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int64  `json:"seq"`
	}
	if json.Unmarshal(data, &d) != nil {
		c.closeWith(closeDecode, "Error while decoding payload.")
		return
	}
	if d.Token != c.s.Token && d.Token != "Bot "+c.s.Token {
		c.closeWith(closeAuthentication, "Authentication failed.")
		return
	}
	if c.s.gateway.withholdReady {
		return
	}
	for _, n := range c.s.gateway.sessions {
		if n.id != d.Session || d.Seq > n.seq {
			continue
		}
		if n.conn != nil && n.conn != c {
			n.conn.session = nil
			n.conn.closeWith(closeNotAuthenticated, "Session resumed elsewhere.")
		}
		c.session, n.conn = n, c
		c.s.gateway.resumes++
		for _, p := range n.past {
			if p.seq > d.Seq {
				c.send(opDispatch, &p.seq, p.name, p.data)
			}
		}
		n.emit("RESUMED", object{"_trace": []string{"discordtest"}}, 1)
		return
	}
	c.send(opInvalidSession, nil, "", false)
}

// owns reports whether events of the guild belong to the session's shard.
func (n *session) owns(guild string) bool {
	id, _ := strconv.ParseUint(guild, 10, 64)
	return int((id>>22)%uint64(n.shard[1])) == n.shard[0]
}

// emit numbers an event, keeps it for a later resume and sends it if there is a connection.
func (n *session) emit(name string, data any, times int) {
	raw, err := json.Marshal(data)
	if err != nil {
		panic(err) // only this package makes data
	}
	if alter := n.g.alter; alter != nil {
		var changed map[string]any
		if json.Unmarshal(raw, &changed) == nil && changed != nil {
			alter(name, changed)
			if raw, err = json.Marshal(changed); err != nil {
				panic(err) // what was decoded can be encoded
			}
		}
	}
	n.seq++
	seq := n.seq
	n.past = append(n.past, pastEvent{seq, name, raw})
	for range times {
		if n.conn != nil {
			n.conn.send(opDispatch, &seq, name, json.RawMessage(raw))
		}
	}
}

// dispatch sends an event to each session that it concerns and counts those that have a connection. The caller holds the server's lock.
func (s *Server) dispatch(e event, data any) int {
	return s.dispatchEach(e, func(*session) any { return data })
}

// dispatchEach is dispatch for data that depends on the session.
func (s *Server) dispatchEach(e event, data func(*session) any) int {
	times, reached := 1, 0
	if s.gateway.twice && !e.once {
		times = 2
	}
	for _, n := range s.gateway.sessions {
		if !n.owns(e.guild) || e.intent != 0 && n.intents&e.intent == 0 {
			continue
		}
		if n.emit(e.name, data(n), times); n.conn != nil {
			reached++
		}
	}
	return reached
}

// dispatchGuild sends GUILD_CREATE for a guild that the bot has joined.
func (s *Server) dispatchGuild(g *Guild) {
	s.dispatch(event{name: "GUILD_CREATE", guild: g.ID, intent: intentGuilds, once: true}, s.guildJSON(g, true))
}

// remove forgets a session that cannot be resumed.
func (g *gatewayState) remove(n *session) {
	g.sessions = slices.DeleteFunc(g.sessions, func(other *session) bool { return other == n })
}
