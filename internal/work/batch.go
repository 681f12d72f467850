package work

import (
	"context"
	"errors"
	"strings"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// Step is one write of a batch.
type Step struct {
	Name string // in messages

	on  func(domain.Caller) Target // what it is about
	run func(context.Context, domain.Caller) (any, error)
	err error // why it cannot be carried out
}

// Refused returns a step that cannot be carried out.
func Refused(err error) Step { return Step{err: err} }

// Outcome is the result of a step, or why it was refused.
type Outcome struct {
	Value any
	Err   error
}

// Batch is a list of writes that are carried out one after the other in one transaction.
type Batch struct {
	Steps  []Step
	Atomic bool // nothing is written unless every step succeeds
}

// RunBatch carries out a batch. If it is atomic, a step that is refused makes it fail, and the error names every such step. Otherwise, the outcome of each
// step says whether it was refused. Any other error, such as that of an unavailable database, makes the batch fail in either case.
func (a *Projects) RunBatch(ctx context.Context, caller domain.Caller, b Batch) ([]Outcome, error) {
	alone := caller
	alone.Receipt = nil // it belongs to the batch as a whole
	return writeOnce(ctx, a.Instance, caller, func(tx *db.Tx) ([]Outcome, []string, error) {
		projects, err := store.LockOwnProjects(ctx, tx, caller.UserID, b.targets(alone))
		if err != nil {
			return nil, nil, err
		}
		outcomes, err := b.run(ctx, tx, alone)
		return outcomes, projects, err
	})
}

// targets returns the uuids of what the steps are about.
func (b Batch) targets(caller domain.Caller) []string {
	uuids := []string{}
	for _, s := range b.Steps {
		if s.err == nil {
			uuids = append(uuids, s.on(caller).UUID)
		}
	}
	return uuids
}

func (b Batch) run(ctx context.Context, tx *db.Tx, caller domain.Caller) ([]Outcome, error) {
	outcomes, size := make([]Outcome, 0, len(b.Steps)), 0
	var refused []error
	for _, s := range b.Steps {
		value, err := b.attempt(ctx, tx, s, caller)
		switch {
		case err != nil && !refuses(err):
			return nil, err
		case err != nil && b.Atomic:
			refused = append(refused, s.problems(err)...)
			continue
		}
		if size += textLength(value); size > maxBatchText {
			return nil, domain.Invalidf("the tickets of a batch must not have more than %d MiB of text together; send fewer items at once", maxBatchText>>20).At("items")
		}
		outcomes = append(outcomes, Outcome{value, err})
	}
	if len(refused) > 0 {
		return nil, nothingDone(refused)
	}
	return outcomes, nil
}

// maxBatchText limits the memory that the results of a batch take, in bytes: the same long ticket may be changed by many items.
const maxBatchText = 8 << 20

// textLength returns the length of the long texts of a result in bytes.
func textLength(value any) (n int) {
	t, ok := value.(domain.Ticket)
	if !ok {
		return 0
	}
	if t.Description != nil {
		n = len(*t.Description)
	}
	for _, line := range t.AcceptanceCriteria {
		n += len(line)
	}
	return n
}

// attempt carries out a step. If it is refused, what it has changed until then is undone, and the others go on.
func (b Batch) attempt(ctx context.Context, tx *db.Tx, s Step, caller domain.Caller) (value any, err error) {
	if s.err != nil {
		return nil, s.err
	}
	err = tx.Attempt(ctx, func() (err error) {
		value, err = s.run(tx.Join(ctx), caller)
		return err
	})
	return value, err
}

// refuses reports whether an error is the caller's: the others mean that nothing can be written at all.
func refuses(err error) bool {
	switch domain.KindOf(err) {
	case domain.NotFound, domain.Forbidden, domain.Invalid, domain.Conflict:
		return true
	default:
		return false
	}
}

// problems returns what is wrong with a step, as fields of its batch.
func (s Step) problems(err error) (all []error) {
	e, ok := errors.AsType[*domain.Error](err)
	if !ok {
		return []error{err}
	}
	for _, one := range e.All() {
		field := s.Name
		if one.Field != "" {
			field += "." + one.Field
		}
		all = append(all, domain.Wrap(domain.Invalid, err, "%s", one.Message).At(field))
	}
	return all
}

// nothingDone returns the error of an atomic batch of which something was refused. Its message is about the first of these problems.
func nothingDone(refused []error) error {
	err := domain.Join(refused...)
	first, ok := errors.AsType[*domain.Error](err)
	if !ok {
		return err
	}
	step, _, _ := strings.Cut(first.Field, ".")
	return domain.Join(append([]error{domain.Invalidf("%s: %s; nothing was done", step, first.Message)}, refused...)...)
}

// CreateStep returns the step that adds a ticket to a project.
func (a *Tickets) CreateStep(project string, in domain.Input[domain.TicketPatch]) Step {
	return Step{
		on:  func(c domain.Caller) Target { return OfProject(c, project) },
		run: func(ctx context.Context, c domain.Caller) (any, error) { return a.CreateTicket(ctx, c, project, in) },
	}
}

// UpdateStep returns the step that changes a ticket.
func (a *Tickets) UpdateStep(uuid string, in domain.Input[domain.TicketPatch]) Step {
	return Step{
		on:  func(c domain.Caller) Target { return Target{c, store.TicketAccess, uuid} },
		run: func(ctx context.Context, c domain.Caller) (any, error) { return a.UpdateTicket(ctx, c, uuid, in) },
	}
}

// DeleteStep returns the step that deletes a ticket.
func (a *Tickets) DeleteStep(uuid string) Step {
	return Step{
		on:  func(c domain.Caller) Target { return Target{c, store.TicketAccess, uuid} },
		run: func(ctx context.Context, c domain.Caller) (any, error) { return nil, a.DeleteTicket(ctx, c, uuid) },
	}
}

// CreateStep returns the step that logs time on a ticket.
func (a *Time) CreateStep(ticket string, in domain.Input[domain.NewTimeEntry]) Step {
	return Step{
		on:  func(c domain.Caller) Target { return Target{c, store.TicketAccess, ticket} },
		run: func(ctx context.Context, c domain.Caller) (any, error) { return a.CreateTimeEntry(ctx, c, ticket, in) },
	}
}

// UpdateStep returns the step that changes a time entry.
func (a *Time) UpdateStep(uuid string, in domain.Input[domain.TimeEntryPatch]) Step {
	return Step{
		on:  func(c domain.Caller) Target { return timeEntry(c, uuid) },
		run: func(ctx context.Context, c domain.Caller) (any, error) { return a.UpdateTimeEntry(ctx, c, uuid, in) },
	}
}

// DeleteStep returns the step that deletes a time entry.
func (a *Time) DeleteStep(uuid string) Step {
	return Step{
		on:  func(c domain.Caller) Target { return timeEntry(c, uuid) },
		run: func(ctx context.Context, c domain.Caller) (any, error) { return nil, a.DeleteTimeEntry(ctx, c, uuid) },
	}
}
