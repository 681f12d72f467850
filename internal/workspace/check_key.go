package workspace

import "earnest/internal/domain"

// checkKeys rejects malformed old keys, and turns the others into upper case.
func checkKeys(at Path, p *Project) error {
	for i, text := range p.OldKeys {
		key, ok := domain.ParseProjectKey(text)
		if !ok {
			return at.In("old_keys").At(i).Errorf("must be %s, not %q", domain.Rules("project key").Expect(), clip(text))
		}
		p.OldKeys[i] = key
	}
	return nil
}

// checkNumbers rejects two tickets with the same number, and a next number that a ticket already has or has passed.
func checkNumbers(at Path, p *Project) error {
	seen := map[int64]int{}
	for i, t := range p.Tickets {
		if t.Number == 0 {
			continue
		}
		at := at.In("tickets").At(i).In("number")
		if other, twice := seen[t.Number]; twice {
			return at.Errorf("tickets[%d] has the number %d, too", other, t.Number)
		}
		if p.NextNumber > 0 && t.Number >= p.NextNumber {
			return at.Errorf("must be below the project's next_number, which is %d, and it is %d", p.NextNumber, t.Number)
		}
		seen[t.Number] = i
	}
	return nil
}

// FirstFree returns the first number that a ticket without a number gets: the project's next number or, if that is left out, one more than the highest.
func (p *Project) FirstFree() int64 {
	next := max(p.NextNumber, 1)
	for _, t := range p.Tickets {
		next = max(next, t.Number+1)
	}
	return next
}
