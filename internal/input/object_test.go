package input_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"earnest/internal/domain"
	"earnest/internal/input"
)

type body struct {
	Text    domain.Opt[string]       `json:"text" rule:"title" need:"yes"`
	Maybe   domain.Opt[*string]      `json:"maybe" rule:"description"`
	Number  domain.Opt[float64]      `json:"number" rule:"points"`
	Integer domain.Opt[*int64]       `json:"integer" rule:"user"`
	Day     domain.Opt[*domain.Date] `json:"day" rule:"date"`
	Lines   domain.Opt[[]string]     `json:"lines" rule:"lines" null:"yes"`
	IDs     domain.Opt[[]int64]      `json:"ids" rule:"mentions"`
}

func TestAMessageSaysWhatWouldBeRight(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]string{
		`{}`:                                    `text is required: it must be text of 1 to 255 characters`,
		`{"text": 5}`:                           `text must be text of 1 to 255 characters, not 5`,
		`{"text": null}`:                        `text must be text of 1 to 255 characters, not null`,
		`{"text": "x", "number": "five"}`:       `number must be a number from 0 to 10000, not "five"`,
		`{"text": "x", "integer": 1.5}`:         `integer must be an integer from 1 to 9007199254740992, or null, not 1.5`,
		`{"text": "x", "day": "2026-02-30"}`:    `day must be a date written YYYY-MM-DD, or null, not "2026-02-30"`,
		`{"text": "x", "lines": ["a", ""]}`:     `lines[1] must be text of 1 to 1000 characters, not ""`,
		`{"text": "x", "ids": [1, "2"]}`:        `ids[1] must be an integer from 1 to 9007199254740992, not "2"`,
		`{"text": "x", "maybe": {"a": "long"}}`: `maybe must be text of at most 100000 characters, or null, not an object`,
	} {
		o, err := input.ParseObject([]byte(sent))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := input.Create[body](o); err == nil || err.Error() != want {
			t.Errorf("%s said %q\nwant %q", sent, err, want)
		}
	}
}

func TestABodyThatIsTooDeepIsCalledSo(t *testing.T) {
	t.Parallel()
	for _, depth := range []int{9_999, 10_000, 50_000} {
		_, err := input.ParseObject([]byte(`{"a":` + strings.Repeat("[", depth) + strings.Repeat("]", depth) + `}`))
		if deep := err != nil && strings.Contains(err.Error(), "levels deep"); deep != (depth > 9_999) || err != nil && !deep {
			t.Errorf("%d: %v", depth, err)
		}
	}
}

func TestAnErrorNamesTheMember(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]string{
		`{}`:                            "text",
		`{"text": 5}`:                   "text",
		`{"text": "x", "lines": [1]}`:   "lines",
		`{"text": "x", "lines": 1}`:     "lines",
		`{"text": "x", "ids": [1, ""]}`: "ids",
	} {
		o, err := input.ParseObject([]byte(sent))
		if err != nil {
			t.Fatal(err)
		}
		_, err = input.Create[body](o)
		if e, ok := errors.AsType[*domain.Error](err); !ok || e.Field != want {
			t.Errorf("%s: %v names %q, want %q", sent, err, e.Field, want)
		}
	}
}

func TestAbsentNullAndValueAreDistinguished(t *testing.T) {
	t.Parallel()
	o, err := input.ParseObject([]byte(`{"maybe": null, "lines": null, "integer": 7.0, "number": -0}`))
	if err != nil {
		t.Fatal(err)
	}
	b, err := input.Patch[body](o)
	if err != nil {
		t.Fatal(err)
	}
	if b.Text.Set || !b.Maybe.Set || b.Maybe.Value != nil || !b.Lines.Set || b.Lines.Value != nil || *b.Integer.Value != 7 {
		t.Errorf("read as %+v", b)
	}
	if data, _ := json.Marshal(b.Number.Value); string(data) != "0" {
		t.Errorf("-0 was kept: %s", data)
	}
}

