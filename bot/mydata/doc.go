// Package mydata gives people a copy of everything that is stored about them, and deletes it when
// they ask for that or when their account no longer exists. PRIVACY.md says the same in plain words.
package mydata
