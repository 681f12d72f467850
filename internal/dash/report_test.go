package dash_test

import (
	"net/http"
	"strings"
	"testing"

	"earnest/internal/domain"
)

func TestTheReportIsAPageOfItsOwn(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		c.rich(t)
		b := c.browser(t, "viewer")
		get := func(query string) answer { return b.call(t, "GET", "/projects/"+c.Project+"/report"+query, nil) }
		a := get("")
		if a.Status != http.StatusOK || a.Header.Get("Content-Type") != "text/html; charset=utf-8" || a.Header.Get("X-Frame-Options") != "SAMEORIGIN" ||
			!strings.Contains(a.Header.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%d %v", a.Status, a.Header)
		}
		if page := string(a.Body); !strings.Contains(page, `<html lang="en">`) || !strings.Contains(page, "Status at the end of 10 Mar 2026") || !strings.Contains(page, "10,000") {
			t.Errorf("%.2000s", page)
		}
		if page := string(get("?lang=fr&as_of=2026-03-05").Body); !strings.Contains(page, `<html lang="fr">`) || !strings.Contains(page, "à la fin du 5 mars 2026") ||
			!strings.Contains(page, "10\u202f000") {
			t.Errorf("%.2000s", page)
		}
		refused(t, get("?lang=de"), http.StatusUnprocessableEntity, "invalid")
		refused(t, get("?as_of=soon"), http.StatusUnprocessableEntity, "invalid")
	})
}

func TestTheReportHidesCostFromMembersWithoutAccessToIt(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		c.rich(t)
		page := func(who string) string {
			return string(c.browser(t, who).call(t, "GET", "/projects/"+c.Project+"/report", nil).Body)
		}
		const hidden, shown = "This project shows its cost to its owner and admins only", `id="cost-plot-t"`
		for who, sees := range map[string]bool{"owner": true, "admin": true, "member": false, "viewer": false} {
			c.setAudience(t, domain.RatesForEveryone)
			if text := page(who); !strings.Contains(text, shown) || strings.Contains(text, hidden) {
				t.Errorf("rates are for everyone, and %s does not see what a sprint cost", who)
			}
			c.setAudience(t, domain.RatesForAdmins)
			if text := page(who); strings.Contains(text, shown) != sees || strings.Contains(text, hidden) == sees {
				t.Errorf("rates are for admins: %s sees what a sprint cost is %v, want %v", who, !sees, sees)
			}
		}
	})
}
