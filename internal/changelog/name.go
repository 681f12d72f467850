package changelog

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"earnest/internal/changelog/store"
	"earnest/internal/db"
	"earnest/internal/domain"
	workstore "earnest/internal/work/store"
)

// mostTold is the maximum number of characters of a value that the history shows.
const mostTold = 300

// namer resolves the names of the items that log rows refer to.
type namer struct {
	titles map[string]string // by uuid
	names  map[int64]string  // of users, by id
}

func newNamer() *namer { return &namer{titles: map[string]string{}, names: map[int64]string{}} }

// note records the items and users that a row refers to, so that find can look them up.
func (n *namer) note(c domain.Change) {
	if c.Noun == "subtask" {
		n.titles[c.NounUUID] = ""
	}
	for _, text := range []string{c.From, c.To} {
		switch value := decode(text); c.What {
		case "sprint", "epic", "type", "ticket", "tags", "dependencies":
			for _, uuid := range textsIn(value) {
				n.titles[uuid] = ""
			}
		case "assignee_id", "mentions":
			for _, id := range idsIn(value) {
				n.names[id] = ""
			}
		}
	}
}

// find looks up everything that was noted. A deleted item gets the name it had when it was deleted.
func (n *namer) find(ctx context.Context, tx *db.Tx, projectID int64) error {
	titles, err := store.TitlesOf(ctx, tx, projectID, slices.Collect(maps.Keys(n.titles)))
	if err != nil {
		return err
	}
	gone := slices.DeleteFunc(slices.Collect(maps.Keys(n.titles)), func(uuid string) bool { return titles[uuid] != "" })
	if len(gone) > 0 {
		facts, err := store.LastFacts(ctx, tx, gone)
		if err != nil {
			return err
		}
		for uuid, text := range facts {
			titles[uuid] = titleIn(text)
		}
	}
	n.titles = titles
	if len(n.names) > 0 {
		n.names, err = workstore.NamesOf(ctx, tx, slices.Collect(maps.Keys(n.names)))
	}
	return err
}

// tell converts a value from the log to a readable form.
func (n *namer) tell(what, text string) any {
	value := decode(text)
	switch what {
	case domain.Created, domain.Deleted, domain.Restored, "content":
		return nil
	case "sprint", "epic", "type", "ticket":
		if list := n.called(value); len(list) > 0 {
			return list[0]
		}
		return nil
	case "tags", "dependencies":
		return n.called(value)
	case "assignee_id":
		if ids := idsIn(value); len(ids) > 0 {
			return n.names[ids[0]]
		}
		return nil
	case "mentions":
		names := []string{}
		for _, id := range idsIn(value) {
			names = append(names, n.names[id])
		}
		return names
	}
	if s, ok := value.(string); ok {
		return clipped(s)
	}
	return value
}

// called returns the titles of the items that a value refers to, or their uuids if no title is known.
func (n *namer) called(value any) []string {
	list := []string{}
	for _, uuid := range textsIn(value) {
		title := n.titles[uuid]
		if title == "" {
			title = uuid
		}
		list = append(list, title)
	}
	return list
}

func decode(text string) any {
	var value any
	_ = json.Unmarshal([]byte(text), &value) // an imported log may contain anything
	return value
}

// textsIn returns a string, or the strings in a list, as a slice.
func textsIn(value any) []string {
	switch v := value.(type) {
	case string:
		return []string{v}
	case []any:
		list := []string{}
		for _, item := range v {
			list = append(list, textsIn(item)...)
		}
		return list
	default:
		return nil
	}
}

// idsIn returns a number, or the numbers in a list, as a slice.
func idsIn(value any) []int64 {
	switch v := value.(type) {
	case float64:
		return []int64{int64(v)}
	case []any:
		list := []int64{}
		for _, item := range v {
			list = append(list, idsIn(item)...)
		}
		return list
	default:
		return nil
	}
}

// titleIn returns the title or name from an item's facts.
func titleIn(text string) string {
	var facts struct {
		Title string `json:"title"`
		Name  string `json:"name"`
	}
	_ = json.Unmarshal([]byte(text), &facts) // errors are ignored, as in decode
	return facts.Title + facts.Name
}

func clipped(s string) string {
	if runes := []rune(s); len(runes) > mostTold {
		return string(runes[:mostTold]) + "…"
	}
	return s
}
