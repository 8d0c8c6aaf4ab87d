package main

import (
	"strconv"
	"time"

	"go.yaml.in/yaml/v3"

	"stackmate/bot/email"
	"stackmate/bot/timeutil"
)

// emailConfig is the part of the configuration for playing by mail.
type emailConfig struct {
	Address        string     `yaml:"address"`
	Name           string     `yaml:"name"`
	IMAP           imapConfig `yaml:"imap"`
	Listen         mailListen `yaml:"listen"`
	SMTP           mailServer `yaml:"smtp"`
	PlusAddressing bool       `yaml:"plus_addressing"`
	Trusted        []string   `yaml:"trusted_authserv"`
	PublicURL      baseURL    `yaml:"public_url"`
	PublicListen   hostPort   `yaml:"public_listen"`
	MaxAnswers     int        `yaml:"max_answers_per_day"`
}

type imapConfig struct {
	mailServer `yaml:",inline"`
	Mailbox    string   `yaml:"mailbox"`
	Poll       duration `yaml:"poll"`
	Handled    handled  `yaml:"handled"`
	Folder     string   `yaml:"handled_folder"`
	Days       days     `yaml:"handled_days"`
}

type mailServer struct {
	Addr         hostPort `yaml:"addr"`
	TLS          mailTLS  `yaml:"tls"`
	User         string   `yaml:"user"`
	Password     string   `yaml:"password"`
	PasswordFile string   `yaml:"password_file"`
}

type mailListen struct {
	Addr hostPort `yaml:"addr"`
	LMTP bool     `yaml:"lmtp"`
}

// Values whose decoding fails, with the line, if they are not valid.
type (
	mailTLS  string
	duration time.Duration
	handled  string
	days     int
)

// UnmarshalYAML implements yaml.Unmarshaler.
func (h *handled) UnmarshalYAML(n *yaml.Node) error {
	switch email.Handled(n.Value) {
	case email.KeepHandled, email.MoveHandled, email.DeleteHandled:
		*h = handled(n.Value)
		return nil
	}
	return refuseValue(n, "keep, move or delete")
}

// UnmarshalYAML implements yaml.Unmarshaler.
func (d *days) UnmarshalYAML(n *yaml.Node) error {
	v, err := strconv.Atoi(n.Value)
	if err != nil || v < 1 || v > 3650 {
		return refuseValue(n, "a number of days from 1 to 3650")
	}
	*d = days(v)
	return nil
}

// UnmarshalYAML implements yaml.Unmarshaler.
func (m *mailTLS) UnmarshalYAML(n *yaml.Node) error {
	switch email.TLS(n.Value) {
	case "", email.Implicit, email.StartTLS, email.NoTLS:
		*m = mailTLS(n.Value)
		return nil
	}
	return refuseValue(n, "tls, starttls or none")
}

// UnmarshalYAML implements yaml.Unmarshaler. A duration is from one second to one day.
func (d *duration) UnmarshalYAML(n *yaml.Node) error {
	v, err := time.ParseDuration(n.Value)
	if err != nil || v < time.Second || v > timeutil.Day {
		return refuseValue(n, "a time from 1s to 24h such as 1m")
	}
	*d = duration(v)
	return nil
}

// defaultEmail returns the configuration for mail without any keys.
func defaultEmail() emailConfig {
	c := emailConfig{Name: "Stackmate", MaxAnswers: 100, Trusted: []string{}}
	c.IMAP.TLS, c.SMTP.TLS, c.IMAP.Mailbox, c.IMAP.Poll = "tls", "tls", "INBOX", duration(time.Minute)
	c.IMAP.Handled, c.IMAP.Folder, c.IMAP.Days = "keep", "Handled", 30
	return c
}

// enabled reports whether people can play by mail.
func (c emailConfig) enabled() bool { return c.Address != "" }

// front returns the configuration of the mail front end.
func (c emailConfig) front() email.Config {
	server := func(s mailServer) email.Server {
		return email.Server{Addr: string(s.Addr), TLS: email.TLS(s.TLS), User: s.User, Password: s.Password}
	}
	return email.Config{Address: c.Address, Name: c.Name, SMTP: server(c.SMTP), PlusAddressing: c.PlusAddressing,
		IMAP: email.IMAP{Server: server(c.IMAP.mailServer), Mailbox: c.IMAP.Mailbox, Poll: time.Duration(c.IMAP.Poll),
			Handled: email.Handled(c.IMAP.Handled), HandledFolder: c.IMAP.Folder, HandledDays: int(c.IMAP.Days)},
		Listen:          email.Listen{Addr: string(c.Listen.Addr), LMTP: c.Listen.LMTP},
		TrustedAuthserv: c.Trusted, PublicURL: string(c.PublicURL), MaxAnswersPerDay: c.MaxAnswers}
}
