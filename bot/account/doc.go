// Package account holds the commands by which people say who they are and what they want:
// names, languages and notices, links between addresses, blocks, vacations, profiles and
// leaderboards.
package account
