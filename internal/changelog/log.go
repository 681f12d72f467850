package changelog

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"earnest/internal/changelog/store"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// logChoices limits the projects and the people offered for filtering the log. Others are found by typing part of their name.
const logChoices = 50

// InstanceProject is the value of LogFilter.Project that selects changes that belong to no project.
const InstanceProject = "none"

// LogFilter selects rows of the log for an administrator; empty fields match everything.
type LogFilter struct {
	Project  string // the uuid of a project, which may have been deleted, or InstanceProject
	UserID   int64
	Noun     string
	From, To *domain.Date // inclusive, in the instance's time zone
}

// LogRow is one change as administrators of the instance see it: who did what and when, with titles and statuses. Daily rates and free
// text, such as descriptions, are hidden, since an administrator need not be a member of the project.
type LogRow struct {
	store.LogRow

	Name     string // the item's current name, or its last one if it was deleted
	From, To any    // strings, numbers, booleans, lists of strings or Committed; nil if there is no value or it is hidden
	Hidden   bool
}

// Committed sums up the commitment of a sprint.
type Committed struct {
	Tickets int     `json:"tickets"`
	Points  float64 `json:"points"`
}

// Log is a page of the log of the whole instance, latest rows first.
type Log struct {
	Rows []LogRow
	More bool
}

// OfInstance returns a page of the log of the whole instance for its administrators: the rows that precede the one with the given id, or the
// latest rows if the id is 0.
func (s *Service) OfInstance(ctx context.Context, f LogFilter, before int64, limit int) (Log, error) {
	return db.Read(ctx, s.DB, func(tx *db.Tx) (Log, error) {
		filter, err := s.logFilter(ctx, tx, f)
		if err != nil {
			return Log{}, err
		}
		var cursor *store.LogCursor
		if before != 0 {
			at, err := store.LogCursorOf(ctx, tx, before)
			if err != nil {
				return Log{}, err
			}
			cursor = &at
		}
		rows, err := store.Log(ctx, tx, filter, cursor, limit+1)
		if err != nil {
			return Log{}, err
		}
		out := Log{More: len(rows) > limit}
		out.Rows, err = tellLog(ctx, tx, rows[:min(len(rows), limit)])
		return out, err
	})
}

func (s *Service) logFilter(ctx context.Context, tx *db.Tx, f LogFilter) (store.LogFilter, error) {
	out := store.LogFilter{Noun: f.Noun, UserID: work.IDOrNil(f.UserID)}
	if f.From != nil {
		from := s.EndOf(f.From.AddDays(-1))
		out.From = &from
	}
	if f.To != nil {
		to := s.EndOf(*f.To)
		out.To = &to
	}
	if f.Project == "" {
		return out, nil
	}
	id := int64(work.InstanceLog)
	if f.Project != InstanceProject {
		var err error
		if id, err = store.LoggedProject(ctx, tx, f.Project); err != nil {
			return out, err
		}
	}
	out.ProjectID = &id
	return out, nil
}

// tellLog converts rows to a readable form, using a constant number of statements.
func tellLog(ctx context.Context, tx *db.Tx, rows []store.LogRow) ([]LogRow, error) {
	n := newNamer()
	keys := []int64{}
	for _, r := range rows {
		n.note(r.Change)
		if id, err := strconv.ParseInt(r.NounUUID, 10, 64); err == nil && r.Noun == work.KeyNoun {
			keys = append(keys, id)
		} else {
			n.titles[r.NounUUID] = ""
		}
	}
	if err := n.findAnywhere(ctx, tx); err != nil {
		return nil, err
	}
	names, err := store.KeyTitles(ctx, tx, keys)
	if err != nil {
		return nil, err
	}
	maps.Copy(n.titles, names)
	out := make([]LogRow, 0, len(rows))
	for _, r := range rows {
		out = append(out, n.logRow(r))
	}
	return out, nil
}

