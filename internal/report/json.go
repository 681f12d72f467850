package report

import (
	"encoding/json"
	"io"
	"time"

	"earnest/evm"
)

// The JSON form of a report. Numbers have full precision; null means no value. Its field names are stable.
type (
	reportJSON struct {
		Project        projectJSON      `json:"project"`
		Today          string           `json:"today"`
		Health         evm.Colour       `json:"health"`
		Thresholds     boundsJSON       `json:"thresholds"`
		Currency       *string          `json:"currency"` // of all amounts; null if it is not set
		Finance        Finance[float64] `json:"finance"`
		Estimates      *estimatesJSON   `json:"estimates"` // null if the cost is withheld
		Reported       *reported        `json:"reported"`
		Curve          []curveJSON      `json:"curve"`
		BudgetSteps    []stepJSON       `json:"budget_steps"`
		EarnedSchedule *schedule        `json:"earned_schedule"`
		Schedule       scheduleJSON     `json:"schedule"`
		Forecast       forecast         `json:"forecast"`
		Velocity       velocity         `json:"velocity"`
		Sprints        []sprintJSON     `json:"sprints"`
		Warnings       []warning        `json:"warnings"`
		Milestones     []milestoneJSON  `json:"milestones"`
		Commentary     *commentaryJSON  `json:"commentary"`
	}
	projectJSON struct {
		UUID string `json:"uuid"`
		Name string `json:"name"`
	}
	boundsJSON struct {
		Amber float64 `json:"amber"`
		Red   float64 `json:"red"`
	}
	curveJSON struct {
		Date      string   `json:"date"`
		PlannedSP float64  `json:"planned_sp"`
		EarnedSP  *float64 `json:"earned_sp"`
		PV        *float64 `json:"pv"`
		EV        *float64 `json:"ev"`
		AC        *float64 `json:"ac"`
		ACTotal   *float64 `json:"ac_total"`
	}
	schedule struct {
		Start       string   `json:"start"`
		PlannedEnd  string   `json:"planned_end"`
		PD          int      `json:"pd"`
		AT          int      `json:"at"`
		ES          *float64 `json:"es"`
		SVT         *float64 `json:"sv_t"`
		SPIT        *float64 `json:"spi_t"`
		TSPI        *float64 `json:"tspi"`
		IEACT       *float64 `json:"ieac_t"`
		ForecastEnd *string  `json:"forecast_end"`
	}
	sprintJSON struct {
		UUID      string   `json:"uuid"`
		Title     string   `json:"title"`
		Status    string   `json:"status"`
		StartDate *string  `json:"start_date"`
		EndDate   *string  `json:"end_date"`
		Committed float64  `json:"committed_sp"`
		Done      float64  `json:"done_sp"`
		Earned    float64  `json:"earned_sp"`
		Value     *float64 `json:"ev"`
		Cost      float64  `json:"ac"`
	}
	warning struct {
		Code    evm.WarningCode `json:"code"`
		Message string          `json:"message"`
		Amount  float64         `json:"amount"`
		Edited  *editedJSON     `json:"edited"` // null unless the warning is about edits that raised an index
	}
)

// reported holds the indicators of a past day as they were reported, when that was, and whether it was late.
type reported struct {
	Finance[float64]

	ReportedAt string `json:"reported_at"`
	CaughtUp   bool   `json:"caught_up"`
}

// JSON writes the report as JSON.
func JSON(w io.Writer, r Report) error { return encode(w, jsonOf(r)) }

// encode writes indented JSON.
func encode(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	return encoder.Encode(v)
}

func jsonOf(r Report) reportJSON {
	return reportJSON{
		Project:        projectJSON{r.UUID, r.Name},
		Today:          r.Today.String(),
		Health:         r.Health,
		Thresholds:     boundsJSON(r.Thresholds),
		Currency:       r.Currency,
		Finance:        FinanceOf(r.Finance),
		Estimates:      estimatesOf(r.Finance),
		Reported:       reportedOf(r.Reported),
		Curve:          mapped(r.Curve, curveOf),
		BudgetSteps:    mapped(r.Steps, stepOf),
		EarnedSchedule: scheduleOf(r.Schedule),
		Schedule:       roadmapOf(r.Roadmap),
		Forecast:       forecastOf(r.Forecast),
		Velocity:       velocityOf(r.Velocity),
		Sprints:        mapped(r.Sprints, sprintOf),
		Warnings:       mapped(r.Warnings, warningOf),
		Milestones:     mapped(r.Milestones, milestoneOf),
		Commentary:     commentaryOf(r.Commentary),
	}
}

// mapped converts a list; nil becomes an empty list.
func mapped[T, U any](list []T, convert func(T) U) []U {
	out := make([]U, 0, len(list))
	for _, item := range list {
		out = append(out, convert(item))
	}
	return out
}

func reportedOf(r *Reported) *reported {
	if r == nil {
		return nil
	}
	return &reported{FinanceOf(r.Indicators), r.At.UTC().Format(time.DateTime), r.CaughtUp}
}

func scheduleOf(s *evm.Schedule) *schedule {
	if s == nil {
		return nil
	}
	return &schedule{
		Start: s.Start.String(), PlannedEnd: s.PlannedEnd.String(), PD: s.PD, AT: s.AT,
		ES: s.ES.Ptr(), SVT: s.SVT.Ptr(), SPIT: s.SPIT.Ptr(), TSPI: s.TSPI.Ptr(), IEACT: s.IEACT.Ptr(), ForecastEnd: dayText(s.ForecastEnd),
	}
}

// dayText formats an optional day.
func dayText(d *evm.Day) *string {
	if d == nil {
		return nil
	}
	return new(d.String())
}

func curveOf(p evm.CurvePoint) curveJSON {
	return curveJSON{p.Day.String(), p.PlannedSP, p.EarnedSP.Ptr(), p.PV.Ptr(), p.EV.Ptr(), p.AC.Ptr(), p.ACTotal.Ptr()}
}

func sprintOf(s Sprint) sprintJSON {
	return sprintJSON{
		s.UUID, s.Title, string(s.Status), dayText(s.Start), dayText(s.End), s.Committed, s.Done, s.Earned, s.Value.Ptr(), s.Cost,
	}
}

func warningOf(w evm.Warning) warning { return warning{w.Code, w.Text, w.Amount, editedOf(w.Edited)} }
