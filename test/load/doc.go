// Package load exposes the product to extreme conditions: random and hostile requests, garbage instead of HTTP, ten times the
// load it can take, clients that send or read slowly, and many clients that change one object at the same time. Everything runs
// against the real binary over TCP.
package load
