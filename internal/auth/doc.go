// Package auth creates, parses and hides secrets (API keys, one-time tokens, passwords) and determines which network address a
// request comes from.
//
// Nothing here uses a database: only hashes are stored, and the caller stores them.
package auth
