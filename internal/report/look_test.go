package report

import (
	"encoding/json"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"earnest/evm"
)

// mustRead returns a source file of the pages.
func mustRead(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile("../../web/src/" + path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// mustTexts returns the texts in a file of the pages by their key, without those that depend on a count.
func mustTexts(t *testing.T, path string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^  (\w+):\s+'([^'\n]*)',$`).FindAllStringSubmatch(mustRead(t, path), -1) {
		texts[m[1]] = m[2]
	}
	if len(texts) < 20 {
		t.Fatalf("only %d texts were found in %s", len(texts), path)
	}
	return texts
}

func TestTheReportHasTheTypefaceAndTheColoursOfThePages(t *testing.T) {
	t.Parallel()
	theme, charts := mustRead(t, "theme.ts"), mustRead(t, "ui/charts/charts.module.css")
	font := regexp.MustCompile(`fontFamily:\s+'([^']+)'`).FindStringSubmatch(theme)
	if font == nil || !strings.Contains(pageCSS, font[1]+";") {
		t.Errorf("the pages have the typeface %q", font)
	}
	light, dark, _ := strings.Cut(pageCSS, "@media screen and (prefers-color-scheme: dark)")
	for _, name := range []string{"surface", "ground", "line", "good", "amber", "red"} {
		found := regexp.MustCompile(`'--app-`+name+`': '(#[0-9a-f]{6})'`).FindAllStringSubmatch(theme, -1)
		if len(found) != 2 || !strings.Contains(light, "--"+name+": "+found[0][1]+";") || !strings.Contains(dark, "--"+name+": "+found[1][1]+";") {
			t.Errorf("the colour %s of the pages is %v", name, found)
		}
	}
	for ours, theirs := range map[string]string{"a": "tone1", "b": "tone2", "c": "tone3", "d": "tone4", "e": "tone5"} {
		tone := regexp.MustCompile(`\.` + theirs + ` \{\s+--tone: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)`).FindStringSubmatch(charts)
		if tone == nil || !strings.Contains(light, "--"+ours+": "+tone[1]+";") || !strings.Contains(dark, "--"+ours+": "+tone[2]+";") {
			t.Errorf("%s of the pages is %v", theirs, tone)
		}
	}
	roadmap := mustRead(t, "pages/roadmap/timeline.module.css")
	for ours, theirs := range map[string]string{
		"bar": `\.sampleBar \{\s+background: `, "bar-edge": `\.sampleBar \{[^}]*border: 1px solid `, "bar-done": `\.fill \{\s+background: `,
		"critical": `\.sampleBar\[data-critical\] \{[^}]*border: 2\.5px solid `, "plan": `\.samplePlan \{\s+background: `,
	} {
		colour := regexp.MustCompile(theirs + `light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)`).FindStringSubmatch(roadmap)
		if colour == nil || !strings.Contains(light, "--"+ours+": "+colour[1]+";") || !strings.Contains(dark, "--"+ours+": "+colour[2]+";") {
			t.Errorf("%s of the roadmap is %v", ours, colour)
		}
	}
}

// TestTheLinesHaveTheColoursAndDashesOfThePages compares them with the series of the finance page.
func TestTheLinesHaveTheColoursAndDashesOfThePages(t *testing.T) {
	t.Parallel()
	r := raised().in(English)
	r.Finance.NoSprintCost = 5
	curves := slices.Concat(curveFigure(r).plot.(lineChart).curves, indexFigure(r).plot.(lineChart).curves)
	source := mustRead(t, "pages/finance/scurve.ts") + mustRead(t, "pages/finance/indices.ts")
	for i, key := range []string{"pv", "ev", "ac", "ac_total", "bac", "cpi", "spi"} {
		theirs := regexp.MustCompile(`key: '` + key + `'[^}]*?tone: (\d)(?:,\s+dash: '([^']+)')?`).FindStringSubmatch(source)
		if theirs == nil || len(curves) != 7 || curves[i].class != map[string]string{"1": "a", "2": "b", "3": "c", "4": "d", "5": "e"}[theirs[1]] {
			t.Fatalf("%s is %v on the page and %+v in the report", key, theirs, curves)
		}
		dash := regexp.MustCompile(`\.curve\.` + curves[i].dash + ` \{ stroke-dasharray: ([^;]+);`).FindStringSubmatch(pageCSS)
		if curves[i].dash == "" && theirs[2] != "" || curves[i].dash != "" && (dash == nil || dash[1] != theirs[2]) {
			t.Errorf("%s has the dashes %q on the page and %v in the report", key, theirs[2], dash)
		}
	}
}

