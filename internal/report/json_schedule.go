package report

import (
	"earnest/evm"
)

// The schedule of the roadmap as JSON. Epics and links are named by uuid.
type (
	scheduleJSON struct {
		DataDate       string              `json:"data_date"`
		PlannedFinish  *string             `json:"planned_finish"`
		ForecastFinish *string             `json:"forecast_finish"`
		CapacityFinish *string             `json:"capacity_finish"`
		Nodes          map[string]nodeJSON `json:"nodes"`
		Chains         [][]string          `json:"chains"`
		ChainsMore     int                 `json:"chains_more"`
		Pushed         []pushJSON          `json:"pushed"`
		Cycle          []string            `json:"cycle"` // null if there is none
	}
	nodeJSON struct {
		State          evm.EpicState `json:"state"`
		PlannedStart   *string       `json:"planned_start"`
		PlannedFinish  *string       `json:"planned_finish"`
		Start          *string       `json:"start"`
		RemainingStart *string       `json:"remaining_start"`
		Finish         *string       `json:"finish"`
		LateStart      *string       `json:"late_start"`
		LateFinish     *string       `json:"late_finish"`
		RemainingDays  *int          `json:"remaining_days"`
		TotalSlack     *int          `json:"total_slack"`
		FreeSlack      *int          `json:"free_slack"`
		Critical       bool          `json:"critical"`
	}
	pushJSON struct {
		Link string `json:"link"`
		Pred string `json:"pred"`
		Succ string `json:"succ"`
		Days int    `json:"days"`
	}
)

func roadmapOf(s evm.RoadmapSchedule) scheduleJSON {
	out := scheduleJSON{
		DataDate: s.DataDate.String(), PlannedFinish: dayText(s.PlannedFinish), ForecastFinish: dayText(s.ForecastFinish),
		CapacityFinish: dayText(s.CapacityFinish), Nodes: make(map[string]nodeJSON, len(s.Epics)), Chains: [][]string{}, ChainsMore: s.ChainsMore,
		Pushed: mapped(s.Pushed, func(p evm.Push) pushJSON { return pushJSON(p) }), Cycle: s.Cycle,
	}
	out.Chains = append(out.Chains, s.Chains...)
	for uuid, e := range s.Epics {
		out.Nodes[uuid] = nodeJSON{
			State: e.State, PlannedStart: dayText(e.PlannedStart), PlannedFinish: dayText(e.PlannedFinish),
			Start: dayText(e.Start), RemainingStart: dayText(e.RemainingStart), Finish: dayText(e.Finish),
			LateStart: dayText(e.LateStart), LateFinish: dayText(e.LateFinish),
			RemainingDays: e.RemainingDays, TotalSlack: e.TotalSlack, FreeSlack: e.FreeSlack, Critical: e.Critical,
		}
	}
	return out
}
