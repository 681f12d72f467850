package store

import (
	"strings"

	"earnest/internal/db"
	workstore "earnest/internal/work/store"
)

// invariant is a rule that must always hold, with statements that return a sentence for each violation.
type invariant struct {
	name   string
	broken []db.Text
}

// invariants returns every check that consists only of SQL statements.
func invariants() []invariant {
	return []invariant{
		{"every project has exactly one owner", []db.Text{`
SELECT 'project ' || p.uuid || ' has ' || COUNT(m.id) || ' owners'
FROM projects p
LEFT JOIN members m ON m.project_id = p.id AND m.role = 'owner'
WHERE p.deleted_at IS NULL
GROUP BY p.id, p.uuid
HAVING COUNT(m.id) <> 1
ORDER BY p.id`}},
		{"every ticket has a status of its project", []db.Text{`
SELECT 'ticket ' || x.uuid || ' has the status ' || x.status || ', which its project does not have'
FROM tickets x
LEFT JOIN statuses s ON s.project_id = x.project_id AND s.key = x.status
WHERE x.deleted_at IS NULL AND s.id IS NULL` + workstore.InLive + `
ORDER BY x.id`}},
		{"done_at is set exactly on tickets that are done", []db.Text{`
SELECT 'ticket ' || x.uuid || ' is in the status ' || x.status || CASE WHEN x.done_at IS NULL THEN ' but has no done_at' ELSE ' but has a done_at' END
FROM tickets x
JOIN statuses s ON s.project_id = x.project_id AND s.key = x.status
WHERE x.deleted_at IS NULL AND s.is_done = (x.done_at IS NULL)` + workstore.InLive + `
ORDER BY x.id`}},
		{"a ticket on which work has begun says since when", []db.Text{notBegun}},
		{"a deleted ticket is nowhere in its project", []db.Text{`
SELECT 'ticket ' || x.uuid || ' is deleted but still in a sprint or an epic, or has tags or dependencies'
FROM tickets x
WHERE x.deleted_at IS NOT NULL AND (
  x.sprint_id IS NOT NULL OR x.epic_id IS NOT NULL
  OR EXISTS (SELECT 1 FROM ticket_tags y WHERE y.ticket_id = x.id)
  OR EXISTS (SELECT 1 FROM ticket_dependencies y WHERE y.ticket_id = x.id OR y.depends_on_id = x.id))` + workstore.InLive + `
ORDER BY x.id`}},
		{"the latest budget of a project is its own", []db.Text{`
SELECT 'project ' || p.uuid || ' has ' || COALESCE('the budget ' || p.budget, 'no budget') || ' and a reserve of ' || p.contingency_pct
       || ' per cent, but its history ends with '
       || COALESCE(COALESCE('the budget ' || b.budget, 'no budget') || ' and a reserve of ' || b.contingency_pct || ' per cent', 'nothing')
FROM projects p
LEFT JOIN budgets b ON b.project_id = p.id AND b.from_date = (SELECT MAX(x.from_date) FROM budgets x WHERE x.project_id = p.id)
WHERE (b.project_id IS NULL OR p.budget IS DISTINCT FROM b.budget OR p.contingency_pct <> b.contingency_pct)` + workstore.IsLive + `
ORDER BY p.id`}},
		{"references stay within their project", referenceRules()},
		{"search finds every ticket, comment and user, and nothing else", searchRules()},
		{"a sprint has a commitment exactly when it says since when", []db.Text{`
SELECT 'sprint ' || x.uuid || CASE WHEN x.committed_at IS NULL THEN ' has a commitment but no committed_at' ELSE ' has committed_at but no commitment' END
FROM sprints x
WHERE (x.committed_at IS NULL) = EXISTS (SELECT 1 FROM commitments c WHERE c.sprint_id = x.id)` + workstore.InLive + `
ORDER BY x.id`}},
		{"roadmap links join epics and super-epics that exist", []db.Text{linkEnd(`pred`), linkEnd(`succ`)}},
		{"roadmap links have a type that fits their ends", []db.Text{linkType}},
		{"the revision of a project is not behind its log", []db.Text{`
SELECT 'project ' || p.uuid || ' is at revision ' || p.revision || ', its log at ' || MAX(c.revision)
FROM projects p
JOIN changes c ON c.project_id = p.id
WHERE p.deleted_at IS NULL
GROUP BY p.id, p.uuid, p.revision
HAVING MAX(c.revision) > p.revision
ORDER BY p.id`}},
		{"the log keeps no text of a deleted comment", []db.Text{lostText}},
		{"nothing is updated after its project's last change", updatedRules()},
		{"numbers are within their bounds", rangeRules()},
	}
}

