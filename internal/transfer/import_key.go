package transfer

import (
	"cmp"
	"context"

	"earnest/internal/domain"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// number gives numbers to the tickets of the file that have none, in order, and sets the project's next number.
func (p *projectImport) number() {
	p.project.NextNumber = p.from.FirstFree()
	for i := range p.from.Tickets {
		if t := &p.from.Tickets[i]; t.Number == 0 {
			t.Number = p.project.NextNumber
			p.project.NextNumber++
		}
	}
}

// claimKeys gives the project its key, with digits if another project has or had it, and reserves those of its old keys that are free.
func (p *projectImport) claimKeys(ctx context.Context) error {
	if err := work.ClaimFreeKey(ctx, p.tx, &p.project, cmp.Or(p.from.Key, domain.KeyFor(p.from.Name))); err != nil {
		return err
	}
	for _, key := range p.from.OldKeys {
		if _, err := workstore.ClaimKey(ctx, p.tx, p.project.ID, key); err != nil {
			return err
		}
	}
	return nil
}
