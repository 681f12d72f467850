package scale

import (
	"math"
	"time"
)

// moment is a time as the database stores it: microseconds since 1970.
type moment int64

const (
	second    moment = 1_000_000
	hour             = 3600 * second
	aDay             = 24 * hour
	fortnight        = 14 * aDay
)

func (m moment) time() time.Time { return time.UnixMicro(int64(m)).UTC() }

func (m moment) day() string { return m.time().Format(time.DateOnly) }

// World is everything there is to know about the data, apart from the rows themselves. Time is divided into fortnights, each of
// which is one sprint. Rows are stored fortnight by fortnight and within it project by project, so that the rows of a project are
// spread over the tables as they are in real life.
type World struct {
	Size     Size
	Seed     uint64
	Projects []*Project // the largest first

	end        moment // nothing has happened since
	start      moment // of fortnight 0
	fortnights int
	has        counts    // in all projects together
	tickets    [][]int64 // by fortnight and project, the number of tickets before
}

// Version changes whenever the same seed gives other rows than before.
const Version = 4

// years is how long the oldest project has lasted.
const years = 4

// NewWorld returns the world that ends with the day before the given one.
func NewWorld(size Size, seed uint64, today time.Time) *World {
	y, m, d := today.UTC().Date()
	end := time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	w := &World{Size: size, Seed: seed, end: moment(end.UnixMicro()), fortnights: years * 26}
	// The current fortnight began on the Monday of last week.
	monday := end.AddDate(0, 0, -7-(int(end.Weekday())+6)%7)
	w.start = moment(monday.UnixMicro()) - moment(w.fortnights-1)*fortnight
	w.addProjects()
	w.numberTickets()
	return w
}

// Today returns the day on which the world is current.
func (w *World) Today() time.Time { return w.end.time() }

func (w *World) begin(f int) moment { return w.start + moment(f)*fortnight }

// current returns the number of the fortnight that is not over yet.
func (w *World) current() int { return w.fortnights - 1 }

func (w *World) draw(of kind, numbers ...int64) *random { return draw(w.Seed, of, numbers...) }

// shares returns the number of tickets in each project. The sizes fall by a power of the project's rank, chosen so that the
// largest project has the size it should have.
func (w *World) shares() []int {
	n, first := w.Size.Projects, float64(w.Size.largest())
	low, high := 0.0, 3.0
	for range 60 {
		if middle := (low + high) / 2; powers(n, middle)*first > float64(w.Size.Tickets) {
			low = middle
		} else {
			high = middle
		}
	}
	list, left := make([]int, n), w.Size.Tickets
	for i := range list {
		list[i] = max(1, min(int(first*math.Pow(float64(i+1), -low)), left-(n-1-i)))
		left -= list[i]
	}
	for i := 1; left > 0; i = i%(n-1) + 1 { // what rounding has left over
		list[i]++
		left--
	}
	return list
}

func powers(n int, exponent float64) (sum float64) {
	for i := range n {
		sum += math.Pow(float64(i+1), -exponent)
	}
	return sum
}

// numberTickets counts the tickets that are stored before those of each fortnight and project.
func (w *World) numberTickets() {
	last := int64(0)
	for f := range w.fortnights {
		row := make([]int64, len(w.Projects))
		for i, p := range w.Projects {
			row[i] = last
			last += int64(p.ticketsIn(f))
		}
		w.tickets = append(w.tickets, row)
	}
}
