// Package domain defines the product's objects and their rules. It is pure: it uses no clock, no context and no I/O. The
// current time is passed as an argument.
package domain
