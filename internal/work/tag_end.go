package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// tagBatch is the maximum number of items from which one transaction removes a tag.
const tagBatch = 500

// TagEnded returns a channel that signals when this node may have deleted or merged a tag that is still on some items. Deletions and merges
// by other processes are not signalled.
func (a *Categories) TagEnded() <-chan struct{} { return a.tagEnds }

// EndTags removes a deleted or merged tag from up to 500 more items in one short transaction and reports whether there may be more. The
// database records what is left, so any node can continue at any time, and several can do so simultaneously.
func (a *Categories) EndTags(ctx context.Context) (more bool, err error) {
	var project int64
	err = a.DB.Read(ctx, func(tx *db.Tx) error { // a read does not block writers
		project, more, err = store.NextTagEnd(ctx, tx)
		return err
	})
	if err != nil || !more {
		return false, err
	}
	err = a.DB.Write(ctx, func(tx *db.Tx) error {
		c, err := Lock(ctx, a.Instance, tx, domain.Caller{}, domain.Access{ProjectID: project})
		if err != nil {
			return err
		}
		end, err := store.ReadTagEnd(ctx, tx, project)
		if err != nil {
			return err
		}
		c.Caller = end.By
		_, err = c.untag(ctx, end)
		return err
	})
	if domain.KindOf(err) == domain.NotFound { // the project has been deleted, or another node has finished the work
		err = nil
	}
	return err == nil, err
}

// endTag removes a tag or replaces it with another. It processes up to 500 items and leaves the rest, which still show the tag, to EndTags.
// Lists and lookups stop finding the tag immediately.
func (c *Change) endTag(ctx context.Context, t domain.Tag, into *domain.Tag) error {
	if busy, err := store.IsMergedInto(ctx, c.Tx, t.ID); err != nil {
		return err
	} else if busy {
		return domain.Errorf(domain.Conflict, "another tag is still being merged into %q; try again in a moment", t.Name)
	}
	if err := c.deleted(ctx, "tag", t.UUID, tagFacts(t)); err != nil {
		return err
	}
	end := store.TagEnd{TagID: t.ID, By: c.Caller}
	if into != nil {
		end.Into = into.ID
	}
	more, err := c.untag(ctx, end)
	if err != nil || !more {
		return err
	}
	return store.AddTagEnd(ctx, c.Tx, c.Project.ProjectID, end)
}

// untag removes a tag from the next batch of items, and deletes the tag itself after the last batch.
func (c *Change) untag(ctx context.Context, end store.TagEnd) (more bool, err error) {
	row, err := c.sign(ctx, domain.Change{})
	if err != nil {
		return false, err
	}
	more, err = store.Untag(ctx, c.Tx, end, tagBatch, row)
	if err != nil || more {
		return more, err
	}
	return false, store.DeleteTag(ctx, c.Tx, end.TagID)
}
