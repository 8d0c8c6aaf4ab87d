package email

import "strings"

// sentences are what the front end itself has to say; the desk says the rest.
var sentences = map[string]string{
	"title": "Stackmate",

	"answers": "Answer this mail with one of these in the first line:",

	"footer": "Answer this mail with a move or a command in the first line; “help” lists the commands.\n" +
		"The answering address belongs to you alone: do not pass this mail on.\n" +
		"To end all mail from here, answer “stop”.",
	"footer.stranger": "You get this mail because somebody who plays here gave your address. You need not do anything.\n" +
		"To play, answer this mail with a command in the first line. To hear nothing more from here, answer “stop”.",

	"ask.title": "Is it you?",
	"ask": "A mail in your name came here, and I cannot tell whether you wrote it, so I have done nothing.\n" +
		"If it was you, answer this mail with your command in the first line, for example “help”. If it was not, you need not do anything.",

	"stop.title": "No more mail",
	"stop":       "You get no more mail from here, not even about running games. To come back, answer this mail with any command, for example “games”.",

	"renew.title": "New reply addresses",
	"renew": "The addresses in all earlier mails to you are void; they work for nobody any more. " +
		"Answer this mail, or those that come from now on.",

	"several.line":  "{line}\n{answer}",
	"several.left":  "Not done, since the one before was refused: {lines}",
	"several.break": "I was interrupted while I worked on your mail. Look with “games” what has been done, and send the rest again: {lines}",
}

// say returns a sentence, its gaps filled from names and values in turn.
func say(key string, args ...string) string {
	for i := range args {
		if i%2 == 0 {
			args[i] = "{" + args[i] + "}"
		}
	}
	return strings.NewReplacer(args...).Replace(sentences[key])
}