const notBegun = `
SELECT 'ticket ' || x.uuid || ' is in the status ' || x.status || ' but has no began_at'
FROM tickets x
WHERE x.deleted_at IS NULL AND x.began_at IS NULL AND x.status NOT IN ('backlog', 'todo')` + workstore.InLive + `
ORDER BY x.id`

const lostText = `
SELECT 'the log still has the text of comment ' || c.noun_uuid || ', which is deleted'
FROM changes c
JOIN projects p ON p.id = c.project_id
WHERE c.noun = 'comment' AND c.what = 'content' AND COALESCE(c.from_value, c.to_value) IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM comments m WHERE m.uuid = c.noun_uuid)` + workstore.IsLive + `
ORDER BY c.id`

const linkType = `
SELECT 'link ' || x.uuid || ' has the type ' || x.type
FROM links x
WHERE NOT (x.type = 'FS' OR x.type IN ('SS', 'FF', 'SF') AND x.pred_type = 'epic' AND x.succ_type = 'epic')` + workstore.InLive + `
ORDER BY x.id`

func searchRules() []db.Text {
	return []db.Text{
		`
SELECT 'ticket ' || x.uuid || ' cannot be found by its words'
FROM tickets x
WHERE x.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM ticket_words w WHERE w.rowid = x.id)
ORDER BY x.id`,
		`
SELECT 'search finds words of ticket ' || w.rowid || ', which is deleted or does not exist'
FROM ticket_words w
WHERE NOT EXISTS (SELECT 1 FROM tickets x WHERE x.id = w.rowid AND x.deleted_at IS NULL)
ORDER BY w.rowid`,
		`
SELECT 'comment ' || x.uuid || ' cannot be found by its words'
FROM comments x
WHERE NOT EXISTS (SELECT 1 FROM comment_words w WHERE w.rowid = x.id)
ORDER BY x.id`,
		`
SELECT 'search finds words of comment ' || w.rowid || ', which does not exist'
FROM comment_words w
WHERE NOT EXISTS (SELECT 1 FROM comments x WHERE x.id = w.rowid)
ORDER BY w.rowid`,
		`
SELECT 'user ' || u.uuid || ' cannot be found by name'
FROM users u
WHERE u.lastname_folded <> search_fold(u.lastname)
   OR u.firstname_folded <> search_fold(u.firstname)
   OR u.search_text <> search_fold(u.firstname || ' ' || u.lastname || ' ' || u.email)
ORDER BY u.id`,
	}
}

// reference is a column that contains ids from another table, written "table column parent".
type reference string

func (r reference) parts() (table, column, parent db.Text) {
	words := strings.Fields(string(r))
	return db.Text(words[0]), db.Text(words[1]), db.Text(words[2])
}

// referenceRules returns statements that find references from a project's rows to rows that do not exist or belong to another
// project.
func referenceRules() []db.Text {
	var rules []db.Text
	for _, r := range []reference{
		"epics super_epic_id super_epics",
		"tickets epic_id epics",
		"tickets sprint_id sprints",
		"tickets type_id ticket_types",
		"subtasks ticket_id tickets",
		"comments ticket_id tickets",
		"attachments ticket_id tickets",
		"attachments content_id contents",
		"time_entries ticket_id tickets",
		"ticket_tags ticket_id tickets",
		"ticket_tags tag_id tags",
		"epic_tags epic_id epics",
		"epic_tags tag_id tags",
		"super_epic_tags super_epic_id super_epics",
		"super_epic_tags tag_id tags",
		"tag_ends tag_id tags",
		"tag_ends into_id tags",
		"ticket_dependencies ticket_id tickets",
		"ticket_dependencies depends_on_id tickets",
		"commitments sprint_id sprints",
		"commitments ticket_id tickets",
	} {
		table, column, parent := r.parts()
		rules = append(rules, `
SELECT 'a row of `+table+` in project ' || x.project_id || ' refers by `+column+` to `+parent+` ' || x.`+column+` || ', which is '
       || COALESCE('in project ' || y.project_id, 'nowhere')
FROM `+table+` x
LEFT JOIN `+parent+` y ON y.id = x.`+column+`
WHERE x.`+column+` IS NOT NULL AND (y.id IS NULL OR y.project_id <> x.project_id)`+workstore.InLive+`
ORDER BY x.project_id, x.`+column)
	}
	for _, r := range []reference{
		"members user_id users",
		"rates user_id users",
		"budgets user_id users",
		"tickets assignee_id users",
		"subtasks assignee_id users",
		"comments author_id users",
		"time_entries user_id users",
	} {
		table, column, parent := r.parts()
		rules = append(rules, `
SELECT 'a row of `+table+` in project ' || x.project_id || ' names user ' || x.`+column+` || ', who does not exist'
FROM `+table+` x
LEFT JOIN `+parent+` u ON u.id = x.`+column+`
WHERE x.`+column+` IS NOT NULL AND u.id IS NULL`+workstore.InLive+`
ORDER BY x.project_id, x.`+column)
	}
	return rules
}

