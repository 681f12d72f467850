package work

import (
	"context"
	"math"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// historyPage is the number of changes to a ticket that one page shows.
const historyPage = 50

// HistoryRow is one change to a ticket, or to one of its subtasks, comments or files, in readable form. From and To are strings, numbers or lists
// of strings; references in the log are resolved to names. Both are nil if an item was created, deleted or restored, or if the text of a
// comment was changed.
type HistoryRow struct {
	ID       int64
	At       time.Time
	User     string
	KeyName  *string
	Noun     string
	Name     string // the title of the subtask or the name of the file; empty for other nouns
	What     string
	From, To any
}

// History is a page of changes, latest first.
type History struct {
	Rows []HistoryRow
	More bool
}

// TicketHistory returns a page of changes to a ticket: those that precede the one with the given id, or the latest if the id is 0.
func (a *Tickets) TicketHistory(ctx context.Context, caller domain.Caller, ticket string, before int64) (History, error) {
	if before == 0 {
		before = math.MaxInt64
	}
	return ofTicket(ctx, a.DB, caller, ticket, func(tx *db.Tx, access domain.Access, id int64) (History, error) {
		uuids, err := store.TicketPast(ctx, tx, id, ticket)
		if err != nil {
			return History{}, err
		}
		changes, err := store.PastChanges(ctx, tx, access.ProjectID, append(uuids, ticket), before, historyPage+1)
		if err != nil {
			return History{}, err
		}
		h := History{More: len(changes) > historyPage}
		h.Rows, err = tellChanges(ctx, tx, access.ProjectID, changes[:min(len(changes), historyPage)])
		return h, err
	})
}

// tellChanges converts log rows to a readable form, using a constant number of statements.
func tellChanges(ctx context.Context, tx *db.Tx, projectID int64, changes []store.PastChange) ([]HistoryRow, error) {
	n := newNamer()
	for _, c := range changes {
		n.note(c.Change)
	}
	if err := n.find(ctx, tx, projectID); err != nil {
		return nil, err
	}
	rows := make([]HistoryRow, 0, len(changes))
	for _, c := range changes {
		row := HistoryRow{ID: c.ID, At: c.At, User: c.User, KeyName: c.KeyName, Noun: c.Noun, What: c.What}
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