func TestAListEndsAtTheFirstItemTooMany(t *testing.T) {
	t.Parallel()
	repeat := func(name, item string, n int) string {
		return `{"` + name + `": [` + strings.TrimSuffix(strings.Repeat(item+",", n), ",") + `]}`
	}
	for sent, want := range map[string]string{
		repeat("lines", `"a"`, 200): "",
		repeat("lines", `"a"`, 201): "lines must be an array of at most 200 texts of 1 to 1000 characters each, not of more",
		repeat("ids", "7", 5_000):   "", // the same id many times
		`{"ids": []}`:               "",
	} {
		o, err := input.ParseObject([]byte(sent))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := input.Patch[body](o); (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%.40s… said %v, want %q", sent, err, want)
		}
	}
}

// The memory needed to decode a body depends on its size, not on the number of values in it. The test is not parallel, so that
// no other test's memory is counted.
func TestABodyOfManySmallValuesCostsLittleMemory(t *testing.T) {
	filled := func(head, item, tail string) []byte {
		return []byte(head + strings.TrimSuffix(strings.Repeat(item, (input.MaxBody-len(head)-len(tail))/len(item)), ",") + tail)
	}
	for what, data := range map[string][]byte{
		"lines":             filled(`{"lines": [`, `"",`, `]}`),
		"good lines":        filled(`{"lines": [`, `"a",`, `]}`),
		"integers":          filled(`{"ids": [`, `1,`, `]}`),
		"an ignored member": filled(`{"other": [`, `"",`, `]}`),
		"deep":              filled(`{"other": [`, `[[""]],`, `]}`),
		"objects":           filled(`{"other": [`, `{"a":0},`, `]}`),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		o, err := input.ReadObject(bytes.NewReader(data))
		if err == nil {
			_, _ = input.Patch[body](o)
		}
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; err != nil || used > 8<<20 {
			t.Errorf("%s: %d KiB of body took %d KiB of memory (%v)", what, len(data)>>10, used>>10, err)
		}
	}
}

func TestClipCutsBetweenCharacters(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"x", "é", "€", "🚀"} {
		if s := strings.Repeat(unit, 60); input.Clip(s) != s || input.Clip(s+unit) != s+"…" {
			t.Errorf("%s: %q", unit, input.Clip(s+unit))
		}
	}
}

// Any accepted input is JSON without NULs that the standard library decodes in the same way, and decoding it into a body never
// panics.
func FuzzParseObject(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"text":"x","number":1e400}`, `{"text":"\u0000"}`, `{"a":1,"a":2}`, "{\"text\":\"\xff\"}", `{"lines":["a",1,null]}`,
		`{"ids":[1,2,3e0]}`, `{"day":"2026-02-29"}`, ` {"text":"é"} `, "{ \"text\" :\t\"x\" ,\n\"ids\": [ { \"a\": [ ] } , 2 ] }", `{"text":"x"}{}`, `[[[[`, `{"integer":-0.0}`, `{"text":"\ud83d\ude80"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		o, err := input.ParseObject(data)
		if err != nil {
			if domain.KindOf(err) != domain.Invalid {
				t.Errorf("an error of another kind: %v", err)
			}
			return
		}
		if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 || !json.Valid(data) {
			t.Errorf("accepted %q", data)
		}
		var same map[string]json.RawMessage
		if err := json.Unmarshal(data, &same); err != nil || !maps.EqualFunc(o, same, func(a jsontext.Value, b json.RawMessage) bool { return bytes.Equal(a, b) }) {
			t.Errorf("%q was read as %v, not as %v: %v", data, o, same, err)
		}
		b, err := input.Create[body](o)
		if err == nil && (!utf8.ValidString(b.Text.Value) || strings.ContainsRune(b.Text.Value, 0)) {
			t.Errorf("read a text that is none: %q", b.Text.Value)
		}
	})
}
