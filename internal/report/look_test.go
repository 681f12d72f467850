package report

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
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
	for ours, theirs := range map[string]string{"a": "tone1", "b": "tone2", "c": "tone3"} {
		tone := regexp.MustCompile(`\.` + theirs + ` \{\s+--tone: light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)`).FindStringSubmatch(charts)
		if tone == nil || !strings.Contains(light, "--"+ours+": "+tone[1]+";") || !strings.Contains(dark, "--"+ours+": "+tone[2]+";") {
			t.Errorf("%s of the pages is %v", theirs, tone)
		}
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
	if _, source := mustPage(t, story(12, new(5000.0))); strings.Contains(source, "<pattern") || !strings.Contains(source, `class="hatching"`) {
		t.Error("bars are filled with a pattern, which is printed as a picture")
	}
}

func TestTheConeWidensFromTodayToEveryOutcome(t *testing.T) {
	t.Parallel()
	c := lineChart{first: 0, last: 40, cone: &cone{from: 0, at: 10, ends: []coneEnd{{"P50", 20, 30}, {"P80", 30, 40}, {"P95", 40, 50}}}}
	m := &markup{}
	c.drawCone(frame{markup: m, x: scale{0, 40, 0, 400}, y: scale{0, 50, 500, 0}})
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
