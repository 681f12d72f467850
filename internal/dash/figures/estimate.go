package figures

import (
	"earnest/evm"
	"earnest/internal/front"
)

// estimates holds the all-in cost performance, and the cost at completion by each usual method.
type estimates struct {
	AllInCPI *float64   `json:"cpi_all_in"` // ev / ac_total
	EAC      []estimate `json:"eac"`
}

// estimate is the cost at completion by one method; both numbers are null if they have no value.
type estimate struct {
	Method evm.Method `json:"method"`
	Name   string     `json:"name"` // the indicator that explains it
	EAC    *float64   `json:"eac"`
	VAC    *float64   `json:"vac"`
	Chosen bool       `json:"chosen"` // it is the project's eac
}

// estimatesOf returns the estimates, or nil for a reader who may not see the cost.
func estimatesOf(i evm.Indicators) *estimates {
	if i.CostWithheld {
		return nil
	}
	return &estimates{i.AllInCPI().Ptr(), front.Mapped(i.Estimates(), func(e evm.Estimate) estimate {
		return estimate{e.Method, e.Name, e.EAC.Ptr(), e.VAC.Ptr(), e.Chosen}
	})}
}
