package client_test

import (
	"encoding/json"
	"testing"
	"time"

	"earnest/client"
)

func TestOptDistinguishesAbsentNullAndValue(t *testing.T) {
	t.Parallel()
	type body struct {
		Name client.Opt[string]   `json:"name,omitzero"`
		Tags client.Opt[[]string] `json:"tags,omitzero"`
	}
	for text, want := range map[string]body{
		`{}`:                        {},
		`{"name":null}`:             {Name: client.Null[string]()},
		`{"name":""}`:               {Name: client.Set("")},
		`{"name":"a","tags":["x"]}`: {Name: client.Set("a"), Tags: client.Set([]string{"x"})},
		`{"tags":null}`:             {Tags: client.Null[[]string]()},
	} {
		if got := mustMarshal(t, want); string(got) != text {
			t.Errorf("wrote %s, want %s", got, text)
		}
		var got body
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatal(err)
		}
		if again := mustMarshal(t, got); string(again) != text {
			t.Errorf("read %s as %s", text, again)
		}
		if got.Name.IsZero() != want.Name.IsZero() || got.Name.IsNull() != want.Name.IsNull() {
			t.Errorf("%s was read as another state", text)
		}
	}
}

func TestOptOfANilSliceIsAnEmptyList(t *testing.T) {
	t.Parallel()
	if got := mustMarshal(t, client.Set([]string(nil))); string(got) != "[]" {
		t.Errorf("wrote %s", got)
	}
}

func TestOptReturnsItsValueOnlyIfSet(t *testing.T) {
	t.Parallel()
	if v, ok := client.Set(0).Get(); v != 0 || !ok {
		t.Errorf("a set 0 gives %v %v", v, ok)
	}
	if _, ok := client.Null[int]().Get(); ok {
		t.Error("null gives a value")
	}
	var absent client.Opt[int]
	if _, ok := absent.Get(); ok {
		t.Error("absent gives a value")
	}
	if err := json.Unmarshal([]byte(`"x"`), &absent); err == nil || !absent.IsZero() {
		t.Error("a value of another type was taken")
	}
}

func TestTimeIsReadAndWrittenInUTC(t *testing.T) {
	t.Parallel()
	var got client.Time
	if err := json.Unmarshal([]byte(`"2026-03-01 12:30:45"`), &got); err != nil {
		t.Fatal(err)
	}
	want := time.Date(2026, 3, 1, 12, 30, 45, 0, time.UTC)
	if !got.Equal(want) || got.Location() != time.UTC {
		t.Errorf("read %v", got)
	}
	paris := client.Time{Time: want.In(time.FixedZone("CET", 3600))}
	if text := mustMarshal(t, paris); string(text) != `"2026-03-01 12:30:45"` {
		t.Errorf("wrote %s", text)
	}
	if paris.String() != "2026-03-01 12:30:45" {
		t.Errorf("printed %s", paris)
	}
}

func TestTimeRefusesOtherForms(t *testing.T) {
	t.Parallel()
	for _, text := range []string{`"2026-03-01T12:30:45Z"`, `"2026-03-01"`, `""`, `5`, `{}`} {
		var got client.Time
		if err := json.Unmarshal([]byte(text), &got); err == nil {
			t.Errorf("%s was read as %v", text, got)
		}
	}
	got := client.Time{Time: time.Now()}
	if err := json.Unmarshal([]byte(`null`), &got); err != nil || !got.IsZero() {
		t.Errorf("null was read as %v, %v", got, err)
	}
	if text := mustMarshal(t, got); string(text) != "null" {
		t.Errorf("the zero time was written as %s", text)
	}
}

func TestDateIsTheDayInItsOwnZone(t *testing.T) {
	t.Parallel()
	late := time.Date(2026, 12, 31, 23, 30, 0, 0, time.FixedZone("", -3600))
	if got := client.DateOf(late); got != "2026-12-31" {
		t.Errorf("got %s", got)
	}
	day, err := client.Date("2026-02-28").Time()
	if err != nil || !day.Equal(time.Date(2026, 2, 28, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("got %v, %v", day, err)
	}
	if _, err := client.Date("2026-02-30").Time(); err == nil {
		t.Error("30 February passed")
	}
}
