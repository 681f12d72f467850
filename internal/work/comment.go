package work

import (
	"context"
	"encoding/json"
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

// CommentItem is a comment in a list; MayEdit is true if the caller may change it.
type CommentItem struct {
	domain.Comment

	MayEdit bool
}

// CommentQuery selects the comments on a ticket: a page of them or, if Last is not 0, that many of the latest.
type CommentQuery struct {
	Page domain.Page
	Last int
}

// Comments lists the comments on a ticket in creation order. The total includes all of them.
func (a *Tickets) Comments(ctx context.Context, caller domain.Caller, ticket string, in domain.Input[CommentQuery], out List[CommentItem]) error {
	return ListOfTicket(ctx, a.DB, caller, ticket, in, out,
		func(tx *db.Tx, access domain.Access, id int64, q CommentQuery) (int, iter.Seq2[CommentItem, error], error) {
			total, err := store.CountComments(ctx, tx, id)
			comments := store.Comments(ctx, tx, id, q.Page)
			if q.Last > 0 {
				comments = store.LastComments(ctx, tx, id, q.Last)
			}
			return total, Items(comments, func(m domain.Comment) CommentItem {
				return CommentItem{m, access.CheckComment(caller, m.AuthorID) == nil}
			}), err
		})
}

// Comment returns one comment.
func (a *Tickets) Comment(ctx context.Context, caller domain.Caller, uuid string) (domain.Comment, error) {
	return Read(ctx, a.DB, Target{caller, store.CommentAccess, uuid}, func(tx *db.Tx, _ domain.Access) (domain.Comment, error) {
		return store.Comment(ctx, tx, uuid)
	})
}

// Sanitise makes the content of a comment safe before the transaction begins, since cleaning long content takes a while and no other write
// should have to wait for it. Unusable content is reported like any other invalid input.
func (a *Tickets) Sanitise(in domain.Input[domain.CommentPatch]) domain.Input[domain.CommentPatch] {
	patch, err := in.Get()
	if !patch.Content.Set {
		return in
	}
	clean, visible := a.html.Clean(patch.Content.Value)
	rule := domain.Rules("content")
	_, fits := rule.Text(clean)
	switch {
	case !visible:
		err = domain.Join(err, domain.Invalidf("content must show something: nothing visible is left of it after sanitising").At("content"))
	case !fits:
		err = domain.Join(err, domain.Invalidf("content must be %s, even after sanitising: it would have %d",
			rule.Expect(), utf8.RuneCountInString(clean)).At("content"))
	}
	patch.Content.Value = clean
	return domain.NewInput(patch, err)
}

// CreateComment adds a comment by the caller to a ticket.
func (a *Tickets) CreateComment(ctx context.Context, caller domain.Caller, ticket string, in domain.Input[domain.CommentPatch]) (domain.Comment, error) {
	look := func(tx *db.Tx, access domain.Access, patch domain.CommentPatch, on *store.Commentable) []db.Statement {
		return on.Lookups(tx, access.ProjectID, ticket, caller.UserID, patch.Mentions.Value)
	}
	return AddKnowing(ctx, a.Instance, Target{caller, store.TicketAccess, ticket}, domain.WriteWork, a.Sanitise(in).Further(), look,
		func(c *Change, patch domain.CommentPatch, on store.Commentable) (domain.Comment, error) {
			if on.ID == 0 {
				return domain.Comment{}, domain.NoSuch("ticket") // deleted a moment ago
			}
			m := domain.Comment{
				UUID:            db.NewUUID(),
				ProjectID:       c.Project.ProjectID,
				TicketID:        on.ID,
				TicketUUID:      ticket,
				AuthorID:        caller.UserID,
				AuthorFirstname: on.Firstname,
				AuthorLastname:  on.Lastname,
				Mentions:        []int64{},
				CreatedAt:       c.Now,
				UpdatedAt:       c.Now,
			}
			patch.Content.Apply(&m.Content)
			if err := c.check(settleMentions(patch.Mentions, on.Team, &m.Mentions)); err != nil {
				return m, err
			}
			if err := store.InsertComment(ctx, c.Tx, m); err != nil {
				return m, err
			}
			return m, c.Created(ctx, "comment", m.UUID, commentFacts(m))
		})
}

// settleMentions replaces the list of mentioned users. Newly mentioned users must be in the project's team; those already mentioned may have
// left it.
func settleMentions(to domain.Opt[[]int64], team []int64, mentions *[]int64) error {
	if !to.Set {
		return nil
	}
	for _, id := range to.Value {
		if !slices.Contains(*mentions, id) && !slices.Contains(team, id) {
			return domain.Invalidf("mentions must be ids of members of this project; user %d is not one", id).At("mentions")
		}
	}
	*mentions = append([]int64{}, to.Value...)
	return nil
}

// UpdateComment applies the fields set in the input, on behalf of the comment's author or a moderator. If nothing changes, nothing is
// logged.
func (a *Tickets) UpdateComment(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.CommentPatch]) (domain.Comment, error) {
	in = a.Sanitise(in).Further()
	return Write(ctx, a.Instance, comment(caller, uuid), domain.WriteWork, in, func(c *Change, patch domain.CommentPatch) (domain.Comment, error) {
		old, err := store.Comment(ctx, c.Tx, uuid)
		if err == nil {
			err = c.match(old)
		}
		if err != nil {
			return old, err
		}
		var team []int64
		if patch.Mentions.Set {
			if team, err = store.AmongMembers(ctx, c.Tx, c.Project.ProjectID, patch.Mentions.Value); err != nil {
				return old, err
			}
		}
		m := old
		patch.Content.Apply(&m.Content)
		if err := c.check(settleMentions(patch.Mentions, team, &m.Mentions)); err != nil {
			return m, err
		}
		changed, err := c.Updated(ctx, "comment", uuid, commentFacts(old), commentFacts(m))
		if err != nil || !changed {
			return old, err
		}
		m.UpdatedAt = c.Now
		return m, store.UpdateComment(ctx, c.Tx, m)
	})
}