func linkEnd(end db.Text) db.Text {
	return `
SELECT 'link ' || x.uuid || ' names the ' || x.` + end + `_type || ' ' || x.` + end + `_uuid || ', which its project does not have'
FROM links x
LEFT JOIN epics e ON x.` + end + `_type = 'epic' AND e.uuid = x.` + end + `_uuid AND e.project_id = x.project_id
LEFT JOIN super_epics s ON x.` + end + `_type = 'super_epic' AND s.uuid = x.` + end + `_uuid AND s.project_id = x.project_id
WHERE e.id IS NULL AND s.id IS NULL` + workstore.InLive + `
ORDER BY x.id`
}

func updatedRules() []db.Text {
	rules := []db.Text{`
SELECT 'project ' || p.uuid || ' was updated after its last change'
FROM projects p
WHERE p.updated_at > p.changed_at` + workstore.IsLive + `
ORDER BY p.id`}
	const tables = "members tags super_epics epics sprints tickets subtasks comments time_entries milestones links"
	for name := range strings.FieldsSeq(tables) {
		table := db.Text(name)
		rules = append(rules, `
SELECT 'the row ' || x.uuid || ' of `+table+` was updated after the last change of its project'
FROM `+table+` x
JOIN projects p ON p.id = x.project_id
WHERE x.updated_at > p.changed_at`+workstore.IsLive+`
ORDER BY x.id`)
	}
	return rules
}

func rangeRules() []db.Text {
	return []db.Text{
		`
SELECT 'ticket ' || uuid || ' has ' || story_points || ' points'
FROM tickets x
WHERE NOT (story_points >= 0 AND story_points <= 10000)` + workstore.InLive + `
ORDER BY id`,
		`
SELECT 'a commitment of sprint ' || sprint_id || ' has ' || points || ' points'
FROM commitments x
WHERE NOT (points >= 0 AND points <= 10000)` + workstore.InLive + `
ORDER BY sprint_id, ticket_id`,
		`
SELECT 'time entry ' || uuid || ' has ' || duration_minutes || ' minutes'
FROM time_entries x
WHERE NOT (duration_minutes >= 1 AND duration_minutes <= 100000)` + workstore.InLive + `
ORDER BY id`,
		`
SELECT 'project ' || uuid || ' has a contingency of ' || contingency_pct || ' per cent'
FROM projects p
WHERE NOT (contingency_pct >= 0 AND contingency_pct <= 100)` + workstore.IsLive + `
ORDER BY id`,
		`
SELECT 'project ' || uuid || ' has a budget of ' || budget
FROM projects p
WHERE NOT (budget >= 0 AND budget <= 1000000000000)` + workstore.IsLive + `
ORDER BY id`,
		`
SELECT 'project ' || x.project_id || ' has from ' || x.from_date || ' on a budget of ' || COALESCE(CAST(x.budget AS TEXT), 'nothing')
       || ' and a contingency of ' || x.contingency_pct || ' per cent'
FROM budgets x
WHERE NOT (x.contingency_pct >= 0 AND x.contingency_pct <= 100 AND COALESCE(x.budget >= 0 AND x.budget <= 1000000000000, TRUE))` + workstore.InLive + `
ORDER BY x.project_id, x.from_date`,
		`
SELECT 'user ' || user_id || ' has a daily rate of ' || tjm || ' in project ' || project_id
FROM rates x
WHERE NOT (tjm >= 0 AND tjm <= 1000000000000)` + workstore.InLive + `
ORDER BY project_id, user_id, from_day`,
		`
SELECT 'sprint ' || uuid || ' ends before it starts'
FROM sprints x
WHERE end_date < start_date` + workstore.InLive + `
ORDER BY id`,
		`
SELECT 'epic ' || uuid || ' has a target before its start'
FROM epics x
WHERE target_date < start_date` + workstore.InLive + `
ORDER BY id`,
		`
SELECT 'ticket ' || uuid || ' is due before it starts'
FROM tickets x
WHERE due_date < start_date` + workstore.InLive + `
ORDER BY id`,
		`
SELECT 'link ' || uuid || ' has a lag of ' || lag_days || ' days'
FROM links x
WHERE NOT (lag_days >= -1000 AND lag_days <= 1000)` + workstore.InLive + `
ORDER BY id`,
	}
}
