package faults_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"earnest/internal/workspace"
	"earnest/test/rig"
)

// found is an object as it was found in the database.
type found struct {
	noun, uuid string
	state      state
}

// mustRead reads a project with the `export` command, and checks that the project's log matches its content exactly.
func mustRead(t testing.TB, w *rig.World, project string) map[string]found {
	t.Helper()
	var file workspace.File
	if err := json.Unmarshal([]byte(w.MustRun(t, "export", "--project", project)), &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Projects) != 1 {
		t.Fatalf("the export has %d projects", len(file.Projects))
	}
	things := map[string]found{}
	for _, ticket := range file.Projects[0].Tickets {
		collect(things, ticket)
	}
	for _, sentence := range logMismatches(file.Projects[0].Changes, things) {
		t.Error(sentence)
	}
	return things
}

// collect adds a ticket and everything attached to it. For a deleted ticket it adds only the time entries, since nothing else is
// left.
func collect(into map[string]found, k workspace.Ticket) {
	add := func(noun, uuid, text string, f facts) {
		into[markOf(text)] = found{noun, uuid, f.state()}
	}
	for _, e := range k.TimeEntries {
		add("time_entry", e.UUID, textOf(e.Comment), entryFacts(textOf(e.Comment), e.DurationMinutes, e.LoggedAt))
	}
	if k.DeletedAt != "" {
		return
	}
	add("ticket", k.UUID, k.Title, ticketFacts(k))
	for _, s := range k.Subtasks {
		add("subtask", s.UUID, s.Title, subtaskFacts(s.Title, s.Status))
	}
	for _, c := range k.Comments {
		add("comment", c.UUID, strings.TrimPrefix(c.Content, "<p>"), facts{"content": c.Content})
	}
}

// markOf returns the mark of an object, which is the first word of its text.
func markOf(text string) string {
	mark, _, _ := strings.Cut(text, " ")
	return mark
}

func textOf(p *string) string {
	if p == nil {
		return ""
	}
	return *p
}

func ticketFacts(k workspace.Ticket) facts {
	tags := slices.Sorted(slices.Values(k.Tags))
	return facts{
		"title": k.Title, "description": textOf(k.Description), "priority": k.Priority, "status": k.Status, "story_points": *k.StoryPoints,
		"epic": k.Epic, "sprint": k.Sprint, "acceptance_criteria": append([]string{}, k.AcceptanceCriteria...), "tags": append([]string{}, tags...),
	}
}

func subtaskFacts(title, status string) facts { return facts{"title": title, "status": status} }

func entryFacts(comment string, minutes int64, day string) facts {
	return facts{"comment": comment, "duration_minutes": minutes, "logged_at": day}
}

// logMismatches compares a project's log with its objects: the revisions must have no gaps, and the rows about each object must add
// up to exactly the facts that it has. A write that was stored only in part violates one of these rules.
func logMismatches(log []workspace.Change, things map[string]found) []string {
	var sentences []string
	told := map[string]facts{} // by uuid
	revision := int64(0)
	for _, row := range log {
		if row.Revision != revision && row.Revision != revision+1 {
			sentences = append(sentences, fmt.Sprintf("the log jumps from revision %d to %d", revision, row.Revision))
		}
		revision = row.Revision
		tell(told, row)
	}
	for mark, f := range things {
		sentences = append(sentences, differences(mark, f, told[f.uuid])...)
	}
	return sentences
}

// tell applies a row of the log to the facts collected so far.
func tell(told map[string]facts, row workspace.Change) {
	switch thing := told[row.UUID]; {
	case row.What == "created":
		told[row.UUID] = mustFacts(row.To)
	case row.What == "deleted":
		delete(told, row.UUID)
	case row.To == "": // a deleted comment takes the versions of its text with it
	case thing != nil:
		maps.Copy(thing, mustFacts(`{"`+row.What+`":`+row.To+`}`))
	}
}

// mustFacts decodes JSON written by the tests or the product.
func mustFacts(text string) facts {
	f := facts{}
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		panic(fmt.Sprintf("%v: %s", err, text))
	}
	return f
}

// differences compares an object with the facts that the log gives for it.
func differences(mark string, f found, told facts) []string {
	var sentences []string
	for name, value := range mustFacts(string(f.state)) {
		if told == nil || !reflect.DeepEqual(plain(value), plain(told[name])) {
			sentences = append(sentences, fmt.Sprintf("%s %s has the %s %v, and the log tells %v", f.noun, mark, name, value, told[name]))
		}
	}
	return sentences
}

// plain makes values comparable: it treats null like a missing value, and sorts lists, because tags have no order.
func plain(value any) any {
	switch v := value.(type) {
	case nil:
		return ""
	case []any:
		texts := []string{}
		for _, item := range v {
			texts = append(texts, fmt.Sprint(item))
		}
		slices.Sort(texts)
		return texts
	default:
		return v
	}
}
