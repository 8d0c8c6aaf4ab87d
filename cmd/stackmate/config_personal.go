package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"stackmate/bot"
	"stackmate/bot/data"
	"stackmate/bot/request"
	"stackmate/bot/textutil"
	"stackmate/bot/timeutil"
)

// keepConfig is for how long data is kept that nobody needs any more.
type keepConfig struct {
	Messages   keepDays `yaml:"messages"`
	Outbox     keepDays `yaml:"outbox"`
	Challenges keepDays `yaml:"challenges"`
	Email      keepDays `yaml:"email"`
}

// policiesConfig is where people read how the bot treats them and their data.
type policiesConfig struct {
	PrivacyURL policyURL `yaml:"privacy_url"`
	TermsURL   policyURL `yaml:"terms_url"`
	Contact    contact   `yaml:"contact"`
}

// Values whose decoding fails, with the line, if they are not valid.
type (
	keepDays  time.Duration
	policyURL string
	contact   string
)

// Bounds of keepDays. A mail server brings a mail again for up to five days, which must not be taken
// for another mail.
const (
	minKeepDays = 7
	maxKeepDays = 3650
)

// defaultKeep returns the configuration of what is kept without any keys.
func defaultKeep() keepConfig {
	r := data.DefaultRetention()
	return keepConfig{Messages: keepDays(r.Messages), Outbox: keepDays(r.Outbox), Challenges: keepDays(r.Challenges), Email: keepDays(r.Email)}
}

// personal sets the options of a desk that the keys keep, policies and web are about.
func (c config) personal(o *bot.Options) {
	o.Keep = data.Retention{Messages: time.Duration(c.Keep.Messages), Outbox: time.Duration(c.Keep.Outbox),
		Challenges: time.Duration(c.Keep.Challenges), Email: time.Duration(c.Keep.Email)}
	o.Web = c.Web.link()
	o.Policies = request.Policies{PrivacyURL: string(c.Policies.PrivacyURL), TermsURL: string(c.Policies.TermsURL), Contact: string(c.Policies.Contact)}
}

// UnmarshalYAML implements yaml.Unmarshaler.
func (k *keepDays) UnmarshalYAML(n *yaml.Node) error {
	days, err := strconv.Atoi(strings.TrimSuffix(n.Value, "d"))
	if err != nil || !strings.HasSuffix(n.Value, "d") || days < minKeepDays || days > maxKeepDays {
		return refuseValue(n, fmt.Sprintf("a number of days from %dd to %dd such as 30d", minKeepDays, maxKeepDays))
	}
	*k = keepDays(time.Duration(days) * timeutil.Day)
	return nil
}

// plainURL matches a URL that Discord and mail programs make a link of.
var plainURL = regexp.MustCompile(`^https?://[A-Za-z0-9.-]+(:[0-9]+)?(/[A-Za-z0-9./?=&%#~+_-]*)?$`)

// UnmarshalYAML implements yaml.Unmarshaler.
func (u *policyURL) UnmarshalYAML(n *yaml.Node) error {
	if n.Value != "" && (len(n.Value) > 200 || !plainURL.MatchString(n.Value)) {
		return refuseValue(n, "a URL such as https://example.org/privacy")
	}
	*u = policyURL(n.Value)
	return nil
}

// UnmarshalYAML implements yaml.Unmarshaler.
func (c *contact) UnmarshalYAML(n *yaml.Node) error {
	if len(n.Value) > 200 || n.Value != textutil.Printable(n.Value) {
		return refuseValue(n, "one line of at most 200 bytes such as a mail address")
	}
	*c = contact(n.Value)
	return nil
}
