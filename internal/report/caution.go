package report

import (
	"strings"
	"time"

	"earnest/evm"
)

// namedActs is the maximum number of edits whose authors a warning names.
const namedActs = 5

// finest is the number of decimals in a warning about edits, where small differences matter. The pages have as many.
const finest = 3

// caution returns a warning in the language.
func (v voice) caution(w evm.Warning) string {
	switch {
	case w.Edited != nil:
		return v.editedCaution(w)
	case v.Language == English:
		return w.Text
	case w.Code.InMinutes():
		return v.say(string(w.Code), v.hours(w.Amount))
	}
	return v.say(string(w.Code), v.short(w.Amount))
}

// editedCaution returns a warning about edits: what they changed, how they flatter the indices, who made them and when.
func (v voice) editedCaution(w evm.Warning) string {
	said := []string{v.editedSentence(w)}
	for _, r := range w.Edited.Rises {
		said = append(said, v.say("Without this, %s would be %s instead of %s.", v.rise(r)...))
	}
	if len(w.Edited.By) > 0 {
		said = append(said, v.say("Changed by %s.", v.authors(w.Edited.By)))
	}
	for _, r := range w.Edited.Together {
		said = append(said, v.say("Without any of these changes, %s would be %s instead of %s.", v.rise(r)...))
	}
	return strings.Join(said, " ")
}

// rise returns the name of an index, its value without the edits, and its value.
func (v voice) rise(r evm.Rise) []any {
	return []any{v.say(termOf(r.Index).label), v.local(atMost(r.From, finest)), v.local(atMost(r.To, finest))}
}

func (v voice) editedSentence(w evm.Warning) string {
	since := v.say("the project began")
	if day := w.Edited.Since; day != nil {
		since = v.say("the report of %s", v.day(*day))
	}
	switch w.Code {
	case evm.CostLeftSprints:
		return v.say("Since %s, %s of cost has left sprints along with unfinished tickets.", since, v.money(w.Amount))
	case evm.CommittedAgain:
		return v.say("Since %s, commitments were taken again, which gained %s.", since, v.counted(w.Amount, "point", finest))
	case evm.PointsReestimated:
		return v.say("Since %s, finished tickets were re-estimated by %s.", since, v.counted(w.Amount, "point", finest))
	case evm.BudgetRaised:
		return v.say("Since %s, %s was added to the budget.", since, v.money(w.Amount))
	default:
		return v.say("Since %s, sprints were given other dates, which took %s off what is due.", since, v.counted(w.Amount, "point", finest))
	}
}

// authors lists who made edits, and when.
func (v voice) authors(acts []evm.Act) string {
	var list []string
	for _, a := range acts[:min(len(acts), namedActs)] {
		name := a.By
		if name == "" {
			name = v.say("someone unknown")
		}
		list = append(list, name+" ("+v.date(a.At.Format(time.DateOnly))+", "+a.At.Format("15:04")+")")
	}
	if more := len(acts) - namedActs; more > 0 {
		list = append(list, v.say("and %s more", v.whole(float64(more))))
	}
	return strings.Join(list, ", ")
}

// editedJSON is the JSON form of how edits flatter the indices.
type editedJSON struct {
	Since *string    `json:"since"` // the day of the last report; null if there was none
	Rises []riseJSON `json:"rises"`
	By    []actJSON  `json:"by"`

	Together []riseJSON `json:"together"` // on the last of several such warnings: the indices without the edits of all kinds
}

// riseJSON is an index as it would be without the edits, and as it is.
type riseJSON struct {
	Index string  `json:"index"`
	From  float64 `json:"from"`
	To    float64 `json:"to"`
}

type actJSON struct {
	Name *string `json:"name"`
	At   string  `json:"at"`
}

func risesOf(list []evm.Rise) []riseJSON {
	return mapped(list, func(r evm.Rise) riseJSON { return riseJSON(r) })
}

func editedOf(e *evm.Edited) *editedJSON {
	if e == nil {
		return nil
	}
	return &editedJSON{
		Since: dayText(e.Since),
		Rises: risesOf(e.Rises),
		By:    mapped(e.By, func(a evm.Act) actJSON { return actJSON{textOrNil(a.By), a.At.UTC().Format(time.DateTime)} }),

		Together: risesOf(e.Together),
	}
}
