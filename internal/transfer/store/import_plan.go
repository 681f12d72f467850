package store

import (
	"context"
	"strings"

	"earnest/internal/db"
	"earnest/internal/domain"
	workstore "earnest/internal/work/store"
)

func copyTeam(ctx context.Context, tx *db.Tx, projectID int64, c *Content) error {
	err := db.CopyInto(ctx, tx, db.Columns[domain.Member]{
		Name:    "members",
		Columns: "id uuid project_id user_id role scrum_role status service created_at updated_at",
		Values: func(m domain.Member) []any {
			return []any{
				m.ID, m.UUID, projectID, m.UserID, string(m.Role), m.ScrumRole, string(m.Status), m.Service,
				db.Micros(m.CreatedAt), db.Micros(m.UpdatedAt),
			}
		},
	}, c.Members)
	if err != nil {
		return err
	}
	return db.CopyInto(ctx, tx, db.Columns[workstore.UserRate]{
		Name: "rates", Columns: "project_id user_id from_day tjm",
		Values: func(r workstore.UserRate) []any { return []any{projectID, r.UserID, string(r.From), r.TJM} },
	}, c.Rates)
}

// copyPlan stores tags, super-epics, epics and sprints.
func copyPlan(ctx context.Context, tx *db.Tx, projectID int64, c *Content) error {
	err := db.CopyInto(ctx, tx, db.Columns[TagRow]{
		Name: "tags", Columns: "id uuid project_id name name_folded created_at updated_at",
		Values: func(t TagRow) []any {
			return []any{t.ID, t.UUID, projectID, t.Name, strings.ToLower(t.Name), db.Micros(t.CreatedAt), db.Micros(t.UpdatedAt)}
		},
	}, c.Tags)
	if err != nil {
		return err
	}
	if err := copySuperEpics(ctx, tx, projectID, c); err != nil {
		return err
	}
	if err := copyEpics(ctx, tx, projectID, c); err != nil {
		return err
	}
	return copySprints(ctx, tx, projectID, c.Sprints)
}

func copySuperEpics(ctx context.Context, tx *db.Tx, projectID int64, c *Content) error {
	err := db.CopyInto(ctx, tx, db.Columns[domain.SuperEpic]{
		Name: "super_epics", Columns: "id uuid project_id title description status created_at updated_at",
		Values: func(s domain.SuperEpic) []any {
			return []any{s.ID, s.UUID, projectID, s.Title, s.Description, s.Status, db.Micros(s.CreatedAt), db.Micros(s.UpdatedAt)}
		},
	}, c.SuperEpics)
	if err != nil {
		return err
	}
	return copyPairs(ctx, tx, "super_epic_tags", "super_epic_id", "tag_id", projectID, c.SuperEpicTags)
}

func copyEpics(ctx context.Context, tx *db.Tx, projectID int64, c *Content) error {
	err := db.CopyInto(ctx, tx, db.Columns[domain.Epic]{
		Name: "epics", Columns: "id uuid project_id super_epic_id title description status start_date target_date created_at updated_at",
		Values: func(e domain.Epic) []any {
			return []any{
				e.ID, e.UUID, projectID, e.SuperEpicID, e.Title, e.Description, e.Status, dayOrNull(e.StartDate), dayOrNull(e.TargetDate),
				db.Micros(e.CreatedAt), db.Micros(e.UpdatedAt),
			}
		},
	}, c.Epics)
	if err != nil {
		return err
	}
	return copyPairs(ctx, tx, "epic_tags", "epic_id", "tag_id", projectID, c.EpicTags)
}

func copySprints(ctx context.Context, tx *db.Tx, projectID int64, sprints []domain.Sprint) error {
	return db.CopyInto(ctx, tx, db.Columns[domain.Sprint]{
		Name:    "sprints",
		Columns: "id uuid project_id title goal status start_date end_date dod committed_at goal_met dod_done created_at updated_at",
		Values: func(s domain.Sprint) []any {
			return []any{
				s.ID, s.UUID, projectID, s.Title, s.Goal, string(s.Status), dayOrNull(s.StartDate), dayOrNull(s.EndDate),
				db.AsJSON(s.DoD), db.MicrosOrNull(s.CommittedAt), s.GoalMet, db.AsJSON(s.DoDDone), db.Micros(s.CreatedAt), db.Micros(s.UpdatedAt),
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

func copyRoadmap(ctx context.Context, tx *db.Tx, projectID int64, c *Content) error {
	err := db.CopyInto(ctx, tx, db.Columns[domain.Milestone]{
		Name: "milestones", Columns: "id uuid project_id name date color created_at updated_at",
		Values: func(m domain.Milestone) []any {
			return []any{m.ID, m.UUID, projectID, m.Name, string(m.Date), m.Color, db.Micros(m.CreatedAt), db.Micros(m.UpdatedAt)}
		},
	}, c.Milestones)
	if err != nil {
		return err
	}
	return db.CopyInto(ctx, tx, db.Columns[domain.Link]{
		Name:    "links",
		Columns: "id uuid project_id type pred_type pred_uuid succ_type succ_uuid lag_days created_at updated_at",
		Values: func(l domain.Link) []any {
			return []any{
				l.ID, l.UUID, projectID, string(l.Type), string(l.PredType), l.PredUUID, string(l.SuccType), l.SuccUUID, l.LagDays,
				db.Micros(l.CreatedAt), db.Micros(l.UpdatedAt),
			}
		},
	}, c.Links)
}
