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
	return read(ctx, a, func(tx *store.Tx) (Found, error) {
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

// searched is the projects that a search looks into.
func searched(ctx context.Context, tx *store.Tx, caller domain.Caller, project *string) ([]store.Revision, error) {
	if project == nil {
		mine, err := tx.Revisions(ctx, caller.UserID)
		return states(mine), err
	}
	access, state, err := tx.ProjectRevision(ctx, *project, caller.UserID)
	if err != nil {
		return nil, err
	}
	return []store.Revision{state}, access.Check(domain.ReadProject)
}

func searchTickets(ctx context.Context, tx *store.Tx, projectIDs []int64, wanted string) ([]store.FoundTicket, error) {
	ids := []int64{}
	for t, err := range tx.Searchable(ctx, projectIDs, mostSearched) {
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
	return tx.FoundTickets(ctx, ids)
}
