package figures

import (
	"earnest/evm"
	"earnest/internal/front"
	"earnest/internal/money"
)

// curvePoint is one day of the S-curve. Everything except the plan is null after the day shown.
type curvePoint struct {
	Date      string   `json:"date"`
	PlannedSP float64  `json:"planned_sp"`
	EarnedSP  *float64 `json:"earned_sp"`
	PV        *float64 `json:"pv"`
	EV        *float64 `json:"ev"`
	AC        *float64 `json:"ac"`
	ACTotal   *float64 `json:"ac_total"`
}

func curvePointOf(p evm.CurvePoint) curvePoint {
	return curvePoint{p.Day.String(), p.PlannedSP, p.EarnedSP.Ptr(), p.PV.Ptr(), p.EV.Ptr(), p.AC.Ptr(), p.ACTotal.Ptr()}
}

// budgetStep is a day on which another budget came into force; null means no budget.
type budgetStep struct {
	Date   string   `json:"date"`
	Before *float64 `json:"before"`
	Budget *float64 `json:"budget"`
	Reason string   `json:"reason"`
}

func budgetStepOf(s evm.BudgetStep) budgetStep {
	return budgetStep{s.Day.String(), s.Before.Ptr(), s.After.Ptr(), s.Reason}
}

// indexPoint holds the two indices on a day.
type indexPoint struct {
	Day string   `json:"day"`
	CPI *float64 `json:"cpi"`
	SPI *float64 `json:"spi"`
}

func indexPointOf(p money.IndexPoint) indexPoint {
	return indexPoint{string(p.Day), p.CPI.Ptr(), p.SPI.Ptr()}
}

// forecast is the range of likely outcomes. Finish and cost are null if there is no forecast.
type forecast struct {
	State        evm.ForecastState `json:"state"`
	Remaining    float64           `json:"remaining_sp"`
	Sprints      int               `json:"sprints_used"`
	Trials       int               `json:"trials"`
	Finish       *finishes         `json:"finish"`
	Cost         *costs            `json:"cost"`
	Distribution []finishShare     `json:"distribution"` // at most 400
	TooFar       float64           `json:"too_far"`      // the share of the trials that do not end within twenty years
	Rhythm       *float64          `json:"rhythm"`       // days from the start of a sprint to the start of the next
	Growth       *float64          `json:"growth_sp"`    // by how many points the scope grows between these starts; null if none is assumed
}

// finishShare is the share of the trials that end on a day, or in the days up to it if there are many days.
type finishShare struct {
	Finish string  `json:"finish"`
	Share  float64 `json:"share"`
}

func finishShareOf(s evm.FinishShare) finishShare { return finishShare{s.Finish.String(), s.Share} }

type finishes struct {
	P50 *string `json:"p50"`
	P80 *string `json:"p80"`
	P95 *string `json:"p95"`
}

type costs struct {
	P50 *float64 `json:"p50"`
	P80 *float64 `json:"p80"`
	P95 *float64 `json:"p95"`
}

func forecastOf(f evm.Forecast) forecast {
	out := forecast{
		State: f.State, Remaining: f.Remaining, Sprints: f.Sprints, Trials: f.Trials,
		Distribution: front.Mapped(f.Distribution, finishShareOf), TooFar: f.TooFar, Rhythm: f.Rhythm.Ptr(), Growth: f.Growth.Ptr(),
	}
	if f.P50.Finish != nil {
		out.Finish = &finishes{DayText(f.P50.Finish), DayText(f.P80.Finish), DayText(f.P95.Finish)}
	}
	if f.P50.Cost.Known {
		out.Cost = &costs{f.P50.Cost.Ptr(), f.P80.Cost.Ptr(), f.P95.Cost.Ptr()}
	}
	return out
}

// schedule is the Earned Schedule.
type schedule struct {
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

func scheduleOf(s *evm.Schedule) *schedule {
	if s == nil {
		return nil
	}
	return &schedule{
		s.Start.String(), s.PlannedEnd.String(), s.PD, s.AT,
		s.ES.Ptr(), s.SVT.Ptr(), s.SPIT.Ptr(), s.TSPI.Ptr(), s.IEACT.Ptr(), DayText(s.ForecastEnd),
	}
}
