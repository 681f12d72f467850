package store

import (
	"context"
	"strings"

	"earnest/internal/domain"
)

func (tx *Tx) copyTeam(ctx context.Context, projectID int64, c *Content) error {
	err := copyInto(ctx, tx, table[domain.Member]{
		"members",
		"id uuid project_id user_id role scrum_role status service created_at updated_at",
		func(m domain.Member) []any {
			return []any{
				m.ID, m.UUID, projectID, m.UserID, string(m.Role), m.ScrumRole, string(m.Status), m.Service,
				micros(m.CreatedAt), micros(m.UpdatedAt),
			}
		},
	}, c.Members)
	if err != nil {
		return err
	}
	return copyInto(ctx, tx, table[UserRate]{
		"rates", "project_id user_id from_day tjm",
		func(r UserRate) []any { return []any{projectID, r.UserID, string(r.From), r.TJM} },
	}, c.Rates)
}

// copyPlan stores tags, super-epics, epics and sprints.
func (tx *Tx) copyPlan(ctx context.Context, projectID int64, c *Content) error {
	err := copyInto(ctx, tx, table[TagRow]{
		"tags", "id uuid project_id name name_folded created_at updated_at",
		func(t TagRow) []any {
			return []any{t.ID, t.UUID, projectID, t.Name, strings.ToLower(t.Name), micros(t.CreatedAt), micros(t.UpdatedAt)}
		},
	}, c.Tags)
	if err != nil {
		return err
	}
	if err := tx.copySuperEpics(ctx, projectID, c); err != nil {
		return err
	}
	if err := tx.copyEpics(ctx, projectID, c); err != nil {
		return err
	}
	return tx.copySprints(ctx, projectID, c.Sprints)
}

func (tx *Tx) copySuperEpics(ctx context.Context, projectID int64, c *Content) error {
	err := copyInto(ctx, tx, table[domain.SuperEpic]{
		"super_epics", "id uuid project_id title description status created_at updated_at",
		func(s domain.SuperEpic) []any {
			return []any{s.ID, s.UUID, projectID, s.Title, s.Description, s.Status, micros(s.CreatedAt), micros(s.UpdatedAt)}
		},
	}, c.SuperEpics)
	if err != nil {
		return err
	}
	return tx.copyPairs(ctx, "super_epic_tags", "super_epic_id", "tag_id", projectID, c.SuperEpicTags)
}

func (tx *Tx) copyEpics(ctx context.Context, projectID int64, c *Content) error {
	err := copyInto(ctx, tx, table[domain.Epic]{
		"epics", "id uuid project_id super_epic_id title description status created_at updated_at",
		func(e domain.Epic) []any {
			return []any{
				e.ID, e.UUID, projectID, e.SuperEpicID, e.Title, e.Description, e.Status,
				micros(e.CreatedAt), micros(e.UpdatedAt),
			}
		},
	}, c.Epics)
	if err != nil {
		return err
	}
	return tx.copyPairs(ctx, "epic_tags", "epic_id", "tag_id", projectID, c.EpicTags)
}

func (tx *Tx) copySprints(ctx context.Context, projectID int64, sprints []domain.Sprint) error {
	return copyInto(ctx, tx, table[domain.Sprint]{
		"sprints",
		"id uuid project_id title goal status start_date end_date dod committed_at goal_met dod_done created_at updated_at",
		func(s domain.Sprint) []any {
			return []any{
				s.ID, s.UUID, projectID, s.Title, s.Goal, string(s.Status), dayOrNull(s.StartDate), dayOrNull(s.EndDate),
				asJSON(s.DoD), microsOrNull(s.CommittedAt), s.GoalMet, asJSON(s.DoDDone), micros(s.CreatedAt), micros(s.UpdatedAt),
			}
		},
	}, sprints)
}

func dayOrNull(d *domain.Date) *string {
	if d == nil {
		return nil
	}
	s := string(*d)
	return &s
}

func (tx *Tx) copyRoadmap(ctx context.Context, projectID int64, c *Content) error {
	err := copyInto(ctx, tx, table[domain.Milestone]{
		"milestones", "id uuid project_id name date color created_at updated_at",
		func(m domain.Milestone) []any {
			return []any{m.ID, m.UUID, projectID, m.Name, string(m.Date), m.Color, micros(m.CreatedAt), micros(m.UpdatedAt)}
		},
	}, c.Milestones)
	if err != nil {
		return err
	}
	return copyInto(ctx, tx, table[domain.Link]{
		"links",
		"id uuid project_id type pred_type pred_uuid succ_type succ_uuid created_at updated_at",
		func(l domain.Link) []any {
			return []any{
				l.ID, l.UUID, projectID, l.Type, string(l.PredType), l.PredUUID, string(l.SuccType), l.SuccUUID,
				micros(l.CreatedAt), micros(l.UpdatedAt),
			}
		},
	}, c.Links)
}