// comment returns the target for a change to a comment. Only the comment's author and moderators may change it. This is checked before the
// project is locked and need not be checked again, since the author of a comment never changes.
func comment(caller domain.Caller, uuid string) Target {
	find := func(ctx context.Context, tx *db.Tx, uuid string, userID int64) (domain.Access, error) {
		access, err := store.CommentAccess(ctx, tx, uuid, userID)
		if err != nil {
			return access, err
		}
		m, err := store.Comment(ctx, tx, uuid)
		if err != nil {
			return access, err
		}
		return access, access.CheckComment(caller, m.AuthorID)
	}
	return Target{caller, find, uuid}
}

// DeleteComment deletes a comment, on behalf of its author or a moderator. The versions of its text go with it.
func (a *Tickets) DeleteComment(ctx context.Context, caller domain.Caller, uuid string) error {
	return Do(ctx, a.Instance, comment(caller, uuid), domain.WriteWork, noInput(), func(c *Change, _ struct{}) error {
		m, err := store.Comment(ctx, c.Tx, uuid)
		if err == nil {
			err = c.match(m)
		}
		if err != nil {
			return err
		}
		if err := c.forgetComment(ctx, m); err != nil {
			return err
		}
		return store.DeleteComment(ctx, c.Tx, m.ID)
	})
}

// forgetComment logs that a comment is deleted, and removes what it said from the log.
func (c *Change) forgetComment(ctx context.Context, m domain.Comment) error {
	left := WithoutContent(Object(commentFacts(m)))
	if err := store.ForgetComment(ctx, c.Tx, m.UUID, left); err != nil {
		return err
	}
	return c.Record(ctx, domain.Change{Noun: "comment", NounUUID: m.UUID, What: domain.Deleted, From: left})
}

// WithoutContent returns what the log keeps of the facts of a deleted comment: its ticket and its author.
func WithoutContent(facts string) string {
	var had struct {
		Ticket   string  `json:"ticket"`
		AuthorID int64   `json:"author_id"`
		Content  *string `json:"content"`
	}
	if err := json.Unmarshal([]byte(facts), &had); err != nil || had.Content == nil {
		return facts
	}
	return Object([]Fact{{"ticket", had.Ticket}, {"author_id", had.AuthorID}})
}
