package report

import (
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"testing"

	"earnest/evm"
)

func TestAStepOfTheBudgetIsSaidWhereverTheCurveIsShown(t *testing.T) {
	t.Parallel()
	r := raised()
	page, _ := mustPage(t, r)
	curve := page.all(func(e *element) bool { return e.attr["id"] == "s-curve" })[0]
	if lines := curve.classed("step"); len(lines) != 2 {
		t.Errorf("%d steps are drawn", len(lines))
	}
	items := curve.classed("steps")[0].named("li")
	if len(items) != 2 || !strings.Contains(items[0].text, "from no budget to 4,000") ||
		!strings.Contains(items[1].text, "from 4,000 to 5,000, and planned and earned value with it. Reason: A second <stage>,") {
		t.Errorf("the page says %v", items)
	}
	if text := mustText(t, r); !strings.Contains(text, "8 Mar 2026: the budget changed from 4,000 to 5,000") {
		t.Errorf("the text says\n%s", text)
	}
	var got struct {
		Steps []map[string]any `json:"budget_steps"`
	}
	if err := json.Unmarshal([]byte(mustWrite(t, func(w io.Writer) error { return JSON(w, r) })), &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"date": "2026-03-06", "before": nil, "budget": 4000.0, "reason": ""}
	if len(got.Steps) != 2 || !reflect.DeepEqual(got.Steps[0], want) {
		t.Errorf("the JSON says %v", got.Steps)
	}
	unpriced := story(12, nil)
	unpriced.Steps = r.Steps
	if page, _ := mustPage(t, unpriced); len(page.classed("step"))+len(page.classed("steps")) > 0 {
		t.Error("a curve in points shows steps of the budget")
	}
}

func TestAnExplanationSaysSinceWhenABudgetIsInForce(t *testing.T) {
	t.Parallel()
	for want, b := range map[string]evm.BudgetFrom{
		"bac, budget at completion, in force since 2026-03-08 (More trains) = 5000 money": {From: evm.DayOf(2026, 3, 8), Reason: "More\ntrains"},
		"bac, budget at completion, in force since 2026-03-08 = 5000 money":               {From: evm.DayOf(2026, 3, 8)},
		"bac, budget at completion, in force from the start = 5000 money":                 {From: evm.DayOf(1, 1, 1)},
	} {
		b.Budget = new(5000.0)
		p := evm.Project{Budget: b.Budget, Budgets: []evm.BudgetFrom{b}}
		x, _, err := evm.Explain(t.Context(), p, evm.DayOf(2026, 3, 9), "bac")
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := ExplainText(&text, Explanation{Explanation: x, Project: "P", Today: evm.DayOf(2026, 3, 9)}, 0); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text.String(), want) {
			t.Errorf("%s\nlacks %s", text.String(), want)
		}
	}
}
