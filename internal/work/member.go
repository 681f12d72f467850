package work

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// Team lists the members of a project, with their current daily rates if the caller may see them.
func (a *Projects) Team(ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.Page], out List[domain.Member]) error {
	today := a.Today()
	return list(ctx, a.DB, OfProject(caller, project), in, out,
		func(tx *db.Tx, access domain.Access, p domain.Page) (int, iter.Seq2[domain.Member, error], error) {
			total, err := store.CountMembers(ctx, tx, access.ProjectID)
			members := store.Members(ctx, tx, access.ProjectID, today, p)
			if !access.SeesCost() {
				members = withoutRates(members)
			}
			return total, members, err
		})
}

// TeamMember is a member with all their daily rates, or none if the caller may not see them.
type TeamMember struct {
	domain.Member

	Rates []domain.Rate
}

// FullTeam is the team of a project.
type FullTeam struct {
	Members   []TeamMember
	SeesRates bool
	Offer     *domain.OwnershipOffer // nil if there is no open ownership offer
}

// Members returns the team of a project, with all daily rates if the caller may see them.
func (a *Projects) Members(ctx context.Context, caller domain.Caller, project string) (FullTeam, error) {
	return Read(ctx, a.DB, OfProject(caller, project), func(tx *db.Tx, access domain.Access) (FullTeam, error) {
		team, err := a.readTeam(ctx, tx, access)
		if err != nil {
			return FullTeam{}, err
		}
		offer, err := store.Offer(ctx, tx, access.ProjectID, a.Now())
		if domain.KindOf(err) == domain.NotFound {
			return team, nil
		}
		team.Offer = &offer
		return team, err
	})
}

func (a *base) readTeam(ctx context.Context, tx *db.Tx, access domain.Access) (FullTeam, error) {
	members := store.Members(ctx, tx, access.ProjectID, a.Today(), domain.Page{})
	if !access.SeesCost() {
		return fullTeam(withoutRates(members), nil)
	}
	rates, err := store.ProjectRates(ctx, tx, access.ProjectID)
	if err != nil {
		return FullTeam{}, err
	}
	team, err := fullTeam(members, rates)
	team.SeesRates = true
	return team, err
}

// fullTeam adds the rates to the members.
func fullTeam(members iter.Seq2[domain.Member, error], rates []store.UserRate) (FullTeam, error) {
	byUser := map[int64][]domain.Rate{}
	for _, r := range rates {
		byUser[r.UserID] = append(byUser[r.UserID], r.Rate)
	}
	team := FullTeam{Members: []TeamMember{}}
	for m, err := range members {
		if err != nil {
			return FullTeam{}, err
		}
		team.Members = append(team.Members, TeamMember{Member: m, Rates: byUser[m.UserID]})
	}
	return team, nil
}

// withoutRates hides every daily rate.
func withoutRates(members iter.Seq2[domain.Member, error]) iter.Seq2[domain.Member, error] {
	return func(yield func(domain.Member, error) bool) {
		for m, err := range members {
			m.TJM = nil
			if !yield(m, err) {
				return
			}
		}
	}
}
