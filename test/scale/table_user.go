package scale

import (
	"fmt"
	"iter"

	"earnest/internal/domain"
)

// users yields a row for each user who was added in a fortnight; the director was there first.
func users(row func(w *World, id int64, at moment) []any) func(*World, int) iter.Seq[[]any] {
	return func(w *World, f int) iter.Seq[[]any] {
		return func(yield func([]any) bool) {
			for id := w.Size.Users*f/w.fortnights + 1; id <= w.Size.Users*(f+1)/w.fortnights; id++ {
				if !yield(row(w, int64(id), w.start)) {
					return
				}
			}
		}
	}
}

func accountRow(_ *World, id int64, at moment) []any { return []any{id, "business", true, at, at, at} }

func userRow(w *World, id int64, at moment) []any {
	r := w.draw(ofUser, id)
	first, last := "Person", fmt.Sprintf("%s %d", pick(r, verbs), id)
	return []any{
		id, r.newUUID(at), id, Email(id), Email(id), first, last, domain.Fold(last), domain.Fold(first), domain.Fold(first + " " + last + " " + Email(id)),
		id == Director, at, at,
	}
}

// Email returns a user's address.
func Email(id int64) string { return fmt.Sprintf("person%d@example.org", id) }
