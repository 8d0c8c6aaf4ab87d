package words

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

//go:embed *.yaml
var files embed.FS

// languages returns the languages by tag. Their files are read at the first call, which takes
// about 5 ms for each. It panics if a file is wrong: that is a mistake in the program.
var languages = sync.OnceValue(func() map[string]Language {
	list, err := load(files)
	if err != nil {
		panic(err)
	}
	return list
})

// load reads all catalogues in a folder. The tag of a language is the name of its file. So
// that no catalogue lists the others, load adds the sentences "choice.TAG": in every language,
// choice.de is "Deutsch".
func load(folder fs.FS) (map[string]Language, error) {
	names, err := fs.Glob(folder, "*.yaml")
	if err != nil {
		return nil, err
	}
	list := map[string]Language{}
	for _, name := range names {
		data, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, err
		}
		tag := strings.TrimSuffix(path.Base(name), ".yaml")
		if list[tag], err = parse(tag, data); err != nil {
			return nil, fmt.Errorf("catalogue %s: %w", name, err)
		}
	}
	for _, l := range list {
		for tag, other := range list {
			l.sentences["choice."+tag] = other.Name
		}
	}
	return list, nil
}

// parse reads the catalogue of the language with a tag. Unknown fields and duplicate keys are
// errors.
func parse(tag string, data []byte) (Language, error) {
	var file struct {
		Name      string
		Quotes    [2]string
		Typed     map[string][]string
		Sentences map[string]string
	}
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	if err := d.Decode(&file); err != nil {
		return Language{}, err
	}
	if err := d.Decode(new(any)); !errors.Is(err, io.EOF) {
		return Language{}, errors.New("more than one document")
	}
	if file.Name == "" || file.Quotes[0] == "" || file.Quotes[1] == "" || len(file.Sentences) == 0 {
		return Language{}, errors.New("name, quotes and sentences are needed")
	}
	return Language{Tag: tag, Name: file.Name, quotes: file.Quotes, typed: file.Typed, sentences: file.Sentences}, nil
}
