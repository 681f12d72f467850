package app

import (
	"context"
	"iter"

	"earnest/internal/domain"
	"earnest/internal/store"
)

func linkFacts(l domain.Link) []fact {
	return []fact{
		{"type", l.Type},
		{"pred_type", l.PredType},
		{"pred", l.PredUUID},
		{"succ_type", l.SuccType},
		{"succ", l.SuccUUID},
	}
}

// Links lists the roadmap links of a project.
func (a *App) Links(ctx context.Context, caller domain.Caller, project string, out List[domain.Link]) error {
	return list(ctx, a, caller, project, out,
		func(tx *store.Tx, access domain.Access) (int, error) { return tx.CountLinks(ctx, access.ProjectID) },
		func(tx *store.Tx, access domain.Access) iter.Seq2[domain.Link, error] {
			return tx.Links(ctx, access.ProjectID)
		})
}

// Milestones lists the milestones of a project by date.
func (a *App) Milestones(ctx context.Context, caller domain.Caller, project string, out List[domain.Milestone]) error {
	return list(ctx, a, caller, project, out,
		func(tx *store.Tx, access domain.Access) (int, error) {
			return tx.CountMilestones(ctx, access.ProjectID)
		},
		func(tx *store.Tx, access domain.Access) iter.Seq2[domain.Milestone, error] {
			return tx.Milestones(ctx, access.ProjectID)
		})
}

// deleteLinks removes the links that begin or end at a node which is about to go.
func (c *change) deleteLinks(ctx context.Context, n domain.Node) error {
	links, err := store.Collect(c.tx.LinksAt(ctx, c.project.ProjectID, n))
	if err != nil {
		return err
	}
	for _, l := range links {
		if err := c.deleted(ctx, "link", l.UUID, linkFacts(l)); err != nil {
			return err
		}
	}
	return c.tx.DeleteLinksAt(ctx, c.project.ProjectID, n)
}
