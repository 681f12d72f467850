package work

import (
	"context"
	"slices"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

func statusFacts(s domain.Status) []Fact {
	return []Fact{
		{"label", s.Label},
		{"color", s.Color},
		{"bg_color", s.BgColor},
		{"sort_order", s.SortOrder},
		{"is_done", s.IsDone},
	}
}

// UsedStatuses lists the statuses of a project in order, with the number of tickets in each.
func (a *Categories) UsedStatuses(ctx context.Context, caller domain.Caller, project string) ([]domain.UsedStatus, error) {
	return Read(ctx, a.DB, OfProject(caller, project), func(tx *db.Tx, access domain.Access) ([]domain.UsedStatus, error) {
		return store.UsedStatuses(ctx, tx, access.ProjectID)
	})
}

// statuses returns the statuses of the project in order.
func (c *Change) statuses(ctx context.Context) ([]domain.Status, error) {
	return db.Collect(store.Statuses(ctx, c.Tx, c.Project.ProjectID))
}

// FindStatus returns the index of a status in a list.
func FindStatus(statuses []domain.Status, key string) (int, error) {
	i := slices.IndexFunc(statuses, func(s domain.Status) bool { return s.Key == key })
	if i < 0 {
		return i, domain.NoSuch("status")
	}
	return i, nil
}

// CreateStatus adds a status at the end of a project's board.
func (a *Categories) CreateStatus(ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.NewStatus]) (domain.Status, error) {
	on := OfProject(caller, project)
	return Write(ctx, a.Instance, on, domain.ManageProject, in, func(c *Change, n domain.NewStatus) (domain.Status, error) {
		statuses, err := c.statuses(ctx)
		if err != nil {
			return domain.Status{}, err
		}
		s := domain.Status{Label: n.Label, Color: n.Color, BgColor: n.BgColor, IsDone: n.IsDone}
		if s.Key, err = newStatusKey(n, statuses); err != nil {
			return s, err
		}
		for _, other := range statuses {
			s.SortOrder = max(s.SortOrder, other.SortOrder)
		}
		s.SortOrder = min(s.SortOrder+1, int64(domain.Rules("sort order").Max))
		if err := store.InsertStatus(ctx, c.Tx, c.Project.ProjectID, s); err != nil {
			return s, err
		}
		return s, c.Created(ctx, "status", s.Key, statusFacts(s))
	})
}

func newStatusKey(n domain.NewStatus, statuses []domain.Status) (string, error) {
	if err := domain.LimitStatuses.Check(len(statuses)); err != nil {
		return "", err
	}
	if !n.Key.Set {
		return domain.StatusKey(n.Label, statuses), nil
	}
	if err := domain.CheckStatusKey(n.Key.Value); err != nil {
		return "", err
	}
	if i, err := FindStatus(statuses, n.Key.Value); err == nil {
		return "", domain.Errorf(domain.Conflict, "this project has a status %q with the key %s already", statuses[i].Label, n.Key.Value).At("key")
	}
	return n.Key.Value, nil
}

// UpdateStatus changes a built-in or custom status, except for its key. If the status starts or stops meaning done, its tickets become done
// or not done at that moment.
func (a *Categories) UpdateStatus(ctx context.Context, caller domain.Caller, project, key string, in domain.Input[domain.StatusPatch]) (domain.Status, error) {
	on := OfProject(caller, project)
	return Write(ctx, a.Instance, on, domain.ManageProject, in, func(c *Change, patch domain.StatusPatch) (domain.Status, error) {
		statuses, err := c.statuses(ctx)
		if err != nil {
			return domain.Status{}, err
		}
		i, err := FindStatus(statuses, key)
		if err != nil {
			return domain.Status{}, err
		}
		old := statuses[i]
		if err := c.match(old); err != nil {
			return old, err
		}
		patch.Apply(&statuses[i])
		s := statuses[i]
		if err := domain.CheckStatuses(statuses); err != nil {
			return old, err
		}
		if err := c.saveStatus(ctx, old, s); err != nil || old.IsDone == s.IsDone {
			return s, err
		}
		return s, store.TurnDone(ctx, c.Tx, c.Project.ProjectID, key, s.IsDone, c.Now)
	})
}

