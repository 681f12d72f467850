package transfer

import (
	"cmp"
	"context"
	"slices"

	"earnest/internal/domain"
	"earnest/internal/transfer/store"
	workstore "earnest/internal/work/store"
	"earnest/internal/workspace"
)

// addRates imports a user's daily rates: tjm applies from the start, and each of rates from its first day.
func (p *projectImport) addRates(user string, tjm *float64, rates []workspace.Rate) {
	var list []domain.Rate
	for _, r := range rates {
		list = append(list, domain.Rate{From: domain.Date(r.From), TJM: r.TJM})
	}
	fromStart := func(r domain.Rate) bool { return r.From == domain.FirstDay }
	if tjm != nil && !slices.ContainsFunc(list, fromStart) {
		list = append(list, domain.Rate{From: domain.FirstDay, TJM: *tjm})
	}
	slices.SortFunc(list, func(a, b domain.Rate) int { return cmp.Compare(a.From, b.From) })
	id := p.user(user)
	for _, r := range list {
		p.content.Rates = append(p.content.Rates, workstore.UserRate{UserID: id, Rate: r})
	}
}

func (p *projectImport) tags(ctx context.Context) error {
	ids, err := p.reserve(ctx, "tags", len(p.from.Tags))
	if err != nil {
		return err
	}
	for i, t := range p.from.Tags {
		created, updated := p.stamps(t.Stamps)
		p.know(t.Ref, ids[i])
		p.content.Tags = append(p.content.Tags, store.TagRow{
			Tag: domain.Tag{ID: ids[i], UUID: t.UUID, Name: t.Name}, CreatedAt: created, UpdatedAt: updated,
		})
	}
	return nil
}

// tagsOf returns the tags that refs refer to, in order of creation, and links them to their owner.
func (p *projectImport) tagsOf(refs []string, owner int64, ties *[]store.Pair) []domain.Tag {
	tags := make([]domain.Tag, 0, len(refs))
	for _, ref := range refs {
		tags = append(tags, domain.Tag{ID: p.ids[ref], UUID: p.uuids[ref]})
		*ties = append(*ties, store.Pair{From: owner, To: p.ids[ref]})
	}
	slices.SortFunc(tags, func(a, b domain.Tag) int { return cmp.Compare(a.ID, b.ID) })
	return tags
}

func (p *projectImport) superEpics(ctx context.Context) error {
	ids, err := p.reserve(ctx, "super_epics", len(p.from.SuperEpics))
	if err != nil {
		return err
	}
	for i, from := range p.from.SuperEpics {
		created, updated := p.stamps(from.Stamps)
		s := domain.NewSuperEpic(from.UUID, p.project.ID, created)
		s.ID, s.Title, s.Description, s.UpdatedAt = ids[i], from.Title, from.Description, updated
		s.Status = cmp.Or(from.Status, s.Status)
		s.Tags = p.tagsOf(from.Tags, s.ID, &p.content.SuperEpicTags)
		p.know(from.Ref, s.ID)
		p.nodes[from.Ref] = domain.SuperEpicNode
		p.content.SuperEpics = append(p.content.SuperEpics, s)
	}
	return nil
}

func (p *projectImport) epics(ctx context.Context) error {
	ids, err := p.reserve(ctx, "epics", len(p.from.Epics))
	if err != nil {
		return err
	}
	for i, from := range p.from.Epics {
		created, updated := p.stamps(from.Stamps)
		e := domain.NewEpic(from.UUID, p.project.ID, created)
		e.ID, e.Title, e.Description, e.UpdatedAt = ids[i], from.Title, from.Description, updated
		e.Status = cmp.Or(from.Status, e.Status)
		e.StartDate, e.TargetDate = (*domain.Date)(from.StartDate), (*domain.Date)(from.TargetDate)
		e.SuperEpicID, e.SuperEpicUUID = p.refer(from.SuperEpic)
		e.Tags = p.tagsOf(from.Tags, e.ID, &p.content.EpicTags)
		p.know(from.Ref, e.ID)
		p.nodes[from.Ref] = domain.EpicNode
		p.content.Epics = append(p.content.Epics, e)
	}
	return nil
}

func (p *projectImport) sprints(ctx context.Context) error {
	ids, err := p.reserve(ctx, "sprints", len(p.from.Sprints))
	if err != nil {
		return err
	}
	for i, from := range p.from.Sprints {
		s := p.sprint(from)
		s.ID = ids[i]
		p.know(from.Ref, s.ID)
		p.content.Sprints = append(p.content.Sprints, s)
	}
	return nil
}

func (p *projectImport) sprint(from workspace.Sprint) domain.Sprint {
	created, updated := p.stamps(from.Stamps)
	s := domain.NewSprint(from.UUID, p.project.ID, created)
	s.Title, s.Goal, s.UpdatedAt = from.Title, from.Goal, updated
	s.Status = cmp.Or(domain.SprintStatus(from.Status), s.Status)
	s.StartDate, s.EndDate = (*domain.Date)(from.StartDate), (*domain.Date)(from.EndDate)
	if len(from.DoD) > 0 {
		s.DoD = from.DoD
	}
	if s.Status == domain.Completed {
		domain.SprintEnd{GoalMet: domain.Some(from.GoalMet), DoDDone: domain.Some(from.DoDDone)}.Apply(&s)
	}
	if len(from.Committed) > 0 {
		at := created
		if s.StartDate != nil {
			at = s.StartDate.Time()
		}
		if from.CommittedAt != "" {
			at = workspace.Moment(from.CommittedAt)
		}
		s.CommittedAt = &at
	}
	return s
}

// commitments links the commitment snapshots of sprints to tickets, whose ids must be known.
func (p *projectImport) commitments() {
	for i, from := range p.from.Sprints {
		for ref, points := range from.Committed {
			p.content.Commitments = append(p.content.Commitments, store.CommitmentRow{
				SprintID: p.content.Sprints[i].ID, TicketID: p.ids[ref], Points: points,
			})
		}
	}
}

func (p *projectImport) milestones(ctx context.Context) error {
	ids, err := p.reserve(ctx, "milestones", len(p.from.Milestones))
	if err != nil {
		return err
	}
	for i, m := range p.from.Milestones {
		created, updated := p.stamps(m.Stamps)
		p.content.Milestones = append(p.content.Milestones, domain.Milestone{
			ID: ids[i], UUID: m.UUID, Name: m.Name, Date: domain.Date(m.Date),
			Color: cmp.Or(m.Color, domain.DefaultMilestoneColor), CreatedAt: created, UpdatedAt: updated,
		})
	}
	return nil
}

func (p *projectImport) links(ctx context.Context) error {
	ids, err := p.reserve(ctx, "links", len(p.from.Dependencies))
	if err != nil {
		return err
	}
	for i, l := range p.from.Dependencies {
		created, updated := p.stamps(l.Stamps)
		p.content.Links = append(p.content.Links, domain.Link{
			ID: ids[i], UUID: l.UUID, Type: cmp.Or(domain.LinkType(l.Type), domain.FinishToStart), LagDays: l.LagDays,
			PredType: p.nodes[l.Pred], PredUUID: p.uuids[l.Pred],
			SuccType: p.nodes[l.Succ], SuccUUID: p.uuids[l.Succ],
			CreatedAt: created, UpdatedAt: updated,
		})
	}
	return nil
}
