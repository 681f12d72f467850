package evm_test

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"earnest/evm"
)

// TestAnOutlineIsTheExplanationWithoutItsLongLists compares the outline of a project with the explanation of the same project,
// term by term.
func TestAnOutlineIsTheExplanationWithoutItsLongLists(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p, today := project().Draw(t, "project"), drawDay(t, "today")
		compact := onTimesheet(p, 0)
		for _, whole := range explainAll(p, today) {
			got, ok, err := evm.Outline(t.Context(), compact, today, whole.Indicator)
			if !ok || err != nil {
				t.Fatal(ok, err)
			}
			sameTerm(t, p, whole.Indicator, got.Term, whole.Term)
			got.Term, whole.Term = evm.Term{}, evm.Term{}
			if !reflect.DeepEqual(got, whole) {
				t.Fatalf("%+v, explained %+v", got, whole)
			}
		}
	})
}

// sameTerm compares a term of an outline with the same term of the explanation, and what a list describes with the terms it
// stands for.
func sameTerm(t *rapid.T, p evm.Project, path string, got, want evm.Term) {
	if got.Recompute() != want.Value {
		t.Fatalf("%s: the terms give %v, not %v", path, got.Recompute(), want.Value)
	}
	a, b := got, want
	a.Terms, a.List, b.Terms = nil, nil, nil
	if !reflect.DeepEqual(a, b) {
		t.Fatalf("%s: %+v, explained %+v", path, a, b)
	}
	if partsOf(got) != len(want.Terms) {
		t.Fatalf("%s: %d terms, explained %d", path, partsOf(got), len(want.Terms))
	}
	if got.List != nil {
		rest := want.Terms[len(got.Terms):]
		if listed := listed(p, *got.List); !slices.EqualFunc(listed, rest, func(a, b evm.Term) bool { return reflect.DeepEqual(a, b) }) {
			t.Fatalf("%s: %+v stands for %+v, explained %+v", path, *got.List, listed, rest)
		}
	}
	for i := range got.Terms {
		sameTerm(t, p, path+" / "+want.Terms[i].Name, got.Terms[i], want.Terms[i])
	}
}

// partsOf returns the number of terms that a term consists of.
func partsOf(t evm.Term) int {
	if t.List == nil {
		return len(t.Terms)
	}
	return len(t.Terms) + t.List.Count
}

func TestAnOutlineOfMergedTicketsCountsEachOfThem(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		merged, today := project().Draw(t, "project"), drawDay(t, "today")
		single := unmerged(&merged, func() int64 { return rapid.Int64Range(1, 4).Draw(t, "count") })
		for _, name := range evm.Explainable() {
			got, _, err := evm.Outline(t.Context(), merged, today, name)
			if err != nil {
				t.Fatal(err)
			}
			whole, _ := explain(single, today, name)
			sameSize(t, name, got.Term, whole.Term)
		}
	})
}

// sameSize compares the values of two terms, and how many terms they consist of.
func sameSize(t *rapid.T, path string, got, want evm.Term) {
	if got.Value != want.Value || partsOf(got) != len(want.Terms) {
		t.Fatalf("%s: %v of %d terms, explained %v of %d", path, got.Value, partsOf(got), want.Value, len(want.Terms))
	}
	for i := range got.Terms {
		sameSize(t, path+" / "+want.Terms[i].Name, got.Terms[i], want.Terms[i])
	}
	if got.List == nil || got.List.Carried == nil {
		return
	}
	for _, term := range want.Terms[len(got.Terms):] {
		if !slices.ContainsFunc(got.List.Carried, func(like evm.Term) bool { return reflect.DeepEqual(like.OfTicket(term.ID), term) }) {
			t.Fatalf("%s: no term of %+v is like %+v", path, got.List.Carried, term)
		}
	}
}

// listed returns the terms that a list stands for.
func listed(p evm.Project, l evm.List) (terms []evm.Term) {
	if l.Carried != nil {
		return l.Carried
	}
	switch l.Kind {
	case evm.TicketTerm:
		for _, t := range p.Tickets {
			if (l.SprintID == 0 || t.SprintID == l.SprintID) && (t.Done || !l.Done) {
				terms = append(terms, l.Points(t.ID, t.Points))
			}
		}
	case evm.CommitmentTerm:
		s := p.Sprints[slices.IndexFunc(p.Sprints, func(s evm.Sprint) bool { return s.ID == l.SprintID })]
		for _, row := range s.Committed {
			terms = append(terms, l.Points(row.TicketID, row.Points))
		}
		if len(s.Committed) == 0 {
			terms = listed(p, evm.List{Kind: evm.TicketTerm, SprintID: s.ID})
			for i := range terms {
				terms[i].Kind = evm.CommitmentTerm
			}
		}
		terms = slices.DeleteFunc(terms, func(t evm.Term) bool { return slices.Contains(l.Except, t.ID) })
	default:
		terms = listedLines(p, l)
	}
	return terms
}

// listedLines finds the lines of a list in the explanation of its cost.
func listedLines(p evm.Project, l evm.List) []evm.Term {
	name := map[evm.CostScope]string{evm.InSprints: "ac", evm.OutsideSprints: "no_sprint_cost", evm.OnOpenEpics: "engaged_charge"}[l.Scope]
	x, _ := explain(p, anchor, name)
	for _, member := range x.Term.Terms {
		if member.ID == l.MemberID && member.Terms[1].Value.Value == l.Rate {
			return member.Terms[0].Terms
		}
	}
	return nil
}
