package changelog

import (
	"cmp"
	"context"
	"math"
	"time"

	"earnest/internal/changelog/store"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// pageSize is the number of changes to a ticket that one page shows.
const pageSize = 50

// Row is one change to a ticket, or to one of its subtasks, comments or files, in readable form. From and To are strings, numbers or lists
// of strings; references in the log are resolved to names. Both are nil if an item was created, deleted or restored, or if a description or the
// text of a comment was changed; TextChange returns those.
type Row struct {
	ID       int64
	At       time.Time
	User     string
	KeyName  *string
	Noun     string
	UUID     string
	Name     string // the title of the subtask or the name of the file; empty for other nouns
	What     string
	From, To any
	HasText  bool // whether TextChange returns the text before and after the change
}

// Page is a page of changes, latest first.
type Page struct {
	Rows []Row
	More bool
}

// OfTicket returns a page of changes to a ticket: those that precede the one with the given id, or the latest if the id is 0.
func (s *Service) OfTicket(ctx context.Context, caller domain.Caller, ticket string, before int64) (Page, error) {
	return ofTicket(ctx, s.DB, caller, ticket, func(tx *db.Tx, access domain.Access, id int64) (Page, error) {
		changes, err := store.TicketChanges(ctx, tx, access.ProjectID, id, ticket, cmp.Or(before, math.MaxInt64), pageSize+1)
		if err != nil {
			return Page{}, err
		}
		return page(ctx, tx, access.ProjectID, changes)
	})
}

// OfComment returns a page of changes to a comment, as OfTicket does for a ticket.
func (s *Service) OfComment(ctx context.Context, caller domain.Caller, comment string, before int64) (Page, error) {
	return work.Read(ctx, s.DB, work.Target{Caller: caller, Access: workstore.CommentAccess, UUID: comment}, func(tx *db.Tx, access domain.Access) (Page, error) {
		changes, err := store.CommentChanges(ctx, tx, access.ProjectID, comment, cmp.Or(before, math.MaxInt64), pageSize+1)
		if err != nil {
			return Page{}, err
		}
		return page(ctx, tx, access.ProjectID, changes)
	})
}

// ofTicket reads from the log of a ticket, provided that the caller may read its project.
func ofTicket[T any](ctx context.Context, d *db.DB, caller domain.Caller, ticket string,
	get func(tx *db.Tx, access domain.Access, ticketID int64) (T, error),
) (T, error) {
	return work.Read(ctx, d, work.Target{Caller: caller, Access: workstore.TicketAccess, UUID: ticket}, func(tx *db.Tx, access domain.Access) (T, error) {
		id, _, err := workstore.TicketID(ctx, tx, access.ProjectID, ticket) // the ticket exists, since TicketAccess found it in the same snapshot
		if err != nil {
			var none T
			return none, err
		}
		return get(tx, access, id)
	})
}

// page returns a page of changes; one more than it shows says that there are more.
func page(ctx context.Context, tx *db.Tx, projectID int64, changes []store.PastChange) (_ Page, err error) {
	h := Page{More: len(changes) > pageSize}
	h.Rows, err = tellChanges(ctx, tx, projectID, changes[:min(len(changes), pageSize)])
	return h, err
}

// TextChange is a change to a text of a ticket or of one of its comments. A list of acceptance criteria has a text for each of them; every
// other text is one string, or none if there was no text.
type TextChange struct {
	ID       int64
	Noun     string
	UUID     string
	What     string
	From, To []string
}

// TextChange returns the text before and after a change to a ticket or to one of its comments. If the comment has been deleted, the log no
// longer holds its text, and the error is NotFound.
func (s *Service) TextChange(ctx context.Context, caller domain.Caller, ticket string, id int64) (TextChange, error) {
	return ofTicket(ctx, s.DB, caller, ticket, func(tx *db.Tx, access domain.Access, ticketID int64) (TextChange, error) {
		c, err := store.TextChange(ctx, tx, access.ProjectID, ticketID, ticket, id)
		return TextChange{c.ID, c.Noun, c.NounUUID, c.What, textsIn(decode(c.From)), textsIn(decode(c.To))}, err
	})
}

// tellChanges converts log rows to a readable form, using a constant number of statements.
func tellChanges(ctx context.Context, tx *db.Tx, projectID int64, changes []store.PastChange) ([]Row, error) {
	n := newNamer()
	for _, c := range changes {
		n.note(c.Change)
	}
	if err := n.find(ctx, tx, projectID); err != nil {
		return nil, err
	}
	rows := make([]Row, 0, len(changes))
	for _, c := range changes {
		row := Row{ID: c.ID, At: c.At, User: c.User, KeyName: c.KeyName, Noun: c.Noun, UUID: c.NounUUID, What: c.What, HasText: c.HasText}
		row.From, row.To = n.tell(c.What, c.From), n.tell(c.What, c.To)
		switch c.Noun {
		case "subtask":
			row.Name = n.titles[c.NounUUID]
		case "attachment":
			row.Name = titleIn(c.From + c.To) // it is only ever created and deleted
		}
		rows = append(rows, row)
	}
	return rows, nil
}
