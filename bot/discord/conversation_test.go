package discord_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"image/png"
	"os"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"stackmate/bot/discord/discordtest"
)

// TestConversation draws the picture of a conversation that README shows, from the messages
// of people and bot in the Discord of the tests. Renew it with -regen, and look at it.
func TestConversation(t *testing.T) {
	tb := newTestbed(t)
	tb.ch = tb.guild.AddChannel("chess")
	tb.start()
	c := &chatPicture{testbed: tb, y: 24}
	opt := discordtest.Opt
	c.person(tb.alice, "/challenge opponent:@Bob color:white")
	offer := tb.alice.Slash(tb.ch, "challenge", opt("opponent", tb.bob), opt("color", "white")).Response()
	c.bot(offer)
	c.person(tb.bob, "presses Accept")
	tb.bob.Click(offer, "Accept").Response()
	thread := tb.ch.WaitThread(func(*discordtest.Channel) bool { return true })
	c.said(tb.alice, thread, "@Stackmate e4")
	ask := c.last
	c.person(tb.alice, "presses 1e4")
	c.bot(tb.alice.Click(ask, "1e4").Response())
	c.person(tb.bob, "/move move:3g8-3g6")
	c.bot(tb.bob.Slash(thread, "move", opt("move", "3g8-3g6")).Response())
	c.person(tb.bob, "/move move:N2g6")
	c.bot(tb.bob.Slash(thread, "move", opt("move", "N2g6")).Response())
	const path = "testdata/conversation.svg"
	got := c.svg()
	if *regen {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what people see now: renew it with -regen, and look at it", path)
	}
}

// chatPicture is a picture of messages, in Scalable Vector Graphics.
type chatPicture struct {
	*testbed
	body strings.Builder
	y    float64
	last *discordtest.Message // of the bot
}

// The measures of the picture, in pixels, and its colours.
const (
	pictureWidth = 720.0
	textLeft     = 76.0
	lineHeight   = 22.0
	boardWidth   = 480.0
	paperColour  = "#313338"
	inkColour    = "#dbdee1"
	nameColour   = "#f2f3f5"
	faintColour  = "#949ba4"
	linkColour   = "#a5b4fc"
	buttonColour = "#4e5058"
)

// person draws what somebody does.
func (c *chatPicture) person(u *discordtest.User, text string) {
	c.head(u.Name, map[string]string{"Alice": "#3ba55d", "Bob": "#d97706"}[u.Name], "")
	c.paragraph(text)
	c.y += 14
}

// said draws a message that mentions the bot, and the bot's answer.
func (c *chatPicture) said(u *discordtest.User, in *discordtest.Channel, text string) {
	c.t.Helper()
	c.person(u, text)
	said := u.Say(in, text)
	c.bot(in.WaitMessage(func(m *discordtest.Message) bool { return m.Reference == said.ID }))
}

// bot draws a message of the bot: its text, its picture and its buttons.
func (c *chatPicture) bot(m *discordtest.Message) {
	c.t.Helper()
	c.last = m
	note := ""
	if m.Ephemeral {
		note = "Only you can see this"
	}
	c.head("Stackmate", "#5b5bd6", note)
	text := m.Content
	for _, e := range m.Embeds {
		text += "\n" + e.Title + "\n" + e.Description
	}
	for _, u := range []*discordtest.User{c.alice, c.bob} {
		text = strings.ReplaceAll(text, u.Mention(), "@"+u.Name)
	}
	for _, line := range strings.Split(strings.Trim(unescape(text), "\n"), "\n") {
		if line != "" {
			c.paragraph(strings.ReplaceAll(line, "\u200b", ""))
		}
	}
	for _, a := range m.Attachments {
		size, err := png.DecodeConfig(bytes.NewReader(a.Data))
		if err != nil {
			c.t.Fatal(err)
		}
		height := boardWidth * float64(size.Height) / float64(size.Width)
		fmt.Fprintf(&c.body, "<image x=\"%g\" y=\"%.0f\" width=\"%g\" height=\"%.0f\" href=\"data:image/png;base64,%s\"/>\n",
			textLeft, c.y, boardWidth, height, base64.StdEncoding.EncodeToString(a.Data))
		c.y += height + 10
	}
	x := textLeft
	for _, b := range m.Buttons() {
		width := c.width(b.Label) + 32
		fmt.Fprintf(&c.body, "<rect x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"32\" rx=\"6\" fill=\"%s\"/>\n", x, c.y, width, buttonColour)
		c.text(x+16, c.y+21, inkColour, "", b.Label)
		x += width + 8
	}
	if x > textLeft {
		c.y += 40
	}
	c.y += 14
}

