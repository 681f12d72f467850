package evm_test

import (
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"earnest/evm"
	"earnest/test/rig"
)

// TestMain makes the property tests try 200 random projects, or 5,000 in the long form, unless the command line sets the number.
func TestMain(m *testing.M) {
	flag.Parse()
	asked := false
	flag.Visit(func(f *flag.Flag) { asked = asked || f.Name == "rapid.checks" })
	if !asked {
		if err := flag.Set("rapid.checks", strconv.Itoa(rig.Times(200, 5_000))); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

const anchor = evm.Day(20_000) // 2024-10-04; random days lie around it

func drawDay(t *rapid.T, name string) evm.Day {
	return anchor + evm.Day(rapid.IntRange(-20, 40).Draw(t, name))
}

func drawMaybeDay(t *rapid.T, name string) *evm.Day {
	if rapid.IntRange(0, 4).Draw(t, name+" missing") == 0 {
		return nil
	}
	return new(drawDay(t, name))
}

// points generates whole numbers, halves, tenths and arbitrary values.
func points() *rapid.Generator[float64] {
	return rapid.OneOf(
		rapid.Custom(func(t *rapid.T) float64 { return float64(rapid.IntRange(0, 21).Draw(t, "whole")) }),
		rapid.Custom(func(t *rapid.T) float64 { return float64(rapid.IntRange(0, 40).Draw(t, "halves")) / 2 }),
		rapid.Custom(func(t *rapid.T) float64 { return float64(rapid.IntRange(0, 99).Draw(t, "tenths")) / 10 }),
		rapid.Float64Range(0.001, 10_000),
	)
}

func money(most float64) *rapid.Generator[*float64] {
	return rapid.Custom(func(t *rapid.T) *float64 {
		switch rapid.IntRange(0, 5).Draw(t, "money kind") {
		case 0:
			return nil
		case 1:
			return new(0.0)
		case 2:
			return new(float64(rapid.IntRange(1, 1000).Draw(t, "round money")) * 100)
		case 3:
			return new(float64(rapid.IntRange(1, 100_000).Draw(t, "cents")) / 100)
		}
		return new(rapid.Float64Range(0.01, most).Draw(t, "odd money"))
	})
}

// project generates projects as the product would supply them.
func project() *rapid.Generator[evm.Project] {
	return rapid.Custom(func(t *rapid.T) evm.Project {
		p := evm.Project{
			UUID:           rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "uuid"),
			Budget:         money(1e12).Draw(t, "budget"),
			ContingencyPct: float64(rapid.IntRange(0, 100).Draw(t, "contingency")),
		}
		for id := range int64(rapid.IntRange(0, 3).Draw(t, "epics")) {
			p.Epics = append(p.Epics, evm.Epic{ID: id + 1, Done: rapid.Bool().Draw(t, "epic done")})
		}
		sprints := rapid.IntRange(0, 5).Draw(t, "sprints")
		for id := range int64(rapid.IntRange(0, 15).Draw(t, "tickets")) {
			p.Tickets = append(p.Tickets, drawTicket(t, id+1, sprints))
		}
		for id := range int64(sprints) {
			p.Sprints = append(p.Sprints, drawSprint(t, id+1, len(p.Tickets)))
		}
		for range rapid.IntRange(0, 12).Draw(t, "lines") {
			p.Effort = append(p.Effort, drawEffort(t, p.Tickets))
		}
		for range rapid.IntRange(0, 3).Draw(t, "scope changes") {
			p.Growth = append(p.Growth, evm.ScopeChange{Day: drawDay(t, "scope day"), Points: points().Draw(t, "scope points")})
		}
		return p
	})
}

func drawTicket(t *rapid.T, id int64, sprints int) evm.Ticket {
	ticket := evm.Ticket{
		ID: id, Points: points().Draw(t, "points"), Done: rapid.Bool().Draw(t, "done"),
		SprintID: int64(rapid.IntRange(0, sprints).Draw(t, "sprint")), EpicID: int64(rapid.IntRange(0, 3).Draw(t, "epic")),
	}
	if ticket.Done {
		ticket.DoneDay = drawMaybeDay(t, "done day")
	}
	return ticket
}

// drawSprint draws a sprint with dates of all kinds, and sometimes with a snapshot of its own tickets, those of other sprints
// and deleted ones.
func drawSprint(t *rapid.T, id int64, tickets int) evm.Sprint {
	s := evm.Sprint{ID: id, Start: drawMaybeDay(t, "start")}
	s.Status = rapid.SampledFrom([]evm.SprintStatus{evm.Planning, evm.Active, evm.Completed}).Draw(t, "status")
	if s.Start != nil && rapid.IntRange(0, 7).Draw(t, "end missing") > 0 {
		s.End = new(*s.Start + evm.Day(rapid.IntRange(0, 20).Draw(t, "length")))
	}
	if rapid.Bool().Draw(t, "snapshot") {
		for ticket := range int64(tickets + 2) {
			if rapid.IntRange(0, 2).Draw(t, "committed") == 0 {
				s.Committed = append(s.Committed, evm.Commitment{TicketID: ticket + 1, Points: points().Draw(t, "committed points")})
			}
		}
	}
	return s
}

// drawEffort books time on an existing or a deleted ticket.
func drawEffort(t *rapid.T, tickets []evm.Ticket) evm.Effort {
	e := evm.Effort{
		MemberID: int64(rapid.IntRange(1, 3).Draw(t, "member")), Minutes: int64(rapid.IntRange(1, 2000).Draw(t, "minutes")),
		Day: drawMaybeDay(t, "booked"), Rate: rapid.SampledFrom([]*float64{nil, new(0.0), new(400.0), new(333.33), new(0.1)}).Draw(t, "rate"),
	}
	if i := rapid.IntRange(0, len(tickets)).Draw(t, "booked on"); i < len(tickets) {
		e.TicketID, e.SprintID, e.EpicID = tickets[i].ID, tickets[i].SprintID, tickets[i].EpicID
	}
	return e
}

// shuffled returns the project with all its lists in another order.
func shuffled(p evm.Project, seed uint64) evm.Project {
	r := rand.New(rand.NewPCG(seed, 1))
	p.Sprints, p.Epics = shuffle(r, p.Sprints), shuffle(r, p.Epics)
	p.Tickets, p.Effort = shuffle(r, p.Tickets), shuffle(r, p.Effort)
	p.Growth = shuffle(r, p.Growth)
	for i := range p.Sprints {
		p.Sprints[i].Committed = shuffle(r, p.Sprints[i].Committed)
	}
	return p
}

func shuffle[T any](r *rand.Rand, list []T) []T {
	list = slices.Clone(list)
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// unprintable returns the path to the first NaN, infinity or minus zero inside a value, or "" if there is none.
func unprintable(v reflect.Value, path string) string {
	switch v.Kind() {
	case reflect.Float64:
		x := v.Float()
		if math.IsNaN(x) || math.IsInf(x, 0) || (x == 0 && math.Signbit(x)) {
			return path
		}
	case reflect.Pointer:
		if _, echo := reflect.TypeAssert[*evm.Effort](v); !echo && !v.IsNil() { // a line of effort is echoed as it was given
			return unprintable(v.Elem(), path)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if found := unprintable(v.Field(i), path+"."+v.Type().Field(i).Name); found != "" {
				return found
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			if found := unprintable(v.Index(i), path+"[]"); found != "" {
				return found
			}
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			if found := unprintable(v.MapIndex(key), path+"["+key.String()+"]"); found != "" {
				return found
			}
		}
	default: // no other kind holds numbers that can be unprintable
	}
	return ""
}
