package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"stackmate/bot/discord"
	"stackmate/bot/logging"
	"stackmate/store"
)

// config is the configuration file; config.example.yaml documents every key.
type config struct {
	Database string         `yaml:"database"`
	Log      logConfig      `yaml:"log"`
	Health   healthConfig   `yaml:"health"`
	Discord  discordConfig  `yaml:"discord"`
	Email    emailConfig    `yaml:"email"`
	Web      webConfig      `yaml:"web"`
	Owners   []ownerID      `yaml:"owners"`
	Pprof    pprofConfig    `yaml:"pprof"`
	Backup   backupConfig   `yaml:"backup"`
	Keep     keepConfig     `yaml:"keep"`
	Engine   engineConfig   `yaml:"engine"`
	Policies policiesConfig `yaml:"policies"`

	exposed []string // warnings about secrets that others can read
}

type logConfig struct {
	Level  logLevel  `yaml:"level"`
	Format logFormat `yaml:"format"`
}

type healthConfig struct {
	Listen hostPort `yaml:"listen"`
}

type discordConfig struct {
	Token     string    `yaml:"token"`
	TokenFile string    `yaml:"token_file"`
	Guild     snowflake `yaml:"guild"`
	APIURL    baseURL   `yaml:"api_url"`
	Shards    shards    `yaml:"shards"`
	// NoGateway is whether there are no connections to the gateway.
	NoGateway    switchedOff        `yaml:"gateway"`
	Interactions interactionsConfig `yaml:"interactions"`
}

// interactionsConfig is where Discord sends interactions over HTTP.
type interactionsConfig struct {
	Listen    hostPort  `yaml:"listen"`
	PublicKey publicKey `yaml:"public_key"`
}

// Values whose decoding fails, with the line, if they are not valid.
type (
	logLevel    slog.Level
	logFormat   string
	snowflake   string
	baseURL     string
	hostPort    string
	shards      int
	switchedOff bool
	publicKey   string
)

// UnmarshalYAML implements yaml.Unmarshaler.
func (l *logLevel) UnmarshalYAML(n *yaml.Node) error {
	var level slog.Level
	if err := level.UnmarshalText([]byte(n.Value)); err != nil {
		return refuseValue(n, "debug, info, warn or error")
	}
	*l = logLevel(level)
	return nil
}

// UnmarshalYAML implements yaml.Unmarshaler.
func (f *logFormat) UnmarshalYAML(n *yaml.Node) error {
	if n.Value != "text" && n.Value != "json" {
		return refuseValue(n, "text or json")
	}
	*f = logFormat(n.Value)
	return nil
}

// digits matches the ID of a Discord server.
var digits = regexp.MustCompile(`^[0-9]{15,20}$`)

// UnmarshalYAML implements yaml.Unmarshaler.
func (s *snowflake) UnmarshalYAML(n *yaml.Node) error {
	if n.Value != "" && !digits.MatchString(n.Value) {
		return refuseValue(n, "the number of a server (right-click it in Discord, Copy Server ID)")
	}
	*s = snowflake(n.Value)
	return nil
}

// UnmarshalYAML implements yaml.Unmarshaler.
func (b *baseURL) UnmarshalYAML(n *yaml.Node) error {
	u, err := url.Parse(n.Value)
	if n.Value != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
		return refuseValue(n, "a URL such as http://127.0.0.1:3000")
	}
	*b = baseURL(n.Value)
	return nil
}

// UnmarshalYAML implements yaml.Unmarshaler.
func (h *hostPort) UnmarshalYAML(n *yaml.Node) error {
	if _, port, err := net.SplitHostPort(n.Value); n.Value != "" && (err != nil || port == "") {
		return refuseValue(n, "a host and a port such as 127.0.0.1:8080")
	}
	*h = hostPort(n.Value)
	return nil
}

// UnmarshalYAML implements yaml.Unmarshaler.
func (s *shards) UnmarshalYAML(n *yaml.Node) error {
	count, err := strconv.Atoi(n.Value)
	switch {
	case n.Value == "auto":
		count = discord.AutoShards
	case n.Value == "":
		count = 0
	case err != nil || count < 1 || count > 10000:
		return refuseValue(n, "auto or a number of connections such as 2")
	}
	*s = shards(count)
	return nil
}

