package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

func tagFacts(t domain.Tag) []Fact { return []Fact{{"name", t.Name}} }

// Tags lists the tags of a project, with the number of items that have each tag.
func (a *Categories) Tags(ctx context.Context, caller domain.Caller, project string) ([]domain.UsedTag, error) {
	return Read(ctx, a.DB, OfProject(caller, project), func(tx *db.Tx, access domain.Access) ([]domain.UsedTag, error) {
		return store.UsedTags(ctx, tx, access.ProjectID)
	})
}

// CreateTag adds a tag to a project. It returns Conflict if another tag already has the name, ignoring case.
func (a *Categories) CreateTag(ctx context.Context, caller domain.Caller, project string, in domain.Input[string]) (domain.Tag, error) {
	return Write(ctx, a.Instance, OfProject(caller, project), domain.ManageProject, in, func(c *Change, name string) (domain.Tag, error) {
		t := domain.Tag{UUID: db.NewUUID(), Name: name}
		if err := c.room(ctx, domain.LimitTags, store.CountTags); err != nil {
			return t, err
		}
		if err := c.checkTagName(ctx, t); err != nil {
			return t, err
		}
		var err error
		if t.ID, err = store.InsertTag(ctx, c.Tx, c.Project.ProjectID, t, c.Now, c.Now); err != nil {
			return t, err
		}
		return t, c.Created(ctx, "tag", t.UUID, tagFacts(t))
	})
}

// checkTagName rejects a name that another tag of the project has, even if that tag is being removed, since an export could otherwise
// contain two tags with the same name.
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

// tag returns a tag of the project, unless it is being removed.
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

// RenameTag renames a tag everywhere. It returns Conflict if another tag already has the name, ignoring case.
func (a *Categories) RenameTag(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.Opt[string]]) (domain.Tag, error) {
	on := Target{caller, store.TagAccess, uuid}
	return Write(ctx, a.Instance, on, domain.ManageProject, in, func(c *Change, name domain.Opt[string]) (domain.Tag, error) {
		old, err := c.tag(ctx, uuid)
		if err == nil {
			err = c.match(old)
		}
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
		if err := store.RenameTag(ctx, c.Tx, t.ID, t.Name, c.Now); err != nil {
			return t, err
		}
		return t, store.MarkTaggedModified(ctx, c.Tx, t.ID, c.Now)
	})
}

// MergeTag replaces a tag with another on all items that have it, then deletes it; see endTag.
func (a *Categories) MergeTag(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[string]) error {
	defer a.tagEnds.Wake()
	return Do(ctx, a.Instance, Target{caller, store.TagAccess, uuid}, domain.ManageProject, in, func(c *Change, other string) error {
		t, err := c.tag(ctx, uuid)
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

// DeleteTag removes a tag from all items that have it, then deletes it; see endTag.
func (a *Categories) DeleteTag(ctx context.Context, caller domain.Caller, uuid string) error {
	defer a.tagEnds.Wake()
	return Do(ctx, a.Instance, Target{caller, store.TagAccess, uuid}, domain.ManageProject, noInput(), func(c *Change, _ struct{}) error {
		t, err := c.tag(ctx, uuid)
		if err != nil {
			return err
		}
		return c.endTag(ctx, t, nil)
	})
}
