package report

import (
	"earnest/evm"
)

// The forecast and the velocity as JSON.
type (
	forecast struct {
		State        evm.ForecastState `json:"state"`
		Remaining    float64           `json:"remaining_sp"`
		Sprints      int               `json:"sprints"`
		Trials       int               `json:"trials"`
		P50          outcome           `json:"p50"`
		P80          outcome           `json:"p80"`
		P95          outcome           `json:"p95"`
		Distribution []finishShare     `json:"distribution"`
		TooFar       float64           `json:"too_far"`
		Rhythm       *float64          `json:"rhythm"`
		Growth       *float64          `json:"growth_sp"`
	}
	finishShare struct {
		Finish string  `json:"finish"`
		Share  float64 `json:"share"`
	}
	outcome struct {
		Finish *string  `json:"finish"`
		Cost   *float64 `json:"cost"`
	}
	velocity struct {
		Sprints int      `json:"sprints"`
		Mean    *float64 `json:"mean"`
		Low     *float64 `json:"low"`
		High    *float64 `json:"high"`
	}
)

func forecastOf(f evm.Forecast) forecast {
	return forecast{
		State: f.State, Remaining: f.Remaining, Sprints: f.Sprints, Trials: f.Trials,
		P50: outcomeOf(f.P50), P80: outcomeOf(f.P80), P95: outcomeOf(f.P95),
		Distribution: mapped(f.Distribution, func(s evm.FinishShare) finishShare { return finishShare{s.Finish.String(), s.Share} }),
		TooFar:       f.TooFar, Rhythm: f.Rhythm.Ptr(), Growth: f.Growth.Ptr(),
	}
}

func outcomeOf(o evm.Outcome) outcome { return outcome{dayText(o.Finish), o.Cost.Ptr()} }

func velocityOf(v evm.Velocity) velocity {
	return velocity{len(v.Sprints), v.Mean.Ptr(), v.Low.Ptr(), v.High.Ptr()}
}
