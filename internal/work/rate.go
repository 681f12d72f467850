package work

import (
	"context"
	"slices"

	"earnest/internal/db"
	"earnest/internal/domain"
	identitystore "earnest/internal/identity/store"
	"earnest/internal/work/store"
)

// UserRate is a user's daily rate in a project.
type UserRate struct {
	User string // email
	domain.Rate

	InForce bool // whether the rate applies today
}

// RateNoun is the noun under which changes to a user's daily rates are logged.
const RateNoun = "rate"

// ratesFacts returns all of a user's rates as one fact, since the period to which a rate applies depends on the other rates.
func ratesFacts(rates []domain.Rate) []Fact {
	type entry struct {
		From domain.Date `json:"from"`
		TJM  float64     `json:"tjm"`
	}
	list := make([]entry, 0, len(rates))
	for _, r := range rates {
		list = append(list, entry(r))
	}
	return []Fact{{"rates", list}}
}

// Rates lists the daily rates of a project, or of one user in it, for callers who may see them.
func (a *Projects) Rates(ctx context.Context, caller domain.Caller, project string, user domain.Opt[string]) ([]UserRate, error) {
	return Read(ctx, a.DB, OfProject(caller, project), func(tx *db.Tx, access domain.Access) ([]UserRate, error) {
		if !access.SeesCost() {
			return nil, domain.Errorf(domain.Forbidden, "your role in this project (%s) does not see daily rates", access.Role)
		}
		return a.rates(ctx, tx, access.ProjectID, user)
	})
}

func (a *base) rates(ctx context.Context, tx *db.Tx, projectID int64, user domain.Opt[string]) ([]UserRate, error) {
	rows, err := store.ProjectRates(ctx, tx, projectID)
	if err != nil {
		return nil, err
	}
	emails, err := store.Emails(ctx, tx)
	if err != nil {
		return nil, err
	}
	byUser := map[int64][]domain.Rate{}
	for _, r := range rows {
		byUser[r.UserID] = append(byUser[r.UserID], r.Rate)
	}
	list := []UserRate{}
	for _, r := range rows {
		if email := emails[r.UserID]; !user.Set || domain.FoldEmail(user.Value) == domain.FoldEmail(email) {
			now, _ := domain.RateOn(byUser[r.UserID], a.Today())
			list = append(list, UserRate{User: email, Rate: r.Rate, InForce: now == r.Rate})
		}
	}
	return list, nil
}

// SetRate sets a user's daily rate from a given day on (by default, today) and reprices the time they logged in the project. Earlier days
// keep their rates; see domain.SetRate. The user may have left the team. SetRate returns all of the user's rates.
func (a *Projects) SetRate(ctx context.Context, caller domain.Caller, project, email string, tjm float64, from domain.Opt[domain.Date]) ([]domain.Rate, error) {
	return a.changeRates(ctx, caller, project, email, func(old []domain.Rate) ([]domain.Rate, error) {
		if rule := domain.Rules("money"); !rule.Number(tjm) {
			return nil, domain.Invalidf("tjm must be %s, not %v", rule.Expect(), tjm)
		}
		today := a.Today()
		return domain.SetRate(old, domain.Rate{From: from.Or(today), TJM: tjm + 0}, today), nil // adding 0 turns -0 into 0
	})
}

// ClearRates removes all of a user's daily rates, so that their time costs nothing.
func (a *Projects) ClearRates(ctx context.Context, caller domain.Caller, project, email string) error {
	_, err := a.changeRates(ctx, caller, project, email, func([]domain.Rate) ([]domain.Rate, error) { return nil, nil })
	return err
}

// changeRates changes the rates of a user, on behalf of someone who manages the project.
func (a *base) changeRates(
	ctx context.Context, caller domain.Caller, project, email string, change func([]domain.Rate) ([]domain.Rate, error),
) ([]domain.Rate, error) {
	on := OfProject(caller, project)
	return Write(ctx, a.Instance, on, domain.ManageProject, noInput(), func(c *Change, _ struct{}) ([]domain.Rate, error) {
		user, err := ratedUser(ctx, c.Tx, c.Project.ProjectID, email)
		if err != nil {
			return nil, err
		}
		return c.changeRates(ctx, user, change)
	})
}

// changeRates always adds one log row and raises the revision, even if the rates stay the same, so that members who may not see the rates
// cannot tell whether they changed.
func (c *Change) changeRates(ctx context.Context, user domain.User, change func([]domain.Rate) ([]domain.Rate, error)) ([]domain.Rate, error) {
	old, err := store.Rates(ctx, c.Tx, c.Project.ProjectID, user.ID)
	if err != nil {
		return nil, err
	}
	rates, err := change(slices.Clone(old))
	if err != nil {
		return nil, err
	}
	before, after := ratesFacts(old)[0], ratesFacts(rates)[0]
	row := domain.Change{Noun: RateNoun, NounUUID: user.UUID, What: after.Name, From: string(Encode(before.Value)), To: string(Encode(after.Value))}
	if err := c.Record(ctx, row); err != nil || row.From == row.To {
		return old, err
	}
	return rates, store.SetRates(ctx, c.Tx, c.Project.ProjectID, user.ID, rates)
}

// ratedUser finds a user by email. The user must be in the project's team, or have rates or logged time in the project.
func ratedUser(ctx context.Context, tx *db.Tx, projectID int64, email string) (domain.User, error) {
	user, err := identitystore.UserByEmail(ctx, tx, email)
	if domain.KindOf(err) == domain.NotFound {
		return user, domain.Wrap(domain.Invalid, err, "no user has the email %s", email)
	}
	if err != nil {
		return user, err
	}
	known, err := store.HasCost(ctx, tx, projectID, user.ID)
	if err == nil && !known {
		err = domain.Invalidf("%s is not in this project and never was", email)
	}
	return user, err
}