// findAnywhere is like find, but for rows of any project.
func (n *namer) findAnywhere(ctx context.Context, tx *db.Tx) error {
	titles, facts, err := titlesAnywhere(ctx, tx, slices.Collect(maps.Keys(n.titles)))
	if err != nil {
		return err
	}
	if err := nameDeleted(ctx, tx, titles, facts); err != nil {
		return err
	}
	n.titles = titles
	n.names, err = workstore.NamesOf(ctx, tx, slices.Collect(maps.Keys(n.names)))
	return err
}

// titlesAnywhere returns the titles of items of any project by uuid. A deleted item has the title that it had when it was deleted, and its
// facts are returned, too.
func titlesAnywhere(ctx context.Context, tx *db.Tx, wanted []string) (titles, facts map[string]string, err error) {
	if titles, err = store.LoggedTitles(ctx, tx, wanted); err != nil {
		return nil, nil, err
	}
	gone := slices.DeleteFunc(wanted, func(uuid string) bool { return titles[uuid] != "" })
	if facts, err = store.LastFacts(ctx, tx, gone); err != nil {
		return nil, nil, err
	}
	for uuid, text := range facts {
		titles[uuid] = titleIn(text)
	}
	return titles, facts, nil
}

// nameDeleted adds the titles of deleted items that are named after others, given the facts of deleted items by uuid. Like those that exist,
// deleted comments and time entries have the title of their ticket, and deleted links those of the two nodes that they connected.
func nameDeleted(ctx context.Context, tx *db.Tx, titles, facts map[string]string) error {
	namesakes := map[string][]string{}
	for uuid, text := range facts {
		if refs := namesakesIn(factsIn(text)); len(refs) > 0 {
			namesakes[uuid] = refs
		}
	}
	if len(namesakes) == 0 {
		return nil
	}
	found, _, err := titlesAnywhere(ctx, tx, slices.Concat(slices.Collect(maps.Values(namesakes))...))
	for uuid, refs := range namesakes {
		names := []string{}
		for _, ref := range refs {
			names = append(names, found[ref])
		}
		if !slices.Contains(names, "") {
			titles[uuid] = strings.Join(names, " → ")
		}
	}
	return err
}

// namesakesIn returns the uuids of the items after which an item with the given facts is named: the ticket of a comment or a time entry, or
// the two nodes of a link.
func namesakesIn(facts map[string]any) []string {
	if ticket, ok := facts["ticket"].(string); ok {
		return []string{ticket}
	}
	pred, ok := facts["pred"].(string)
	succ, both := facts["succ"].(string)
	if !ok || !both {
		return nil
	}
	return []string{pred, succ}
}

func (n *namer) logRow(r store.LogRow) LogRow {
	out := LogRow{LogRow: r, Name: n.titles[r.NounUUID], Hidden: isPrivate(r.Noun, r.What)}
	if out.Name == "" {
		out.Name = nameIn(r)
	}
	switch {
	case out.Hidden:
	case r.What == "super_epic":
		out.From, out.To = n.first(r.From), n.first(r.To)
	case work.IsTimeEvent(r.Noun, r.What):
		out.From, out.To = plain(factsIn(r.From)["duration_minutes"]), plain(factsIn(r.To)["duration_minutes"])
	case r.What == "commitment":
		out.From, out.To = committed(r.From), committed(r.To)
	case r.What == work.BudgetField:
		out.From, out.To = budgetIn(r.From), budgetIn(r.To)
	case r.Noun == work.SessionNoun:
		out.To = plain(factsIn(r.To)["address"])
	default:
		out.From, out.To = plain(n.tell(r.What, r.From)), plain(n.tell(r.What, r.To))
	}
	return out
}

// budgetIn returns a budget as the log records it: its first day, unless that is the first of all, and its amount, if there is one. The reason is free
// text, and therefore hidden.
func budgetIn(text string) any {
	facts, list := factsIn(text), []string{}
	if day, ok := facts["from"].(string); ok && day != string(domain.FirstDay) {
		list = append(list, day)
	}
	if amount, ok := facts["budget"].(float64); ok {
		list = append(list, strconv.FormatFloat(amount, 'f', -1, 64))
	}
	if len(list) == 0 {
		return nil
	}
	return list
}

