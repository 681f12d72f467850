package work

import (
	"context"
	"iter"
	"slices"
	"unicode/utf8"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

func commentFacts(m domain.Comment) []Fact {
	return []Fact{
		{"ticket", m.TicketUUID},
		{"author_id", m.AuthorID},
		{"content", m.Content},
		{"mentions", m.Mentions},
	}
}

// Comments lists the comments of a ticket.
func (a *Tickets) Comments(ctx context.Context, caller domain.Caller, ticket string, out List[domain.Comment]) error {
	return listOfTicket(ctx, a, caller, ticket, out,
		func(tx *db.Tx, id int64) (int, error) { return store.CountComments(ctx, tx, id) },
		func(tx *db.Tx, id int64) iter.Seq2[domain.Comment, error] { return store.Comments(ctx, tx, id) })
}

// Comment gives one comment to the members of its project.
func (a *Tickets) Comment(ctx context.Context, caller domain.Caller, uuid string) (domain.Comment, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (domain.Comment, error) {
		access, err := store.CommentAccess(ctx, tx, uuid, caller.UserID)
		if err != nil {
			return domain.Comment{}, err
		}
		if err := access.Check(domain.ReadProject); err != nil {
			return domain.Comment{}, err
		}
		return store.Comment(ctx, tx, uuid)
	})
}

// Safe makes the content of a comment safe, before the transaction: cleaning a long text takes a while,
// and nobody should wait for it. What is wrong with the content is told like any other bad input.
func (a *Tickets) Safe(in domain.Input[domain.CommentPatch]) domain.Input[domain.CommentPatch] {
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
func (a *Tickets) CreateComment(ctx context.Context, caller domain.Caller, ticket string, in domain.Input[domain.CommentPatch]) (domain.Comment, error) {
	in = a.Safe(in)
	return db.Write(ctx, a.DB, func(tx *db.Tx) (domain.Comment, error) {
		access, err := store.TicketAccess(ctx, tx, ticket, caller.UserID)
		if err != nil {
			return domain.Comment{}, err
		}
		c, patch, err := Open(ctx, a.Instance, tx, caller, access, domain.WriteWork, in)
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
		if _, err := store.InsertComment(ctx, tx, m); err != nil {
			return m, err
		}
		if err := c.Created(ctx, "comment", m.UUID, commentFacts(m)); err != nil {
			return m, err
		}
		return store.Comment(ctx, tx, m.UUID)
	})
}

// newComment is a comment of the caller that says nothing yet.
func (c *Change) newComment(ctx context.Context, ticket string) (domain.Comment, error) {
	t, err := store.Ticket(ctx, c.Tx, ticket)
	return domain.Comment{
		UUID:       db.NewUUID(),
		ProjectID:  t.ProjectID,
		TicketID:   t.ID,
		TicketUUID: t.UUID,
		AuthorID:   c.Caller.UserID,
		Mentions:   []int64{},
		CreatedAt:  c.Now,
		UpdatedAt:  c.Now,
	}, err
}

func (c *Change) applyComment(ctx context.Context, p domain.CommentPatch, m *domain.Comment) error {
	p.Content.Apply(&m.Content)
	return c.referMentions(ctx, p.Mentions, &m.Mentions)
}

// referMentions replaces who is mentioned. They must be in the project's team; who is mentioned already
// may stay so after leaving it.
func (c *Change) referMentions(ctx context.Context, to domain.Opt[[]int64], mentions *[]int64) error {
	if !to.Set {
		return nil
	}
	added := slices.DeleteFunc(slices.Clone(to.Value), func(id int64) bool { return slices.Contains(*mentions, id) })
	team, err := store.AmongMembers(ctx, c.Tx, c.Project.ProjectID, added)
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
func (a *Tickets) UpdateComment(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.CommentPatch]) (domain.Comment, error) {
	in = a.Safe(in)
	return db.Write(ctx, a.DB, func(tx *db.Tx) (domain.Comment, error) {
		access, err := commentAccess(ctx, tx, caller, uuid)
		if err != nil {
			return domain.Comment{}, err
		}
		c, patch, err := Open(ctx, a.Instance, tx, caller, access, domain.WriteWork, in)
		if err != nil {
			return domain.Comment{}, err
		}
		old, err := store.Comment(ctx, tx, uuid)
		if err != nil {
			return old, err
		}
		m := old
		if err := c.applyComment(ctx, patch, &m); err != nil {
			return m, err
		}
		changed, err := c.Updated(ctx, "comment", uuid, commentFacts(old), commentFacts(m))
		if err != nil || !changed {
			return old, err
		}
		m.UpdatedAt = c.Now
		return m, store.UpdateComment(ctx, tx, m)
	})
}

// commentAccess finds a comment's project and refuses who may not change the comment. A comment never
// changes its author, so this holds also once the project is locked.
func commentAccess(ctx context.Context, tx *db.Tx, caller domain.Caller, uuid string) (domain.Access, error) {
	access, err := store.CommentAccess(ctx, tx, uuid, caller.UserID)
	if err != nil {
		return access, err
	}
	m, err := store.Comment(ctx, tx, uuid)
	if err != nil {
		return access, err
	}
	return access, access.CheckComment(caller, m.AuthorID)
}

// DeleteComment removes a comment, for its author and those who moderate.
func (a *Tickets) DeleteComment(ctx context.Context, caller domain.Caller, uuid string) error {
	return a.DB.Write(ctx, func(tx *db.Tx) error {
		access, err := commentAccess(ctx, tx, caller, uuid)
		if err != nil {
			return err
		}
		c, err := OpenBare(ctx, a.Instance, tx, caller, access, domain.WriteWork)
		if err != nil {
			return err
		}
		m, err := store.Comment(ctx, tx, uuid)
		if err != nil {
			return err
		}
		if err := c.deleted(ctx, "comment", uuid, commentFacts(m)); err != nil {
			return err
		}
		return store.DeleteComment(ctx, tx, m.ID)
	})
}
