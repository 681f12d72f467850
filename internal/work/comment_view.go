package work

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// mostTalk is how many comments, or time entries, of a ticket are shown: the last ones.
const mostTalk = 1000

// CommentView is a comment as somebody sees it.
type CommentView struct {
	domain.Comment

	Mine    bool
	MayEdit bool
}

// CommentViews gives the comments of a ticket, with what the caller may do about each.
func (a *Tickets) CommentViews(ctx context.Context, caller domain.Caller, ticket string) ([]CommentView, error) {
	return ofTicket(ctx, a.DB, caller, ticket, func(tx *db.Tx, access domain.Access, id int64) ([]CommentView, error) {
		comments, err := store.LastComments(ctx, tx, id, mostTalk)
		if err != nil {
			return nil, err
		}
		views := make([]CommentView, 0, len(comments))
		for _, m := range comments {
			views = append(views, viewComment(m, access, caller))
		}
		return views, nil
	})
}

// ViewComment tells what the caller, who may write, sees of a comment that they just wrote or changed.
func ViewComment(m domain.Comment, caller domain.Caller) CommentView {
	return CommentView{Comment: m, Mine: m.AuthorID == caller.UserID, MayEdit: true}
}

func viewComment(m domain.Comment, access domain.Access, caller domain.Caller) CommentView {
	return CommentView{Comment: m, Mine: m.AuthorID == caller.UserID, MayEdit: access.CheckComment(caller, m.AuthorID) == nil}
}

// ofTicket runs a use case that reads what hangs on a ticket for a member of its project.
func ofTicket[T any](ctx context.Context, d *db.DB, caller domain.Caller, ticket string,
	get func(tx *db.Tx, access domain.Access, ticketID int64) (T, error),
) (T, error) {
	return db.Read(ctx, d, func(tx *db.Tx) (T, error) {
		var none T
		access, err := store.TicketAccess(ctx, tx, ticket, caller.UserID)
		if err != nil {
			return none, err
		}
		if err := access.Check(domain.ReadProject); err != nil {
			return none, err
		}
		id, _, err := store.TicketID(ctx, tx, access.ProjectID, ticket) // the snapshot that gave the access has it
		if err != nil {
			return none, err
		}
		return get(tx, access, id)
	})
}
