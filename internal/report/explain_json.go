package report

import (
	"io"

	"earnest/evm"
)

// The JSON form of an explanation. Its field names are stable.
type (
	explanationJSON struct {
		Project   string    `json:"project"`
		Today     string    `json:"today"`
		Indicator string    `json:"indicator"`
		Currency  *string   `json:"currency"` // of all amounts; null if it is not set
		Value     *float64  `json:"value"`
		Words     string    `json:"words"`
		Symbols   string    `json:"symbols"`
		Unknown   *string   `json:"unknown"`
		Note      *string   `json:"note"`
		Term      termJSON  `json:"term"`
		Warnings  []warning `json:"warnings"`
	}
	termJSON struct {
		Kind  evm.TermKind `json:"kind"`
		Name  string       `json:"name"`
		UUID  string       `json:"uuid,omitempty"`
		Title string       `json:"title,omitempty"`
		Date  string       `json:"date,omitempty"`
		Rate  *float64     `json:"rate,omitempty"` // the daily rate of a member's time
		Unit  evm.Unit     `json:"unit"`
		Value *float64     `json:"value"`
		Op    evm.Op       `json:"op"`
		Parts int          `json:"parts"` // the number of terms, even where they are not shown
		Terms []termJSON   `json:"terms,omitempty"`
	}
)

// ExplainJSON writes an explanation as JSON, down to depth levels below the number; 0 means all levels.
func ExplainJSON(w io.Writer, x Explanation, depth int) error {
	return encode(w, explanationJSON{
		Project:   x.Project,
		Today:     x.Today.String(),
		Indicator: x.Indicator,
		Currency:  x.Currency,
		Value:     x.Term.Value.Ptr(),
		Words:     x.Words,
		Symbols:   x.Symbols,
		Unknown:   textOrNil(x.Unknown),
		Note:      textOrNil(x.Note),
		Term:      x.Names.json(x.Term, depth),
		Warnings:  mapped(x.Warnings, warningOf),
	})
}

func textOrNil(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// json converts a term and the terms that it consists of, depth levels deep; 0 means no limit.
func (n Names) json(t evm.Term, depth int) termJSON {
	name := n.Of(t)
	out := termJSON{
		Kind: t.Kind, Name: t.Name, UUID: name.UUID, Title: name.Title, Unit: t.Unit, Value: t.Value.Ptr(), Op: t.Op, Parts: len(t.Terms),
		Rate: t.DailyRate().Ptr(),
	}
	if d := t.Since(); d != nil {
		out.Date = d.String()
	}
	if depth == stop {
		return out
	}
	for _, part := range t.Terms {
		out.Terms = append(out.Terms, n.json(part, deeper(depth)))
	}
	return out
}

// stop is the depth at which nothing more is shown.
const stop = -1

// deeper returns the remaining depth one level down.
func deeper(depth int) int {
	switch depth {
	case 0:
		return 0
	case 1:
		return stop
	}
	return depth - 1
}

// Of returns the name of the item that a term refers to.
func (n Names) Of(t evm.Term) Name {
	switch t.Kind {
	case evm.SprintTerm:
		return n.Sprints[t.ID]
	case evm.TicketTerm, evm.CommitmentTerm, evm.EffortTerm:
		return n.Tickets[t.ID]
	case evm.MemberTerm:
		return n.Members[t.ID]
	case evm.IndicatorTerm:
		if t.Budget != nil {
			return Name{Title: t.Budget.Reason}
		}
	case evm.FigureTerm:
	}
	return Name{}
}
