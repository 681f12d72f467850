package db_test

import (
	"encoding/json"
	"slices"
	"testing"

	"earnest/internal/db"
)

// A list of strings is usually read without the JSON decoder, which must not show.
func TestAListOfStringsIsReadAsJSONReadsIt(t *testing.T) {
	t.Parallel()
	for _, list := range [][]string{
		{}, {""}, {"", ""}, {"a"}, {"a", "b,c"}, {`say "no"`, `back\slash`}, {`","`}, {"[", "]"}, {"<b>&amp;"}, {"é\n\u2028", "日本"},
	} {
		var got []string
		if err := (db.JSONList[string]{To: &got}).Scan(*db.AsJSON(list)); err != nil || !slices.Equal(got, list) {
			t.Errorf("%q was stored as %s and read as %q: %v", list, *db.AsJSON(list), got, err)
		}
	}
	for _, text := range []string{`["a", "b"]`, `[ "a" ]`, `["a","b"`, `["a"b"]`, `["a",1,"b"]`, `["a",null,"b"]`, `"a"`, `[]`, `null`, `["]`, `["`, ``} {
		var got, want []string
		err := db.JSONList[string]{To: &got}.Scan(text)
		wrong := json.Unmarshal([]byte(text), &want)
		if (err == nil) != (wrong == nil) || err == nil && !slices.Equal(got, want) {
			t.Errorf("%s is %q (%v), want %q (%v)", text, got, err, want, wrong)
		}
	}
}
