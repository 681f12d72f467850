package transfer

import (
	"context"
	"slices"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/transfer/store"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
	"earnest/internal/workspace"
)

func (x *exporter) project(ctx context.Context, uuid string) error {
	p, err := workstore.Project(ctx, x.tx, uuid, 0)
	if err != nil {
		return err
	}
	types, err := workstore.UsedTypes(ctx, x.tx, p.ID)
	if err != nil {
		return err
	}
	budgets, err := workstore.Budgets(ctx, x.tx, p.ID)
	if err != nil {
		return err
	}
	file := projectFile(p, types)
	if file.OldKeys, err = workstore.OldKeys(ctx, x.tx, p.UUID); err != nil {
		return err
	}
	file.OldKeys = refsFile(file.OldKeys)
	file.Budgets = x.budgetsFile(budgets)
	x.w.Open("projects", file)
	for _, part := range []func(context.Context, int64) error{
		x.team, x.plan, x.sprints, x.tickets, x.roadmap, x.changes, x.indicatorDays, x.commentaries,
	} {
		if err := part(ctx, p.ID); err != nil {
			return err
		}
	}
	x.w.End()
	return nil
}

func projectFile(p domain.Project, types []domain.UsedType) workspace.Project {
	out := workspace.Project{
		Ref:            p.UUID,
		Name:           p.Name,
		Key:            p.Key,
		NextNumber:     p.NextNumber,
		Description:    p.Description,
		Color:          p.Color,
		DefaultDoD:     p.DefaultDoD,
		ContingencyPct: &p.ContingencyPct,
		Budget:         p.Budget,
		Currency:       p.Currency,
		RatesFor:       string(p.RatesFor),
		Workdays:       p.Workdays,
		Holidays:       workspace.HolidayTexts(p.Holidays),
		Stamps:         stampsFile(p.UUID, p.CreatedAt, p.UpdatedAt),
	}
	for _, t := range types {
		out.Types = append(out.Types, workspace.TicketType{Name: t.Name, Default: t.IsDefault, UUID: t.UUID})
		if !slices.Contains(domain.DefaultTicketTypes(), t.Name) {
			out.TicketTypes = append(out.TicketTypes, t.Name)
		}
	}
	return out
}

// team writes the members with their rates, and the rates of former members.
func (x *exporter) team(ctx context.Context, projectID int64) error {
	rows, err := workstore.ProjectRates(ctx, x.tx, projectID)
	if err != nil {
		return err
	}
	rates := map[int64][]domain.Rate{}
	var order []int64
	for _, r := range rows {
		if rates[r.UserID] == nil {
			order = append(order, r.UserID)
		}
		rates[r.UserID] = append(rates[r.UserID], r.Rate)
	}
	err = items(x, "members", workstore.Members(ctx, x.tx, projectID, domain.FirstDay, domain.Page{}), func(m domain.Member) any {
		out := x.memberFile(m, rates[m.UserID])
		delete(rates, m.UserID)
		return out
	})
	for _, id := range order {
		if left := rates[id]; left != nil {
			u := workspace.UserRates{User: x.emails[id]}
			u.TJM, u.Rates = ratesFile(left)
			x.w.Item("former_rates", u)
		}
	}
	return err
}

func (x *exporter) memberFile(m domain.Member, rates []domain.Rate) workspace.Member {
	out := workspace.Member{
		User:        m.Email,
		ProjectRole: string(m.Role),
		ScrumRole:   m.ScrumRole,
		Status:      string(m.Status),
		Service:     m.Service,
		Stamps:      stampsFile(m.UUID, m.CreatedAt, m.UpdatedAt),
	}
	out.TJM, out.Rates = ratesFile(rates)
	return out
}

// ratesFile splits rates, which are sorted by day, into the one that applies from the start and the others.
func ratesFile(rates []domain.Rate) (tjm *float64, list []workspace.Rate) {
	for _, r := range rates {
		if r.From == domain.FirstDay {
			tjm = &r.TJM
		} else {
			list = append(list, workspace.Rate{From: string(r.From), TJM: r.TJM})
		}
	}
	return tjm, list
}

