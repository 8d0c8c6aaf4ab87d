package discordtest

import (
	"net/http"
	"strconv"
)

func currentUser(c *call) (int, any, *apiError) {
	o := c.s.userJSON(c.s.bot)
	o["verified"], o["mfa_enabled"], o["email"], o["flags"] = true, false, nil, 0
	return http.StatusOK, o, nil
}

func getUser(c *call) (int, any, *apiError) {
	u := c.s.users[c.value("user")]
	if u == nil || u.account == unknownAccount {
		return 0, nil, unknown(codeUnknownUser, "User")
	}
	o := c.s.userJSON(u)
	if u.account == deleted {
		o["username"], o["global_name"], o["avatar"], o["discriminator"] = "deleted_user_0123456789ab", nil, nil, "0"
	}
	return http.StatusOK, o, nil
}

func currentApplication(c *call) (int, any, *apiError) {
	return http.StatusOK, object{
		"id": c.s.ApplicationID, "name": BotName, "icon": nil, "description": "", "summary": "", "bot_public": true,
		"bot_require_code_grant": false, "verify_key": c.s.PublicKey(), "interactions_endpoint_url": c.s.endpoint.urlJSON(), "flags": 0, "bot": c.s.userJSON(c.s.bot),
		"integration_types_config": object{"0": object{}, "1": object{}}, "terms_of_service_url": nil, "privacy_policy_url": nil,
	}, nil
}

// currentGuilds lists the bot's guilds; with the parameters before, after and limit.
func currentGuilds(c *call) (int, any, *apiError) {
	q := c.r.URL.Query()
	limit, _ := strconv.Atoi(q.Get("limit"))
	if limit == 0 {
		limit = 200
	}
	list := []object{}
	for _, g := range c.s.guilds {
		if g.members[c.s.BotID] == nil || !after(g.ID, q.Get("after")) || !before(g.ID, q.Get("before")) || len(list) == limit {
			continue
		}
		list = append(list, object{
			"id": g.ID, "name": g.Name, "icon": nil, "owner": false, "features": []string{},
			"permissions": strconv.FormatInt(g.botRole.permissions|g.everyone.permissions, 10),
		})
	}
	return http.StatusOK, list, nil
}

// after and before compare snowflakes; an empty bound holds for all.
func after(id, bound string) bool  { return bound == "" || snowflake(id) > snowflake(bound) }
func before(id, bound string) bool { return bound == "" || snowflake(id) < snowflake(bound) }

func snowflake(id string) uint64 {
	n, _ := strconv.ParseUint(id, 10, 64)
	return n
}

// createDM opens the DM channel of a user. That works also if the user refuses messages: sending fails then.
func createDM(c *call) (int, any, *apiError) {
	var body struct {
		Recipient string `json:"recipient_id"`
	}
	if e := c.decode(&body); e != nil {
		return 0, nil, e
	}
	u := c.s.users[body.Recipient]
	if u != nil && u.account == unknownAccount {
		return 0, nil, unknown(codeUnknownUser, "User")
	}
	if u == nil || u.bot {
		return 0, nil, c.rejectBody(problems{{"recipient_id", "no such person: " + body.Recipient}})
	}
	return http.StatusOK, c.s.channelJSON(c.s.directChannel(u)), nil
}
