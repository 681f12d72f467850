package money

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"strconv"

	"earnest/evm"
	"earnest/internal/work"
)

// Indicator is one number of a project's indicators under the name that the API gives it. Exactly one of
// the pointers is set.
type Indicator struct {
	Name   string
	maybe  *evm.Maybe
	number *float64
	count  *int64
}

// totalExact is the one number that the API prints rounded only.
const totalExact = "total_exact"

// IndicatorsOf lists the numbers of i, to be read or written.
func IndicatorsOf(i *evm.Indicators) []Indicator {
	return []Indicator{
		{Name: "bac", maybe: &i.BAC},
		{Name: "base_budget", maybe: &i.BaseBudget},
		{Name: "reserve", maybe: &i.Reserve},
		{Name: "contingency_pct", number: &i.ContingencyPct},
		{Name: "pv", maybe: &i.PV},
		{Name: "ev", maybe: &i.EV},
		{Name: "ac", number: &i.AC},
		{Name: "no_sprint_cost", number: &i.NoSprintCost},
		{Name: "ac_total", number: &i.ACTotal},
		{Name: "engaged_charge", number: &i.EngagedCharge},
		{Name: "cpi", maybe: &i.CPI},
		{Name: "spi", maybe: &i.SPI},
		{Name: "tcpi", maybe: &i.TCPI},
		{Name: "eac", maybe: &i.EAC},
		{Name: "etc", maybe: &i.ETC},
		{Name: "vac", maybe: &i.VAC},
		{Name: "cv", maybe: &i.CV},
		{Name: "sv", maybe: &i.SV},
		{Name: "total_sp", count: &i.TotalSP},
		{Name: "done_sp", number: &i.DoneSP},
		{Name: "earned_sp", number: &i.EarnedSP},
		{Name: "planned_sp", number: &i.PlannedSP},
		{Name: "undated_sp", number: &i.UndatedSP},
		{Name: "progress_pct", number: &i.ProgressPct},
		{Name: "planned_pct", number: &i.PlannedPct},
		{Name: totalExact, number: &i.TotalExact},
	}
}

// get gives the number, nil where it has no meaning.
func (n Indicator) get() *float64 {
	switch {
	case n.maybe != nil:
		return n.maybe.Ptr()
	case n.number != nil:
		return n.number
	default:
		return new(float64(*n.count))
	}
}

// set stores the number; false where it must have a meaning and has none, or must be an integer.
func (n Indicator) set(value float64, known bool) bool {
	switch {
	case n.maybe != nil:
		if known {
			*n.maybe = evm.Known(value)
		}
		return true
	case n.number != nil:
		*n.number = value
		return known
	default:
		*n.count = int64(value)
		return known && value == math.Trunc(value) && math.Abs(value) <= 1<<53
	}
}

// String writes the number in full.
func (n Indicator) String() string {
	value := n.get()
	if value == nil {
		return "null"
	}
	return strconv.FormatFloat(*value, 'g', -1, 64)
}

// IndicatorNumbers gives every number that has a meaning by its name.
func IndicatorNumbers(i evm.Indicators) map[string]float64 {
	numbers := map[string]float64{}
	for _, n := range IndicatorsOf(&i) {
		if value := n.get(); value != nil {
			numbers[n.Name] = *value
		}
	}
	return numbers
}

// NumbersToIndicators is the way back. An error names the number that is wrong.
func NumbersToIndicators(numbers map[string]float64) (evm.Indicators, error) {
	var i evm.Indicators
	left := maps.Clone(numbers)
	if total, ok := left["total_sp"]; ok {
		if _, told := left[totalExact]; !told {
			left[totalExact] = total
		}
	}
	for _, n := range IndicatorsOf(&i) {
		value, known := left[n.Name]
		if !n.set(value, known) {
			return i, fmt.Errorf("%s must be a number, an integer for total_sp", n.Name)
		}
		delete(left, n.Name)
	}
	for name := range left {
		return i, fmt.Errorf("there is no indicator %q", name)
	}
	return i, nil
}

// EncodeIndicators writes the indicators as they are stored: a JSON object in the order and with the names
// of the API, in full precision.
func EncodeIndicators(i evm.Indicators) string {
	facts := []work.Fact{{Name: "project_uuid", Value: i.ProjectUUID}}
	for _, n := range IndicatorsOf(&i) {
		facts = append(facts, work.Fact{Name: n.Name, Value: n.get()})
	}
	return work.Object(facts)
}

// DecodeIndicators reads what encodeIndicators wrote, for the project of that uuid.
func DecodeIndicators(text, projectUUID string) (evm.Indicators, error) {
	var stored map[string]any
	if err := json.Unmarshal([]byte(text), &stored); err != nil {
		return evm.Indicators{}, fmt.Errorf("a daily row cannot be read: %w", err)
	}
	numbers := map[string]float64{}
	for name, value := range stored {
		if number, ok := value.(float64); ok {
			numbers[name] = number
		}
	}
	i, err := NumbersToIndicators(numbers)
	if err != nil {
		return i, fmt.Errorf("a daily row cannot be read: %w", err)
	}
	i.ProjectUUID = projectUUID
	return i, nil
}
