package evm_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"earnest/evm"
)

// TestScenarios runs every testdata/*.evm, in the language that testdata/README.md describes.
func TestScenarios(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.evm")
	if err != nil || len(files) < 8 {
		t.Fatalf("scenario files: %d, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			scenarios, err := parseScenarios(string(text))
			if err != nil {
				t.Fatalf("%s:%v", file, err)
			}
			for _, s := range scenarios {
				t.Run(s.name, func(t *testing.T) {
					t.Parallel()
					for _, e := range s.expectations {
						if err := e.check(); err != nil {
							t.Errorf("%s:%d: %v", file, e.line, err)
						}
					}
				})
			}
		})
	}
}

func TestAScenarioCanFail(t *testing.T) {
	t.Parallel()
	const head = "scenario X\ntoday 2026-03-04\nproject P budget 100\nsprint S 2026-03-02..2026-03-04\nticket A 5 done in S\n"
	for text, want := range map[string]string{
		"expect ev 99":                               "ev is 100, not 99",
		"expect ev null":                             "ev is 100, not null",
		"expect cpi 1":                               "cpi is null, not 1",
		"expect speed 1":                             "no number is called speed",
		"expect curve 2026-03-04 ev 1":               "ev is 100, not 1",
		"expect schedule spi_t 2":                    "spi_t is 1, not 2",
		"expect total projects 2":                    "projects is 1, not 2",
		"expect health red":                          "health is green, not red",
		"expect warning unrated_minutes 5":           "unrated_minutes is 0, not 5",
		"ticket B 5 in T":                            "6: no sprint is called T",
		"ticket B five":                              "6: five is no number",
		"sprint S9 2026-02-30..2026-03-04":           "6: a day is written YYYY-MM-DD",
		"logged ada 60 on Z 2026-03-02":              "6: no ticket is called Z",
		"paint it black":                             "6: a line begins with",
		"expect forecast finished sooner than later": "not finished sooner",
	} {
		scenarios, err := parseScenarios(head + text)
		if err == nil {
			err = scenarios[0].expectations[0].check()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want an error with %q", text, err, want)
		}
	}
}

// scenario is one story with its expectations.
type scenario struct {
	name         string
	today        evm.Day
	projects     []*projectStory
	expectations []expectation
}

// projectStory is a project while its lines are being read. Names become identifiers.
type projectStory struct {
	evm.Project
	ids     map[string]int64
	deleted map[string]bool
	rates   map[string][]rateLine
	logs    map[string]*evm.SprintLog // by sprint
}

type rateLine struct {
	from evm.Day
	rate float64
}

type expectation struct {
	line  int
	check func() error
}

// parseScenarios parses a file; an error starts with the line number.
func parseScenarios(text string) ([]*scenario, error) {
	var all []*scenario
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if words[0] == "scenario" {
			all = append(all, &scenario{name: strings.Join(words[1:], " ")})
			continue
		}
		if len(all) == 0 {
			return nil, fmt.Errorf("%d: a file begins with a scenario", i+1)
		}
		if err := all[len(all)-1].read(i+1, words[0], &phrase{words: words[1:]}); err != nil {
			return nil, fmt.Errorf("%d: %w", i+1, err)
		}
	}
	return all, nil
}

// read parses one line.
func (s *scenario) read(line int, verb string, ph *phrase) error {
	switch verb {
	case "today":
		s.today = ph.day()
	case "project":
		s.readProject(ph)
	case "expect":
		check, err := s.expect(ph)
		s.expectations = append(s.expectations, expectation{line: line, check: check})
		return err
	default:
		return s.project().read(verb, ph)
	}
	return ph.end()
}

// project returns the current project; a story without a project line has a single project called unnamed.
func (s *scenario) project() *projectStory {
	if len(s.projects) == 0 {
		s.readProject(&phrase{words: []string{"unnamed"}})
	}
	return s.projects[len(s.projects)-1]
}

func (s *scenario) readProject(ph *phrase) {
	name := ph.word()
	p := &projectStory{
		Project: evm.Project{Name: name, UUID: name},
		ids:     map[string]int64{}, deleted: map[string]bool{}, rates: map[string][]rateLine{}, logs: map[string]*evm.SprintLog{},
	}
	if ph.skip("budget") {
		p.Budget = new(ph.number())
	}
	if ph.skip("contingency") {
		p.ContingencyPct = ph.number()
	}
	s.projects = append(s.projects, p)
}

// phrase holds the words of a line that are still unread, and the first error.
type phrase struct {
	words []string
	err   error
}

func (ph *phrase) failf(format string, args ...any) {
	if ph.err == nil {
		ph.err = fmt.Errorf(format, args...)
	}
}

// end returns the outcome of parsing a whole line.
func (ph *phrase) end() error {
	if len(ph.words) > 0 {
		ph.failf("%q is not understood here", strings.Join(ph.words, " "))
	}
	return ph.err
}

func (ph *phrase) more() bool { return len(ph.words) > 0 && ph.err == nil }

func (ph *phrase) word() string {
	if len(ph.words) == 0 {
		ph.failf("the line ends too early")
		return ""
	}
	word := ph.words[0]
	ph.words = ph.words[1:]
	return word
}

// skip consumes the word if it is next.
func (ph *phrase) skip(word string) bool {
	if len(ph.words) == 0 || ph.words[0] != word {
		return false
	}
	ph.words = ph.words[1:]
	return true
}

// after consumes a word that must come next, and returns the one after it.
func (ph *phrase) after(word string) string {
	if !ph.skip(word) {
		ph.failf("%s is missing", word)
	}
	return ph.word()
}

func (ph *phrase) rest() []string {
	rest := ph.words
	ph.words = nil
	return rest
}

func (ph *phrase) day() evm.Day { return ph.dayOf(ph.word()) }

func (ph *phrase) dayOf(text string) evm.Day {
	d, err := evm.ParseDay(text)
	if err != nil {
		ph.failf("%w", err)
	}
	return d
}

// maybeDay consumes a day if one is next.
func (ph *phrase) maybeDay() *evm.Day {
	if len(ph.words) == 0 {
		return nil
	}
	d, err := evm.ParseDay(ph.words[0])
	if err != nil {
		return nil
	}
	ph.words = ph.words[1:]
	return &d
}

func (ph *phrase) number() float64 { return ph.numberOf(ph.word()) }

// numberOf parses 12.5 or 25/28.
func (ph *phrase) numberOf(text string) float64 {
	above, below, isFraction := strings.Cut(text, "/")
	a, err := strconv.ParseFloat(above, 64)
	b := 1.0
	if isFraction && err == nil {
		b, err = strconv.ParseFloat(below, 64)
	}
	if err != nil {
		ph.failf("%s is no number", text)
	}
	return a / b
}

// maybe parses a number, or a word that stands for none.
func (ph *phrase) maybe(none string) evm.Maybe {
	if ph.skip(none) {
		return evm.Maybe{}
	}
	return evm.Known(ph.number())
}
