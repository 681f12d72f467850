package front_test

import (
	"net/url"
	"testing"

	"earnest/internal/domain"
	"earnest/internal/front"
)

func TestARouteIsFoundByPathThenByMethod(t *testing.T) {
	t.Parallel()
	table := front.NewTable[string]("nothing here")
	for _, r := range [][2]string{
		{"GET", "/x/things"}, {"HEAD", "/x/things"}, {"POST", "/x/things"}, {"GET", "/x/things/{uuid}"}, {"PUT", "/x/things/{uuid}"},
		{"PUT", "/x/things/order"}, {"GET", "/x/things/{uuid}/parts/{key}"}, {"GET", "/x/{noun}/fixed/last"},
	} {
		table.Add(r[0], r[1], r[0]+" "+r[1])
	}
	for _, tc := range []struct{ method, target, route, uuid, key, allow string }{
		{"GET", "/x/things", "GET /x/things", "", "", ""},
		{"HEAD", "/x/things", "HEAD /x/things", "", "", ""},
		{"HEAD", "/x/things/7", "GET /x/things/{uuid}", "7", "", ""},
		{"GET", "/x/%74hings/7", "GET /x/things/{uuid}", "7", "", ""},
		{"PUT", "/x/things/order", "PUT /x/things/order", "", "", ""},
		{"GET", "/x/things/7/parts/a%20b", "GET /x/things/{uuid}/parts/{key}", "7", "a b", ""},
		{"GET", "/x/things/7%2Fparts/", "", "", "", ""},
		{"GET", "/x/things/a%2Fb", "GET /x/things/{uuid}", "a%2Fb", "", ""},
		{"GET", "/x/things/fixed/last", "GET /x/{noun}/fixed/last", "", "", ""},
		{"GET", "/x/other/fixed/last", "GET /x/{noun}/fixed/last", "", "", ""},
		{"DELETE", "/x/things", "", "", "", "GET, HEAD, POST"},
		{"GET", "/x/things/order", "GET /x/things/{uuid}", "order", "", ""},
		{"DELETE", "/x/things/order", "", "", "", "GET, PUT"},
		{"POST", "/x/things/7", "", "", "", "GET, PUT"},
		{"GET", "/x/things/", "", "", "", ""},
		{"GET", "/x//things", "", "", "", ""},
		{"GET", "//x/things", "", "", "", ""},
		{"GET", "/x/./things", "", "", "", ""},
		{"GET", "/x", "", "", "", ""},
		{"GET", "/", "", "", "", ""},
		{"GET", "*", "", "", "", ""},
		{"GET", "", "", "", "", ""},
	} {
		u, err := url.Parse("http://host" + tc.target)
		if tc.target == "*" || tc.target == "//x/things" {
			u, err = &url.URL{Path: tc.target}, nil
		}
		if err != nil {
			t.Fatal(err)
		}
		m := table.Find(tc.method, front.Path(u))
		kind := domain.KindOf(m.Err)
		good := m.Err == nil == (tc.route != "") && (m.Err == nil || (kind == domain.MethodNotAllowed) == (tc.allow != "") && kind != domain.Internal)
		if !good || m.Route != tc.route || m.Allow != tc.allow || m.Err == nil && (m.Values.Get("uuid") != tc.uuid || m.Values.Get("key") != tc.key) {
			t.Errorf("%s %s: %+v", tc.method, tc.target, m)
		}
	}
}

// Routing must be cheap, because the public API answers reads in microseconds.
func TestFindingARouteAllocatesNothing(t *testing.T) { //nolint:paralleltest // it counts allocations
	table := front.NewTable[*string]("nothing here")
	table.Add("GET", "/x/things/{uuid}/parts", new(string))
	got := testing.AllocsPerRun(100, func() {
		if m := table.Find("GET", "/x/things/7/parts"); m.Err != nil || m.Values.Get("uuid") != "7" {
			t.Error(m.Err)
		}
	})
	if got != 0 {
		t.Errorf("%v allocations", got)
	}
}
