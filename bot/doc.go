// Package bot is the desk: it takes commands in, changes games, and gives replies
// out. It knows no transport; front ends bring it what they hear, and carry what it
// says. It owns the interface that it needs of the store.
package bot
