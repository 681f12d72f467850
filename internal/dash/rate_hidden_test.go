package dash_test

import (
	"net/http"
	"testing"

	"earnest/evm"
	"earnest/internal/app"
	"earnest/internal/domain"
)

// costPoint is a day of a curve as far as money goes.
type costPoint struct {
	Date    string   `json:"date"`
	AC      *float64 `json:"ac"`
	ACTotal *float64 `json:"ac_total"`
}

// daysTold counts the days of curves that tell a cost, and those that tell one of another day than the one shown.
func daysTold(day string, curves ...[]costPoint) (all, other int) {
	for _, curve := range curves {
		for _, p := range curve {
			if p.AC == nil && p.ACTotal == nil {
				continue
			}
			all++
			if p.Date != day {
				other++
			}
		}
	}
	return all, other
}

// The difference of two days, beside the hours of those days that everybody sees, is what people cost.
func TestNoCostOfAnotherDayIsToldToWhoDoesNotSeeRates(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		c.rich(t)
		c.setAudience(t, domain.RatesForAdmins)
		project, today := "/projects/"+c.Project, string(w.App.Today())
		type side struct {
			Curve []costPoint `json:"curve"`
		}
		costs := func(who string) (all, other int) {
			b := c.browser(t, who)
			page := must[side](t, b, "GET", project+"/finance", nil)
			if len(page.Curve) == 0 {
				t.Fatal("there is no curve: the test proves nothing")
			}
			asked := must[struct{ Now, Then side }](t, b, "GET", project+"/what-if?scope=20", nil)
			var file []costPoint
			for _, row := range table(t, b.call(t, "GET", project+"/export/finance.csv?table=curve", nil)) {
				p := costPoint{Date: row["date"]}
				if row["ac"] != "" || row["ac_total"] != "" {
					p.AC = new(float64)
				}
				file = append(file, p)
			}
			return daysTold(today, page.Curve, asked.Now.Curve, asked.Then.Curve, file)
		}
		if _, other := costs("admin"); other == 0 {
			t.Fatal("an admin sees no cost of another day: the test proves nothing")
		}
		for _, who := range []string{"member", "viewer"} {
			if all, other := costs(who); other > 0 || all == 0 {
				t.Errorf("%s sees the cost of %d days, %d of them not today", who, all, other)
			}
			for _, path := range []string{"/finance", "/explain/cpi", "/what-if", "/report", "/export/finance.csv", "/export/finance.xlsx"} {
				a := c.browser(t, who).call(t, "GET", project+path+"?as_of=2026-03-09", nil)
				refused(t, a, http.StatusForbidden, "forbidden")
				if a := c.browser(t, "admin").call(t, "GET", project+path+"?as_of=2026-03-09", nil); a.Status != http.StatusOK {
					t.Errorf("an admin's %s of yesterday: %d %s", path, a.Status, a.Body)
				}
			}
		}
		r, err := w.App.Report(t.Context(), app.AsMember(domain.Caller{UserID: c.Member.ID}), app.ReportQuery{Project: c.Project, Thresholds: evm.DefaultThresholds()})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range r.Curve {
			if p.Day.String() != today && (p.AC.Known || p.ACTotal.Known) {
				t.Errorf("the report tells the cost of %v", p.Day)
			}
		}
	})
}

func TestTheCostIndexOfPastDaysIsHiddenWithTheRates(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		c.rich(t)
		w.mustReport(t, 8)
		type indices struct {
			History []struct{ CPI, SPI *float64 } `json:"history"`
		}
		type rows struct {
			Rows []struct {
				UUID  string
				Spark struct{ CPI, SPI []*float64 } `json:"spark"`
			} `json:"rows"`
		}
		past := func(who string) (n int) {
			b := c.browser(t, who)
			for _, p := range must[indices](t, b, "GET", "/projects/"+c.Project+"/finance", nil).History {
				if p.CPI != nil {
					n++
				}
			}
			for _, row := range must[rows](t, b, "GET", "/portfolio", nil).Rows {
				for i, cpi := range row.Spark.CPI {
					if cpi != nil && i < len(row.Spark.CPI)-1 && row.UUID == c.Project {
						n++
					}
				}
			}
			return n
		}
		if past("viewer") == 0 {
			t.Fatal("nothing was reported: the test proves nothing")
		}
		c.setAudience(t, domain.RatesForAdmins)
		if n := past("viewer"); n != 0 {
			t.Errorf("a viewer sees the cost index of %d past days", n)
		}
		if past("owner") == 0 {
			t.Error("the owner sees none")
		}
	})
}
