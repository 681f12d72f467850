package operate

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money"
	workstore "earnest/internal/work/store"
)

const mostFound = 20 // results for each noun

// Found is the result of a search in the caller's projects.
type Found struct {
	Tickets  []workstore.FoundTicket
	Projects []workstore.Revision
}

// Search finds tickets by their keys and by the words in their titles, descriptions and comments, in all of the caller's projects or in one. A word
// is found by its first letters. It also finds the caller's projects by name, and only these if text is empty.
func (a *Service) Search(ctx context.Context, caller domain.Caller, text string, project *string) (Found, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (Found, error) {
		readable, err := workstore.Revisions(ctx, tx, caller.UserID)
		if err != nil {
			return Found{}, err
		}
		projects := money.States(readable)
		out := Found{Projects: namedLike(projects, text)}
		if project != nil {
			if projects, err = only(ctx, tx, caller, projects, *project); err != nil {
				return Found{}, err
			}
		}
		named, err := ticketsNamed(ctx, tx, projects, text)
		if err != nil {
			return out, err
		}
		if words := domain.SearchWords(text); len(words) > 0 {
			out.Tickets, err = searchTickets(ctx, tx, projects, words, named)
		}
		return out, err
	})
}

// only returns one of the caller's projects; others are refused.
func only(ctx context.Context, tx *db.Tx, caller domain.Caller, mine []workstore.Revision, project string) ([]workstore.Revision, error) {
	if i := slices.IndexFunc(mine, func(p workstore.Revision) bool { return p.UUID == project }); i >= 0 {
		return mine[i : i+1], nil
	}
	access, state, err := workstore.ProjectRevision(ctx, tx, project, caller.UserID)
	if err != nil {
		return nil, err
	}
	return []workstore.Revision{state}, access.Check(domain.ReadProject)
}

// namedLike returns the first projects whose names contain a text, ignoring case and accents.
func namedLike(projects []workstore.Revision, text string) []workstore.Revision {
	var found []workstore.Revision
	wanted := domain.Fold(text)
	for _, p := range projects {
		if strings.Contains(domain.Fold(p.Name), wanted) && len(found) < mostFound {
			found = append(found, p)
		}
	}
	return found
}

// ticketsNamed returns the id of the ticket with a key or, in a single project, with a number; there is one at most.
func ticketsNamed(ctx context.Context, tx *db.Tx, projects []workstore.Revision, text string) ([]int64, error) {
	if key, number, ok := domain.ParseTicketKey(text); ok {
		projectID, id, err := workstore.TicketByKey(ctx, tx, key, number)
		mine := slices.ContainsFunc(projects, func(p workstore.Revision) bool { return p.ProjectID == projectID })
		if err != nil || !mine {
			return nil, err
		}
		return []int64{id}, nil
	}
	number, ok := domain.ParseTicketNumber(text)
	if !ok || len(projects) != 1 {
		return nil, nil
	}
	return workstore.TicketByNumber(ctx, tx, projects[0].ProjectID, number)
}

// searchTickets returns the tickets that a text names, and then those that contain its words. It searches the projects that changed last first.
func searchTickets(ctx context.Context, tx *db.Tx, projects []workstore.Revision, words []string, named []int64) ([]workstore.FoundTicket, error) {
	slices.SortFunc(projects, func(a, b workstore.Revision) int {
		return cmp.Or(b.ChangedAt.Compare(a.ChangedAt), cmp.Compare(b.ProjectID, a.ProjectID))
	})
	ids := make([]int64, 0, len(projects))
	for _, p := range projects {
		ids = append(ids, p.ProjectID)
	}
	found, err := workstore.SearchTickets(ctx, tx, ids, words, mostFound)
	if err != nil {
		return nil, err
	}
	found = slices.DeleteFunc(found, func(id int64) bool { return slices.Contains(named, id) })
	return workstore.FoundTickets(ctx, tx, append(named, found[:min(len(found), mostFound-len(named))]...))
}
