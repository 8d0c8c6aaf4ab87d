// Package bot is the desk, the core of the bot: it handles commands, plays games, and
// answers. It knows no transport: front ends bring it messages and deliver its answers.
package bot
