package discordtest

import (
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strings"
)

var apiPrefix = regexp.MustCompile(`^/api(/v(9|10))?/`)

// routes registers all paths. Those with "!" in front need no token.
func (s *Server) routes() {
	s.mux = http.NewServeMux()
	for pattern, h := range map[string]handler{
		"!GET /gateway":    gatewayURL,
		"GET /gateway/bot": gatewayBot,

		"GET /users/@me":                       currentUser,
		"GET /users/@me/guilds":                currentGuilds,
		"GET /users/{user}":                    getUser,
		"POST /users/@me/channels":             createDM,
		"GET /applications/@me":                currentApplication,
		"GET /oauth2/applications/@me":         currentApplication,
		"GET /guilds/{guild}":                  getGuild,
		"GET /guilds/{guild}/channels":         guildChannels,
		"GET /guilds/{guild}/roles":            guildRoles,
		"GET /guilds/{guild}/members/{user}":   guildMember,
		"GET /users/@me/guilds/{guild}/member": currentMember,
		"GET /guilds/{guild}/threads/active":   activeThreads,

		"GET /channels/{channel}":                                      getChannel,
		"PATCH /channels/{channel}":                                    editChannel,
		"DELETE /channels/{channel}":                                   deleteChannel,
		"POST /channels/{channel}/typing":                              startTyping,
		"GET /channels/{channel}/messages":                             listMessages,
		"POST /channels/{channel}/messages":                            createMessage,
		"GET /channels/{channel}/messages/{message}":                   getMessage,
		"PATCH /channels/{channel}/messages/{message}":                 editMessage,
		"DELETE /channels/{channel}/messages/{message}":                deleteMessage,
		"POST /channels/{channel}/messages/{message}/threads":          threadFromMessage,
		"POST /channels/{channel}/threads":                             threadWithoutMessage,
		"GET /channels/{channel}/thread-members":                       threadMembers,
		"PUT /channels/{channel}/thread-members/{user}":                addThreadMember,
		"DELETE /channels/{channel}/thread-members/{user}":             removeThreadMember,
		"GET /applications/{app}/commands":                             listCommands,
		"PUT /applications/{app}/commands":                             overwriteCommands,
		"POST /applications/{app}/commands":                            createCommand,
		"GET /applications/{app}/commands/{command}":                   getCommand,
		"PATCH /applications/{app}/commands/{command}":                 editCommand,
		"DELETE /applications/{app}/commands/{command}":                deleteCommand,
		"GET /applications/{app}/guilds/{guild}/commands":              listCommands,
		"PUT /applications/{app}/guilds/{guild}/commands":              overwriteCommands,
		"POST /applications/{app}/guilds/{guild}/commands":             createCommand,
		"GET /applications/{app}/guilds/{guild}/commands/{command}":    getCommand,
		"PATCH /applications/{app}/guilds/{guild}/commands/{command}":  editCommand,
		"DELETE /applications/{app}/guilds/{guild}/commands/{command}": deleteCommand,

		"GET /applications/{app}/guilds/{guild}/commands/{command}/permissions": commandPermissions,

		"!POST /interactions/{interaction}/{token}/callback": answerInteraction,
		"!POST /webhooks/{app}/{token}":                      createFollowup,
		"!GET /webhooks/{app}/{token}/messages/{message}":    getFollowup,
		"!PATCH /webhooks/{app}/{token}/messages/{message}":  editFollowup,
		"!DELETE /webhooks/{app}/{token}/messages/{message}": deleteFollowup,
	} {
		open := strings.HasPrefix(pattern, "!")
		s.mux.HandleFunc(strings.TrimPrefix(pattern, "!"), func(w http.ResponseWriter, r *http.Request) {
			c := r.Context().Value(callKey{}).(*call)
			c.r = r
			s.answer(w, c, open, h)
		})
	}
}

type callKey struct{}

// serve handles all HTTP requests: those for the gateway and attachments, and those for REST.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.URL.Path == "/gateway" || r.URL.Path == "/gateway/":
		s.serveGateway(w, r)
	case strings.HasPrefix(r.URL.Path, "/attachments/"):
		s.serveAttachment(w, r)
	case apiPrefix.MatchString(r.URL.Path):
		s.serveREST(w, r)
	default:
		http.NotFound(w, r)
	}
}

// answer calls the handler and writes its answer.
func (s *Server) answer(w http.ResponseWriter, c *call, open bool, h handler) {
	s.mu.Lock()
	var (
		status int
		v      any
		e      *apiError
	)
	switch {
	case !open && !c.authorized():
		e = fail(http.StatusUnauthorized, codeGeneral, "401: Unauthorized")
	default:
		if e = c.rejectBody(c.checkOpenAPI()); e == nil {
			status, v, e = h(c)
		}
	}
	var body []byte
	if e != nil {
		status, v = e.Status, e
	}
	if v != nil {
		var err error
		if body, err = json.Marshal(v); err != nil {
			s.report(Violation{c.method, c.path, "", "answer not encodable: " + err.Error()})
		}
	}
	s.notify()
	s.mu.Unlock()
	writeJSON(w, status, body)
}

// writeJSON answers with an encoded body, or without one.
func writeJSON(w http.ResponseWriter, status int, body []byte) {
	if body != nil {
		w.Header().Set("Content-Type", "application/json")
	}
	w.WriteHeader(status)
	if body != nil {
		_, _ = w.Write(body)
	}
}

// errNoRoute is the error of an unknown path.
var errNoRoute = errors.New("discordtest knows no such route")
