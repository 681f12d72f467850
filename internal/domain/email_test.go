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
