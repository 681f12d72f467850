package money

import (
	"context"
	"slices"
	"time"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	workstore "earnest/internal/work/store"
)

// fewMembers is the maximum number of team members that an overview shows.
const fewMembers = 5

// OverviewProject is a project as shown in a list of projects.
type OverviewProject struct {
	domain.Project

	ChangedAt  time.Time
	Favourite  bool
	Indicators evm.Indicators
	Sprint     *domain.Sprint  // the first active one, or nil if there is none
	Members    []domain.Member // the first few active ones
}

// Overview returns the caller's projects with their health, in creation order.
func (a *Service) Overview(ctx context.Context, caller domain.Caller) ([]OverviewProject, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) ([]OverviewProject, error) {
		mine, err := workstore.Revisions(ctx, tx, caller.UserID)
		if err != nil {
			return nil, err
		}
		rows, err := a.Indicators(ctx, tx, projectIDs(States(mine)))
		if err != nil {
			return nil, err
		}
		list, err := overviewProjects(ctx, tx, caller)
		if err != nil {
			return nil, err
		}
		for i := range list { // same snapshot, condition and order, so the same projects
			list[i].ChangedAt, list[i].Indicators = mine[i].ChangedAt, rows[i].Indicators
			if !mine[i].SeesCost {
				list[i].Indicators = rows[i].WithoutCost()
			}
		}
		return list, nil
	})
}

// States returns the revisions of projects, without the reader's permissions.
func States(projects []workstore.ReaderProject) []workstore.Revision {
	list := make([]workstore.Revision, 0, len(projects))
	for _, p := range projects {
		list = append(list, p.Revision)
	}
	return list
}

// overviewProjects reads everything but the numbers.
func overviewProjects(ctx context.Context, tx *db.Tx, caller domain.Caller) ([]OverviewProject, error) {
	projects, err := db.Collect(workstore.Projects(ctx, tx, caller.UserID, domain.Page{}))
	if err != nil {
		return nil, err
	}
	favourites, err := workstore.Favourites(ctx, tx, caller.UserID)
	if err != nil {
		return nil, err
	}
	sprints, err := workstore.ActiveSprints(ctx, tx, caller.UserID)
	if err != nil {
		return nil, err
	}
	members, err := workstore.FirstMembers(ctx, tx, caller.UserID, fewMembers)
	if err != nil {
		return nil, err
	}
	list := make([]OverviewProject, 0, len(projects))
	for _, p := range projects {
		o := OverviewProject{Project: p, Favourite: slices.Contains(favourites, p.ID), Members: members[p.ID]}
		if active := sprints[p.ID]; len(active) > 0 {
			o.Sprint = &active[0]
		}
		list = append(list, o)
	}
	return list, nil
}
