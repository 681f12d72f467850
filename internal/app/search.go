package app

import (
	"context"
	"strings"

	"earnest/internal/domain"
	"earnest/internal/store"
)

const (
	mostFound    = 20      // of each noun
	mostSearched = 100_000 // tickets, the latest first
)

// Found is what a search found in the caller's projects.
type Found struct {
	Tickets  []store.FoundTicket
	Projects []store.Revision
}

// Search finds tickets by title and projects by name, in all of the caller's projects or in one. Without a text it
// finds the projects only.
func (a *App) Search(ctx context.Context, caller domain.Caller, text string, project *string) (Found, error) {
	wanted := domain.Fold(text)
	return read(ctx, a, func(tx *store.Tx) (Found, error) {
		var out Found
		var projectID int64
		if project != nil {
			access, err := tx.ProjectAccess(ctx, *project, caller.UserID)
			if err != nil {
				return out, err
			}
			if err := access.Check(domain.ReadProject); err != nil {
				return out, err
			}
			projectID = access.ProjectID
		}
		projects, err := tx.Revisions(ctx, caller.UserID)
		if err != nil {
			return out, err
		}
		for _, p := range projects {
			if strings.Contains(domain.Fold(p.Name), wanted) && len(out.Projects) < mostFound {
				out.Projects = append(out.Projects, p)
			}
		}
		if wanted == "" {
			return out, nil
		}
		out.Tickets, err = searchTickets(ctx, tx, caller, projectID, wanted)
		return out, err
	})
}

func searchTickets(ctx context.Context, tx *store.Tx, caller domain.Caller, projectID int64, wanted string) ([]store.FoundTicket, error) {
	var found []store.FoundTicket
	for t, err := range tx.Searchable(ctx, caller.UserID, projectID, mostSearched) {
		if err != nil {
			return nil, err
		}
		if strings.Contains(domain.Fold(t.Title), wanted) {
			found = append(found, t)
		}
		if len(found) == mostFound {
			break
		}
	}
	return found, nil
}
