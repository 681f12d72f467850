package scale

import (
	"testing"
	"time"

	"earnest/internal/db"
)

func TestAWorldHasTheSizeAskedForAndALongTail(t *testing.T) {
	t.Parallel()
	for _, size := range []Size{Small(), T1(), T2(), T1().Times(0.01)} {
		w := NewWorld(size, 1, today())
		sum := 0
		for i, p := range w.Projects {
			sum += p.Tickets
			if i > 1 && p.Tickets > w.Projects[i-1].Tickets+1 {
				t.Errorf("%+v: project %d is larger than the one before it", size, i)
			}
			tickets := 0
			for f := range w.fortnights {
				tickets += p.ticketsIn(f)
			}
			if tickets != p.Tickets {
				t.Errorf("%+v: project %d has %d tickets in its fortnights, not %d", size, i, tickets, p.Tickets)
			}
		}
		if len(w.Projects) != size.Projects || sum != size.Tickets {
			t.Errorf("%+v: %d projects, %d tickets", size, len(w.Projects), sum)
		}
	}
	if largest := NewWorld(T2(), 1, today()).Projects[0].Tickets; largest != 100_000 {
		t.Errorf("the largest project of T2 has %d tickets", largest)
	}
}

func TestTheSameSeedGivesTheSameRows(t *testing.T) {
	t.Parallel()
	size := sizes()[db.SQLite]
	one, two, other := NewWorld(size, 1, today()), NewWorld(size, 1, today()), NewWorld(size, 2, today())
	a, b, c := one.Projects[0].ticket(90, 0), two.Projects[0].ticket(90, 0), other.Projects[0].ticket(90, 0)
	if a.uuid != b.uuid || a.title() != b.title() || len(a.entries()) != len(b.entries()) || one.Load(20).Request(7) != two.Load(20).Request(7) {
		t.Error("the same seed gives different rows")
	}
	if a.uuid == c.uuid {
		t.Error("another seed gives the same rows")
	}
}

// The counts that random numbers aim at are met to within a few per cent.
func TestCommentsAndEntriesComeInTheNumbersAskedFor(t *testing.T) {
	t.Parallel()
	size := T1().Times(0.1)
	w := NewWorld(size, 1, today())
	comments, entries := 0, 0
	for _, p := range w.Projects {
		for f := range w.fortnights {
			for n := range p.ticketsIn(f) {
				ticket := p.ticket(f, n)
				comments += len(ticket.comments())
				entries += len(ticket.entries())
			}
		}
	}
	for _, c := range []struct{ got, want int }{{comments, size.Comments}, {entries, size.Entries}} {
		if c.got < c.want*9/10 || c.got > c.want*11/10 {
			t.Errorf("%d instead of about %d", c.got, c.want)
		}
	}
}

func TestNineRequestsInTenOfTheMixRead(t *testing.T) {
	t.Parallel()
	m := NewWorld(sizes()[db.SQLite], 1, time.Now()).Load(50)
	reads, users := 0, map[int64]int{}
	for n := range 5000 {
		q := m.Request(n)
		users[q.By]++
		if q.Method == "GET" {
			reads++
		}
	}
	if reads < 4400 || reads > 4600 {
		t.Errorf("%d of 5000 requests read", reads)
	}
	if users[m.visitors[0].user] < 5*users[m.visitors[len(m.visitors)-1].user] {
		t.Errorf("the most active user is not much more active than the others: %v", users)
	}
}
