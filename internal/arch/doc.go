// Package arch tests rules about the structure of the code: which package may import which, which packages must stay pure, and
// which versions of dependencies belong together.
package arch
