// Package arch holds the rules about the shape of the code, as tests: who may import whom, what must stay pure, and which
// versions belong together.
package arch
