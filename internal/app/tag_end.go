package app

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// tagBatch is how many items one transaction may remove a tag from.
const tagBatch = 500

// TagEnded signals that this node may have left a tag to be removed. Other processes are not signalled.
func (a *App) TagEnded() <-chan struct{} { return a.tagEnds }

// EndTags removes a deleted or merged tag from up to 500 more items in one short transaction and reports whether there may be more. The
// database records what is left, so any node can continue at any time, even several at once.
func (a *App) EndTags(ctx context.Context) (more bool, err error) {
	var project int64
	err = a.store.Read(ctx, func(tx *store.Tx) error { // a read blocks no writer
		project, more, err = tx.NextTagEnd(ctx)
		return err
	})
	if err != nil || !more {
		return false, err
	}
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		c, err := a.lock(ctx, tx, domain.Caller{}, domain.Access{ProjectID: project})
		if err != nil {
			return err
		}
		end, err := tx.TagEnd(ctx, project)
		if err != nil {
			return err
		}
		c.caller = end.By
		_, err = c.untag(ctx, end)
		return err
	})
	if domain.KindOf(err) == domain.NotFound { // the project has been deleted, or another node has finished
		err = nil
	}
	return err == nil, err
}

// endTag removes a tag or replaces it with another. It processes up to 500 items and leaves the rest, which still show the tag, to EndTags.
// Lists and lookups no longer find the tag at once.
func (c *change) endTag(ctx context.Context, t domain.Tag, into *domain.Tag) error {
	if busy, err := c.tx.IsMergedInto(ctx, t.ID); err != nil {
		return err
	} else if busy {
		return domain.Errorf(domain.Conflict, "another tag is still being merged into %q; try again in a moment", t.Name)
	}
	if err := c.deleted(ctx, "tag", t.UUID, tagFacts(t)); err != nil {
		return err
	}
	end := store.TagEnd{TagID: t.ID, By: c.caller}
	if into != nil {
		end.Into = into.ID
	}
	more, err := c.untag(ctx, end)
	if err != nil || !more {
		return err
	}
	return c.tx.AddTagEnd(ctx, c.project.ProjectID, end)
}

// untag removes a tag from the next batch of items, and deletes the tag itself after the last one.
func (c *change) untag(ctx context.Context, end store.TagEnd) (more bool, err error) {
	row, err := c.sign(ctx, domain.Change{})
	if err != nil {
		return false, err
	}
	more, err = c.tx.Untag(ctx, end, tagBatch, row)
	if err != nil || more {
		return more, err
	}
	return false, c.tx.DeleteTag(ctx, end.TagID)
}
