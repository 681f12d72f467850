package work

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"time"

	"earnest/internal/asjson"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/instance"
	"earnest/internal/work/store"
)

// InstanceLog is the project id of log rows that belong to no project, such as those about accounts, sign-ins, keys and backups.
const InstanceLog = 0

// Nouns in the instance's log whose rows are displayed differently from the others.
const (
	KeyNoun     = "key" // its rows identify the key by number
	SessionNoun = "session"
)

// Change is one write to one project. It holds the project's lock and the time of the write, and adds rows to the log. The first row raises
// the project's revision.
type Change struct {
	Tx      *db.Tx
	Caller  domain.Caller
	Project domain.Access
	Now     time.Time
	state   *store.ProjectLock // the project as this write, and those before it in the transaction, have left it
	raised  bool
	bulk    bool              // if set, changeAll moves the minutes of all the tickets together
	ranks   map[string]string // in a bulk change that moves tickets: their new ranks by uuid
	invalid error             // what is wrong with the part of the input that could not be decoded; see check
}

// check returns everything that is wrong with the input: what could not be decoded, and what the use case has found. A use case that was
// given an input by domain.Input.Further calls it before it writes.
func (c *Change) check(found ...error) error {
	return domain.Join(append([]error{c.invalid}, found...)...)
}

// Lock begins a write: it locks the project. Anything read before the project was locked must be read again. Writes
// advance the project's clock in commit order, so that a client that asks for everything since a given time misses no change, and no two
// versions of an item have the same timestamp. Lock does not check permissions; Write does.
func Lock(ctx context.Context, i *instance.Instance, tx *db.Tx, caller domain.Caller, access domain.Access) (*Change, error) {
	if err := tx.Together(ctx, locking(tx, caller, access, new(store.Receipt))...); err != nil {
		return nil, err
	}
	return begin(i, tx, caller, access)
}

// locking returns the statements that lock a project and read its state into tx.Held. If the caller has a receipt, they also read the answer to an earlier
// request with its name into kept.
func locking(tx *db.Tx, caller domain.Caller, access domain.Access, kept *store.Receipt) []db.Statement {
	state := &store.ProjectLock{}
	tx.Held = state
	if caller.Receipt == nil {
		return state.Statements(tx, access.ProjectID)
	}
	return state.Claimed(tx, access.ProjectID, claimOf(caller), kept)
}

// begin begins a write to the project that this write, or one before it in the transaction, has locked.
func begin(i *instance.Instance, tx *db.Tx, caller domain.Caller, access domain.Access) (*Change, error) {
	state := tx.Held.(*store.ProjectLock) //nolint:errcheck,forcetypeassert // locking put it there
	switch {
	case !state.Found && caller.Receipt != nil:
		return nil, domain.StillRunning() // or the project has been deleted, which the next attempt finds out
	case !state.Found:
		return nil, domain.NoSuch("project")
	}
	now := i.Now()
	if !now.After(state.ChangedAt) {
		now = state.ChangedAt.Add(time.Microsecond)
	}
	return &Change{Tx: tx, Caller: caller, Project: access, Now: now, state: state}, nil
}

// match refuses to go on if the item, as it is now, is not the one that the caller expects.
func (c *Change) match(current any) error {
	if c.Caller.Match == nil {
		return nil
	}
	return c.Caller.Match(current)
}

// Fact is a field of an item as the log records it.
type Fact struct {
	Name  string
	Value any
}

// Created records a new item with all its facts.
func (c *Change) Created(ctx context.Context, noun, uuid string, facts []Fact) error {
	return c.Record(ctx, domain.Change{Noun: noun, NounUUID: uuid, What: domain.Created, To: Object(facts)})
}

// deleted records that an item was deleted, along with its facts at that time.
func (c *Change) deleted(ctx context.Context, noun, uuid string, facts []Fact) error {
	return c.Record(ctx, domain.Change{Noun: noun, NounUUID: uuid, What: domain.Deleted, From: Object(facts)})
}

// Updated records each fact that differs between from and to; changed is false if there is none.
func (c *Change) Updated(ctx context.Context, noun, uuid string, from, to []Fact) (changed bool, err error) {
	rows := Differing(noun, uuid, from, to)
	for _, row := range rows {
		if err := c.Record(ctx, row); err != nil {
			return true, err
		}
	}
	return len(rows) > 0, nil
}

