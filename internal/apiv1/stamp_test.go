package apiv1_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"earnest/internal/apitest"
)

var isInstant = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$`)

// eachStamp calls f for every member of a response whose name ends in _at, at any depth.
func eachStamp(value any, f func(name string, owner map[string]any)) {
	switch value := value.(type) {
	case map[string]any:
		for name, member := range value {
			if strings.HasSuffix(name, "_at") {
				f(name, value)
			}
			eachStamp(member, f)
		}
	case []any:
		for _, item := range value {
			eachStamp(item, f)
		}
	}
}

func mustParse(t *testing.T, body []byte) (value any) {
	t.Helper()
	if err := json.Unmarshal(body, &value); err != nil {
		t.Fatal(err)
	}
	return value
}

func TestEveryStampHasATwinInRFC3339InUTCToTheMicrosecond(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		w.Clock.Advance(123456 * time.Microsecond)
		c := w.MustCast(t, "")
		seen := 0
		check := func(path string, body []byte) {
			eachStamp(mustParse(t, body), func(name string, owner map[string]any) {
				twin, has := owner[name+"_iso"]
				if name == "logged_at" {
					if has {
						t.Errorf("%s: the day %v has a twin", path, owner[name])
					}
					return
				}
				seen++
				if owner[name] == nil && has && twin == nil { // a key that does not expire
					return
				}
				text, _ := twin.(string)
				at, err := time.Parse(time.RFC3339Nano, text)
				if !isInstant.MatchString(text) || err != nil || at.Format(time.DateTime) != owner[name] {
					t.Errorf("%s: the twin of %s, %v, is %v", path, name, owner[name], twin)
				}
			})
		}
		for _, write := range everyWrite(c) {
			if write.fresh == nil {
				check(write.path, w.Call(t, c.Owner.Key, write.method, write.path, write.body).Body)
			}
		}
		for _, path := range append(reads(t, c), "/me") {
			check(path, w.Call(t, c.Owner.Key, http.MethodGet, path, nil).Body)
		}
		if seen < 50 {
			t.Errorf("only %d stamps were seen", seen)
		}
	})
}

func TestATwinIsExactEnoughForUpdatedSince(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		w.Clock.Advance(123456 * time.Microsecond)
		c := w.MustCast(t, "")
		at := apitest.Must(c.Owner.Ticket(t.Context(), c.Ticket))(t).UpdatedAtISO
		if at.Nanosecond()%1_000_000 == 0 {
			t.Errorf("the ticket changed at %v, with nothing below the millisecond", at)
		}
		for since, want := range map[time.Time]bool{at: true, at.Add(time.Microsecond): false} {
			path := "/tickets?project=" + c.Project + "&updated_since=" + url.QueryEscape(since.Format(time.RFC3339Nano))
			if a := w.Call(t, c.Owner.Key, http.MethodGet, path, nil); strings.Contains(string(a.Body), c.Ticket) != want {
				t.Errorf("since %v: %s", since, a.Body)
			}
		}
	})
}
