package request

import (
	"sync"

	"stackmate/bot/words"
	"stackmate/render"
)

// PictureTexts returns the texts in pictures in a language.
func PictureTexts(lang words.Language) *render.Texts { return pictureTexts()[lang.Tag] }

// pictureTexts returns the texts in pictures by language tag.
var pictureTexts = sync.OnceValue(func() map[string]*render.Texts {
	texts := make(map[string]*render.Texts)
	for _, tag := range words.Tags() {
		texts[tag] = render.NewTexts(words.In(tag))
	}
	return texts
})
