package dash

import (
	"earnest/internal/dash/figures"
	"earnest/internal/front"
)

// ticketKeys returns the keys of the tickets that an answer names, by their uuids.
func ticketKeys[T any](d *Dash, r *request, items []T, uuid func(T) string) (map[string]string, error) {
	return d.app.Tickets.TicketKeys(r.ctx, front.Mapped(items, uuid))
}

// addWarnedKeys adds the keys of the tickets that warnings name.
func (d *Dash) addWarnedKeys(r *request, warnings []figures.Warning) error {
	var tickets []*figures.Named
	for _, w := range warnings {
		for i := range w.Tickets {
			tickets = append(tickets, &w.Tickets[i])
		}
	}
	keys, err := ticketKeys(d, r, tickets, func(t *figures.Named) string { return t.UUID })
	for _, t := range tickets {
		t.Key = keys[t.UUID]
	}
	return err
}

// addTermKeys adds the keys of the tickets that the terms of an explanation are about.
func (d *Dash) addTermKeys(r *request, x *figures.Explanation) error {
	terms := x.TicketTerms()
	keys, err := ticketKeys(d, r, terms, func(t *figures.Term) string { return *t.UUID })
	for _, t := range terms {
		t.Key = figures.TextOrNil(keys[*t.UUID])
	}
	return err
}
