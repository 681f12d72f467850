// Package arch tests rules about the structure of the code: which package may import which, what must stay pure, and which
// versions belong together.
package arch
