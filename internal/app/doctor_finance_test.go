package app_test

import (
	"testing"

	"earnest/internal/db"
)

// The doctor trusts neither roll-up, and names each figure that does not follow from the time entries.
func TestDoctorFindsIndicatorsThatTheTimeEntriesDoNotGive(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ harm, want string }{
		"a minute too many": {`UPDATE effort_costs SET minutes = minutes + 1`, ": ac is 241 from the roll-ups and 240 from single tickets and time entries"},
		"out of its sprint": {`UPDATE effort_costs SET in_sprint = FALSE`, ": no_sprint_cost is 240 from the roll-ups and 0 from single tickets and time entries"},
		"unpriced":          {`UPDATE effort_costs SET rate_from = ''`, ": cpi is null from the roll-ups and 20.833333333333332 from single tickets and time entries"},
		"a ticket too many": {`UPDATE ticket_counts SET open_tickets = open_tickets + 1`, ": total_sp is "},
		"an entry changed":  {`UPDATE time_entries SET duration_minutes = 480`, ": ac_total is 240 from the roll-ups and 480 from single tickets and time entries"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eachPast(t, "UTC", func(t *testing.T, p *past) {
				p.log(t, "2026-03-10", 240)
				p.finish(t, p.tickets[0])
				mustBeHealthy(t, p.App)
				err := p.Store.Write(t.Context(), func(tx *db.Tx) error { return tx.Script(t.Context(), c.harm) })
				if err != nil {
					t.Fatal(err)
				}
				mustFind(t, p.App, "project "+p.project+c.want)
			})
		})
	}
}