func TestTheBudgetStepsOnTheDaysOnWhichItChanged(t *testing.T) {
	t.Parallel()
	r := raised()
	first, last := r.Today-10, r.Today+10
	want := []point{
		{first, evm.Maybe{}}, {r.Today - 4, evm.Maybe{}}, {r.Today - 4, evm.Known(4000)}, {r.Today - 2, evm.Known(4000)},
		{r.Today - 2, evm.Known(5000)}, {last, evm.Known(5000)},
	}
	if got := budgetPoints(r, first, last); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestTheCurveShowsTotalCostOnlyToThoseWhoSeeCost(t *testing.T) {
	t.Parallel()
	r := raised()
	r.Finance.NoSprintCost = 5
	named := func(r Report) (names []string, cones int) {
		c := curveFigure(r.in(English)).plot.(lineChart)
		for _, line := range c.curves {
			names = append(names, line.name)
		}
		return names, len(c.cones)
	}
	if names, cones := named(r); !slices.Equal(names, []string{"PV", "EV", "AC", "Total cost", "BAC"}) || cones != 2 {
		t.Errorf("%q and %d cones", names, cones)
	}
	r.Finance = r.Finance.WithoutCost()
	if names, cones := named(r); !slices.Equal(names, []string{"PV", "EV", "BAC"}) || cones != 1 {
		t.Errorf("without cost: %q and %d cones", names, cones)
	}
	if names, cones := named(story(12, nil)); !slices.Equal(names, []string{"Planned", "Earned", "Total points"}) || cones != 1 {
		t.Errorf("in points: %q and %d cones", names, cones)
	}
}

func TestBarsAndSignsAreThoseOfThePages(t *testing.T) {
	t.Parallel()
	r := story(12, new(5000.0)).in(English)
	r.Outside = 7
	var got []string
	for _, f := range []figureOf{costFigure(r), pointsFigure(r)} {
		for _, row := range f.plot.(barChart).rows {
			got = append(got, row.name+" "+row.class)
		}
	}
	want := []string{"Value earned b", "Cost c hatched", "Cost outside sprints d", "Committed d hatched", "Done b"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if page := pageOf(t, r); !strings.Contains(page, `class="bar a share"`) {
		t.Error("the distribution has another colour than on the forecast page")
	}
	if sign(evm.Amber) != "◆" || sign(evm.Red) != "▲" {
		t.Errorf("amber is %s and red is %s", sign(evm.Amber), sign(evm.Red))
	}
}

func TestTheRoadmapIsExplainedInTheWordsOfThePage(t *testing.T) {
	t.Parallel()
	for _, l := range []Language{English, French} {
		r := story(12, new(5000.0)).in(l)
		m := &markup{lang: r.lang}
		roadFigure(r).plot.legend(m)
		texts := mustTexts(t, "i18n/"+l.tag()+"/roadmap.ts")
		for _, key := range []string{"legendPlan", "legendDone", "legendCritical", "legendSlack", "legendPushes", "legendMilestone"} {
			text := texts[key]
			if l == French {
				text = tied(text)
			}
			if text == "" || !strings.Contains(m.String(), ">"+text+"<") {
				t.Errorf("%s: no %q in %s", l.tag(), text, m.String())
			}
		}
	}
}

func TestALinkRunsBetweenTheEndsOfItsBars(t *testing.T) {
	t.Parallel()
	for want, got := range map[string]string{
		"M10 20H16V72H50":      linkPath(10, 20, 50, 72, 1, 1),
		"M50 20H56V33H4V72H10": linkPath(50, 20, 10, 72, 1, 1),
		"M50 72H56V59H4V20H10": linkPath(50, 72, 10, 20, 1, 1),
		"M10 20H4V72H50":       linkPath(10, 20, 50, 72, -1, 1),
		"M10 20H56V72H50":      linkPath(10, 20, 50, 72, 1, -1),
		"M10 20H4V33H56V72H50": linkPath(10, 20, 50, 72, -1, -1),
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestAPastDayIsNotCalledToday(t *testing.T) {
	t.Parallel()
	r := stories()["reported"]
	r.Warnings = slices.DeleteFunc(r.Warnings, func(w evm.Warning) bool { return w.Code == evm.FutureMinutes }) // later time does not count on a past day
	if page := visible(pageOf(t, r)); regexp.MustCompile(`(?i)\btoday\b`).MatchString(page) {
		t.Errorf("the report of a past day speaks of today: %s", page)
	}
	r.Past = false
	if page := pageOf(t, r); !strings.Contains(page, ">today, 10 Mar 2026<") {
		t.Error("the report of today does not mark it")
	}
}

func TestAPlanThatEndsOnItsDayIsSaidToEndAsPlanned(t *testing.T) {
	t.Parallel()
	end := evm.DayOf(2027, 1, 4)
	s := evm.Schedule{SVT: evm.Known(-0.4), PlannedEnd: end, ForecastEnd: &end}
	if got, want := strings.Join(English.paceInDays(s), " "), "That is 0.4 days behind. At this pace the plan will end on 4 Jan 2027, as planned."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	s.ForecastEnd = new(end + 1)
	if got := strings.Join(French.paceInDays(s), " "); got != "C’est 0,4 jour de retard. À ce rythme, le plan finira le 5 janv. 2027 au lieu du 4 janv. 2027." {
		t.Error(got)
	}
}

func TestTheFiguresOfAPastDayStandNextToTheHeadline(t *testing.T) {
	t.Parallel()
	r := stories()["reported"]
	r.Reported.CPI, r.Reported.SPI = evm.Known(0.5), evm.Known(0.75)
	page, _ := mustPage(t, r)
	lead := page.named("header")[0].classed("lead")
	if last := lead[len(lead)-1].text; !strings.HasPrefix(last, "On that day it was reported: CPI 0.50, SPI 0.75, EV ") {
		t.Errorf("%q", last)
	}
	r.Finance = r.Finance.WithoutCost()
	got := reportedSentence(r.in(French))
	if !strings.HasPrefix(got, "Publié ce jour-là\u00a0: SPI 0,75, EV ") || strings.Contains(got, "CPI") || strings.Contains(got, "EAC") {
		t.Errorf("without cost: %q", got)
	}
}

func TestTheReportCallsTheNumbersAsThePagesDo(t *testing.T) {
	t.Parallel()
	for _, l := range []Language{English, French} {
		texts := mustTexts(t, "i18n/"+l.tag()+"/indicators.ts")
		allIn := Figure{Name: allInCPI, Label: l.say(termOf(allInCPI).label), Meaning: l.say(termOf(allInCPI).name)}
		for _, f := range append(Figures(l), allIn) {
			if f.Label != texts[f.Name] || f.Meaning != texts[f.Name+"_name"] {
				t.Errorf("%s is %q, %q in the report and %q, %q on the pages", f.Name, f.Label, f.Meaning, texts[f.Name], texts[f.Name+"_name"])
			}
		}
	}
}

// plainText replaces the values in a sentence of the pages as say expects them.
func plainText(text string) string {
	text = strings.ReplaceAll(text, "%", "%%")
	if text = regexp.MustCompile(`\{\w+\}`).ReplaceAllString(text, "%s"); !strings.Contains(text, "%s") {
		return strings.ReplaceAll(text, "%%", "%")
	}
	return text
}

// headlineTexts returns the sentences at the top of the finance page by their key. Those on time depend on a count, and the report puts them together from
// single sentences.
func headlineTexts(t *testing.T, l Language) map[string][]string {
	t.Helper()
	path := "i18n/" + l.tag() + "/finance.ts"
	found := map[string][]string{}
	for key, text := range mustTexts(t, path) {
		if strings.HasPrefix(key, "money_") || strings.HasPrefix(key, "time_") || key == "chance" {
			found[key] = []string{plainText(text)}
		}
	}
	counted := regexp.MustCompile(`(?m)^  (time_\w+): \{\s+one: '(.*)',\s+other:\s+'(.*)',$`)
	for _, m := range counted.FindAllStringSubmatch(mustRead(t, path), -1) {
		for i, form := range []string{"one", "other"} {
			found[m[1]+" "+form] = strings.SplitAfter(plainText(m[2+i]), ". ")
			for n, text := range found[m[1]+" "+form] {
				found[m[1]+" "+form][n] = strings.TrimSpace(text)
			}
		}
	}
	return found
}

func TestTheHeadlineIsThatOfTheFinancePage(t *testing.T) {
	t.Parallel()
	english, french := headlineTexts(t, English), headlineTexts(t, French)
	said := saidTexts(t)
	for key, texts := range english {
		if len(french[key]) != len(texts) {
			t.Fatalf("%s is %q and %q on the page", key, texts, french[key])
		}
		for i, text := range texts {
			if !said[text] || French.say(text) != tied(french[key][i]) {
				t.Errorf("%s is %q and %q on the page; the report says the first: %v, and for it %q", key, text, french[key][i], said[text], French.say(text))
			}
		}
	}
	if len(english) < 25 {
		t.Errorf("only %d sentences were found", len(english))
	}
}

func TestDatesAreWrittenAsOnThePages(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/dates.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct {
		Language string `json:"language"`
		Day      string `json:"day"`
		Date     string `json:"date"`
	}
	if err := json.Unmarshal(text, &rows); err != nil || len(rows) != 24 {
		t.Fatal(len(rows), err)
	}
	for _, row := range rows {
		l, _ := ParseLanguage(row.Language)
		if got := l.date(row.Day); got != row.Date {
			t.Errorf("%s: %s is %q, want %q", row.Language, row.Day, got, row.Date)
		}
	}
}

// visible returns the text of a page without its markup.
func visible(source string) string {
	return regexp.MustCompile(`(?s)<style>.*?</style>|<[^>]*>`).ReplaceAllString(source, " ")
}

func TestNoAcronymIsInLowerCase(t *testing.T) {
	t.Parallel()
	for name, r := range stories() {
		for _, l := range []Language{English, French} {
			var b strings.Builder
			if err := HTML(&b, r, l); err != nil {
				t.Fatal(err)
			}
			if found := regexp.MustCompile(`\b(cpi|spi|tcpi|eac|vac|bac|tspi|ieac)\b`).FindString(visible(b.String())); found != "" {
				t.Errorf("%s in %s has %q", name, l.tag(), found)
			}
		}
		whatIf := mustWrite(t, func(w io.Writer) error { return WhatIfText(w, question(r)) })
		if found := regexp.MustCompile(`\b(cpi|spi|eac|p50\w*|\w+_sp)\b|\d{4}-\d{2}-\d{2}|\d %`).FindString(whatIf); found != "" {
			t.Errorf("the what-if of %s has %q:\n%s", name, found, whatIf)
		}
		if text := mustText(t, r); regexp.MustCompile(`\b(cpi|spi|eac)\b`).MatchString(text) {
			t.Errorf("%s has an acronym in lower case:\n%s", name, text)
		}
	}
}

func TestTheReportHasTheCommentaryAndTheMilestones(t *testing.T) {
	t.Parallel()
	r := stories()["reported"]
	page, source := mustPage(t, r)
	byID := func(id string) *element {
		found := page.all(func(e *element) bool { return e.attr["id"] == id })
		if len(found) != 1 {
			t.Fatalf("%d elements have the id %s in %.2000s", len(found), id, source)
		}
		return found[0]
	}
	if typed := byID("commentary").classed("typed"); len(typed) != 1 || typed[0].text != r.Commentary.Content {
		t.Errorf("%+v", typed)
	}
	if note := byID("commentary").classed("note"); len(note) != 1 || note[0].text != "By Ada Lovelace, 11 Mar 2026." {
		t.Errorf("%+v", note)
	}
	rows := byID("milestones").named("tr")
	var got []string
	for _, row := range rows[1:] {
		got = append(got, row.text)
	}
	want := []string{"14 days later" + "in 10 days", "as first planned" + "on the day itself", "1 day earlier" + "passed"}
	if len(got) != 3 || !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, "Beta <b>") }) {
		t.Fatalf("%q", got)
	}
	for i, end := range want {
		if !strings.HasSuffix(got[i], end) {
			t.Errorf("%q, want %q", got[i], end)
		}
	}
	text := mustText(t, r)
	for _, want := range []string{"\nCommentary\n  The <b>supplier</b> is late.\n  We wait.\n", "\nMilestones\n  Beta <b> ", "14 days later\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	bare := story(3, nil)
	bare.Milestones = nil
	if page, _ := mustPage(t, bare); len(page.all(func(e *element) bool { return e.attr["id"] == "commentary" || e.attr["id"] == "milestones" })) > 0 {
		t.Error("a report without commentary and milestones has a place for them")
	}
}

func TestHatchedBarsAreLinesWithinTheBarAndNoPattern(t *testing.T) {
	t.Parallel()
	if got, want := hatching(10, 100, 8, 12), "M10,105L15,100M10,110L18,102M13,112L18,107"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if _, source := mustPage(t, story(12, new(5000.0))); strings.Contains(source, "<pattern") || !strings.Contains(source, `class="hatching `) {
		t.Error("bars are filled with a pattern, which is printed as a picture")
	}
}

func TestTheConeWidensFromTodayToEveryOutcome(t *testing.T) {
	t.Parallel()
	c := cone{from: 0, at: 10, ends: []coneEnd{{"P50", 20, 30}, {"P80", 30, 40}, {"P95", 40, 50}}}
	m := &markup{}
	c.draw(frame{markup: m, x: scale{0, 40, 0, 400}, y: scale{0, 50, 500, 0}})
	if want := `d="M0,400 L200,0 L400,0 L400,200 Z"`; !strings.Contains(m.String(), want) {
		t.Errorf("no %s in %s", want, m.String())
	}
}

func TestTheCommentaryIsDatedAsItWasWritten(t *testing.T) {
	t.Parallel()
	r := stories()["reported"].in(French)
	r.Commentary.UpdatedAt = time.Date(2026, 8, 1, 23, 0, 0, 0, time.UTC)
	if got := r.signature(); got != "Par Ada Lovelace, le 1 août 2026." {
		t.Error(got)
	}
}