// committed sums up the commitment of a sprint, which the log records as a map from tickets to points, or returns nil if there was none.
func committed(text string) any {
	facts := factsIn(text)
	if len(facts) == 0 {
		return nil
	}
	sum := Committed{Tickets: len(facts)}
	for _, ticket := range slices.Sorted(maps.Keys(facts)) { // sorted, since a sum of fractions depends on their order
		points, _ := facts[ticket].(float64)
		sum.Points += points
	}
	return sum
}

// nameIn returns the name of a deleted item as recorded in its log row, or "" if the row does not contain it.
func nameIn(r store.LogRow) string {
	if title := titleIn(r.To) + titleIn(r.From); title != "" {
		return title
	}
	if label, ok := factsIn(r.To + r.From)["label"].(string); ok {
		return label
	}
	if _, isUUID := domain.ParseUUID(r.NounUUID); !isUUID {
		return r.NounUUID // the key of a status
	}
	return ""
}

// factsIn decodes the facts of an item that was created or deleted.
func factsIn(text string) map[string]any {
	facts, _ := decode(text).(map[string]any)
	return facts
}

// first returns the title of the first item that a value refers to, or nil if there is none.
func (n *namer) first(text string) any {
	if list := n.called(decode(text)); len(list) > 0 {
		return list[0]
	}
	return nil
}

// isPrivate reports whether a value is hidden from administrators of the instance, whatever their role in the project. This applies to
// daily rates and free text.
func isPrivate(noun, what string) bool {
	switch what {
	case domain.Created, domain.Deleted, domain.Restored:
		return false // such rows are shown without facts, except for the minutes of time entries
	case "rates", "rate", "tjm", "description", "content", "acceptance_criteria", "comment", "goal", "dod", "default_dod", "dod_done":
		return true
	}
	return noun == "rate"
}

// plain returns a value if it can be shown on one line, and nil otherwise. The check is needed because an imported log may contain
// anything.
func plain(value any) any {
	switch v := value.(type) {
	case string, float64, bool, []string:
		return v
	case []any:
		return textsIn(v)
	default:
		return nil
	}
}

// LogChoices are the values offered for filtering the log.
type LogChoices struct {
	Projects [][2]string // uuid and name
	Users    []workstore.Person
}

// LogChoiceQuery says which choices to offer: the first whose names contain what was typed, and the one that is chosen now.
type LogChoiceQuery struct {
	ProjectText, UserText string
	Project               string // a uuid, InstanceProject or ""
	UserID                int64  // or 0
}

// Choices lists projects and people of the instance for its administrators.
func (s *Service) Choices(ctx context.Context, query LogChoiceQuery) (LogChoices, error) {
	return db.Read(ctx, s.DB, func(tx *db.Tx) (out LogChoices, err error) {
		if out.Projects, err = store.LoggedProjects(ctx, tx, query.ProjectText, logChoices); err != nil {
			return out, err
		}
		if out.Users, err = workstore.Everybody(ctx, tx, query.UserText, logChoices); err != nil {
			return out, err
		}
		err = out.addChosen(ctx, tx, query)
		return out, err
	})
}

// addChosen adds the project and the person that are chosen now, unless they are among the choices or no longer exist.
func (c *LogChoices) addChosen(ctx context.Context, tx *db.Tx, query LogChoiceQuery) error {
	if query.Project != "" && query.Project != InstanceProject && !slices.ContainsFunc(c.Projects, func(p [2]string) bool { return p[0] == query.Project }) {
		name, err := store.ProjectName(ctx, tx, query.Project)
		if err != nil {
			return err
		}
		if name != "" {
			c.Projects = append(c.Projects, [2]string{query.Project, name})
		}
	}
	if query.UserID == 0 || slices.ContainsFunc(c.Users, func(p workstore.Person) bool { return p.ID == query.UserID }) {
		return nil
	}
	names, err := workstore.NamesOf(ctx, tx, []int64{query.UserID})
	if name, ok := names[query.UserID]; ok {
		c.Users = append(c.Users, workstore.Person{ID: query.UserID, Name: name})
	}
	return err
}
