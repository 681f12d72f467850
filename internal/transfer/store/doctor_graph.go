package store

import (
	"context"
	"fmt"

	"earnest/internal/db"
	"earnest/internal/domain"
	workstore "earnest/internal/work/store"
)

// missingStatuses checks that every project has the built-in statuses.
func missingStatuses(ctx context.Context, tx *db.Tx) ([]string, error) {
	var problems []string
	for _, s := range domain.DefaultStatuses() {
		found, err := tx.Texts(ctx, db.NewQuery(`
SELECT 'project ' || p.uuid || ' lacks the built-in status ' || CAST($1 AS TEXT)
FROM projects p
WHERE NOT EXISTS (SELECT 1 FROM statuses s WHERE s.project_id = p.id AND s.key = $1 AND s.is_default)`+workstore.IsLive+`
ORDER BY p.id
LIMIT 20`, s.Key))
		problems = append(problems, found...)
		if err != nil {
			return problems, err
		}
	}
	return problems, nil
}

// edge is the dependency of one ticket on another.
type edge struct{ project, from, to int64 }

// cycles finds tickets that depend on themselves, project by project.
func cycles(ctx context.Context, tx *db.Tx) ([]string, error) {
	var problems []string
	edges := db.Each(ctx, tx, db.Query{Text: `
SELECT x.project_id, x.ticket_id, x.depends_on_id
FROM ticket_dependencies x
WHERE TRUE` + workstore.InLive + `
ORDER BY x.project_id, x.ticket_id, x.depends_on_id`},
		func(rows db.Rows) (edge, error) {
			var e edge
			err := rows.Scan(&e.project, &e.from, &e.to)
			return e, err
		})
	var graph []edge
	flush := func() {
		if n := entangled(graph); n > 0 {
			problems = append(problems, fmt.Sprintf("project %d has a cycle of dependencies: %d of its tickets are in it or wait for it", graph[0].project, n))
		}
		graph = graph[:0]
	}
	for e, err := range edges {
		if err != nil {
			return problems, err
		}
		if len(graph) > 0 && graph[0].project != e.project {
			flush()
		}
		graph = append(graph, e)
	}
	flush()
	return problems, nil
}

// entangled counts the tickets that are in a cycle or depend on one: those that remain after tickets without dependencies have
// been removed repeatedly.
func entangled(graph []edge) int {
	waiting := map[int64]int{}
	dependents := map[int64][]int64{}
	for _, e := range graph {
		waiting[e.from]++
		waiting[e.to] += 0
		dependents[e.to] = append(dependents[e.to], e.from)
	}
	var free []int64
	for id, n := range waiting {
		if n == 0 {
			free = append(free, id)
		}
	}
	left := len(waiting)
	for len(free) > 0 {
		id := free[len(free)-1]
		free = free[:len(free)-1]
		left--
		for _, d := range dependents[id] {
			waiting[d]--
			if waiting[d] == 0 {
				free = append(free, d)
			}
		}
	}
	return left
}
