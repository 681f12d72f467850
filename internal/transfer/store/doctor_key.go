package store

import (
	"earnest/internal/db"
	workstore "earnest/internal/work/store"
)

// keyInvariants returns the checks of ranks, numbers and keys.
func keyInvariants() []invariant {
	return []invariant{
		{"every ticket has a rank of its own", []db.Text{`
SELECT 'ticket ' || x.uuid || ' has no rank'
FROM tickets x
WHERE x.rank = ''` + workstore.InLive + `
ORDER BY x.id`, `
SELECT COUNT(*) || ' tickets of project ' || p.uuid || ' have the rank ' || x.rank
FROM tickets x
JOIN projects p ON p.id = x.project_id
WHERE x.rank <> ''` + workstore.InLive + `
GROUP BY p.id, p.uuid, x.rank
HAVING COUNT(*) > 1
ORDER BY p.id`}},
		{"every ticket has a number of its own, below the next one of its project", []db.Text{`
SELECT 'ticket ' || x.uuid || ' has the number ' || x.number || ', and the next one of its project is ' || p.next_number
FROM tickets x
JOIN projects p ON p.id = x.project_id
WHERE (x.number < 1 OR x.number >= p.next_number)` + workstore.IsLive + `
ORDER BY x.id`, `
SELECT 'project ' || p.uuid || ' has ' || COUNT(*) || ' tickets with the number ' || x.number
FROM tickets x
JOIN projects p ON p.id = x.project_id
WHERE TRUE` + workstore.IsLive + `
GROUP BY p.id, p.uuid, x.number
HAVING COUNT(*) > 1
ORDER BY p.id, x.number`}},
		{"the key of every project is reserved for it", []db.Text{`
SELECT 'project ' || p.uuid || CASE WHEN p.key = '' THEN ' has no key' ELSE ' has the key ' || p.key || ', which is not reserved for it' END
FROM projects p
WHERE NOT EXISTS (SELECT 1 FROM project_keys k WHERE k.key = p.key AND k.project_id = p.id)` + workstore.IsLive + `
ORDER BY p.id`}},
	}
}