// UnmarshalYAML implements yaml.Unmarshaler.
func (s *switchedOff) UnmarshalYAML(n *yaml.Node) error {
	switch n.Value {
	case "", "on", "true":
		*s = false
	case "off", "false":
		*s = true
	default:
		return refuseValue(n, "on or off")
	}
	return nil
}

// UnmarshalYAML implements yaml.Unmarshaler.
func (k *publicKey) UnmarshalYAML(n *yaml.Node) error {
	if key, err := hex.DecodeString(n.Value); n.Value != "" && (err != nil || len(key) != ed25519.PublicKeySize) {
		return refuseValue(n, "the Public Key of General Information in the developer portal, 64 letters and digits")
	}
	*k = publicKey(n.Value)
	return nil
}

// refuseValue returns an error that says in which line a value is wrong, and what is
// expected.
func refuseValue(n *yaml.Node, want string) error {
	return fmt.Errorf("line %d: %s is not %s", n.Line, showValue(n.Value), want)
}

// readConfig reads a configuration file without the secrets that are in files of their own, which
// may be there only while the bot runs. The error is a usageError; it names the file and, if
// possible, the line.
func readConfig(path string, getenv func(string) string) (config, error) {
	c := config{Database: "stackmate.db", Log: logConfig{Format: "text"}, Discord: discordConfig{Shards: 1}, Email: defaultEmail(), Backup: defaultBackup(), Engine: defaultEngine(), Keep: defaultKeep(), Owners: []ownerID{}}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, usageError{fmt.Errorf("there is no configuration %s: name yours with --config, or write one with stackmate init", located(showPath(path)))}
	}
	if err != nil {
		return c, usageError{fmt.Errorf("read configuration: %w", err)}
	}
	if err := decodeOnly(data, &c); err != nil {
		return c, usageError{fmt.Errorf("%s: %s", path, plainYAML(err))}
	}
	if env := getenv("STACKMATE_HEALTH_LISTEN"); env != "" && c.Health.Listen == "" { // the image sets it
		if err := c.Health.Listen.UnmarshalYAML(&yaml.Node{Value: env}); err != nil {
			return c, usageError{fmt.Errorf("STACKMATE_HEALTH_LISTEN is not a host and a port such as 127.0.0.1:8080")}
		}
	}
	if env := getenv("STACKMATE_DATABASE"); env != "" { // an address may have a password
		c.Database = env
	}
	if c.Database == "" {
		return c, usageError{fmt.Errorf("%s: database is empty: name a file, or an address such as postgres://USER@HOST/NAME", path)}
	}
	return c, nil
}

// loadConfig is readConfig with the secrets, which may also come from the environment or from
// files of their own.
func loadConfig(path string, getenv func(string) string) (config, error) {
	c, err := readConfig(path, getenv)
	if err != nil {
		return c, err
	}
	secrets := secretReader{getenv: getenv, config: path}
	c.Discord.Token, err = secrets.read("discord.token", c.Discord.Token, c.Discord.TokenFile)
	if err != nil {
		return c, usageError{fmt.Errorf("%s: %w", path, err)}
	}
	for name, s := range map[string]*mailServer{"imap": &c.Email.IMAP.mailServer, "smtp": &c.Email.SMTP} {
		s.Password, err = secrets.read("email."+name+".password", s.Password, s.PasswordFile)
		if err != nil {
			return c, usageError{fmt.Errorf("%s: %w", path, err)}
		}
	}
	if c.Discord.Token != "" && c.Database == c.Discord.Token { // any text is valid there
		return c, usageError{fmt.Errorf("%s: database is the token", path)}
	}
	if len(store.Secrets(c.Database)) > 0 && getenv("STACKMATE_DATABASE") == "" {
		secrets.checkExposed("database", path)
	}
	c.exposed = secrets.exposed
	return c, nil
}

