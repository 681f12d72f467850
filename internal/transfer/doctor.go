package transfer

import (
	"context"

	"earnest/internal/transfer/store"
)

// Finding is the result of a check of the data; Problem is empty if the check passed. Note says why something was not checked.
type Finding struct {
	Check   string
	Problem string
	Note    string
}

// Doctor checks the data against its invariants. It changes nothing. A check that cannot run counts as a problem too.
func (a *Service) Doctor(ctx context.Context) ([]Finding, error) {
	checks, err := store.Doctor(ctx, a.DB, a.Now())
	if err != nil {
		return nil, err
	}
	finance, err := a.financeProblems(ctx)
	if err != nil && ctx.Err() != nil {
		return nil, err
	}
	checks = append(checks, store.Found("the indicators from the roll-ups equal those from the time entries", finance, err))
	checks = append(checks, a.objectChecks(ctx)...)
	findings := make([]Finding, 0, len(checks))
	for _, c := range checks {
		if len(c.Problems) == 0 {
			findings = append(findings, Finding{Check: c.Name, Note: c.Note})
		}
		for _, p := range c.Problems {
			findings = append(findings, Finding{Check: c.Name, Problem: p})
		}
	}
	return findings, nil
}
