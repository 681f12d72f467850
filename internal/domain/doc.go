// Package domain holds the nouns of the product and their rules. It is pure: no clock, no context, no I/O. The current time is
// an argument.
package domain
