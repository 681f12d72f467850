package report_test

import (
	"reflect"
	"slices"
	"testing"

	"earnest/evm"
	"earnest/internal/report"
)

func TestFinanceHasEveryIndicatorInTheOrderOfTheEngine(t *testing.T) {
	t.Parallel()
	names := []string{}
	for f := range reflect.TypeFor[report.Finance[*float64]]().Fields() {
		names = append(names, f.Tag.Get("json"))
	}
	if want := append([]string{"project_uuid"}, evm.IndicatorNames()...); !slices.Equal(names, want) {
		t.Errorf("the members are %q, want %q", names, want)
	}
}
