package scale

import "strings"

var (
	verbs  = strings.Fields("Show Fix Add Remove Explain Move Check Import Export Simplify Translate Test Measure Protect Sort")                                       //nolint:gochecknoglobals // constant
	nouns  = strings.Fields("figures tickets trains orders invoices reports accounts seats messages routes prices payments images rights dates")                       //nolint:gochecknoglobals // constant
	places = strings.Fields("home-page timetable checkout archive search-results settings phone-app warehouse customer-file intranet board calendar depot map budget") //nolint:gochecknoglobals // constant
)

func pick(r *random, words []string) string { return words[r.below(len(words))] }

// sentences returns a text of at least and at most the given numbers of sentences.
func sentences(r *random, least, most int) string {
	var text strings.Builder
	for i := range least + r.below(most-least+1) {
		if i > 0 {
			text.WriteByte(' ')
		}
		text.WriteString(pick(r, verbs) + " the " + pick(r, nouns) + " and the " + pick(r, nouns) + " of the " + pick(r, places) + ", as agreed with those who use the " + pick(r, places) + ".")
	}
	return text.String()
}