// Differing returns a log row for each fact that changed.
func Differing(noun, uuid string, from, to []Fact) []domain.Change {
	var rows []domain.Change
	for i := range from {
		if before, after := Encode(from[i].Value), Encode(to[i].Value); !bytes.Equal(before, after) {
			rows = append(rows, domain.Change{Noun: noun, NounUUID: uuid, What: from[i].Name, From: string(before), To: string(after)})
		}
	}
	return rows
}

// Record adds a row to the log. The first row of a change raises the project's revision.
func (c *Change) Record(ctx context.Context, row domain.Change) error {
	row, err := c.sign(ctx, row)
	if err != nil {
		return err
	}
	return store.InsertChange(ctx, c.Tx, c.Project.ProjectID, row)
}

// sign raises the project's revision if needed and sets the revision, time and author of a log row. Statements that log changes to many
// items use this row as a template.
func (c *Change) sign(ctx context.Context, row domain.Change) (domain.Change, error) {
	if err := c.Raise(ctx); err != nil {
		return row, err
	}
	row.Revision, row.At = c.state.Revision, c.Now
	row.UserID, row.KeyID = IDOrNil(c.Caller.UserID), IDOrNil(c.Caller.KeyID)
	return row, nil
}

// Raise raises the project's revision, but only once per change.
func (c *Change) Raise(ctx context.Context) error {
	if c.raised {
		return nil
	}
	return c.saveState(ctx)
}

// saveState raises the project's revision, unless this change has done so already, and stores the project's state.
func (c *Change) saveState(ctx context.Context) error {
	if !c.raised {
		c.state.Revision++
		c.state.ChangedAt = c.Now
		c.raised = true
	}
	return c.state.Save(ctx, c.Tx, c.Project.ProjectID)
}

// takeNumber returns the number of a new ticket and raises the project's revision. Both are stored by the statement that raises the revision, so
// a write that fails leaves no gap.
func (c *Change) takeNumber(ctx context.Context) (int64, error) {
	c.state.NextNumber++
	return c.state.NextNumber - 1, c.saveState(ctx)
}

// addTimeEntry stores a new time entry. The statement that raises the project's revision also counts the entry.
func (c *Change) addTimeEntry(ctx context.Context, e domain.TimeEntry) error {
	if err := store.InsertTimeEntry(ctx, c.Tx, e); err != nil {
		return err
	}
	c.state.Entries++
	return c.saveState(ctx)
}

// removeTimeEntry deletes a time entry and takes it off the number of the project's entries.
func (c *Change) removeTimeEntry(ctx context.Context, e domain.TimeEntry) error {
	if err := store.DeleteTimeEntry(ctx, c.Tx, e); err != nil {
		return err
	}
	c.state.Entries--
	return c.saveState(ctx)
}

func IDOrNil(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}

// Object encodes facts as a JSON object, in order.
func Object(facts []Fact) string {
	b := make([]byte, 0, 512)
	b = append(b, '{')
	for i, f := range facts {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendValue(b, f.Name)
		b = append(b, ':')
		b = appendValue(b, f.Value)
	}
	return string(append(b, '}'))
}

func Encode(v any) []byte { return appendValue(nil, v) }

// appendValue appends a value as json.Marshal would encode it, with fast paths for the common types.
func appendValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case string:
		return appendText(b, v)
	case *string:
		return asjson.OrNull(b, v, appendText)
	case domain.Date:
		return appendText(b, string(v))
	case []string:
		return asjson.List(b, v, appendText)
	case int64:
		return asjson.Int(b, v)
	case *int64:
		return asjson.OrNull(b, v, asjson.Int)
	case float64:
		return asjson.Float(b, v)
	}
	return appendAny(b, v)
}

// appendText appends a string. In the log, <, > and & are escaped.
func appendText(b []byte, s string) []byte {
	if strings.ContainsAny(s, "<>&") {
		return appendAny(b, s)
	}
	return asjson.Text(b, s)
}

func appendAny(b []byte, v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // every fact can be encoded as JSON
	}
	return append(b, text...)
}
