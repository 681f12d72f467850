package evm

import (
	"math"
	"math/bits"
)

// random is the splitmix64 generator, which is small and yields the same sequence for a seed on every machine and in every
// version.
type random struct {
	state uint64
}

// next returns the next 64 random bits.
func (r *random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a random index from 0 to n − 1. Since no values are rejected, there is a bias of at most n / 2^64.
func (r *random) below(n int) int {
	high, _ := bits.Mul64(r.next(), uint64(max(0, n)))
	return int(high & math.MaxInt64)
}

// seedOf derives a seed from a project and a day (FNV-1a).
func seedOf(project string, today Day) uint64 {
	hash := uint64(14695981039346656037)
	for _, b := range []byte(project + " " + today.String()) {
		hash = (hash ^ uint64(b)) * 1099511628211
	}
	return hash
}
