package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// filter looks up the references in a query.
func (q TicketQuery) filter(ctx context.Context, tx *db.Tx, access domain.Access) (f domain.TicketFilter, err error) {
	f = domain.TicketFilter{ProjectID: access.ProjectID, Text: q.Text, UpdatedSince: q.UpdatedSince, Sort: q.Sort, Page: q.Page}
	if f.SprintID, err = filterBy(ctx, tx, "sprint", access, q.Sprint, store.SprintID); err != nil {
		return f, err
	}
	if f.EpicID, err = filterBy(ctx, tx, "epic", access, q.Epic, store.EpicID); err != nil {
		return f, err
	}
	if f.TypeID, err = chosen(ctx, tx, "type", access, q.Type, store.TypeID); err != nil {
		return f, err
	}
	if f.TagID, err = chosen(ctx, tx, "tag", access, q.Tag, store.TagID); err != nil {
		return f, err
	}
	if f.Status, err = q.status(ctx, tx, access.ProjectID); err != nil {
		return f, err
	}
	f.AssigneeID, err = q.assignee(ctx, tx, access.ProjectID)
	return f, err
}

// chosen is like filterBy, but an unknown uuid gives an Invalid error.
func chosen(ctx context.Context, tx *db.Tx, name string, access domain.Access, uuid *string, find lookup) (*int64, error) {
	id, err := filterBy(ctx, tx, name, access, uuid, find)
	if domain.KindOf(err) == domain.NotFound {
		return nil, domain.Invalidf("%s must be the uuid of one of the project's %ss, not %q", name, name, *uuid).At(name)
	}
	return id, err
}

// status returns the status that tickets must have, provided that the project has it.
func (q TicketQuery) status(ctx context.Context, tx *db.Tx, projectID int64) (*string, error) {
	if q.Status == nil {
		return nil, nil //nolint:nilnil // having no filter is valid
	}
	known, err := store.HasStatus(ctx, tx, projectID, *q.Status)
	if err == nil && !known {
		err = noStatus(ctx, tx, projectID, *q.Status)
	}
	return q.Status, err
}

// assignee returns the user that tickets must be assigned to, provided that the project knows them. Whoever has left the team is known as
// long as tickets are assigned to them.
func (q TicketQuery) assignee(ctx context.Context, tx *db.Tx, projectID int64) (*int64, error) {
	if q.AssigneeID == nil {
		return nil, nil //nolint:nilnil // having no filter is valid
	}
	known, err := store.IsAssignee(ctx, tx, projectID, *q.AssigneeID)
	if err == nil && !known {
		err = notInTeam("assignee_id", *q.AssigneeID)
	}
	return q.AssigneeID, err
}
