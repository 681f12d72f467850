package cli

import (
	"encoding/json"
	"strconv"

	"earnest/internal/app"
	"earnest/internal/config"
	"earnest/internal/domain"
	"earnest/internal/work"
)

type rates struct {
	Set   rateSet   `cmd:"" help:"Set the daily rate of a user in a project from a day on."`
	List  rateList  `cmd:"" help:"List the daily rates of a project."`
	Clear rateClear `cmd:"" help:"Remove all daily rates of a user in a project; their time then costs nothing."`
}

type rateSet struct {
	config.Database
	config.Zone
	config.RateOf
	config.RateSet
}

// shownRate is a rate as the commands print it.
type shownRate struct {
	User    string      `json:"user"`
	From    domain.Date `json:"from"` // 0001-01-01: from the start
	TJM     float64     `json:"tjm"`
	InForce bool        `json:"in_force"` // today
}

// Run sets the rate and prints all of the user's rates.
func (c *rateSet) Run(t *terminal) error {
	from, err := c.from()
	if err != nil {
		return err
	}
	return t.withProject(c.Database, c.Zone, c.Project, func(a *app.App, project string) error {
		if _, err := a.Projects.SetRate(t.ctx, domain.Operator(), project, c.User, c.TJM, from); err != nil {
			return err
		}
		list, err := a.Projects.Rates(t.ctx, domain.Operator(), project, domain.Some(c.User))
		if err != nil {
			return err
		}
		return t.printRatesJSON(list)
	})
}

// from returns the first day the rate applies to; absent means today.
func (c *rateSet) from() (domain.Opt[domain.Date], error) {
	switch {
	case c.RewritePast:
		return domain.Some(domain.FirstDay), nil
	case c.From == "":
		return domain.Opt[domain.Date]{}, nil
	}
	day, ok := domain.ParseDate(c.From)
	if !ok {
		return domain.Opt[domain.Date]{}, usagef("--from must be %s, not %q", domain.Rules("date").Expect(), c.From)
	}
	return domain.Some(day), nil
}

type rateClear struct {
	config.Database
	config.RateOf
}

// Run deletes all of the user's rates.
func (c *rateClear) Run(t *terminal) error {
	return t.withData(c.Database, func(a *app.App) error {
		project, err := t.findProject(a, c.Project)
		if err != nil {
			return err
		}
		return a.Projects.ClearRates(t.ctx, domain.Operator(), project, c.User)
	})
}

type rateList struct {
	config.Database
	config.Zone
	config.RateList
}

// Run prints rates, sorted by user and day.
func (c *rateList) Run(t *terminal) error {
	user := domain.Opt[string]{Set: c.User != "", Value: c.User}
	return t.withProject(c.Database, c.Zone, c.Project, func(a *app.App, project string) error {
		list, err := a.Projects.Rates(t.ctx, domain.Operator(), project, user)
		if err != nil {
			return err
		}
		if c.JSON {
			return t.printRatesJSON(list)
		}
		p, err := a.Projects.Project(t.ctx, domain.Operator(), project)
		if err != nil {
			return err
		}
		return t.printRates(list, p.Currency)
	})
}

func (t *terminal) printRatesJSON(list []work.UserRate) error {
	shown := []shownRate{}
	for _, r := range list {
		shown = append(shown, shownRate{User: r.User, From: r.From, TJM: r.TJM, InForce: r.InForce})
	}
	return json.NewEncoder(t.stdout).Encode(shown)
}

func (t *terminal) printRates(list []work.UserRate, currency *string) error {
	title := "DAILY RATE"
	if currency != nil {
		title += " (" + *currency + ")"
	}
	out := newTable(t.stdout, "USER", "FROM", title, "TODAY")
	for _, r := range list {
		from, today := string(r.From), "-"
		if r.From == domain.FirstDay {
			from = "the start"
		}
		if r.InForce {
			today = "in force"
		}
		out.row(cell(r.User), from, strconv.FormatFloat(r.TJM, 'f', -1, 64), today)
	}
	return out.flush()
}
