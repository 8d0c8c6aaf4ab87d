package discordtest

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// endpointState is where interactions are sent over HTTP, and with which key they are signed.
type endpointState struct {
	url string // empty for the gateway
	key ed25519.PrivateKey

	last []byte
}

// urlJSON is the URL as Discord tells it.
func (e *endpointState) urlJSON() any {
	if e.url == "" {
		return nil
	}
	return e.url
}

// PublicKey returns the key with which interactions over HTTP are signed, as the developer portal shows it.
func (s *Server) PublicKey() string {
	return hex.EncodeToString(s.endpoint.key.Public().(ed25519.PublicKey))
}

// endpointTimeout is how long Discord waits for an endpoint.
const endpointTimeout = 3 * time.Second

// SetEndpoint has interactions sent to a URL from now on, or over the gateway if it is empty. Before that, Discord sends a PING
// and one with a wrong signature, as it does when somebody saves the URL in the developer portal. The error says what is
// wrong with the answers.
func (s *Server) SetEndpoint(url string) error {
	if url != "" {
		ping := []byte(`{"type":1,"id":"1","application_id":"` + s.ApplicationID + `","token":"ping","version":1}`)
		answer, err := s.Post(url, ping, time.Now(), s.Sign)
		if err != nil {
			return err
		}
		var pong struct{ Type int }
		if json.Unmarshal(answer.Body, &pong) != nil || answer.Status != http.StatusOK || pong.Type != 1 || answer.Header.Get("Content-Type") != "application/json" {
			return fmt.Errorf("a PING is answered with %d %s", answer.Status, answer.Body)
		}
		forged := func(stamp string, body []byte) []byte { return s.Sign(stamp, append(body, ' ')) }
		if answer, err := s.Post(url, ping, time.Now(), forged); err != nil || answer.Status != http.StatusUnauthorized {
			return fmt.Errorf("a wrong signature is answered with %d, %v", answer.Status, err)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endpoint.url = url
	return nil
}

// Sign returns the signature of a body that is sent at a time.
func (s *Server) Sign(stamp string, body []byte) []byte {
	return ed25519.Sign(s.endpoint.key, append([]byte(stamp), body...))
}

// EndpointAnswer is what an endpoint has answered.
type EndpointAnswer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Post sends a body to an endpoint as Discord does, with a signature for a time.
func (s *Server) Post(url string, body []byte, at time.Time, sign func(stamp string, body []byte) []byte) (a EndpointAnswer, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), max(endpointTimeout, s.AnswerWithin))
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return a, err
	}
	stamp := strconv.FormatInt(at.Unix(), 10)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Discord-Interactions/1.0 (+https://discord.com)")
	r.Header.Set("X-Signature-Timestamp", stamp)
	if sign != nil {
		r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(sign(stamp, body)))
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return a, err
	}
	defer answer.Body.Close()
	a = EndpointAnswer{Status: answer.StatusCode, Header: answer.Header}
	a.Body, err = io.ReadAll(answer.Body)
	return a, err
}

// sendToEndpoint sends an interaction over HTTP. The bot answers it as one that came over the gateway, and the request itself
// with 202 and no body. The caller holds the server's lock.
func (s *Server) sendToEndpoint(i *interaction, body object) {
	url := s.endpoint.url
	data, err := json.Marshal(body)
	if err != nil {
		s.t.Errorf("discordtest: %v", err)
		return
	}
	s.endpoint.last = data
	s.wg.Go(func() {
		answer, err := s.Post(url, data, time.Now(), s.Sign)
		if err == nil && answer.Status == http.StatusAccepted && len(answer.Body) == 0 {
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.report(Violation{Path: "interaction " + i.describe(), Problem: fmt.Sprintf("the endpoint answers %d %q, %v", answer.Status, answer.Body, err)})
	})
}

// LastSent returns the body of the interaction that was sent to the endpoint last.
func (s *Server) LastSent() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.endpoint.last
}
