package work

import (
	"context"
	"slices"
	"strings"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

func typeFacts(t domain.TicketType) []Fact {
	return []Fact{
		{"name", t.Name},
		{"sort_order", t.SortOrder},
		{"is_default", t.IsDefault},
	}
}

// Types lists the ticket types of a project in order, with the number of tickets of each type.
func (a *Categories) Types(ctx context.Context, caller domain.Caller, project string) ([]domain.UsedType, error) {
	return Read(ctx, a.DB, OfProject(caller, project), func(tx *db.Tx, access domain.Access) ([]domain.UsedType, error) {
		return store.UsedTypes(ctx, tx, access.ProjectID)
	})
}

// typeChange is a change to a project's ticket types, along with the types as they were before the change.
type typeChange struct {
	*Change

	types []domain.TicketType
}

// typesIn loads the ticket types of the project that is being changed.
func typesIn(ctx context.Context, c *Change) (typeChange, error) {
	used, err := store.UsedTypes(ctx, c.Tx, c.Project.ProjectID)
	types := make([]domain.TicketType, 0, len(used))
	for _, t := range used {
		types = append(types, t.TicketType)
	}
	return typeChange{c, types}, err
}

// find returns the index of a type.
func (c typeChange) find(uuid string) (int, error) {
	i := slices.IndexFunc(c.types, func(t domain.TicketType) bool { return t.UUID == uuid })
	if i < 0 {
		return i, domain.NoSuch("ticket type")
	}
	return i, nil
}

// checkName rejects a name that another type has, ignoring case.
func (c typeChange) checkName(t domain.TicketType) error {
	for _, other := range c.types {
		if other.UUID != t.UUID && strings.EqualFold(other.Name, t.Name) {
			return domain.Errorf(domain.Conflict, "this project has a ticket type %q already", other.Name).At("name")
		}
	}
	return nil
}

// save logs and stores the changes to a type, if there are any. The tickets of a renamed type are recorded for MarkRelabelled.
func (c typeChange) save(ctx context.Context, old, t domain.TicketType) error {
	changed, err := c.Updated(ctx, "type", t.UUID, typeFacts(old), typeFacts(t))
	if err != nil || !changed {
		return err
	}
	if t.Name != old.Name {
		if err := store.AddRelabel(ctx, c.Tx, c.Project.ProjectID, t.ID, c.Now); err != nil {
			return err
		}
	}
	return store.UpdateTicketType(ctx, c.Tx, t)
}

// CreateType adds a ticket type at the end of a project's list.
func (a *Categories) CreateType(ctx context.Context, caller domain.Caller, project string, in domain.Input[string]) (domain.TicketType, error) {
	on := OfProject(caller, project)
	return Write(ctx, a.Instance, on, domain.ManageProject, in, func(change *Change, name string) (domain.TicketType, error) {
		c, err := typesIn(ctx, change)
		if err != nil {
			return domain.TicketType{}, err
		}
		t := domain.TicketType{UUID: db.NewUUID(), Name: name, SortOrder: 1, IsDefault: len(c.types) == 0}
		if n := len(c.types); n > 0 {
			t.SortOrder = c.types[n-1].SortOrder + 1
		}
		if err := domain.LimitTicketTypes.Check(len(c.types)); err != nil {
			return t, err
		}
		if err := c.checkName(t); err != nil {
			return t, err
		}
		if t.ID, err = store.InsertTicketType(ctx, c.Tx, c.Project.ProjectID, t); err != nil {
			return t, err
		}
		return t, c.Created(ctx, "type", t.UUID, typeFacts(t))
	})
}

// UpdateType renames a ticket type, or makes it the default instead of another.
func (a *Categories) UpdateType(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.TypePatch]) (domain.TicketType, error) {
	defer a.relabels.Wake()
	on := Target{caller, store.TypeAccess, uuid}
	return Write(ctx, a.Instance, on, domain.ManageProject, in, func(change *Change, patch domain.TypePatch) (domain.TicketType, error) {
		c, err := typesIn(ctx, change)
		if err != nil {
			return domain.TicketType{}, err
		}
		i, err := c.find(uuid)
		if err != nil {
			return domain.TicketType{}, err
		}
		old := c.types[i]
		if err := change.match(old); err != nil {
			return old, err
		}
		t := old
		patch.Name.Apply(&t.Name)
		patch.IsDefault.Apply(&t.IsDefault)
		if err := c.checkName(t); err != nil {
			return old, err
		}
		if old.IsDefault && !t.IsDefault {
			return old, domain.Errorf(domain.Conflict, "one ticket type is the default; make another one the default instead").At("is_default")
		}
		if !old.IsDefault && t.IsDefault {
			if err := c.dropDefault(ctx); err != nil {
				return old, err
			}
		}
		return t, c.save(ctx, old, t)
	})
}

