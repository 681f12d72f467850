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

// DefaultStatuses returns the statuses of a new project.
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

// Begun reports whether work has begun on a ticket with a status: it is neither in the backlog nor to do.
func Begun(status string) bool { return status != DefaultStatus && status != "todo" }

// DefaultTicketTypes returns the ticket types of a new project.
func DefaultTicketTypes() []string { return []string{"Story", "Bug"} }

// UsedStatus is a status with the number of tickets in it.
type UsedStatus struct {
	Status

	Tickets int
	Points  float64
}

// NewStatus is a status to be created; if no key is given, one is derived from the label.
type NewStatus struct {
	Key     Opt[string]
	Label   string
	Color   string
	BgColor string
	IsDone  bool
}

// StatusPatch holds the fields of a status that can change.
type StatusPatch struct {
	Label   Opt[string]
	Color   Opt[string]
	BgColor Opt[string]
	IsDone  Opt[bool]
}

// Apply applies the patch.
func (p StatusPatch) Apply(s *Status) {
	p.Label.Apply(&s.Label)
	p.Color.Apply(&s.Color)
	p.BgColor.Apply(&s.BgColor)
	p.IsDone.Apply(&s.IsDone)
}

// CheckStatuses refuses a set of statuses in which tickets could not start or finish: the status of new tickets must not mean
// done, and at least one other status must.
func CheckStatuses(statuses []Status) error {
	done := false
	for _, s := range statuses {
		if s.Key == DefaultStatus && s.IsDone {
			return Errorf(Conflict, "new tickets begin in %q, so it cannot mean done", s.Label).At("is_done")
		}
		done = done || s.IsDone
	}
	if !done {
		return Errorf(Conflict, "at least one status must mean done; let another one mean it first").At("is_done")
	}
	return nil
}

// longestKey is the maximum length of a key made from a label.
const longestKey = 40

// ReservedKey cannot be the key of a status, since the dashboard's URLs use this word where a key would be.
const ReservedKey = "order"

// CheckStatusKey refuses keys that would be awkward in URLs and scripts.
func CheckStatusKey(key string) error {
	if key != slug(key) || key == ReservedKey {
		return Invalidf("key must be made of a to z, 0 to 9 and single underscores between them, and not be %q; %q is not", ReservedKey, key).At("key")
	}
	return nil
}

// StatusKey derives a key from a label, avoiding the keys of the given statuses.
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

// plainLetters pairs the accented letters of Western languages with their base letters.
const plainLetters = "àaáaâaãaäaåaçcèeéeêeëeìiíiîiïiñnòoóoôoõoöoøoùuúuûuüuýyÿyœoæa"

// slug reduces text to words of a to z and 0 to 9, joined by single underscores.
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
