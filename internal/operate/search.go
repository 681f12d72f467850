package operate

import (
	"context"
	"strings"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money"
	workstore "earnest/internal/work/store"
)

const (
	mostFound    = 20      // results for each noun
	mostSearched = 100_000 // tickets that are searched, newest first
)

// Found is the result of a search in the caller's projects.
type Found struct {
	Tickets  []workstore.FoundTicket
	Projects []workstore.Revision
}

// Search finds tickets by title and projects by name, in all of the caller's projects or in one. If text is empty, it finds only
// projects.
func (a *Service) Search(ctx context.Context, caller domain.Caller, text string, project *string) (Found, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (Found, error) {
		projects, err := searched(ctx, tx, caller, project)
		if err != nil {
			return Found{}, err
		}
		var out Found
		ids, wanted := make([]int64, 0, len(projects)), domain.Fold(text)
		for _, p := range projects {
			ids = append(ids, p.ProjectID)
			if strings.Contains(domain.Fold(p.Name), wanted) && len(out.Projects) < mostFound {
				out.Projects = append(out.Projects, p)
			}
		}
		if wanted != "" {
			out.Tickets, err = searchTickets(ctx, tx, ids, wanted)
		}
		return out, err
	})
}

// searched returns the projects to search.
func searched(ctx context.Context, tx *db.Tx, caller domain.Caller, project *string) ([]workstore.Revision, error) {
	if project == nil {
		mine, err := workstore.Revisions(ctx, tx, caller.UserID)
		return money.States(mine), err
	}
	access, state, err := workstore.ProjectRevision(ctx, tx, *project, caller.UserID)
	if err != nil {
		return nil, err
	}
	return []workstore.Revision{state}, access.Check(domain.ReadProject)
}

func searchTickets(ctx context.Context, tx *db.Tx, projectIDs []int64, wanted string) ([]workstore.FoundTicket, error) {
	ids := []int64{}
	for t, err := range workstore.Searchable(ctx, tx, projectIDs, mostSearched) {
		if err != nil {
			return nil, err
		}
		if strings.Contains(domain.Fold(t.Title), wanted) {
			ids = append(ids, t.ID)
		}
		if len(ids) == mostFound {
			break
		}
	}
	return workstore.FoundTickets(ctx, tx, ids)
}