// dropDefault clears the current default, so that another type can become the default.
func (c typeChange) dropDefault(ctx context.Context) error {
	for _, old := range c.types {
		t := old
		t.IsDefault = false
		if err := c.save(ctx, old, t); err != nil {
			return err
		}
	}
	return nil
}

// OrderTypes reorders the ticket types of a project. The order must name each type exactly once.
func (a *Categories) OrderTypes(ctx context.Context, caller domain.Caller, project string, in domain.Input[[]string]) error {
	return Do(ctx, a.Instance, OfProject(caller, project), domain.ManageProject, in, func(change *Change, order []string) error {
		c, err := typesIn(ctx, change)
		if err != nil {
			return err
		}
		if err := checkOrder("types", order, UuidsOf(c.types, func(t domain.TicketType) string { return t.UUID })); err != nil {
			return err
		}
		for _, old := range c.types {
			t := old
			t.SortOrder = int64(slices.Index(order, t.UUID)) + 1
			if err := c.save(ctx, old, t); err != nil {
				return err
			}
		}
		return nil
	})
}

// DeleteType deletes a ticket type. Its tickets get another type, or none. The only remaining type cannot be deleted; if the default type
// is deleted, the first of the others becomes the default.
func (a *Categories) DeleteType(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.Opt[*string]]) error {
	return Do(ctx, a.Instance, Target{caller, store.TypeAccess, uuid}, domain.ManageProject, in, func(change *Change, to domain.Opt[*string]) error {
		c, err := typesIn(ctx, change)
		if err != nil {
			return err
		}
		i, err := c.find(uuid)
		if err != nil {
			return err
		}
		t := c.types[i]
		if len(c.types) == 1 {
			return domain.Errorf(domain.Conflict, "%q is the only ticket type of this project; add another one first", t.Name)
		}
		c.types = slices.Delete(c.types, i, i+1)
		if err := c.retypeAll(ctx, t, to.Value); err != nil {
			return err
		}
		if err := c.deleted(ctx, "type", uuid, typeFacts(t)); err != nil {
			return err
		}
		if err := store.DeleteTicketType(ctx, c.Tx, t.ID); err != nil || !t.IsDefault {
			return err
		}
		next := c.types[0]
		next.IsDefault = true
		return c.save(ctx, c.types[0], next)
	})
}

// retypeAll gives the tickets of a deleted type another type, or none.
func (c typeChange) retypeAll(ctx context.Context, t domain.TicketType, to *string) error {
	var id *int64
	if to != nil {
		i, err := c.find(*to)
		if err != nil {
			return domain.Invalidf("to must name another ticket type of this project; it has none with the uuid %q", *to).At("to")
		}
		id = &c.types[i].ID
	}
	row, err := c.sign(ctx, domain.Change{What: "type", From: string(Encode(t.UUID)), To: string(Encode(to))})
	if err != nil {
		return err
	}
	return store.Retype(ctx, c.Tx, t.ID, id, row)
}
