package report

import (
	"strings"
	"testing"
)

// A past day is called restated everywhere, and reported only if it was.
func TestAPastDaySaysWhatIsRestatedAndWhatWasReported(t *testing.T) {
	t.Parallel()
	const restated, nothing = "Restated: with the budget of that day, and everything else as it is known now.", "Nothing was reported on that day."
	reported := stories()["reported"]
	unreported := reported
	unreported.Reported = nil
	present := unreported
	present.Past = false
	for _, c := range []struct {
		name              string
		r                 Report
		restated, nothing bool
	}{{"a reported day", reported, true, false}, {"a day without a row", unreported, true, true}, {"today", present, false, false}} {
		for form, text := range map[string]string{"the text": strings.Join(strings.Fields(mustText(t, c.r)), " "), "the page": pageOf(t, c.r)} {
			if strings.Contains(text, restated) != c.restated || strings.Contains(text, nothing) != c.nothing {
				t.Errorf("%s of %s: restated, or that nothing was reported, is said wrongly", form, c.name)
			}
			if strings.Contains(text, "As reported then") && c.r.Reported == nil {
				t.Errorf("%s of %s says that something was reported", form, c.name)
			}
		}
	}
}
