// Package account holds the handlers of commands about the speaker's account: name,
// preferences, linked addresses, blocks, vacations, profile and leaderboard.
package account