// head draws who a message is from.
func (c *chatPicture) head(name, colour, note string) {
	fmt.Fprintf(&c.body, "<circle cx=\"40\" cy=\"%.0f\" r=\"20\" fill=\"%s\"/>\n", c.y+14, colour)
	fmt.Fprintf(&c.body, "<text x=\"40\" y=\"%.0f\" text-anchor=\"middle\" fill=\"#fff\" font-weight=\"bold\">%s</text>\n", c.y+20, name[:1])
	c.text(textLeft, c.y+8, nameColour, "bold", name)
	if note != "" {
		c.text(textLeft+c.width(name)+24, c.y+8, faintColour, "", note)
	}
	c.y += 14
}

var (
	bold = regexp.MustCompile(`\*\*([^*]+)\*\*`)
	link = regexp.MustCompile(`</[^:>]+:\d+>|@(Alice|Bob|Stackmate)|^/\w+`)
)

// paragraph draws a text in as many lines as it needs.
func (c *chatPicture) paragraph(text string) {
	weight := ""
	if bold.MatchString(text) {
		weight, text = "bold", bold.ReplaceAllString(text, "$1")
	}
	var line []string
	flush := func() {
		c.y += lineHeight
		x := textLeft
		for _, word := range line {
			colour := inkColour
			if link.MatchString(word) {
				colour = linkColour
				word = commandLink.ReplaceAllString(word, "/$1")
			}
			c.text(x, c.y, colour, weight, word)
			x += c.width(word) + c.width(" ") + map[string]float64{"bold": 2}[weight]
		}
		line = nil
	}
	for _, word := range strings.Fields(text) {
		if len(line) > 0 && c.width(commandLink.ReplaceAllString(strings.Join(append(line, word), " "), "/$1")) > pictureWidth-textLeft-24 {
			flush()
		}
		line = append(line, word)
	}
	flush()
	c.y += 6
}

// text draws one line.
func (c *chatPicture) text(x, y float64, colour, weight, s string) {
	if weight != "" {
		weight = " font-weight=\"" + weight + "\""
	}
	fmt.Fprintf(&c.body, "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\"%s textLength=\"%.1f\">%s</text>\n", x, y, colour, weight, c.width(s), html.EscapeString(s))
}

// width returns the width of a text. The viewer's font is stretched to it.
func (c *chatPicture) width(s string) float64 {
	c.t.Helper()
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		c.t.Fatal(err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: 15, DPI: 72})
	if err != nil {
		c.t.Fatal(err)
	}
	var w fixed.Int26_6
	for _, r := range s {
		advance, _ := face.GlyphAdvance(r)
		w += advance
	}
	return float64(w) / 64
}

// svg returns the picture.
func (c *chatPicture) svg() []byte {
	return fmt.Appendf(nil, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%.0f\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"15\">\n"+
		"<title>A game of Millennium 3D Chess in a Discord channel</title>\n<rect width=\"100%%\" height=\"100%%\" rx=\"8\" fill=\"%s\"/>\n%s</svg>\n",
		pictureWidth, c.y+8, paperColour, c.body.String())
}
