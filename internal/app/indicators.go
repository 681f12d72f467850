package app

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"strconv"

	"earnest/evm"
)

// indicator is one number of a project's indicators under the name that the API gives it. Exactly one of
// the pointers is set.
type indicator struct {
	name   string
	maybe  *evm.Maybe
	number *float64
	count  *int64
}

// totalExact is the one number that the API prints rounded only.
const totalExact = "total_exact"

// indicatorsOf lists the numbers of i, to be read or written.
func indicatorsOf(i *evm.Indicators) []indicator {
	return []indicator{
		{name: "bac", maybe: &i.BAC},
		{name: "base_budget", maybe: &i.BaseBudget},
		{name: "reserve", maybe: &i.Reserve},
		{name: "contingency_pct", number: &i.ContingencyPct},
		{name: "pv", maybe: &i.PV},
		{name: "ev", maybe: &i.EV},
		{name: "ac", number: &i.AC},
		{name: "no_sprint_cost", number: &i.NoSprintCost},
		{name: "ac_total", number: &i.ACTotal},
		{name: "engaged_charge", number: &i.EngagedCharge},
		{name: "cpi", maybe: &i.CPI},
		{name: "spi", maybe: &i.SPI},
		{name: "tcpi", maybe: &i.TCPI},
		{name: "eac", maybe: &i.EAC},
		{name: "etc", maybe: &i.ETC},
		{name: "vac", maybe: &i.VAC},
		{name: "cv", maybe: &i.CV},
		{name: "sv", maybe: &i.SV},
		{name: "total_sp", count: &i.TotalSP},
		{name: "done_sp", number: &i.DoneSP},
		{name: "earned_sp", number: &i.EarnedSP},
		{name: "planned_sp", number: &i.PlannedSP},
		{name: "undated_sp", number: &i.UndatedSP},
		{name: "progress_pct", number: &i.ProgressPct},
		{name: "planned_pct", number: &i.PlannedPct},
		{name: totalExact, number: &i.TotalExact},
	}
}

// get gives the number, nil where it has no meaning.
func (n indicator) get() *float64 {
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
func (n indicator) set(value float64, known bool) bool {
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
func (n indicator) String() string {
	value := n.get()
	if value == nil {
		return "null"
	}
	return strconv.FormatFloat(*value, 'g', -1, 64)
}

// indicatorNumbers gives every number that has a meaning by its name.
func indicatorNumbers(i evm.Indicators) map[string]float64 {
	numbers := map[string]float64{}
	for _, n := range indicatorsOf(&i) {
		if value := n.get(); value != nil {
			numbers[n.name] = *value
		}
	}
	return numbers
}

// numbersToIndicators is the way back. An error names the number that is wrong.
func numbersToIndicators(numbers map[string]float64) (evm.Indicators, error) {
	var i evm.Indicators
	left := maps.Clone(numbers)
	if total, ok := left["total_sp"]; ok {
		if _, told := left[totalExact]; !told {
			left[totalExact] = total
		}
	}
	for _, n := range indicatorsOf(&i) {
		value, known := left[n.name]
		if !n.set(value, known) {
			return i, fmt.Errorf("%s must be a number, an integer for total_sp", n.name)
		}
		delete(left, n.name)
	}
	for name := range left {
		return i, fmt.Errorf("there is no indicator %q", name)
	}
	return i, nil
}

// encodeIndicators writes the indicators as they are stored: a JSON object in the order and with the names
// of the API, in full precision.
func encodeIndicators(i evm.Indicators) string {
	facts := []fact{{"project_uuid", i.ProjectUUID}}
	for _, n := range indicatorsOf(&i) {
		facts = append(facts, fact{n.name, n.get()})
	}
	return object(facts)
}

// decodeIndicators reads what encodeIndicators wrote, for the project of that uuid.
func decodeIndicators(text, projectUUID string) (evm.Indicators, error) {
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
	i, err := numbersToIndicators(numbers)
	if err != nil {
		return i, fmt.Errorf("a daily row cannot be read: %w", err)
	}
	i.ProjectUUID = projectUUID
	return i, nil
}
