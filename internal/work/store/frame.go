package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// Frame returns the data that every page of a project needs, except the user's access rights. The number of statements is constant.
func Frame(ctx context.Context, tx *db.Tx, uuid string, userID int64) (f domain.Frame, err error) {
	if err := tx.Together(ctx, projectLookup(uuid, userID, &f.Project), oldKeysLookup(uuid, &f.OldKeys)); err != nil {
		return f, err
	}
	id := f.Project.ID
	if id == 0 {
		return f, domain.NoSuch("project")
	}
	if f.Statuses, err = db.Collect(Statuses(ctx, tx, id)); err != nil {
		return f, err
	}
	if f.Types, err = frameTypes(ctx, tx, id); err != nil {
		return f, err
	}
	if f.Tags, err = frameTags(ctx, tx, id); err != nil {
		return f, err
	}
	if f.Members, err = frameMembers(ctx, tx, id); err != nil {
		return f, err
	}
	if f.Epics, err = frameEpics(ctx, tx, id); err != nil {
		return f, err
	}
	if f.SuperEpics, err = frameSuperEpics(ctx, tx, id); err != nil {
		return f, err
	}
	f.Sprints, err = SprintSums(ctx, tx, id)
	return f, err
}

func frameTypes(ctx context.Context, tx *db.Tx, projectID int64) ([]domain.TicketType, error) {
	const text = `SELECT id, uuid, name, sort_order, is_default FROM ticket_types WHERE project_id = $1 ORDER BY sort_order, id`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, projectID), func(rows db.Rows) (domain.TicketType, error) {
		var t domain.TicketType
		err := rows.Scan(&t.ID, &t.UUID, &t.Name, &t.SortOrder, &t.IsDefault)
		return t, err
	}))
}

func frameTags(ctx context.Context, tx *db.Tx, projectID int64) ([]domain.Tag, error) {
	const text = `SELECT t.id, t.uuid, t.name FROM tags t WHERE t.project_id = $1` + notEnded + ` ORDER BY t.name_folded, t.id`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, projectID), scanTag))
}

func frameMembers(ctx context.Context, tx *db.Tx, projectID int64) ([]domain.Member, error) {
	const text = `
SELECT m.id, m.uuid, m.project_id, m.user_id, ` + memberName + `, m.role, m.scrum_role, m.service, m.status
FROM members m
JOIN users u ON u.id = m.user_id
WHERE m.project_id = $1
ORDER BY m.id`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, projectID), func(rows db.Rows) (domain.Member, error) {
		var m domain.Member
		err := rows.Scan(&m.ID, &m.UUID, &m.ProjectID, &m.UserID, &m.Firstname, &m.Lastname, &m.Role, &m.ScrumRole, &m.Service, &m.Status)
		return m, err
	}))
}

func frameEpics(ctx context.Context, tx *db.Tx, projectID int64) ([]domain.Epic, error) {
	const text = `
SELECT e.id, e.uuid, e.project_id, e.super_epic_id, s.uuid, e.title, e.status
FROM epics e
LEFT JOIN super_epics s ON s.id = e.super_epic_id
WHERE e.project_id = $1
ORDER BY e.id`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, projectID), func(rows db.Rows) (domain.Epic, error) {
		var e domain.Epic
		err := rows.Scan(&e.ID, &e.UUID, &e.ProjectID, &e.SuperEpicID, &e.SuperEpicUUID, &e.Title, &e.Status)
		return e, err
	}))
}

func frameSuperEpics(ctx context.Context, tx *db.Tx, projectID int64) ([]domain.SuperEpic, error) {
	const text = `SELECT id, uuid, project_id, title, status FROM super_epics WHERE project_id = $1 ORDER BY id`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, projectID), func(rows db.Rows) (domain.SuperEpic, error) {
		var s domain.SuperEpic
		err := rows.Scan(&s.ID, &s.UUID, &s.ProjectID, &s.Title, &s.Status)
		return s, err
	}))
}
