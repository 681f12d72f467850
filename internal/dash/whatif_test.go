package dash_test

import (
	"net/http"
	"net/url"
	"reflect"
	"testing"
)

type asked struct {
	Question struct {
		Scope    float64 `json:"scope"`
		Velocity float64 `json:"velocity"`
		Rates    float64 `json:"rates"`
		Shift    int     `json:"shift"`
	} `json:"question"`
	Now  side `json:"now"`
	Then side `json:"then"`
}

type side struct {
	Finance  numbers   `json:"finance"`
	Forecast numbers   `json:"forecast"`
	Schedule numbers   `json:"schedule"`
	Curve    []numbers `json:"curve"`
}

func TestAWhatIfIsReadFromTheQueryAndStoresNothing(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		c.rich(t)
		b := c.browser(t, "viewer")
		path := "/projects/" + c.Project + "/what-if"
		before := c.revision(t)
		ask := func(query string) asked { return must[asked](t, b, "GET", path+query, nil) }
		if same := ask(""); !reflect.DeepEqual(same.Now, same.Then) || len(same.Now.Curve) == 0 {
			t.Errorf("nothing was asked, but %+v became %+v", same.Now.Finance, same.Then.Finance)
		}
		left := ask("").Now.Forecast["remaining_sp"].(float64)
		for query, want := range map[string]float64{
			"scope=2x": 2 * left, "scope=%2B100%25": 2 * left, "scope=+100%25": 2 * left, "scope=100%25": 2 * left, "scope=%3D2": 2, "scope=7": left + 7,
			"scope=%2B7": left + 7, "scope=+7": left + 7, "scope=-50%25": left / 2,
		} {
			got := ask("?" + query).Then.Forecast["remaining_sp"].(float64)
			if diff := got - want; diff > 1e-9 || diff < -1e-9 {
				t.Errorf("%s leaves %v points, want %v", query, got, want)
			}
		}
		if a := ask("?velocity=1.5&rates=%2B100%25&shift=10"); a.Question.Velocity != 1.5 || a.Question.Rates != 2 || a.Question.Shift != 10 ||
			a.Then.Finance["ac"] != 2*a.Now.Finance["ac"].(float64) || a.Then.Schedule["planned_end"] != "2026-03-30" {
			t.Errorf("%+v", a)
		}
		if a := ask("?finish=2026-04-20"); a.Then.Schedule["planned_end"] != "2026-04-20" || a.Question.Shift != 31 {
			t.Errorf("%+v", a)
		}
		for name, values := range map[string][]string{
			"scope": {"x", "=1x", "+1x", "=5%", "1e5", "--1", "NaN", "-100%"}, "velocity": {"0", "-1", "2000x"}, "rates": {"+5", "=5", "0x", "-100%"},
			"shift": {"a", "1.5", "4000"}, "finish": {"soon", "1999-01-01"}, "as_of": {"soon"},
		} {
			for _, value := range values {
				refusedAt(t, b.call(t, "GET", path+"?"+url.Values{name: {value}}.Encode(), nil), http.StatusUnprocessableEntity, "invalid", name)
			}
		}
		if after := c.revision(t); after != before {
			t.Errorf("asking moved the revision from %d to %d", before, after)
		}
	})
}