// saveStatus logs and stores the changes to a status, if there are any.
func (c *Change) saveStatus(ctx context.Context, old, s domain.Status) error {
	changed, err := c.Updated(ctx, "status", s.Key, statusFacts(old), statusFacts(s))
	if err != nil || !changed {
		return err
	}
	return store.UpdateStatus(ctx, c.Tx, c.Project.ProjectID, s)
}

// OrderStatuses reorders the statuses of a project. The order must name each status exactly once.
func (a *Categories) OrderStatuses(ctx context.Context, caller domain.Caller, project string, in domain.Input[[]string]) error {
	return Do(ctx, a.Instance, OfProject(caller, project), domain.ManageProject, in, func(c *Change, keys []string) error {
		statuses, err := c.statuses(ctx)
		if err != nil {
			return err
		}
		if err := checkOrder("keys", keys, UuidsOf(statuses, func(s domain.Status) string { return s.Key })); err != nil {
			return err
		}
		for _, old := range statuses {
			s := old
			s.SortOrder = int64(slices.Index(keys, s.Key)) + 1
			if err := c.saveStatus(ctx, old, s); err != nil {
				return err
			}
		}
		return nil
	})
}

// checkOrder rejects an order that does not name each item exactly once.
func checkOrder(field string, order, things []string) error {
	left := map[string]bool{}
	for _, t := range things {
		left[t] = true
	}
	for _, name := range order {
		if !left[name] {
			return domain.Invalidf("%s must name each of this project's exactly once; %q is unknown or repeated", field, name).At(field)
		}
		delete(left, name)
	}
	for _, t := range things {
		if left[t] {
			return domain.Invalidf("%s must name each of this project's exactly once; %q is missing", field, t).At(field)
		}
	}
	return nil
}

// DeleteStatus deletes a custom status. Its tickets move to another status, which must be given if there are any tickets. Built-in statuses
// cannot be deleted, since the API guarantees them.
func (a *Categories) DeleteStatus(ctx context.Context, caller domain.Caller, project, key string, in domain.Input[domain.Opt[*string]]) error {
	return Do(ctx, a.Instance, OfProject(caller, project), domain.ManageProject, in, func(c *Change, to domain.Opt[*string]) error {
		statuses, err := c.statuses(ctx)
		if err != nil {
			return err
		}
		i, err := FindStatus(statuses, key)
		if err != nil {
			return err
		}
		s := statuses[i]
		rest := slices.Delete(slices.Clone(statuses), i, i+1)
		if s.IsDefault {
			return domain.Errorf(domain.Conflict, "%q is one of the statuses that every project has; it can be given another label, but not be removed", s.Label)
		}
		if err := domain.CheckStatuses(rest); err != nil {
			return err
		}
		if err := c.emptyStatus(ctx, s, rest, to.Value); err != nil {
			return err
		}
		if err := c.deleted(ctx, "status", key, statusFacts(s)); err != nil {
			return err
		}
		return store.DeleteStatus(ctx, c.Tx, c.Project.ProjectID, key)
	})
}

// emptyStatus moves the tickets in a status to another status. If all of them have been deleted, no other status need be given, and they
// move to the status that new tickets get by default.
func (c *Change) emptyStatus(ctx context.Context, s domain.Status, rest []domain.Status, to *string) error {
	tickets, err := store.TicketsIn(ctx, c.Tx, c.Project.ProjectID, s.Key)
	if err != nil {
		return err
	}
	if to == nil && len(tickets) > 0 {
		return domain.Invalidf("to must name the status that takes the %d tickets of %q", len(tickets), s.Label).At("to")
	}
	key := domain.DefaultStatus
	if to != nil {
		key = *to
	}
	i, err := FindStatus(rest, key)
	if err != nil {
		return domain.Invalidf("to must name another status of this project; it has none with the key %q", key).At("to")
	}
	row, err := c.sign(ctx, domain.Change{From: string(Encode(s.Key)), To: string(Encode(key))})
	if err != nil {
		return err
	}
	return store.MoveTickets(ctx, c.Tx, c.Project.ProjectID, s.Key, rest[i], row)
}
