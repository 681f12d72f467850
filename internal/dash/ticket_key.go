package dash

import (
	"slices"

	"earnest/evm"
)

// ticketKeys returns the keys of the tickets that an answer names, by their uuids.
func ticketKeys[T any](d *Dash, r *request, items []T, uuid func(T) string) (map[string]string, error) {
	return d.app.Tickets.TicketKeys(r.ctx, mapped(items, uuid))
}

// addWarnedKeys adds the keys of the tickets that warnings name.
func (d *Dash) addWarnedKeys(r *request, warnings []warning) error {
	var tickets []*named
	for _, w := range warnings {
		for i := range w.Tickets {
			tickets = append(tickets, &w.Tickets[i])
		}
	}
	keys, err := ticketKeys(d, r, tickets, func(t *named) string { return t.UUID })
	for _, t := range tickets {
		t.Key = keys[t.UUID]
	}
	return err
}

// addTermKeys adds the keys of the tickets that the terms of an explanation are about.
func (d *Dash) addTermKeys(r *request, x *explanation) error {
	terms := append(ticketTerms(x.Above), ticketTerms(x.Term.Terms)...)
	if x.Term.isTicket() {
		terms = append(terms, &x.Term)
	}
	keys, err := ticketKeys(d, r, terms, func(t *term) string { return *t.UUID })
	for _, t := range terms {
		t.Key = textOrNil(keys[*t.UUID])
	}
	return err
}

// ticketTerms returns the terms about tickets, at any depth.
func ticketTerms(terms []term) (list []*term) {
	for i := range terms {
		if terms[i].isTicket() {
			list = append(list, &terms[i])
		}
		list = append(list, ticketTerms(terms[i].Terms)...)
	}
	return list
}

func (t term) isTicket() bool {
	return t.UUID != nil && slices.Contains([]evm.TermKind{evm.TicketTerm, evm.CommitmentTerm, evm.EffortTerm}, t.Kind)
}
