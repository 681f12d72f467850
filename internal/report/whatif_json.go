package report

import (
	"io"

	"earnest/evm"
)

// The JSON form of a question and its answer. Its field names are stable.
type (
	whatIfJSON struct {
		Project    projectJSON         `json:"project"`
		Today      string              `json:"today"`
		Currency   *string             `json:"currency"` // of all amounts; null if it is not set
		Question   questionJSON        `json:"question"`
		Now        outlookJSON         `json:"now"`
		Then       outlookJSON         `json:"what_if"`
		Difference map[string]*float64 `json:"difference"`
	}
	questionJSON struct {
		Scope    float64 `json:"scope"`
		Velocity float64 `json:"velocity"`
		Rates    float64 `json:"rates"`
		Growth   bool    `json:"growth"`
		Shift    int     `json:"shift_days"`
	}
	outlookJSON struct {
		Health         evm.Colour       `json:"health"`
		Finance        Finance[float64] `json:"finance"`
		EarnedSchedule *schedule        `json:"earned_schedule"`
		Forecast       forecast         `json:"forecast"`
		Pace           *float64         `json:"pace_sp"`
		Roadmap        *string          `json:"roadmap_finish"`
	}
)

// WhatIfJSON writes both sides and their differences as JSON.
func WhatIfJSON(w io.Writer, q WhatIf) error {
	out := whatIfJSON{
		Project: projectJSON{q.UUID, q.Name}, Today: q.Today.String(), Currency: q.Currency, Question: questionOf(q.Question),
		Now: outlookOf(q.Now), Then: outlookOf(q.Then), Difference: map[string]*float64{},
	}
	for _, part := range q.parts() {
		for _, row := range part.rows {
			out.Difference[row.name] = row.difference.Ptr()
		}
	}
	return encode(w, out)
}

func questionOf(q evm.WhatIf) questionJSON {
	return questionJSON{q.Scope, q.Velocity, q.Rates, q.Growth != nil, q.Shift}
}

func outlookOf(o Outlook) outlookJSON {
	return outlookJSON{
		Health: o.Health, Finance: FinanceOf(o.Finance), EarnedSchedule: scheduleOf(o.Schedule), Forecast: forecastOf(o.Forecast),
		Pace: o.Pace.Ptr(), Roadmap: dayText(o.Roadmap),
	}
}
