package domain

import (
	"strconv"
	"strings"
)

// Status is a column of a project's board; tickets refer to it by key.
type Status struct {
	Key       string
	Label     string
	Color     string
	BgColor   string
	SortOrder int64
	IsDone    bool
	IsDefault bool
}

// DefaultStatuses are the statuses of a new project.
func DefaultStatuses() []Status {
	return []Status{
		{"backlog", "Backlog", "#475569", "#f1f5f9", 1, false, true},
		{"todo", "To do", "#1d4ed8", "#dbeafe", 2, false, true},
		{"in_progress", "In progress", "#b45309", "#fef3c7", 3, false, true},
		{"in_review", "In review", "#7e22ce", "#f3e8ff", 4, false, true},
		{"done", "Done", "#15803d", "#dcfce7", 5, true, true},
		{"blocked", "Blocked", "#b91c1c", "#fee2e2", 6, false, true},
	}
}

// DefaultTicketTypes are the ticket types of a new project.
func DefaultTicketTypes() []string { return []string{"Story", "Bug"} }

// UsedStatus is a status with what stands in it.
type UsedStatus struct {
	Status

	Tickets int
	Points  float64
}

// NewStatus is what a new status is made of; without a key it gets one from its label.
type NewStatus struct {
	Key     Opt[string]
	Label   string
	Color   string
	BgColor string
	IsDone  bool
}

// StatusPatch is what may change of a status.
type StatusPatch struct {
	Label   Opt[string]
	Color   Opt[string]
	BgColor Opt[string]
	IsDone  Opt[bool]
}

// Apply makes the change.
func (p StatusPatch) Apply(s *Status) {
	p.Label.Apply(&s.Label)
	p.Color.Apply(&s.Color)
	p.BgColor.Apply(&s.BgColor)
	p.IsDone.Apply(&s.IsDone)
}

// CheckStatuses refuses statuses with which tickets could not begin or not end: the status of new tickets must not
// mean done, and some status must.
func CheckStatuses(statuses []Status) error {
	done := false
	for _, s := range statuses {
		if s.Key == DefaultStatus && s.IsDone {
			return Errorf(Conflict, "new tickets begin in %q, so that it cannot mean done", s.Label).At("is_done")
		}
		done = done || s.IsDone
	}
	if !done {
		return Errorf(Conflict, "at least one status must mean done; let another one mean it first").At("is_done")
	}
	return nil
}

// longestKey is how much of a label becomes a key.
const longestKey = 40

// ReservedKey is a word that stands at the place of a key in the dashboard's addresses.
const ReservedKey = "order"

// CheckStatusKey refuses a key that would be awkward in addresses and scripts.
func CheckStatusKey(key string) error {
	if key != slug(key) || key == ReservedKey {
		return Invalidf("key must be made of a to z, 0 to 9 and single underscores between them, and not be %q; %q is not", ReservedKey, key).At("key")
	}
	return nil
}

// StatusKey makes a key of a label that none of the statuses has.
func StatusKey(label string, statuses []Status) string {
	base := slug(label)
	if runes := []rune(base); len(runes) > longestKey {
		base = strings.Trim(string(runes[:longestKey]), "_")
	}
	if base == "" {
		base = "status"
	}
	taken := map[string]bool{ReservedKey: true}
	for _, s := range statuses {
		taken[s.Key] = true
	}
	key := base
	for n := 2; taken[key]; n++ {
		key = base + "_" + strconv.Itoa(n)
	}
	return key
}

// plainLetters are letters of western languages without their accents.
const plainLetters = "àaáaâaãaäaåaçcèeéeêeëeìiíiîiïiñnòoóoôoõoöoøoùuúuûuüuýyÿyœoæa"

// slug writes a text with a to z, 0 to 9 and single underscores between them.
func slug(text string) string {
	plain := map[rune]rune{}
	letters := []rune(plainLetters)
	for i := 0; i+1 < len(letters); i += 2 {
		plain[letters[i]] = letters[i+1]
	}
	words := strings.FieldsFunc(strings.Map(func(c rune) rune {
		if p, ok := plain[c]; ok {
			return p
		}
		return c
	}, strings.ToLower(text)), func(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') })
	return strings.Join(words, "_")
}
