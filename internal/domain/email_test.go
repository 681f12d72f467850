package domain

import "testing"

func TestAnEmailIsOneToWhichAMessageCouldBeSent(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"ada@example.org":          "ada@example.org",
		"  Ada.B+c@Example.org ":   "Ada.B+c@Example.org",
		"ada":                      "",
		"ada@":                     "",
		"":                         "",
		"Ada <ada@example.org>":    "",
		`"a b"@example.org`:        "",
		"ada@example.org\nBcc: x@": "",
		"a@b, c@d":                 "",
	} {
		if got, ok := CheckEmail(text); ok != (want != "") || ok && got != want {
			t.Errorf("%q is kept as %q, %v", text, got, ok)
		}
	}
}

func TestEmailsAreTheSameWhateverTheirCaseButNotByLookAlikes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		" Mike@Example.ORG ":    "mike@example.org",
		"É@example.org":         "é@example.org",
		"mi\u212ae@example.org": "mi\u212ae@example.org", // the Kelvin sign
		"m\u0130ke@example.org": "m\u0130ke@example.org", // capital I with a dot above
	} {
		if got := FoldEmail(text); got != want {
			t.Errorf("%q is folded to %q, want %q", text, got, want)
		}
	}
}