// plan writes statuses, tags, super-epics and epics.
func (x *exporter) plan(ctx context.Context, projectID int64) error {
	if err := x.statuses(ctx, projectID); err != nil {
		return err
	}
	err := items(x, "tags", store.TagRows(ctx, x.tx, projectID), func(t store.TagRow) any {
		return workspace.Tag{Ref: t.UUID, Name: t.Name, Stamps: stampsFile(t.UUID, t.CreatedAt, t.UpdatedAt)}
	})
	if err != nil {
		return err
	}
	err = items(x, "super_epics", workstore.SuperEpics(ctx, x.tx, projectID, domain.Page{}), func(s domain.SuperEpic) any {
		return workspace.SuperEpic{
			Ref: s.UUID, Title: s.Title, Description: s.Description, Status: s.Status, Tags: refsFile(work.TagUUIDs(s.Tags)),
			Stamps: stampsFile(s.UUID, s.CreatedAt, s.UpdatedAt),
		}
	})
	if err != nil {
		return err
	}
	return items(x, "epics", workstore.Epics(ctx, x.tx, projectID, domain.Page{}), func(e domain.Epic) any {
		return workspace.Epic{
			Ref: e.UUID, SuperEpic: textOf(e.SuperEpicUUID), Title: e.Title, Description: e.Description, Status: e.Status,
			StartDate: (*string)(e.StartDate), TargetDate: (*string)(e.TargetDate),
			Tags: refsFile(work.TagUUIDs(e.Tags)), Stamps: stampsFile(e.UUID, e.CreatedAt, e.UpdatedAt),
		}
	})
}

// statuses writes the custom statuses, and the built-in statuses that were changed.
func (x *exporter) statuses(ctx context.Context, projectID int64) error {
	if err := items(x, "statuses", store.CustomStatuses(ctx, x.tx, projectID), func(s domain.Status) any { return statusFile(s) }); err != nil {
		return err
	}
	for s, err := range workstore.Statuses(ctx, x.tx, projectID) {
		if err != nil {
			return err
		}
		if s.IsDefault && !slices.Contains(domain.DefaultStatuses(), s) {
			x.w.Item("built_in_statuses", statusFile(s))
		}
	}
	return nil
}

func statusFile(s domain.Status) workspace.Status {
	return workspace.Status{Key: s.Key, Label: s.Label, Color: s.Color, BgColor: s.BgColor, SortOrder: s.SortOrder, IsDone: s.IsDone}
}

// refsFile returns nil for an empty list, so that the file omits it.
func refsFile(refs []string) []string {
	if len(refs) == 0 {
		return nil
	}
	return refs
}

func textOf(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func (x *exporter) sprints(ctx context.Context, projectID int64) error {
	sprints, err := db.Collect(workstore.Sprints(ctx, x.tx, projectID, domain.Page{}))
	if err != nil {
		return err
	}
	for _, s := range sprints {
		committed, err := workstore.Commitment(ctx, x.tx, s.ID)
		if err != nil {
			return err
		}
		x.w.Item("sprints", sprintFile(s, committed))
	}
	return nil
}

func sprintFile(s domain.Sprint, committed []domain.CommittedTicket) workspace.Sprint {
	out := workspace.Sprint{
		Ref: s.UUID, Title: s.Title, Goal: s.Goal, Status: string(s.Status),
		StartDate: (*string)(s.StartDate), EndDate: (*string)(s.EndDate), DoD: s.DoD, GoalMet: s.GoalMet, DoDDone: s.DoDDone,
		Stamps: stampsFile(s.UUID, s.CreatedAt, s.UpdatedAt),
	}
	if len(committed) == 0 {
		return out
	}
	out.CommittedAt = stampFile(s.CommittedAt)
	out.Committed = make(map[string]float64, len(committed))
	for _, c := range committed {
		out.Committed[c.TicketUUID] = c.Points
	}
	return out
}

func (x *exporter) roadmap(ctx context.Context, projectID int64) error {
	err := items(x, "milestones", workstore.Milestones(ctx, x.tx, projectID, domain.Page{}), func(m domain.Milestone) any {
		return workspace.Milestone{
			Ref: m.UUID, Name: m.Name, Date: string(m.Date), Color: m.Color, Stamps: stampsFile(m.UUID, m.CreatedAt, m.UpdatedAt),
		}
	})
	if err != nil {
		return err
	}
	return items(x, "dependencies", workstore.Links(ctx, x.tx, projectID), func(l domain.Link) any {
		return workspace.Link{
			Ref: l.UUID, Pred: l.PredUUID, Succ: l.SuccUUID, Type: string(l.Type), LagDays: l.LagDays, Stamps: stampsFile(l.UUID, l.CreatedAt, l.UpdatedAt),
		}
	})
}

func (x *exporter) changes(ctx context.Context, projectID int64) error {
	return items(x, "changes", store.Changes(ctx, x.tx, projectID), func(c domain.Change) any {
		return workspace.Change{
			Revision: c.Revision, At: workspace.Stamp(c.At), User: x.email(c.UserID), Noun: c.Noun, UUID: c.NounUUID,
			What: c.What, From: c.From, To: c.To,
		}
	})
}
