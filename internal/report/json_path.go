package report

import (
	"earnest/evm"
)

// The roadmap and the forecast as JSON.
type (
	pathJSON struct {
		Duration   float64         `json:"duration"`
		Nodes      map[string]node `json:"nodes"`
		SuperEpics map[string]node `json:"super_epics"`
		Chain      []string        `json:"chain"`
		Unknown    []string        `json:"unknown"`
	}
	cycleJSON struct {
		Cycle []string `json:"cycle"`
	}
	node struct {
		Title      string   `json:"title"`
		Duration   *float64 `json:"duration"`
		ES         *float64 `json:"es"`
		EF         *float64 `json:"ef"`
		LS         *float64 `json:"ls"`
		LF         *float64 `json:"lf"`
		TotalSlack *float64 `json:"total_slack"`
		FreeSlack  *float64 `json:"free_slack"`
		Critical   bool     `json:"critical"`
	}
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

// pathOf returns the critical path or, if the links form a cycle, that cycle.
func pathOf(r Report) any {
	p := r.Path
	if len(p.Cycle) > 0 {
		return cycleJSON{p.Cycle}
	}
	return pathJSON{
		Duration: p.Duration, Nodes: r.nodes(p.Nodes), SuperEpics: r.nodes(p.Groups), Chain: orEmpty(p.Chain), Unknown: orEmpty(p.Unknown),
	}
}

func (r Report) nodes(from map[string]evm.Node) map[string]node {
	to := make(map[string]node, len(from))
	for uuid, n := range from {
		to[uuid] = node{
			Title: r.Titles[uuid], Duration: n.Duration.Ptr(), ES: n.ES.Ptr(), EF: n.EF.Ptr(), LS: n.LS.Ptr(), LF: n.LF.Ptr(),
			TotalSlack: n.TotalSlack.Ptr(), FreeSlack: n.FreeSlack.Ptr(), Critical: n.Critical,
		}
	}
	return to
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

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
