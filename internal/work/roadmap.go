package work

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

func linkFacts(l domain.Link) []Fact {
	return []Fact{
		{"type", l.Type},
		{"pred_type", l.PredType},
		{"pred", l.PredUUID},
		{"succ_type", l.SuccType},
		{"succ", l.SuccUUID},
		{"lag_days", l.LagDays},
	}
}

// FinishToStartLinks lists the roadmap links of a project of the one type that the public API shows.
func (a *Plan) FinishToStartLinks(ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.Page], out List[domain.Link]) error {
	return list(ctx, a.DB, OfProject(caller, project), in, out,
		func(tx *db.Tx, access domain.Access, p domain.Page) (int, iter.Seq2[domain.Link, error], error) {
			total, err := store.CountFinishToStartLinks(ctx, tx, access.ProjectID)
			return total, store.FinishToStartLinks(ctx, tx, access.ProjectID, p), err
		})
}

// Milestones lists the milestones of a project by date.
func (a *Plan) Milestones(ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.Page], out List[domain.Milestone]) error {
	return list(ctx, a.DB, OfProject(caller, project), in, out,
		func(tx *db.Tx, access domain.Access, p domain.Page) (int, iter.Seq2[domain.Milestone, error], error) {
			total, err := store.CountMilestones(ctx, tx, access.ProjectID)
			return total, store.Milestones(ctx, tx, access.ProjectID, p), err
		})
}

// deleteLinks deletes the links that begin or end at a node that is about to be deleted.
func (c *Change) deleteLinks(ctx context.Context, n domain.Node) error {
	links, err := db.Collect(store.LinksAt(ctx, c.Tx, c.Project.ProjectID, n))
	if err != nil {
		return err
	}
	for _, l := range links {
		if err := c.deleted(ctx, "link", l.UUID, linkFacts(l)); err != nil {
			return err
		}
	}
	return store.DeleteLinksAt(ctx, c.Tx, c.Project.ProjectID, n)
}
