// Package auth makes, reads and hides secrets (API keys, one-time tokens, passwords)
// and tells which network address a request comes from.
//
// Nothing here talks to a database: what is stored is a hash, and the caller stores it.
package auth
