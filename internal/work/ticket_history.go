package work

import (
	"context"
	"math"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// historyPage is how many changes of a ticket are told at once.
const historyPage = 50

// HistoryRow is one change of a ticket, or of one of its subtasks or comments, as people read it. From and To are
// texts, numbers or lists of texts: what is a reference in the log is the name of the thing here. Both are nil where
// something came or went as a whole.
type HistoryRow struct {
	ID       int64
	At       time.Time
	User     string
	KeyName  *string
	Noun     string
	Name     string // of a subtask
	What     string
	From, To any
}

// History is a page of changes, the latest first.
type History struct {
	Rows []HistoryRow
	More bool
}

// TicketHistory gives the changes of a ticket before an id (0: from the latest on) to the members of its project.
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

// tellChanges gives rows of the log the form in which people read them, in a constant number of statements.
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
		if c.Noun == "subtask" {
			row.Name = n.titles[c.NounUUID]
		}
		rows = append(rows, row)
	}
	return rows, nil
}
