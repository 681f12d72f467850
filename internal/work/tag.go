package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

func tagFacts(t domain.Tag) []Fact { return []Fact{{"name", t.Name}} }

// Tags lists the tags of a project with how many things carry each.
func (a *Categories) Tags(ctx context.Context, caller domain.Caller, project string) ([]domain.UsedTag, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) ([]domain.UsedTag, error) {
		access, err := store.ProjectAccess(ctx, tx, project, caller.UserID)
		if err != nil {
			return nil, err
		}
		if err := access.Check(domain.ReadProject); err != nil {
			return nil, err
		}
		return store.UsedTags(ctx, tx, access.ProjectID)
	})
}

// CreateTag adds a tag to a project. A name that another tag has, in whatever case, is a Conflict.
func (a *Categories) CreateTag(ctx context.Context, caller domain.Caller, project string, in domain.Input[string]) (domain.Tag, error) {
	return db.Write(ctx, a.DB, func(tx *db.Tx) (domain.Tag, error) {
		access, err := store.ProjectAccess(ctx, tx, project, caller.UserID)
		if err != nil {
			return domain.Tag{}, err
		}
		c, name, err := Open(ctx, a.Instance, tx, caller, access, domain.ManageProject, in)
		if err != nil {
			return domain.Tag{}, err
		}
		t := domain.Tag{UUID: db.NewUUID(), Name: name}
		if err := c.room(ctx, domain.LimitTags, store.CountTags); err != nil {
			return t, err
		}
		if err := c.checkTagName(ctx, t); err != nil {
			return t, err
		}
		if t.ID, err = store.InsertTag(ctx, tx, access.ProjectID, t, c.Now, c.Now); err != nil {
			return t, err
		}
		return t, c.Created(ctx, "tag", t.UUID, tagFacts(t))
	})
}

// checkTagName refuses a name that another tag of the project has, or one that is ending: the two would have the same name in an export.
func (c *Change) checkTagName(ctx context.Context, t domain.Tag) error {
	other, err := store.TagByName(ctx, c.Tx, c.Project.ProjectID, t.Name)
	switch {
	case domain.KindOf(err) == domain.NotFound:
		return nil
	case err == nil && other.UUID != t.UUID:
		if _, err := c.tag(ctx, other.UUID); domain.KindOf(err) == domain.NotFound {
			return domain.Errorf(domain.Conflict, "the tag %q is still being removed; try again in a moment", other.Name).At("name")
		}
		return domain.Errorf(domain.Conflict, "this project has a tag %q already", other.Name).At("name")
	default:
		return err
	}
}

// openTag begins a change of a tag for whoever manages its project.
func openTag[T any](ctx context.Context, a *Categories, tx *db.Tx, caller domain.Caller, uuid string, in domain.Input[T]) (*Change, domain.Tag, T, error) {
	access, err := store.TagAccess(ctx, tx, uuid, caller.UserID)
	if err != nil {
		var none T
		return nil, domain.Tag{}, none, err
	}
	c, value, err := Open(ctx, a.Instance, tx, caller, access, domain.ManageProject, in)
	if err != nil {
		return nil, domain.Tag{}, value, err
	}
	t, err := c.tag(ctx, uuid)
	return c, t, value, err
}

// tag gives a tag of the project, unless it is ending.
func (c *Change) tag(ctx context.Context, uuid string) (domain.Tag, error) {
	found, err := store.TagsByUUID(ctx, c.Tx, c.Project.ProjectID, []string{uuid})
	if err != nil {
		return domain.Tag{}, err
	}
	if len(found) == 0 {
		return domain.Tag{}, domain.NoSuch("tag")
	}
	return found[0], nil
}

// RenameTag gives a tag another name, which everything that carries it shows. A name that another tag has, in
// whatever case, is a Conflict.
func (a *Categories) RenameTag(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.Opt[string]]) (domain.Tag, error) {
	return db.Write(ctx, a.DB, func(tx *db.Tx) (domain.Tag, error) {
		c, old, name, err := openTag(ctx, a, tx, caller, uuid, in)
		if err != nil {
			return domain.Tag{}, err
		}
		t := old
		name.Apply(&t.Name)
		if err := c.checkTagName(ctx, t); err != nil {
			return old, err
		}
		changed, err := c.Updated(ctx, "tag", uuid, tagFacts(old), tagFacts(t))
		if err != nil || !changed {
			return old, err
		}
		if err := store.RenameTag(ctx, tx, t.ID, t.Name, c.Now); err != nil {
			return t, err
		}
		return t, store.TouchTagged(ctx, tx, t.ID, c.Now)
	})
}

// MergeTag gives everything that carries a tag another one instead, and removes the tag; see endTag.
func (a *Categories) MergeTag(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[string]) error {
	defer a.tagEnds.Wake()
	return a.DB.Write(ctx, func(tx *db.Tx) error {
		c, t, other, err := openTag(ctx, a, tx, caller, uuid, in)
		if err != nil {
			return err
		}
		if other == uuid {
			return domain.Invalidf("into must name a tag other than the one being merged").At("into")
		}
		into, err := c.tag(ctx, other)
		if domain.KindOf(err) == domain.NotFound {
			return domain.Invalidf("into must name a tag of this project; it has none with the uuid %q", other).At("into")
		}
		if err != nil {
			return err
		}
		return c.endTag(ctx, t, &into)
	})
}

// DeleteTag takes a tag from everything that carries it, and removes it; see endTag.
func (a *Categories) DeleteTag(ctx context.Context, caller domain.Caller, uuid string) error {
	defer a.tagEnds.Wake()
	return a.DB.Write(ctx, func(tx *db.Tx) error {
		c, t, _, err := openTag(ctx, a, tx, caller, uuid, domain.Given(struct{}{}))
		if err != nil {
			return err
		}
		return c.endTag(ctx, t, nil)
	})
}
