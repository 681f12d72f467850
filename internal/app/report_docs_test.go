package app_test

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"earnest/evm"
	"earnest/internal/report"
)

// pageIsTrue recomputes the worked example in docs/earned-value.md.
func (w demoWorld) pageIsTrue(t *testing.T) {
	page, err := os.ReadFile("../../docs/earned-value.md")
	if err != nil {
		t.Fatal(err)
	}
	var r report.Report
	for _, p := range w.projects {
		if p.Name == "Predictive maintenance" {
			r = w.mustReport(t, p.UUID, nil)
		}
	}
	if f := r.Forecast; f.P50.Finish.String() < "2026-07-01" || f.P50.Finish.String() > "2026-07-10" || f.P95.Finish.String() > "2026-07-31" {
		t.Errorf("the forecast, %v to %v, is not about the beginning and the end of July", f.P50.Finish, f.P95.Finish)
	}
	known := knownFigures(r)
	checkRows(t, string(page), r.Finance, known)
	example := string(page)[strings.Index(string(page), "## The example"):strings.Index(string(page), "## Where there is no number")]
	for _, sentence := range append(regexp.MustCompile(`"[^"]*"`).FindAllString(example, -1), beyond(string(page))...) {
		for _, number := range regexp.MustCompile(`\d{4}-\d\d-\d\d|\d[\d,]*(\.\d+)?`).FindAllString(sentence, -1) {
			if !slices.Contains(known, strings.TrimSuffix(number, ",")) {
				t.Errorf("%s is in %q, and no figure of the example", number, sentence)
			}
		}
	}
}

// checkRows checks that the page has a row with the right value for every field of /finance.
func checkRows(t *testing.T, page string, i evm.Indicators, known []string) {
	t.Helper()
	rows := map[string]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| ([^|]*) \\|").FindAllStringSubmatch(page, -1) {
		rows[row[1]] = strings.TrimSpace(row[2])
	}
	if _, ok := rows["project_uuid"]; !ok || len(rows) != 26 {
		t.Errorf("%d fields have a row", len(rows))
	}
	for _, name := range evm.IndicatorNames() {
		value, _ := i.Value(name)
		if want := quoted(name, value.Value); rows[name] != want || !slices.Contains(known, strings.Trim(want, "− %")) {
			t.Errorf("%s is %s on the page, and is %s", name, rows[name], want)
		}
	}
}

// beyond returns the passages that quote the example's figures for queries outside the API's contract.
func beyond(page string) []string {
	return regexp.MustCompile(`(?s)\*\*Earned schedule\.\*\*.*?Unlike`).FindAllString(page, -1)
}

// quoted formats a number as the page does.
func quoted(name string, x float64) string {
	switch {
	case strings.HasSuffix(name, "_pct"):
		return strconv.FormatFloat(x, 'f', 1, 64) + " %"
	case strings.HasSuffix(name, "_sp"):
		return strings.TrimSuffix(strings.TrimRight(strconv.FormatFloat(x, 'f', 2, 64), "0"), ".")
	case slices.Contains([]string{"cpi", "spi", "tcpi"}, name):
		return strconv.FormatFloat(x, 'f', 2, 64)
	}
	text := strconv.FormatFloat(x, 'f', 0, 64)
	sign := ""
	if strings.HasPrefix(text, "-") {
		sign, text = "−", text[1:]
	}
	for n := len(text) - 3; n > 0; n -= 3 {
		text = text[:n] + "," + text[n:]
	}
	return sign + text
}

// knownFigures returns every figure that the page may quote.
func knownFigures(r report.Report) []string {
	list := []string{"1"} // in the phrase "for each 1"
	for _, name := range evm.IndicatorNames() {
		value, _ := r.Finance.Value(name)
		list = append(list, strings.Trim(quoted(name, value.Value), "− %"))
	}
	s := r.Schedule
	list = append(list, strconv.Itoa(s.AT), quoted("es_sp", s.ES.Value), quoted("sv_sp", -s.SVT.Value))
	return append(list, s.ForecastEnd.String(), s.PlannedEnd.String())
}
