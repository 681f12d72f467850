package store

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// RoadmapNodes returns the super-epics of a project and then its epics, each in creation order, without the fields that are shown only on
// their own pages.
func RoadmapNodes(ctx context.Context, tx *db.Tx, projectID int64) (superEpics, epics []domain.RoadmapNode, err error) {
	const superEpicText = `
SELECT s.uuid, s.title, s.status, NULL AS super_epic, NULL AS start_date, NULL AS target_date,
       ` + db.PackTags + `super_epic_tags g ON g.tag_id = x.id WHERE g.super_epic_id = s.id` + db.TagsPacked + `
FROM super_epics s
WHERE s.project_id = $1
ORDER BY s.id`
	superEpics, err = db.Collect(db.Each(ctx, tx, db.NewQuery(superEpicText, projectID), nodeScanner(domain.SuperEpicNode)))
	if err != nil {
		return nil, nil, err
	}
	const epicText = `
SELECT e.uuid, e.title, e.status, s.uuid, e.start_date, e.target_date,
       ` + db.PackTags + `epic_tags g ON g.tag_id = x.id WHERE g.epic_id = e.id` + db.TagsPacked + `
FROM epics e
LEFT JOIN super_epics s ON s.id = e.super_epic_id
WHERE e.project_id = $1
ORDER BY e.id`
	epics, err = db.Collect(db.Each(ctx, tx, db.NewQuery(epicText, projectID), nodeScanner(domain.EpicNode)))
	return superEpics, epics, err
}

func nodeScanner(kind domain.NodeType) func(db.Rows) (domain.RoadmapNode, error) {
	return func(rows db.Rows) (domain.RoadmapNode, error) {
		n := domain.RoadmapNode{Node: domain.Node{Type: kind}}
		var tags *string
		if err := rows.Scan(&n.UUID, &n.Title, &n.Status, &n.Parent, &n.StartDate, &n.TargetDate, &tags); err != nil {
			return n, err
		}
		var err error
		n.Tags, err = db.UnpackTags(tags)
		return n, err
	}
}
