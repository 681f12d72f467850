package app

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"time"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// change is one write to one project: it holds the project's lock, the one time of the write, and
// records what happened. The project's revision rises with the first record.
type change struct {
	tx       *store.Tx
	caller   domain.Caller
	project  domain.Access
	now      time.Time
	revision int64
	touched  bool
	bulk     bool // the minutes of all tickets that it moves are moved together
}

// open begins a write: it checks that the caller may act, then that the input can be read, then locks
// the project. What was read before the lock must be read again. Within a project time moves on with every write, in the
// order of commits, so that nobody who asks for "everything since" misses a change, and no two versions of a thing have the
// same moment.
func open[T any](
	ctx context.Context, a *App, tx *store.Tx, caller domain.Caller, access domain.Access, act domain.Act, in domain.Input[T],
) (*change, T, error) {
	var none T
	if err := access.Check(act); err != nil {
		return nil, none, err
	}
	value, err := in.Get()
	if err != nil {
		return nil, none, err
	}
	c, err := a.lock(ctx, tx, caller, access)
	return c, value, err
}

// openBare begins a write that needs no input.
func openBare(ctx context.Context, a *App, tx *store.Tx, caller domain.Caller, access domain.Access, act domain.Act) (*change, error) {
	if err := access.Check(act); err != nil {
		return nil, err
	}
	return a.lock(ctx, tx, caller, access)
}

func (a *App) lock(ctx context.Context, tx *store.Tx, caller domain.Caller, access domain.Access) (*change, error) {
	revision, last, err := tx.LockProject(ctx, access.ProjectID)
	if err != nil {
		return nil, err
	}
	now := a.clock()
	if !now.After(last) {
		now = last.Add(time.Microsecond)
	}
	return &change{tx: tx, caller: caller, project: access, now: now, revision: revision}, nil
}

// fact is a field of a thing as the log tells it.
type fact struct {
	name  string
	value any
}

// created records a new thing with all its facts.
func (c *change) created(ctx context.Context, noun, uuid string, facts []fact) error {
	return c.record(ctx, domain.Change{Noun: noun, NounUUID: uuid, What: domain.Created, To: object(facts)})
}

// deleted records the end of a thing with what it was.
func (c *change) deleted(ctx context.Context, noun, uuid string, facts []fact) error {
	return c.record(ctx, domain.Change{Noun: noun, NounUUID: uuid, What: domain.Deleted, From: object(facts)})
}

// updated records each fact that differs; changed is false when none does.
func (c *change) updated(ctx context.Context, noun, uuid string, from, to []fact) (changed bool, err error) {
	rows := differing(noun, uuid, from, to)
	for _, row := range rows {
		if err := c.record(ctx, row); err != nil {
			return true, err
		}
	}
	return len(rows) > 0, nil
}

// differing gives a row of the log for each fact that is not the same any more.
func differing(noun, uuid string, from, to []fact) []domain.Change {
	var rows []domain.Change
	for i := range from {
		if before, after := encode(from[i].value), encode(to[i].value); !bytes.Equal(before, after) {
			rows = append(rows, domain.Change{Noun: noun, NounUUID: uuid, What: from[i].name, From: string(before), To: string(after)})
		}
	}
	return rows
}

// record adds a row to the log and raises the project's revision once.
func (c *change) record(ctx context.Context, row domain.Change) error {
	row, err := c.sign(ctx, row)
	if err != nil {
		return err
	}
	return c.tx.InsertChange(ctx, c.project.ProjectID, row)
}

// sign raises the project's revision once and gives a row of the log its revision, time and author, for
// statements that log many things at once.
func (c *change) sign(ctx context.Context, row domain.Change) (domain.Change, error) {
	if err := c.raise(ctx); err != nil {
		return row, err
	}
	row.Revision, row.At = c.revision, c.now
	row.UserID, row.KeyID = idOrNil(c.caller.UserID), idOrNil(c.caller.KeyID)
	return row, nil
}

// raise raises the project's revision, once for the whole change.
func (c *change) raise(ctx context.Context) error {
	if c.touched {
		return nil
	}
	c.revision++
	c.touched = true
	return c.tx.TouchProject(ctx, c.project.ProjectID, c.revision, c.now)
}

func idOrNil(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}

// object writes facts as a JSON object in their order.
func object(facts []fact) string {
	b := make([]byte, 0, 512)
	b = append(b, '{')
	for i, f := range facts {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendValue(b, f.name)
		b = append(b, ':')
		b = appendValue(b, f.value)
	}
	return string(append(b, '}'))
}

func encode(v any) []byte { return appendValue(nil, v) }

// appendValue adds what json.Marshal writes of a value. Most facts need none of its rules.
func appendValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case string:
		return appendText(b, v)
	case *string:
		return appendOrNull(b, v, appendText)
	case domain.Date:
		return appendText(b, string(v))
	case []string:
		if v != nil {
			return appendTexts(b, v)
		}
	case int64:
		return appendInt(b, v)
	case *int64:
		return appendOrNull(b, v, appendInt)
	case float64:
		if whole := int64(v); float64(whole) == v && v != 0 && -1e15 < v && v < 1e15 {
			return appendInt(b, whole)
		}
	}
	return appendAny(b, v)
}

func appendOrNull[T any](b []byte, v *T, add func([]byte, T) []byte) []byte {
	if v == nil {
		return append(b, "null"...)
	}
	return add(b, *v)
}

func appendInt(b []byte, n int64) []byte { return strconv.AppendInt(b, n, 10) }

func appendText(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			return appendAny(b, s)
		}
	}
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}

func appendTexts(b []byte, texts []string) []byte {
	b = append(b, '[')
	for i, s := range texts {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendText(b, s)
	}
	return append(b, ']')
}

func appendAny(b []byte, v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // facts are texts, numbers, lists of these, or nil
	}
	return append(b, text...)
}
