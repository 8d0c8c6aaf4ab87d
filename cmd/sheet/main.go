// Command sheet writes a contact sheet: pictures of all games, views, themes and kinds of
// positions on one page, as wide as phones and chat programs show them, for people to look
// at.
package main

import (
	"encoding/base64"
	"flag"
	"fmt"
	"html/template"
	"io"
	"os"
	"slices"

	"stackmate/bot/words"
	"stackmate/render"
	"stackmate/rules"
)

func main() {
	out := flag.String("o", "sheet.html", "write the page to this `file`")
	game := flag.String("game", "", "only this game, by its `key`")
	theme := flag.String("theme", "", "only this theme, by its `name`")
	lang := flag.String("language", "en", "the language of the pictures, by its `tag`")
	flag.Parse()
	if err := run(*out, *game, *theme, *lang); err != nil {
		fmt.Fprintln(os.Stderr, "sheet:", err)
		os.Exit(1)
	}
}

// run writes the sheet to a file.
func run(out, game, theme, lang string) error {
	games := []string{"millennium", "3d8l", "nextgen", "tridimensional", "orthodox"}
	if game != "" {
		games = []string{game}
	}
	themes := render.Themes()
	if theme != "" {
		themes = []string{theme}
	}
	if !slices.Contains(words.Tags(), lang) {
		return fmt.Errorf("there is no language %q; there are %q", lang, words.Tags())
	}
	f, err := os.Create(out)
	if err != nil {
		return err
	}
	if err := write(f, games, themes, render.NewTexts(words.In(lang))); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// picture is one picture on the page; it is shown once for each width.
type picture struct {
	Title string
	Data  template.URL
	Alt   string
}

var page = template.Must(template.New("sheet").Parse(`<!doctype html>
<meta charset="utf-8">
<title>Stackmate: contact sheet</title>
<style>body { font: 14px sans-serif; background: #888 } figure { display: inline-block; margin: 8px; vertical-align: top } img { display: block; margin: 4px 0 }</style>
{{range .}}<figure><figcaption>{{.Title}}</figcaption><img width="400" src="{{.Data}}" alt="{{.Alt}}"><img width="550" src="{{.Data}}" alt=""></figure>
{{end}}`))

// write draws the pictures of some games in some themes and writes the page.
func write(w io.Writer, games, themes []string, texts *render.Texts) error {
	r := render.New(0)
	var list []picture
	for _, key := range games {
		v := rules.VariantByKey(key)
		if v == nil {
			return fmt.Errorf("there is no game %q", key)
		}
		for _, s := range situations(v) {
			pic := render.Of(s.game, texts)
			pic.White, pic.Black = "Anna", "Bertrand"
			for _, theme := range themes {
				for _, view := range []render.View{render.Flat, render.Stack} {
					data, err := r.PNG(pic, render.Options{View: view, Theme: theme})
					if err != nil {
						return err
					}
					list = append(list, picture{fmt.Sprintf("%s, %s, %v, %s", key, s.name, view, theme),
						template.URL("data:image/png;base64," + base64.StdEncoding.EncodeToString(data)), pic.Alt()})
				}
			}
		}
	}
	return page.Execute(w, list)
}
