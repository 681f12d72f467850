package evm

import (
	"math"
	"strconv"
)

// Field is one of a project's indicators; it can be read and written by name.
type Field struct {
	Name string
	at   any // a *Maybe, a *float64 or an *int64
}

// Fields returns the indicators in the order of [IndicatorNames], then total_exact, which is shown only in its rounded form,
// total_sp.
func Fields(i *Indicators) []Field {
	list := []Field{}
	for _, f := range formulas() {
		list = append(list, Field{f.name, f.field(i)})
	}
	return append(list, Field{"total_exact", &i.TotalExact})
}

// Value returns the number, or unknown where it has no meaning.
func (f Field) Value() Maybe {
	switch at := f.at.(type) {
	case *Maybe:
		return *at
	case *float64:
		return Known(*at)
	case *int64:
		return Known(float64(*at))
	}
	return Maybe{}
}

// Set stores the number. It returns false if the number must be known but is not, or must be an integer but is not.
func (f Field) Set(value Maybe) bool {
	switch at := f.at.(type) {
	case *Maybe:
		*at = value
		return true
	case *float64:
		*at = value.Value
		return value.Known
	case *int64:
		*at = int64(value.Value)
		return value.Known && value.Value == math.Trunc(value.Value) && math.Abs(value.Value) <= 1<<53
	}
	return false
}

// String formats the number in full, or as null where it has no meaning.
func (f Field) String() string {
	value := f.Value()
	if !value.Known {
		return "null"
	}
	return strconv.FormatFloat(value.Value, 'g', -1, 64)
}
