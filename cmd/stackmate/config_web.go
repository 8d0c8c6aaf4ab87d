package main

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"

	"stackmate/bot/email"
	"stackmate/bot/mailaddr"
)

// webConfig is the part of the configuration for pages in browsers.
type webConfig struct {
	Listen    hostPort `yaml:"listen"`
	PublicURL baseURL  `yaml:"public_url"`
}

// enabled reports whether there are pages.
func (c webConfig) enabled() bool { return c.Listen != "" }

// public returns the URL of the pages for players; without a key it is that of this computer.
func (c webConfig) public() *url.URL {
	if c.PublicURL == "" {
		return &url.URL{Scheme: "http", Host: string(c.Listen)}
	}
	u, err := url.Parse(string(c.PublicURL))
	if err != nil {
		return &url.URL{} // it was parsed before
	}
	u.Host, u.Path = asBrowsers(u), strings.TrimSuffix(u.Path, "/")
	return u
}

// asBrowsers returns the host of a URL as browsers name it: in ASCII, and without the scheme's default port.
func asBrowsers(u *url.URL) string {
	host := mailaddr.Domain(u.Hostname())
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port := u.Port(); port != "" && port != map[string]string{"http": "80", "https": "443"}[u.Scheme] {
		host += ":" + port
	}
	return host
}

// link returns the URL of the pages as links begin, empty if there are none.
func (c webConfig) link() string {
	if !c.enabled() {
		return ""
	}
	return c.public().String()
}

// mailFront returns the configuration of the mail front end, whose mails link to the pages.
func (c config) mailFront() email.Config {
	front := c.Email.front()
	front.Pages = c.Web.link()
	return front
}

// check returns an error for pages that players could not use, or not safely.
func (c webConfig) check() error {
	switch u := c.public(); {
	case c.PublicURL != "" && c.Listen == "":
		return usageError{errors.New("web.public_url is set, but web.listen is not: set it to where the proxy finds the pages, such as 127.0.0.1:8082")}
	case !c.enabled() || onLoopback(u.Hostname()):
		return nil
	case c.PublicURL == "":
		return usageError{fmt.Errorf("web.public_url is missing: browsers elsewhere need https, so put a proxy with TLS in front of %s and say its URL, such as https://chess.example.org", c.Listen)}
	case u.Scheme != "https":
		return usageError{errors.New("web.public_url must begin with https:// (players sign in there), except on this computer")}
	case u.RawQuery != "" || u.Fragment != "" || u.User != nil:
		return usageError{errors.New("web.public_url has more than a host and a path: write it like https://chess.example.org")}
	}
	return nil
}

// onLoopback reports whether a host is this computer.
func onLoopback(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	a, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return strings.EqualFold(host, "localhost") || err == nil && a.IsLoopback()
}
