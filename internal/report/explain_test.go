package report

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"earnest/evm"
)

// fence returns a small project whose numbers can be checked by hand.
func fence(indicator string) Explanation {
	monday := evm.DayOf(2026, 3, 2)
	end := monday + 1
	p := evm.Project{
		Name: "Fence", Budget: new(1000.0),
		Sprints: []evm.Sprint{{ID: 1, Start: &monday, End: &end}},
		Tickets: []evm.Ticket{{ID: 7, Points: 1, Done: true, SprintID: 1}, {ID: 8, Points: 3, SprintID: 1}},
		Effort:  []evm.Effort{{SprintID: 1, TicketID: 7, MemberID: 5, Day: &monday, Rate: new(400.0), Minutes: 240}},
	}
	x, _, _ := evm.Explain(context.Background(), p, monday, indicator)
	return Explanation{
		Explanation: x, Project: p.Name, Today: monday,
		Names: Names{
			Sprints: map[int64]Name{1: {"s-1", "First side"}},
			Tickets: map[int64]Name{7: {"t-7", "Pôles"}, 8: {"t-8", "Planks"}},
			Members: map[int64]Name{5: {"", "Ada Lovelace"}},
		},
	}
}

// The text refers to an explanation above only where there is one.
func TestATruncatedExplanationDoesNotReferToWhatItLeftOut(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := ExplainText(&b, fence("etc"), 2); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); strings.Count(text, "ev, earned value = 250 money  (3 parts)") != 2 || strings.Contains(text, "above") {
		t.Error(text)
	}
	b.Reset()
	if err := ExplainText(&b, fence("etc"), 3); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); strings.Count(text, "ev, earned value = 250 money  (taken apart above)") != 1 {
		t.Error(text)
	}
}

func TestAnExplanationReadsAsATreeWithAllDigits(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := ExplainText(&b, fence("cpi"), 0); err != nil {
		t.Fatal(err)
	}
	want := `Fence
cpi on 2026-03-02: 1.25

Cost performance: the value earned for each unit of money spent.
cpi = ev / ac

cpi, cost performance index = 1.25  = the first / the second
├─ ev, earned value = 250 money  = the first × the second / the third
│  ├─ earned_sp, points that count as earned = 1 point  = the smallest of
│  │  ├─ all sprints = 1 point  = the sum of
│  │  │  └─ sprint “First side”, earned = 1 point  = the smallest of
│  │  │     ├─ done = 1 point  = the sum of
│  │  │     │  └─ ticket “Pôles” = 1 point
│  │  │     └─ committed = 4 points  = the sum of
│  │  │        ├─ committed ticket “Pôles” = 1 point
│  │  │        └─ committed ticket “Planks” = 3 points
│  │  └─ done_sp, points of all done tickets = 1 point  = the sum of
│  │     └─ ticket “Pôles” = 1 point
│  ├─ bac, budget at completion = 1000 money
│  └─ total = 4 points  = the sum of
│     ├─ ticket “Pôles” = 1 point
│     └─ ticket “Planks” = 3 points
└─ ac, actual cost in sprints = 200 money  = the sum of
   └─ Ada Lovelace, at 400 a day = 200 money  = the first × the second / the third
      ├─ minutes = 240 minutes  = the sum of
      │  └─ 2026-03-02 on “Pôles” = 240 minutes
      ├─ daily rate = 400 money
      └─ minutes in a day = 480 minutes
`
	if b.String() != want {
		t.Errorf("%s", b.String())
	}
}

func TestASharedNumberIsBrokenDownOnce(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	if err := ExplainText(&b, fence("eac"), 0); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "Ada Lovelace"); n != 1 || !strings.Contains(b.String(), "ac, actual cost in sprints = 200 money  (taken apart above)") {
		t.Errorf("%d times\n%s", n, b.String())
	}
}

func TestDepthCutsBothForms(t *testing.T) {
	t.Parallel()
	var text, file bytes.Buffer
	if err := ExplainText(&text, fence("cpi"), 1); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text.String(), "└─ ac, actual cost in sprints = 200 money  (1 part)") || strings.Contains(text.String(), "Ada") {
		t.Error(text.String())
	}
	if err := ExplainJSON(&file, fence("cpi"), 1); err != nil {
		t.Fatal(err)
	}
	var x explanationJSON
	if err := json.Unmarshal(file.Bytes(), &x); err != nil {
		t.Fatal(err)
	}
	if len(x.Term.Terms) != 2 || x.Term.Terms[0].Parts != 3 || x.Term.Terms[0].Terms != nil {
		t.Errorf("%+v", x.Term)
	}
}

func TestTheLineOfAMemberHasItsRateInJSON(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	if err := ExplainJSON(&file, fence("ac"), 1); err != nil {
		t.Fatal(err)
	}
	var x explanationJSON
	if err := json.Unmarshal(file.Bytes(), &x); err != nil {
		t.Fatal(err)
	}
	if terms := x.Term.Terms; len(terms) != 1 || terms[0].Rate == nil || *terms[0].Rate != 400 || x.Term.Rate != nil {
		t.Errorf("%s", file.String())
	}
}

func TestAMissingNumberSaysWhy(t *testing.T) {
	t.Parallel()
	x, _, _ := evm.Explain(t.Context(), evm.Project{Name: "Poor"}, 20_000, "eac")
	var b bytes.Buffer
	if err := ExplainText(&b, Explanation{Explanation: x, Project: "Poor", Today: 20_000}, 0); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "eac on 2024-10-04: –\n") || !strings.Contains(b.String(), "It has no value: the project has no budget.\n") {
		t.Error(b.String())
	}
}
