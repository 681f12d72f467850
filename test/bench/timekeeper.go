package main

import (
	"context"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"earnest/internal/db"
	"earnest/internal/db/migrations"
	"earnest/internal/domain"
	identitystore "earnest/internal/identity/store"
	workstore "earnest/internal/work/store"
)

// timekeeper logs time through the store, as the product does, but in this process. The product has no switch to leave the
// roll-ups out, so the statements are repeated here; a test compares their number with the product's.
type timekeeper struct {
	store    *db.DB
	database int // the pid of PostgreSQL, or 0
	user     int64
	tickets  []string
	next     atomic.Int64
}

// log logs one entry, on a different ticket each time.
func (k *timekeeper) log(ctx context.Context, rollUps bool) error {
	n := k.next.Add(1)
	ticket := k.tickets[int(n)*7%len(k.tickets)]
	return k.store.Write(ctx, func(tx *db.Tx) error {
		access, err := workstore.TicketAccess(ctx, tx, ticket, k.user)
		if err != nil {
			return err
		}
		var on workstore.Loggable
		locked, err := workstore.LockProject(ctx, tx, access.ProjectID, on.Lookups(access.ProjectID, ticket, k.user)...)
		if err != nil {
			return err
		}
		now := time.Now()
		e := domain.TimeEntry{
			UUID: uuid.Must(uuid.NewV7()).String(), ProjectID: access.ProjectID, TicketID: on.ID, TicketUUID: ticket, UserID: k.user,
			Minutes: 45, Comment: new("Reviewed and tested"), LoggedAt: domain.Date(day(int(n) % 300)), CreatedAt: now, UpdatedAt: now,
		}
		if err := workstore.InsertTimeEntry(ctx, tx, e); err != nil {
			return err
		}
		if rollUps {
			if err := workstore.AddEffort(ctx, tx, e.ProjectID, on.Scope, e.UserID, on.Rates, e.LoggedAt, e.Minutes); err != nil {
				return err
			}
		}
		return k.record(ctx, tx, e, locked)
	})
}

// record increments the revision, counts the entry and adds a row to the log.
func (k *timekeeper) record(ctx context.Context, tx *db.Tx, e domain.TimeEntry, locked workstore.ProjectLock) error {
	locked.Revision, locked.ChangedAt, locked.Entries = locked.Revision+1, e.CreatedAt, locked.Entries+1
	if err := locked.Save(ctx, tx, e.ProjectID); err != nil {
		return err
	}
	to := fmt.Sprintf(`{"ticket":%q,"user_id":%d,"duration_minutes":%d,"logged_at":%q,"comment":%q}`,
		e.TicketUUID, e.UserID, e.Minutes, e.LoggedAt, *e.Comment)
	return workstore.InsertChange(ctx, tx, e.ProjectID, domain.Change{
		Revision: locked.Revision, At: e.CreatedAt, UserID: &k.user, Noun: "time_entry", NounUUID: e.UUID, What: domain.Created, To: to,
	})
}

func newTimekeeper(ctx context.Context, p *product, tickets int) (*timekeeper, error) {
	s, err := migrations.OpenAsIs(ctx, p.database, db.Options{})
	if err != nil {
		return nil, err
	}
	k := &timekeeper{store: s}
	for i := range tickets {
		k.tickets = append(k.tickets, p.uuids[id("big", "ticket", i)])
	}
	err = s.Read(ctx, func(tx *db.Tx) error {
		user, err := identitystore.UserByEmail(ctx, tx, owner)
		k.user = user.ID
		return err
	})
	if err == nil && p.postgres != nil {
		k.database, err = postmaster(p.postgres.Dir())
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return k, nil
}

// statements logs one entry and returns the number of statements that it took.
func (k *timekeeper) statements(ctx context.Context, rollUps bool) (int64, error) {
	before := k.store.Statements()
	err := k.log(ctx, rollUps)
	return k.store.Statements() - before, err
}

// clocks returns the CPU time of this process and the database.
func (k *timekeeper) clocks() (time.Duration, error) {
	time.Sleep(settle)
	own, err := cpuTime(os.Getpid())
	if err != nil || k.database == 0 {
		return own, err
	}
	database, err := familyTime(k.database)
	return own + database, err
}
