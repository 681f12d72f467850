package app

import (
	"context"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// tagBatch is how many things one transaction takes an ended tag from.
const tagBatch = 500

// TagEnded gives a signal when this node may have left a tag to be removed. Tags that other processes end give none.
func (a *App) TagEnded() <-chan struct{} { return a.tagEnds }

// EndTags takes a tag that was deleted or merged from the next things that carry it, at most 500 of them in one short transaction, and
// tells whether there may be more. What is left to do is in the database, so any node can go on from there at any time, and several may
// do so at once.
func (a *App) EndTags(ctx context.Context) (more bool, err error) {
	var project int64
	err = a.store.Read(ctx, func(tx *store.Tx) error { // where it keeps nobody from writing
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
	if domain.KindOf(err) == domain.NotFound { // the project was deleted meanwhile, or another node was quicker
		err = nil
	}
	return err == nil, err
}

// endTag removes a tag, or puts another in its place. What carries it beyond the first 500 things is left to EndTags and shows the tag until
// then; for whoever lists or names tags it is gone at once.
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

// untag takes an ending tag from the next things that carry it, and removes it with the last of them.
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
