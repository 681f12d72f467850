package scale

import (
	"encoding/binary"
	"math"

	"github.com/google/uuid"
)

// kind tells apart the things that random numbers are drawn for.
type kind uint64

const (
	ofProject kind = iota + 1
	ofUser
	ofMember
	ofType
	ofTag
	ofSuperEpic
	ofEpic
	ofSprint
	ofTicket
	ofSubtask
	ofComment
	ofEntry
	ofMilestone
	ofLink
	ofLoad
)

// random is a sequence of random numbers (splitmix64).
type random struct{ state uint64 }

// draw returns the sequence for one thing. The same arguments always give the same sequence.
func draw(seed uint64, of kind, numbers ...int64) *random {
	r := &random{seed}
	for _, n := range append([]int64{int64(of)}, numbers...) {
		r.state ^= uint64(n)
		r.state = r.next()
	}
	return r
}

func (r *random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	x := r.state
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// fraction returns a number from 0 to just below 1.
func (r *random) fraction() float64 { return float64(r.next()>>11) / (1 << 53) }

// below returns a whole number from 0 to n-1.
func (r *random) below(n int) int { return int(r.next() % uint64(n)) }

// chance is true in the given share of all cases.
func (r *random) chance(share float64) bool { return r.fraction() < share }

// between returns a moment from one to just before another.
func (r *random) between(from, to moment) moment {
	return from + moment(r.fraction()*float64(max(0, to-from)))
}

// usual returns a count whose values spread around a mean, as the number of time entries on a ticket does.
func (r *random) usual(mean float64) int {
	return int(-math.Log(1-r.fraction())*mean + r.fraction())
}

// tailed returns a count with a long tail: most values are below the mean, and a few are hundreds of times as large.
func (r *random) tailed(mean float64) int {
	return int(mean/2/math.Sqrt(1-r.fraction()) + r.fraction())
}

// early returns an index below n; the first ones are far more frequent than the others.
func (r *random) early(n int) int {
	x := r.fraction()
	return int(x * x * x * float64(n))
}

// newUUID returns a version 7 uuid for a moment.
func (r *random) newUUID(at moment) string {
	var u uuid.UUID
	binary.BigEndian.PutUint64(u[:8], uint64(at/1000)<<16|r.next()&0xfff|0x7000)
	binary.BigEndian.PutUint64(u[8:], r.next()>>2|1<<63)
	return u.String()
}
