package load

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// fill replaces the placeholders in a path, mostly with uuids, ids and names that exist.
func (v *visitor) fill(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		switch part {
		case "{uuid}":
			noun := parts[i-1]
			if noun == "entries" {
				noun = "time-entries"
			}
			t, _ := v.know.pick(v.Rand, noun, "")
			if parts[i-1] == "projects" && v.chance(90) {
				t.uuid = v.know.home
			}
			parts[i] = t.uuid
			if v.chance(3) {
				parts[i] = url.PathEscape(one(v.Rand, v.texts...))
			}
		case "{id}":
			parts[i] = one(v.Rand, v.ids...)
		case "{key}":
			parts[i] = one(v.Rand, "backlog", "done", "shipped", "order", "new")
		case "{indicator}":
			parts[i] = one(v.Rand, "cpi", "spi", "ev", "pv", "ac", "eac", "bac", "tcpi", "none")
		case "{file}":
			parts[i] = one(v.Rand, "tickets.csv", "tickets.xlsx", "time.csv", "time.xlsx", "finance.csv", "finance.xlsx", "x.pdf")
		}
	}
	return strings.Join(parts, "/")
}

func (v *visitor) question() string {
	values := url.Values{}
	for range 1 + v.IntN(3) {
		name := one(v.Rand, "after", "as_of", "assignee", "done", "epic", "finish", "from", "limit", "priority", "project", "q", "separator", "shift", "sprint",
			"status", "table", "tag", "to", "type", "week", "user", "budget", "contingency_pct", "scope", "velocity", "rates", "date")
		value := one(v.Rand, "2026-02-02", "none", "me", "1", "2", "true", "done", "x", "comma", "semicolon", v.know.home, one(v.Rand, v.texts...))
		values.Add(name, value)
	}
	return values.Encode()
}

// members generates a body: the members that the route is known to need, and some that other routes accept.
func (v *visitor) members(op *operation) []member {
	var list []member
	for _, name := range v.needs[op.name] {
		list = append(list, member{name, v.guess(name)})
	}
	for range v.IntN(4) {
		name := one(v.Rand, "title", "description", "status", "story_points", "priority", "epic_uuid", "sprint_uuid", "assignee_id", "tags", "color", "label",
			"sort_order", "goal", "start_date", "end_date", "due_date", "dod", "name", "is_done", "type_uuid", "comment", "tjm", "from", "role", "scrum_role", "service", "unfinished", "goal_met")
		if !slices.ContainsFunc(list, func(m member) bool { return m.name == name }) {
			list = append(list, member{name, v.guess(name)})
		}
	}
	return list
}

// guess returns a value that is probably valid for a member with the given name.
func (v *visitor) guess(name string) string {
	known := func(noun string) string {
		t, _ := v.know.pick(v.Rand, noun, v.know.home)
		return quoted(t.uuid)
	}
	if strings.HasSuffix(name, "_date") || name == "date" || name == "from" || name == "logged_at" {
		return quoted(fmt.Sprintf("2026-%02d-%02d", 1+v.IntN(12), 1+v.IntN(28)))
	}
	switch name {
	case "tickets", "subtasks", "types":
		return "[" + known(name) + "]"
	case "tags", "add_tags", "remove_tags":
		return v.tags(v.know.home)
	case "dependencies", "mentions", "dod", "dod_done", "default_dod", "acceptance_criteria", "keys", "scopes", "allow_ips":
		return one(v.Rand, "[]", `["x"]`, `["tickets:read"]`, `["backlog","todo","in_progress","in_review","done","blocked","shipped"]`)
	case "story_points", "tjm", "budget", "contingency_pct", "duration_minutes", "sort_order", "overlap_hours":
		return strconv.Itoa(1 + v.IntN(90))
	case "is_done", "is_default", "goal_met", "rewrite_past", "delete", "active", "is_admin", "clear_second_factor":
		return one(v.Rand, "true", "false")
	case "color", "bg_color":
		return quoted(fmt.Sprintf("#%06x", v.IntN(1<<24)))
	case "assignee_id":
		return strconv.FormatInt(v.user(v.know.home), 10)
	case "epic_uuid", "sprint_uuid", "super_epic_uuid", "ticket_uuid", "type_uuid":
		return known(strings.ReplaceAll(strings.TrimSuffix(name, "_uuid"), "_", "-") + "s")
	case "member_uuid":
		return quoted(one(v.Rand, v.texts...)) // never a real member, because the project must keep its owner
	case "pred_uuid", "succ_uuid":
		return known("epics")
	case "pred_type", "succ_type":
		return `"epic"`
	case "into":
		return known("tags")
	case "to":
		return one(v.Rand, known("types"), `"todo"`)
	case "status":
		return quoted(one(v.Rand, "backlog", "todo", "in_progress", "done", "active"))
	case "type":
		return `"FS"`
	case "email":
		return quoted(fmt.Sprintf("new%d@example.org", v.IntN(1_000_000)))
	case "role":
		return quoted(one(v.Rand, "admin", "member", "viewer"))
	case "scrum_role":
		return `"developer"`
	case "priority":
		return `"haute"`
	case "plan":
		return `"pro"`
	case "expires_at":
		return one(v.Rand, "null", `"2027-01-01"`)
	case "unfinished":
		return one(v.Rand, `"backlog"`, `"keep"`, known("sprints"))
	case "content":
		return quoted("<p>" + v.words(20) + "</p>")
	default:
		return quoted(v.words(30))
	}
}
