package money

import (
	"encoding/json"
	"fmt"
	"maps"

	"earnest/evm"
	"earnest/internal/work"
)

// IndicatorNumbers returns every known number by name.
func IndicatorNumbers(i evm.Indicators) map[string]float64 {
	numbers := map[string]float64{}
	for _, f := range evm.Fields(&i) {
		if value := f.Value(); value.Known {
			numbers[f.Name] = value.Value
		}
	}
	return numbers
}

// NumbersToIndicators is the inverse of IndicatorNumbers. An error names the invalid number. If total_exact is missing, total_sp is used
// instead.
func NumbersToIndicators(numbers map[string]float64) (evm.Indicators, error) {
	var i evm.Indicators
	left := maps.Clone(numbers)
	if total, ok := left["total_sp"]; ok {
		if _, exact := left["total_exact"]; !exact {
			left["total_exact"] = total
		}
	}
	for _, f := range evm.Fields(&i) {
		value, known := left[f.Name]
		if !f.Set(evm.Maybe{Value: value, Known: known}) {
			return i, fmt.Errorf("%s must be a number, an integer for total_sp", f.Name)
		}
		delete(left, f.Name)
	}
	for name := range left {
		return i, fmt.Errorf("there is no indicator %q", name)
	}
	return i, nil
}

// EncodeIndicators encodes the indicators for storage as a JSON object, with the API's names in the API's order and in full precision.
func EncodeIndicators(i evm.Indicators) string {
	facts := []work.Fact{{Name: "project_uuid", Value: i.ProjectUUID}}
	for _, f := range evm.Fields(&i) {
		facts = append(facts, work.Fact{Name: f.Name, Value: f.Value().Ptr()})
	}
	return work.Object(facts)
}

// DecodeIndicators decodes what EncodeIndicators wrote, for the project with that uuid.
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
