package app_test

import (
	"context"

	"earnest/internal/domain"
)

// logged holds the time entries of a random history, both existing and deleted.
type logged struct {
	there, gone []ownEntry
}

// ownEntry is a time entry with its author.
type ownEntry struct {
	uuid string
	by   domain.Caller
}

// timeActs returns every kind of write to time entries. The owner also corrects other people's time.
func (s *tale) timeActs() []act {
	return []act{
		{"log time", 8, s.logTime},
		{"change a time entry", 6, s.changeTime},
		{"delete a time entry", 3, s.deleteTime},
		{"bring a time entry back", 2, s.restoreTime},
	}
}

func (s *tale) logTime(ctx context.Context) error {
	ticket, by := s.one(s.tickets), s.people[s.someone()]
	if ticket == "" {
		return nil
	}
	e, err := s.App.Time.CreateTimeEntry(ctx, by, ticket, domain.Given(domain.NewTimeEntry{Minutes: s.minutes(), LoggedAt: s.day()}))
	s.time.there = append(s.time.there, ownEntry{e.UUID, by})
	return err
}

func (s *tale) minutes() int64 { return s.r.Int64N(500) + 1 }

// hand returns the person who changes an entry: its author or the owner.
func (s *tale) hand(e ownEntry) domain.Caller {
	if s.r.IntN(3) == 0 {
		return s.caller
	}
	return e.by
}

func (s *tale) changeTime(ctx context.Context) error {
	if len(s.time.there) == 0 {
		return nil
	}
	e := s.time.there[s.r.IntN(len(s.time.there))]
	patch := domain.TimeEntryPatch{
		Minutes:  domain.Opt[int64]{Set: s.r.IntN(2) == 0, Value: s.minutes()},
		LoggedAt: domain.Opt[domain.Date]{Set: s.r.IntN(2) == 0, Value: s.day()},
		Ticket:   domain.Opt[string]{Set: s.r.IntN(2) == 0 && len(s.tickets) > 0, Value: s.one(s.tickets)},
		Comment:  domain.Opt[*string]{Set: s.r.IntN(4) == 0, Value: &e.uuid},
	}
	_, err := s.App.Time.UpdateTimeEntry(ctx, s.hand(e), e.uuid, domain.Given(patch))
	return err
}

func (s *tale) deleteTime(ctx context.Context) error {
	if len(s.time.there) == 0 {
		return nil
	}
	i := s.r.IntN(len(s.time.there))
	e := s.time.there[i]
	s.time.there = append(s.time.there[:i:i], s.time.there[i+1:]...)
	s.time.gone = append(s.time.gone, e)
	return s.App.Time.DeleteTimeEntry(ctx, s.hand(e), e.uuid)
}

// restoreTime restores the last deleted entry; entries deleted long ago stay deleted.
func (s *tale) restoreTime(ctx context.Context) error {
	last := len(s.time.gone) - 1
	if last < 0 {
		return nil
	}
	e := s.time.gone[last]
	s.time.gone = s.time.gone[:last]
	_, err := s.App.Time.RestoreTimeEntry(ctx, s.hand(e), e.uuid)
	if domain.KindOf(err) == domain.Conflict {
		return nil
	}
	s.time.there = append(s.time.there, e)
	return err
}
