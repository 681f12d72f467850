// Package auth creates, parses and hides secrets (API keys, one-time tokens, passwords) and determines which network address a
// request comes from.
//
// The package does not use a database. Only hashes are stored, and storing them is up to the caller.
package auth
