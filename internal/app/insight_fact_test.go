package app

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"
)

// What the replay reads of a ticket's beginning is what encoding/json reads, whatever the texts hold and whoever wrote the row.
func TestTheFactsOfATicketAreReadAsEncodingJSONReadsThem(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(
			rapid.String(), rapid.SampledFrom([]string{`,"status":"x"`, `\`, `\\"`, `"}`, `{"status":"x"}`, "done", "é", "<&>", "\u2028", "\x00"}))
		value := func(label string) any {
			return rapid.OneOf(rapid.Just[any](nil), rapid.Map(text, func(s string) any { return s })).Draw(t, label)
		}
		facts := []fact{
			{"title", text.Draw(t, "title")}, {"description", value("description")}, {"status", text.Draw(t, "status")},
			{"story_points", rapid.Float64Range(0, 1e6).Draw(t, "points")}, {"epic", value("epic")}, {"sprint", value("sprint")},
			{"dependencies", rapid.SliceOf(text).Draw(t, "list")}, {"other", map[string]any{"status": "inner", "x": []int{1}}},
		}
		facts = rapid.Permutation(facts).Draw(t, "order")
		row := object(facts[:rapid.IntRange(0, len(facts)).Draw(t, "count")])
		mustReadAlike(t, row)
	})
	for _, row := range []string{
		``, `null`, `[]`, `{`, `{}`, `{"status"`, `{"status":`, `{"status":"a`, `{"status":"a"`, `{"status":"a",`, `{ "status": "a" }`, `{"Status":"a"}`,
		`{"status":1,"story_points":1,"sprint":null,"epic":null}`, `{"status":"a","story_points":null,"sprint":null,"epic":null}`,
		`{"status":"a","story_points":01,"sprint":null,"epic":null}`, `{"status":"a","story_points":1,"sprint":null,"epic":null}}`,
		`{"status":"a","story_points":1,"sprint":null,"epic":null,}`, `{"status":"a\"b","story_points":1e2,"sprint":"s","epic":"e"}`,
	} {
		mustReadAlike(t, row)
	}
}

func mustReadAlike(t interface{ Errorf(string, ...any) }, row string) {
	var want createdTicket
	refused := json.Unmarshal([]byte(row), &want)
	got, err := readCreated(row)
	if (err != nil) != (refused != nil) || err == nil && got != want {
		t.Errorf("%s gives %+v (%v), not %+v (%v)", row, got, err, want, refused)
	}
}
