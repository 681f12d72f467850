package app_test

import (
	"bytes"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"earnest/evm"
	"earnest/internal/apitest"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money"
	"earnest/internal/report"
)

// printedTerm is a term of an explanation as it is printed.
type printedTerm struct {
	Kind, Name, Title, Op string
	Value                 *float64
	Terms                 []printedTerm
}

func (w demoWorld) explanationsAddUp(t *testing.T) {
	began := time.Now()
	leaves := 0
	for _, p := range w.projects {
		var printed map[string]any
		mustDecode(t, mustFile(t, w.mustReport(t, p.UUID, nil)).Raw["finance"], &printed)
		for _, name := range evm.IndicatorNames() {
			root := w.mustExplain(t, p.UUID, name)
			got := root.addUp(t, p.Name+" / "+name, &leaves)
			if want, known := printed[name].(float64); known != (got != nil) || known && *got != want {
				t.Errorf("%s: the parts of %s give %v, printed is %v", p.Name, name, got, printed[name])
			}
		}
	}
	t.Logf("%d leaves of %d explanations added up in %v", leaves, len(w.projects)*len(evm.IndicatorNames()), time.Since(began).Round(time.Millisecond))
}

func (w demoWorld) mustExplain(t *testing.T, project, indicator string) printedTerm {
	t.Helper()
	x := apitest.Must(w.App.Money.Explain(t.Context(), domain.Operator(), money.ExplainQuery{Project: project, Indicator: indicator}))(t)
	var b bytes.Buffer
	if err := report.ExplainJSON(&b, x, 0); err != nil {
		t.Fatal(err)
	}
	var file struct {
		Value *float64
		Term  printedTerm
	}
	mustDecode(t, b.Bytes(), &file)
	return file.Term
}

// addUp recomputes the operations with exact arithmetic, from the leaves up, and checks each step against the printed value.
func (p printedTerm) addUp(t *testing.T, path string, leaves *int) *float64 {
	t.Helper()
	if p.Title == "" && p.Kind != "indicator" && p.Kind != "figure" {
		t.Errorf("%s: a %s without a name", path, p.Kind)
	}
	if p.Op == "given" {
		*leaves++
		return p.Value
	}
	var parts []*big.Rat
	for _, part := range p.Terms {
		value := part.addUp(t, path+" / "+part.Name, leaves)
		if value == nil {
			parts = append(parts, nil)
		} else {
			parts = append(parts, new(big.Rat).SetFloat64(*value))
		}
	}
	got := byHand(p.Op, parts)
	if (got == nil) != (p.Value == nil) || got != nil && *got != *p.Value {
		t.Errorf("%s: the parts give %v, printed is %v", path, deref(got), deref(p.Value))
	}
	return got
}

func deref(x *float64) any {
	if x == nil {
		return nil
	}
	return *x
}

// byHand computes one operation on exact numbers and rounds the result once.
func byHand(op string, parts []*big.Rat) *float64 {
	for _, p := range parts {
		if p == nil && op != "to go" {
			return nil
		}
	}
	result := new(big.Rat)
	switch op {
	case "sum":
		for _, p := range parts {
			result.Add(result, p)
		}
	case "difference":
		result.Sub(parts[0], parts[1])
	case "quotient", "to go":
		if op == "to go" && parts[0] != nil && parts[0].Sign() == 0 {
			return new(0.0)
		}
		if parts[0] == nil || parts[1] == nil || parts[1].Sign() == 0 {
			return nil
		}
		result.Quo(parts[0], parts[1])
	case "proportion":
		if parts[2].Sign() != 0 {
			result.Quo(result.Mul(parts[0], parts[1]), parts[2])
		}
	case "least", "greatest":
		result.Set(parts[0])
		for _, p := range parts[1:] {
			if (p.Cmp(result) < 0) == (op == "least") {
				result.Set(p)
			}
		}
	case "round":
		half := big.NewRat(1, 2) // adding a half rounds correctly, since points are not negative
		result.Add(parts[0], half)
		result.SetInt(new(big.Int).Div(result.Num(), result.Denom()))
	}
	value, _ := result.Float64()
	return &value
}

func TestRatesAreKeptFromThoseWhoMayNotSeeThem(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		p.log(t, "2026-03-10", 60)
		viewer := p.MustPerson(t, "viewer")
		p.MustJoin(t, p.project, viewer.ID, domain.Viewer)
		explain := func(who domain.Caller) report.Explanation {
			return apitest.Must(p.App.Money.Explain(t.Context(), who, money.ExplainQuery{Project: p.project, Indicator: "ac_total"}))(t)
		}
		member := domain.Caller{UserID: viewer.ID}
		if x := explain(member); !showsRate(x.Term) || x.Note != "" {
			t.Errorf("rates are for everyone, but %+v", x)
		}
		err := p.Store.Write(t.Context(), func(tx *db.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE projects SET rates_for = 'admins'`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.App.Money.Explain(t.Context(), member, money.ExplainQuery{Project: p.project, Indicator: "ac_total"})
		if domain.KindOf(err) != domain.Forbidden || !strings.Contains(err.Error(), "admins") {
			t.Errorf("the viewer is told %v", err)
		}
		for name, who := range map[string]domain.Caller{"owner": p.caller, "operator": domain.Operator()} {
			if !showsRate(explain(who).Term) {
				t.Errorf("the %s does not see the rates", name)
			}
		}
	})
}

func showsRate(t evm.Term) bool {
	return t.Name == "daily rate" || t.Kind == evm.MemberTerm || slices.ContainsFunc(t.Terms, showsRate)
}

func TestAnExplanationOfVeryManyEntriesStopsAtDays(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		for _, day := range []domain.Date{"2026-03-10", "2026-03-11", "2026-03-12"} {
			p.log(t, day, 1)
		}
		err := p.Store.Write(t.Context(), func(tx *db.Tx) error {
			_, err := tx.Exec(t.Context(), `
INSERT INTO time_entries (uuid, project_id, ticket_id, user_id, duration_minutes, logged_at, created_at, updated_at)
SELECT 'copy ' || n.i, e.project_id, e.ticket_id, e.user_id, 1, e.logged_at, e.created_at, e.updated_at
FROM (WITH RECURSIVE count (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM count WHERE i < 49998) SELECT i FROM count) n
JOIN time_entries e ON e.logged_at = '2026-03-10' AND e.uuid NOT LIKE 'copy%'`)
			if err != nil {
				return err
			}
			for _, update := range []string{
				"effort_days SET minutes = minutes + 49998 WHERE day = '2026-03-10'", "effort_costs SET minutes = minutes + 49998",
				"projects SET entry_count = entry_count + 49998",
			} {
				if _, err = tx.Exec(t.Context(), "UPDATE "+update); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		q := money.ExplainQuery{Project: p.project, Indicator: "ac"}
		x := apitest.Must(p.App.Money.Explain(t.Context(), domain.Operator(), q))(t)
		lines := x.Term.Terms[0].Terms[0].Terms
		if x.Term.Value != evm.Known(50_001) || len(lines) != 3 || !strings.Contains(x.Note, "too many") || p.finance(t).AC != 50_001 {
			t.Errorf("%v from %d lines, %q", x.Term.Value, len(lines), x.Note)
		}
		opener{p.World, money.ExplainPageQuery{ExplainQuery: q, Limit: 200}, x.Names, true}.mustOpen(t, x.Term, nil)
	})
}
