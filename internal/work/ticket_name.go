package work

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// mostTold is how many characters of a long text a history shows.
const mostTold = 300

// namer knows what the things are called that rows of the log refer to.
type namer struct {
	titles map[string]string // by uuid
	names  map[int64]string  // of users
}

func newNamer() *namer { return &namer{titles: map[string]string{}, names: map[int64]string{}} }

// note remembers what a row refers to.
func (n *namer) note(c domain.Change) {
	if c.Noun == "subtask" {
		n.titles[c.NounUUID] = ""
	}
	for _, text := range []string{c.From, c.To} {
		switch value := decode(text); c.What {
		case "sprint", "epic", "type", "tags", "dependencies":
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

// find looks up all that was noted. What is there no more is called as it was when it was deleted.
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
		n.names, err = store.NamesOf(ctx, tx, slices.Collect(maps.Keys(n.names)))
	}
	return err
}

// tell gives a value of the log as people read it.
func (n *namer) tell(what, text string) any {
	value := decode(text)
	switch what {
	case domain.Created, domain.Deleted, domain.Restored, "content":
		return nil
	case "sprint", "epic", "type":
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

// called gives the titles of what a value refers to; what nobody knows any more is called by its uuid.
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
	_ = json.Unmarshal([]byte(text), &value) // a log that somebody brought along may hold anything
	return value
}

// textsIn gives a text, or the texts of a list.
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

// idsIn gives a number, or the numbers of a list.
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

// titleIn gives the title, or the name, of facts.
func titleIn(text string) string {
	var facts struct {
		Title string `json:"title"`
		Name  string `json:"name"`
	}
	_ = json.Unmarshal([]byte(text), &facts) // the same
	return facts.Title + facts.Name
}

func clipped(s string) string {
	if runes := []rune(s); len(runes) > mostTold {
		return string(runes[:mostTold]) + "…"
	}
	return s
}
