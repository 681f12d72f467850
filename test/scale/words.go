package scale

import "strings"

const (
	verbs  = "Show Fix Add Remove Explain Move Check Import Export Simplify Translate Test Measure Protect Sort"
	nouns  = "figures tickets trains orders invoices reports accounts seats messages routes prices payments images rights dates"
	places = "home-page timetable checkout archive search-results settings phone-app warehouse customer-file intranet board calendar depot map budget"
)

// pick returns one of several words.
func pick(r *random, words string) string {
	n := r.below(strings.Count(words, " ") + 1)
	for range n {
		_, words, _ = strings.Cut(words, " ")
	}
	word, _, _ := strings.Cut(words, " ")
	return word
}

// sentences returns a text of at most the given number of sentences.
func sentences(r *random, most int) string {
	var text strings.Builder
	for i := range 1 + r.below(most) {
		if i > 0 {
			text.WriteByte(' ')
		}
		text.WriteString(pick(r, verbs) + " the " + pick(r, nouns) + " and the " + pick(r, nouns) + " of the " + pick(r, places))
		text.WriteString(", as agreed with those who use the " + pick(r, places) + ".")
	}
	return text.String()
}
