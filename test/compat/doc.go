// Package compat proves that the API of today keeps every promise of the frozen contract of v1. It is a module of its own, so
// that the comparison's many dependencies stay out of the product's.
package compat
