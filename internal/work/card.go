package work

import (
	"cmp"
	"context"
	"slices"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// CardQuery is a query for cards; references are uuids. A reference to an item that does not exist matches nothing. A reference to an item
// in another project gives a NotFound error.
type CardQuery struct {
	domain.CardFilter // Sprint and Epic must be empty, since they are resolved from Sprints and Epics

	Sprints       domain.Choice[string]
	ActiveSprints bool
	Epics         domain.Choice[string]
	Mine          bool // assigned to the caller
}

// Board holds the cards that match a query, and the project revision at which they were read.
type Board struct {
	domain.CardPage

	Revision int64
}

// Cards returns the cards of a project.
func (a *Tickets) Cards(ctx context.Context, caller domain.Caller, project string, in domain.Input[CardQuery]) (Board, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (Board, error) {
		access, state, err := store.ProjectRevision(ctx, tx, project, caller.UserID)
		if err != nil {
			return Board{}, err
		}
		if err := access.Check(domain.ReadProject); err != nil {
			return Board{}, err
		}
		q, err := in.Get()
		if err != nil {
			return Board{}, err
		}
		f, err := q.resolve(ctx, tx, access, caller)
		if err != nil {
			return Board{}, err
		}
		b := Board{Revision: state.Revision}
		b.CardPage, err = store.CardPage(ctx, tx, f)
		return b, err
	})
}

// Nothing is an id that no row has. A choice that contains only this id matches nothing, unlike an empty choice, which matches everything.
const Nothing = 0

// resolve looks up the references in a query.
func (q CardQuery) resolve(ctx context.Context, tx *db.Tx, access domain.Access, caller domain.Caller) (domain.CardFilter, error) {
	f := q.CardFilter
	f.ProjectID = access.ProjectID
	if err := q.checkOwn(ctx, tx, access.ProjectID); err != nil {
		return f, err
	}
	if q.Mine {
		f.Assignee.Of = append(f.Assignee.Of, caller.UserID)
	}
	if len(q.Sprints.Of) > 0 || q.ActiveSprints {
		ids, err := store.SprintsOf(ctx, tx, access.ProjectID, q.Sprints.Of, q.ActiveSprints)
		if err != nil {
			return f, err
		}
		f.Sprint.Of = slices.Concat(ids, []int64{Nothing})
	}
	f.Sprint.None = q.Sprints.None
	if len(q.Epics.Of) > 0 {
		ids, err := store.EpicsOf(ctx, tx, access.ProjectID, q.Epics.Of)
		if err != nil {
			return f, err
		}
		f.Epic.Of = slices.Concat(ids, []int64{Nothing})
	}
	f.Epic.None = q.Epics.None
	return f, nil
}

// checkOwn rejects references to items in another project.
func (q CardQuery) checkOwn(ctx context.Context, tx *db.Tx, projectID int64) error {
	for _, named := range []struct {
		noun  string
		uuids []string
	}{
		{"sprint", q.Sprints.Of},
		{"epic", q.Epics.Of},
		{"tag", q.Tags},
		{"type", q.Types},
		{"ticket", q.Keep},
	} {
		if len(named.uuids) == 0 {
			continue
		}
		if elsewhere, err := store.Elsewhere(ctx, tx, projectID, named.noun, named.uuids); err != nil || elsewhere {
			return cmp.Or(err, error(domain.NoSuch(named.noun)))
		}
	}
	return checkAssignees(ctx, tx, projectID, q.Assignee.Of)
}

// checkAssignees rejects users who are not in the project's team, except for former members who still have tickets there.
func checkAssignees(ctx context.Context, tx *db.Tx, projectID int64, users []int64) error {
	if len(users) == 0 {
		return nil
	}
	outside, err := store.Outsiders(ctx, tx, projectID, users)
	for _, user := range outside {
		has, err := store.HasTickets(ctx, tx, projectID, user)
		if err != nil || !has {
			return cmp.Or(err, error(domain.NoSuch("member")))
		}
	}
	return err
}