// check returns a usageError if no front end is configured, or one that cannot work.
func (c config) check() error {
	if c.Discord.Token == "" && !c.Email.enabled() {
		return usageError{errors.New("no front end is configured: set discord.token, discord.token_file, STACKMATE_DISCORD_TOKEN or email.address")}
	}
	if c.Discord.Token != "" {
		if err := c.Discord.front().Check(); err != nil {
			return usageError{err}
		}
	}
	switch listens := c.Discord.Interactions.Listen != ""; {
	case listens && c.Discord.Token == "":
		return usageError{errors.New("discord.interactions.listen is set, but there is no token: set discord.token, discord.token_file or STACKMATE_DISCORD_TOKEN")}
	case !listens && c.Discord.Token != "" && bool(c.Discord.NoGateway):
		return usageError{errors.New("discord.gateway is off, and discord.interactions.listen is not set: the bot would hear nothing. Set one of the two")}
	case !listens && c.Discord.Interactions.PublicKey != "":
		return usageError{errors.New("discord.interactions.public_key is set, but discord.interactions.listen is not: set it to where the proxy finds the bot, such as 127.0.0.1:8083")}
	}
	if c.Email.enabled() {
		if err := c.Email.front().Check(); err != nil {
			return usageError{err}
		}
	}
	return c.Web.check()
}

// front returns the configuration of the Discord front end.
func (c discordConfig) front() discord.Config {
	return discord.Config{Token: c.Token, Guild: string(c.Guild), APIURL: string(c.APIURL), Shards: int(c.Shards),
		HTTP: c.Interactions.Listen != "", PublicKey: string(c.Interactions.PublicKey), NoGateway: bool(c.NoGateway)}
}

// decodeOnly decodes a file that has at most one document. Unknown keys are errors.
func decodeOnly(data []byte, c *config) error {
	var first yaml.Node
	if yaml.Unmarshal(data, &first) == nil {
		if err := findMisplacedTokens(&first, ""); err != nil {
			return err
		}
	}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	if err := decoder.Decode(c); errors.Is(err, io.EOF) {
		return nil
	} else if err != nil {
		return err
	}
	var more yaml.Node
	if err := decoder.Decode(&more); errors.Is(err, io.EOF) {
		return nil
	} else if err != nil {
		return err
	}
	return fmt.Errorf("line %d: a second document begins, which would be ignored: keep one", more.Line)
}

// maxShownKey is the length in characters up to which errors show an unknown key. No key
// of the configuration is longer.
const maxShownKey = 24

var (
	unknownField = regexp.MustCompile(`field (\S+) not found in type \S+`)
	wrongType    = regexp.MustCompile(`cannot unmarshal !!\w+ .*`)
	quotedWord   = regexp.MustCompile("\"[^\"]*\"|'[^']*'|`[^`]*`")
)

// plainYAML rewrites an error of the YAML decoder for people who do not know Go.
func plainYAML(err error) string {
	s := strings.TrimPrefix(err.Error(), "yaml: ")
	s = strings.TrimPrefix(s, "unmarshal errors:\n  ")
	s = quotedWord.ReplaceAllStringFunc(s, func(word string) string { return showValue(word[1 : len(word)-1]) })
	s = unknownField.ReplaceAllStringFunc(s, func(text string) string {
		key := unknownField.FindStringSubmatch(text)[1]
		if utf8.RuneCountInString(key) > maxShownKey {
			return "unknown key"
		}
		return "unknown key " + key
	})
	s = wrongType.ReplaceAllString(s, "a value of the wrong kind")
	return strings.ReplaceAll(s, "\n  ", "; ")
}

// apply writes the log as configured from now on.
func (c logConfig) apply(f *logging.Format) { f.Set(slog.Level(c.Level), c.Format == "json") }

// secrets returns the texts that the log never shows.
func (c config) secrets() []string {
	return append(store.Secrets(c.Database), c.Discord.Token, strings.TrimPrefix(c.Discord.Token, "Bot "), c.Email.IMAP.Password, c.Email.SMTP.Password)
}
