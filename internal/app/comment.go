package app

import (
	"context"
	"iter"
	"slices"
	"unicode/utf8"

	"earnest/internal/domain"
	"earnest/internal/store"
)

func commentFacts(m domain.Comment) []fact {
	return []fact{
		{"ticket", m.TicketUUID},
		{"author_id", m.AuthorID},
		{"content", m.Content},
		{"mentions", m.Mentions},
	}
}

// Comments lists the comments of a ticket.
func (a *App) Comments(ctx context.Context, caller domain.Caller, ticket string, out List[domain.Comment]) error {
	return listOfTicket(ctx, a, caller, ticket, out,
		func(tx *store.Tx, id int64) (int, error) { return tx.CountComments(ctx, id) },
		func(tx *store.Tx, id int64) iter.Seq2[domain.Comment, error] { return tx.Comments(ctx, id) })
}

// Comment gives one comment to the members of its project.
func (a *App) Comment(ctx context.Context, caller domain.Caller, uuid string) (domain.Comment, error) {
	return read(ctx, a, func(tx *store.Tx) (domain.Comment, error) {
		access, err := tx.CommentAccess(ctx, uuid, caller.UserID)
		if err != nil {
			return domain.Comment{}, err
		}
		if err := access.Check(domain.ReadProject); err != nil {
			return domain.Comment{}, err
		}
		return tx.Comment(ctx, uuid)
	})
}

// safe makes the content of a comment safe, before the transaction: cleaning a long text takes a while,
// and nobody should wait for it. What is wrong with the content is told like any other bad input.
func (a *App) safe(in domain.Input[domain.CommentPatch]) domain.Input[domain.CommentPatch] {
	patch, err := in.Get()
	if err != nil || !patch.Content.Set {
		return in
	}
	clean, visible := a.html.Clean(patch.Content.Value)
	if !visible {
		return domain.Unreadable[domain.CommentPatch](domain.Invalidf("content must show something: nothing visible is left of it after sanitising"))
	}
	rule := domain.Rules("content")
	if _, ok := rule.Text(clean); !ok {
		return domain.Unreadable[domain.CommentPatch](domain.Invalidf("content must be %s, even after sanitising: it would have %d",
			rule.Expect(), utf8.RuneCountInString(clean)))
	}
	patch.Content.Value = clean
	return domain.Given(patch)
}

// CreateComment adds a comment of the caller to a ticket.
func (a *App) CreateComment(ctx context.Context, caller domain.Caller, ticket string, in domain.Input[domain.CommentPatch]) (domain.Comment, error) {
	in = a.safe(in)
	return write(ctx, a, func(tx *store.Tx) (domain.Comment, error) {
		access, err := tx.TicketAccess(ctx, ticket, caller.UserID)
		if err != nil {
			return domain.Comment{}, err
		}
		c, patch, err := open(ctx, a, tx, caller, access, domain.WriteWork, in)
		if err != nil {
			return domain.Comment{}, err
		}
		m, err := c.newComment(ctx, ticket)
		if err != nil {
			return m, err
		}
		if err := c.applyComment(ctx, patch, &m); err != nil {
			return m, err
		}
		if _, err := tx.InsertComment(ctx, m); err != nil {
			return m, err
		}
		if err := c.created(ctx, "comment", m.UUID, commentFacts(m)); err != nil {
			return m, err
		}
		return tx.Comment(ctx, m.UUID)
	})
}

// newComment is a comment of the caller that says nothing yet.
func (c *change) newComment(ctx context.Context, ticket string) (domain.Comment, error) {
	t, err := c.tx.Ticket(ctx, ticket)
	return domain.Comment{
		UUID:       newUUID(),
		ProjectID:  t.ProjectID,
		TicketID:   t.ID,
		TicketUUID: t.UUID,
		AuthorID:   c.caller.UserID,
		Mentions:   []int64{},
		CreatedAt:  c.now,
		UpdatedAt:  c.now,
	}, err
}

func (c *change) applyComment(ctx context.Context, p domain.CommentPatch, m *domain.Comment) error {
	p.Content.Apply(&m.Content)
	return c.referMentions(ctx, p.Mentions, &m.Mentions)
}

// referMentions replaces who is mentioned. They must be in the project's team; who is mentioned already
// may stay so after leaving it.
func (c *change) referMentions(ctx context.Context, to domain.Opt[[]int64], mentions *[]int64) error {
	if !to.Set {
		return nil
	}
	added := slices.DeleteFunc(slices.Clone(to.Value), func(id int64) bool { return slices.Contains(*mentions, id) })
	team, err := c.tx.AmongMembers(ctx, c.project.ProjectID, added)
	if err != nil {
		return err
	}
	for _, id := range added {
		if !slices.Contains(team, id) {
			return domain.Invalidf("mentions must be ids of members of this project; user %d is not one", id)
		}
	}
	*mentions = to.Value
	return nil
}

// UpdateComment changes what the input holds, for the comment's author and those who moderate. An input
// that changes nothing leaves no trace.
func (a *App) UpdateComment(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.CommentPatch]) (domain.Comment, error) {
	in = a.safe(in)
	return write(ctx, a, func(tx *store.Tx) (domain.Comment, error) {
		access, err := commentAccess(ctx, tx, caller, uuid)
		if err != nil {
			return domain.Comment{}, err
		}
		c, patch, err := open(ctx, a, tx, caller, access, domain.WriteWork, in)
		if err != nil {
			return domain.Comment{}, err
		}
		old, err := tx.Comment(ctx, uuid)
		if err != nil {
			return old, err
		}
		m := old
		if err := c.applyComment(ctx, patch, &m); err != nil {
			return m, err
		}
		changed, err := c.updated(ctx, "comment", uuid, commentFacts(old), commentFacts(m))
		if err != nil || !changed {
			return old, err
		}
		m.UpdatedAt = c.now
		return m, tx.UpdateComment(ctx, m)
	})
}

// commentAccess finds a comment's project and refuses who may not change the comment. A comment never
// changes its author, so this holds also once the project is locked.
func commentAccess(ctx context.Context, tx *store.Tx, caller domain.Caller, uuid string) (domain.Access, error) {
	access, err := tx.CommentAccess(ctx, uuid, caller.UserID)
	if err != nil {
		return access, err
	}
	m, err := tx.Comment(ctx, uuid)
	if err != nil {
		return access, err
	}
	return access, access.CheckComment(caller, m.AuthorID)
}

// DeleteComment removes a comment, for its author and those who moderate.
func (a *App) DeleteComment(ctx context.Context, caller domain.Caller, uuid string) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		access, err := commentAccess(ctx, tx, caller, uuid)
		if err != nil {
			return err
		}
		c, err := openBare(ctx, a, tx, caller, access, domain.WriteWork)
		if err != nil {
			return err
		}
		m, err := tx.Comment(ctx, uuid)
		if err != nil {
			return err
		}
		if err := c.deleted(ctx, "comment", uuid, commentFacts(m)); err != nil {
			return err
		}
		return tx.DeleteComment(ctx, m.ID)
	})
}
