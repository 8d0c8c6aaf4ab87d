// Package show has the commands that show a game and change nothing, such as "board", and makes
// the pictures and other files of replies.
package show
