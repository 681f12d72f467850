package work

import (
	"context"
	"slices"
	"strings"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// CreateLink makes one node of a roadmap follow another. It returns Conflict for a duplicate link, and Invalid for a link that would close
// a cycle, with an error that names the cycle. The search for a cycle reads the whole roadmap, so it runs before the write transaction,
// which repeats it only if the project has changed in the meantime.
func (a *Plan) CreateLink(ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.NewLink]) (domain.Link, error) {
	checked, err := a.tryLink(ctx, caller, project, in)
	if err != nil {
		return domain.Link{}, err
	}
	return Write(ctx, a.Instance, OfProject(caller, project), domain.ManageProject, in, func(c *Change, want domain.NewLink) (domain.Link, error) {
		if c.state.Revision != checked {
			if err := checkLink(ctx, c.Tx, c.Project.ProjectID, want); err != nil {
				return domain.Link{}, err
			}
		}
		l := domain.Link{
			UUID: db.NewUUID(), Type: domain.FinishToStart, PredType: want.Pred.Type, PredUUID: want.Pred.UUID,
			SuccType: want.Succ.Type, SuccUUID: want.Succ.UUID, CreatedAt: c.Now, UpdatedAt: c.Now,
		}
		if err := want.Apply(&l); err != nil {
			return l, err
		}
		if l.ID, err = store.InsertLink(ctx, c.Tx, c.Project.ProjectID, l); err != nil {
			return l, err
		}
		return l, c.Created(ctx, "link", l.UUID, linkFacts(l))
	})
}

// tryLink performs CreateLink's checks without writing anything. It returns the project revision at which the link was found to be valid.
func (a *base) tryLink(ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.NewLink]) (int64, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (int64, error) {
		access, err := OfProject(caller, project).Authorize(ctx, tx, domain.ManageProject)
		if err != nil {
			return 0, err
		}
		want, err := in.Get()
		if err != nil {
			return 0, err
		}
		revisions, err := store.LiveRevisions(ctx, tx, []int64{access.ProjectID})
		if err != nil {
			return 0, err
		}
		return revisions[access.ProjectID], checkLink(ctx, tx, access.ProjectID, want)
	})
}

// UpdateLink changes the type and the lag of a roadmap link. If nothing changes, nothing is logged.
func (a *Plan) UpdateLink(ctx context.Context, caller domain.Caller, uuid string, in domain.Input[domain.LinkPatch]) (domain.Link, error) {
	on := Target{caller, store.LinkAccess, uuid}
	return Write(ctx, a.Instance, on, domain.ManageProject, in, func(c *Change, patch domain.LinkPatch) (domain.Link, error) {
		old, err := store.Link(ctx, c.Tx, uuid)
		if err != nil {
			return old, err
		}
		l := old
		if err := patch.Apply(&l); err != nil {
			return old, err
		}
		changed, err := c.Updated(ctx, "link", uuid, linkFacts(old), linkFacts(l))
		if err != nil || !changed {
			return old, err
		}
		l.UpdatedAt = c.Now
		return l, store.UpdateLink(ctx, c.Tx, l)
	})
}

// DeleteLink deletes a roadmap link.
func (a *Plan) DeleteLink(ctx context.Context, caller domain.Caller, uuid string) error {
	return Do(ctx, a.Instance, Target{caller, store.LinkAccess, uuid}, domain.ManageProject, noInput(), func(c *Change, _ struct{}) error {
		l, err := store.Link(ctx, c.Tx, uuid)
		if err != nil {
			return err
		}
		if err := c.deleted(ctx, "link", uuid, linkFacts(l)); err != nil {
			return err
		}
		return store.DeleteLink(ctx, c.Tx, l.ID)
	})
}

// checkLink rejects a link that connects an unknown node, already exists, exceeds the limit or would close a cycle.
func checkLink(ctx context.Context, tx *db.Tx, projectID int64, want domain.NewLink) error {
	superEpics, epics, err := store.RoadmapNodes(ctx, tx, projectID)
	if err != nil {
		return err
	}
	links, err := db.Collect(store.Links(ctx, tx, projectID))
	if err != nil {
		return err
	}
	nodes := slices.Concat(superEpics, epics)
	for _, end := range []struct {
		field string
		node  domain.Node
	}{{"pred_uuid", want.Pred}, {"succ_uuid", want.Succ}} {
		if !slices.ContainsFunc(nodes, func(n domain.RoadmapNode) bool { return n.Node == end.node }) {
			noun := strings.ReplaceAll(string(end.node.Type), "_", "-")
			return domain.Invalidf("%s must name one of this project's; it has no %s with the uuid %q", end.field, noun, end.node.UUID).At(end.field)
		}
	}
	if err := domain.LimitLinks.Check(len(links)); err != nil {
		return err
	}
	if slices.ContainsFunc(links, func(l domain.Link) bool { return l.PredUUID == want.Pred.UUID && l.SuccUUID == want.Succ.UUID }) {
		return domain.Errorf(domain.Conflict, "this link is there already").At("link")
	}
	return checkCycle(ctx, nodes, links, want)
}

// checkCycle rejects a link that would make a node follow itself.
func checkCycle(ctx context.Context, nodes []domain.RoadmapNode, links []domain.Link, want domain.NewLink) error {
	n := evm.Network{Groups: map[string][]string{}}
	titles := map[string]string{}
	for _, node := range nodes { // super-epics come first
		titles[node.UUID] = node.Title
		switch {
		case node.Type == domain.SuperEpicNode:
			n.Groups[node.UUID] = nil
			continue
		case node.Parent != nil:
			n.Groups[*node.Parent] = append(n.Groups[*node.Parent], node.UUID)
		}
		n.Activities = append(n.Activities, node.UUID)
	}
	for _, l := range links {
		n.Links = append(n.Links, evm.Link{From: l.PredUUID, To: l.SuccUUID})
	}
	loop, err := evm.Loop(ctx, n, evm.Link{From: want.Pred.UUID, To: want.Succ.UUID})
	if loop == nil {
		return err
	}
	refusal := domain.Invalidf("this link would create a cycle: %s", cycleText(loop, titles))
	refusal.Cycle = loop
	return refusal
}

// namedInCycle is the maximum number of nodes in a cycle that the error message names.
const namedInCycle = 8

// cycleText describes a cycle by the titles of its nodes.
func cycleText(loop []string, titles map[string]string) string {
	names := []string{}
	for _, uuid := range loop[:min(len(loop), namedInCycle)] {
		names = append(names, titles[uuid])
	}
	if len(loop) > namedInCycle {
		names = append(names, "…")
	}
	return strings.Join(append(names, titles[loop[0]]), " → ")
}
