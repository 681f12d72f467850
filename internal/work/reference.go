package work

import (
	"cmp"
	"context"
	"slices"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// References in an input must name items in the same project. Any other reference gives an Invalid error that names the field.

// lookup resolves a uuid to an id within a project.
type lookup func(ctx context.Context, tx *db.Tx, projectID int64, uuid string) (id int64, ok bool, err error)

// refer resolves a reference, which may be null, and sets the id and uuid of the item.
func (c *Change) refer(ctx context.Context, field string, to domain.Opt[*string], find lookup, id **int64, uuid **string) error {
	var found *int64
	if to.Set && to.Value != nil {
		one, ok, err := find(ctx, c.Tx, c.Project.ProjectID, *to.Value)
		if err != nil {
			return err
		}
		if ok {
			found = &one
		}
	}
	return settle(field, to, found, id, uuid)
}

// settle sets the id and uuid of an item from a reference, which may be null; found is nil if the item does not exist.
func settle(field string, to domain.Opt[*string], found *int64, id **int64, uuid **string) error {
	if !to.Set {
		return nil
	}
	if to.Value != nil && found == nil {
		return domain.Invalidf("%s must name one of this project's; it has none with the uuid %q", field, *to.Value).At(field)
	}
	*id, *uuid = found, to.Value
	return nil
}

// settleAssignee sets the assignee, who must be in the project's team; see IsAssignable. The current assignee may stay assigned after leaving
// the team.
func settleAssignee(to domain.Opt[*int64], named store.Resolved, t *domain.Ticket) error {
	switch {
	case !to.Set || to.Value != nil && t.AssigneeID != nil && *to.Value == *t.AssigneeID:
		return nil
	case to.Value != nil && named.Assignee == nil:
		return notInTeam("assignee_id", *to.Value)
	}
	t.AssigneeID, t.AssigneeName = to.Value, named.Assignee
	return nil
}

// referUser is like settleAssignee, but looks the user up.
func (c *Change) referUser(ctx context.Context, field string, to domain.Opt[*int64], id **int64) error {
	if !to.Set {
		return nil
	}
	if to.Value != nil && (*id == nil || **id != *to.Value) {
		ok, err := store.IsAssignable(ctx, c.Tx, c.Project.ProjectID, *to.Value)
		if err != nil {
			return err
		}
		if !ok {
			return notInTeam(field, *to.Value)
		}
	}
	*id = to.Value
	return nil
}

func notInTeam(field string, userID int64) error {
	return domain.Invalidf("%s must be the id of a member of this project; user %d is not one", field, userID).At(field)
}

// referTags resolves tags by uuid.
func (c *Change) referTags(ctx context.Context, to domain.Opt[[]string], tags *[]domain.Tag) error {
	if !to.Set {
		return nil
	}
	named, err := store.Resolve(ctx, c.Tx, c.Project.ProjectID, store.Names{Tags: withTags(to.Value, *tags)})
	if err != nil {
		return err
	}
	return settleTags(to, named, tags)
}

// withTags combines the tags that a request names with those the item already has.
func withTags(named []string, tags []domain.Tag) []string {
	all := slices.Clone(named)
	for _, uuid := range TagUUIDs(tags) {
		if !slices.Contains(all, uuid) {
			all = append(all, uuid)
		}
	}
	return all
}

// settleTags sets the tags that a request names, provided they all exist. A tag that is being removed stays on the item, whether the
// request names it or not, until EndTags processes the item, since it may have to be replaced by another tag.
func settleTags(to domain.Opt[[]string], named store.Resolved, tags *[]domain.Tag) error {
	if !to.Set {
		return nil
	}
	found := slices.DeleteFunc(named.Tags, func(t domain.Tag) bool { return !slices.Contains(to.Value, t.UUID) })
	for _, t := range named.Ending {
		if slices.Contains(TagUUIDs(*tags), t.UUID) {
			found = append(found, t)
		}
	}
	slices.SortFunc(found, func(a, b domain.Tag) int { return cmp.Compare(a.ID, b.ID) })
	if missing := missingFrom(to.Value, found, func(t domain.Tag) string { return t.UUID }); missing != "" {
		return domain.Invalidf("tags must name tags of this project; it has none with the uuid %q", missing).At("tags")
	}
	*tags = found
	return nil
}

// settleDependencies sets the tickets that a request names, provided that they all exist and that none of them depends on this ticket.
func settleDependencies(to domain.Opt[[]string], named store.Resolved, refs *[]domain.TicketRef) error {
	if !to.Set {
		return nil
	}
	if missing := missingFrom(to.Value, named.Dependencies, func(r domain.TicketRef) string { return r.UUID }); missing != "" {
		return domain.Invalidf("dependencies must name tickets of this project; it has none with the uuid %q", missing).At("dependencies")
	}
	if named.Cycle {
		return domain.Invalidf("dependencies must not form a cycle: this ticket would depend on itself").At("dependencies")
	}
	*refs = named.Dependencies
	return nil
}

// missingFrom returns the first wanted uuid that was not found, or "" if all of them were found.
func missingFrom[T any](wanted []string, found []T, uuid func(T) string) string {
	have := make(map[string]bool, len(found))
	for _, f := range found {
		have[uuid(f)] = true
	}
	for _, w := range wanted {
		if !have[w] {
			return w
		}
	}
	return ""
}

// UuidsOf returns the uuids of items, as the log records them.
func UuidsOf[T any](things []T, uuid func(T) string) []string {
	list := make([]string, 0, len(things))
	for _, t := range things {
		list = append(list, uuid(t))
	}
	return list
}

func TagUUIDs(tags []domain.Tag) []string {
	return UuidsOf(tags, func(t domain.Tag) string { return t.UUID })
}
