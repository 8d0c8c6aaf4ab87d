package main

import (
	"net"
	"net/mail"

	"go.yaml.in/yaml/v3"

	"stackmate/bot/chat"
	"stackmate/bot/discord"
	"stackmate/bot/email"
	"stackmate/bot/mailaddr"
)

// ownerID is somebody who runs the bot: the ID of a Discord user, or a mail address.
type ownerID string

// UnmarshalYAML implements yaml.Unmarshaler.
func (o *ownerID) UnmarshalYAML(n *yaml.Node) error {
	if !digits.MatchString(n.Value) {
		a, err := mail.ParseAddress(n.Value)
		_, ok := mailaddr.Canonical(n.Value)
		if err != nil || !ok || a.Address != n.Value {
			return refuseValue(n, "the number of a Discord user (right-click the user, Copy User ID) or a mail address")
		}
	}
	*o = ownerID(n.Value)
	return nil
}

// address returns where the owner writes from.
func (o ownerID) address() chat.Address {
	if address, ok := mailaddr.Canonical(string(o)); ok {
		return chat.Address{Transport: email.Transport, ID: address}
	}
	return discord.UserAddress(string(o))
}

// owners returns where the bot's owners write from.
func (c config) owners() (list []chat.Address) {
	for _, o := range c.Owners {
		list = append(list, o.address())
	}
	return list
}

type pprofConfig struct {
	Listen loopback `yaml:"listen"`
}

// loopback is a host and a port that only this machine can reach.
type loopback string

// UnmarshalYAML implements yaml.Unmarshaler.
func (l *loopback) UnmarshalYAML(n *yaml.Node) error {
	host, port, err := net.SplitHostPort(n.Value)
	ip := net.ParseIP(host)
	if n.Value != "" && (err != nil || port == "" || host != "localhost" && (ip == nil || !ip.IsLoopback())) {
		return refuseValue(n, "an address that only this machine can reach, such as 127.0.0.1:6060: profiles show what the bot has in memory")
	}
	*l = loopback(n.Value)
	return nil
}
