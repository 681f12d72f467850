// Package compat proves that the current API keeps every promise of the frozen v1 contract. It is a separate module, so that the
// many dependencies of the comparison do not become the product's.
package compat
