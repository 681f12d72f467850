package app_test

import (
	"testing"

	"earnest/internal/domain"
)

func TestDeletingATicketIsLoggedForThoseThatDependedOnIt(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		t.Helper()
		ctx := t.Context()
		depend := func(on ...string) string {
			made, err := p.App.Tickets.CreateTicket(ctx, p.caller, p.project, domain.Given(domain.TicketPatch{
				Title: domain.Some("Dependent"), Dependencies: domain.Some(on),
			}))
			if err != nil {
				t.Fatal(err)
			}
			return made.UUID
		}
		gone, stays := p.tickets[0], p.tickets[1]
		one, two, none := depend(gone), depend(stays, gone), depend(stays)
		before := number(t, p.Store, `SELECT COUNT(*) FROM changes`)
		if err := p.App.Tickets.DeleteTicket(ctx, p.caller, gone); err != nil {
			t.Fatal(err)
		}
		for ticket, want := range map[string][2]string{
			one: {`["` + gone + `"]`, `[]`},
			two: {`["` + gone + `","` + stays + `"]`, `["` + stays + `"]`},
		} {
			n := number(t, p.Store, `
SELECT COUNT(*) FROM changes c JOIN projects p ON p.id = c.project_id AND p.revision = c.revision
WHERE c.noun = 'ticket' AND c.noun_uuid = $1 AND c.what = 'dependencies' AND c.from_value = $2 AND c.to_value = $3
  AND c.user_id = $4 AND c.key_id IS NULL AND c.at = p.changed_at`, ticket, want[0], want[1], p.owner.ID)
			if n != 1 {
				t.Errorf("%d rows tell of %s, want 1", n, ticket)
			}
		}
		if n := number(t, p.Store, `SELECT COUNT(*) FROM changes WHERE noun_uuid = $1 AND what = 'dependencies'`, none); n != 0 {
			t.Errorf("a ticket that did not depend on it has %d rows", n)
		}
		if n := number(t, p.Store, `SELECT COUNT(*) FROM changes`) - before; n != 3 {
			t.Errorf("%d rows in all, want 3", n)
		}
	})
}
