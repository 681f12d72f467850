package domain_test

import (
	"slices"
	"strings"
	"testing"

	"earnest/internal/domain"
)

func TestTheWordsOfAText(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                  "",
		"Un ÉTÉ à Évry":                     "un ete a evry",
		"e\u0301te\u0301":                   "ete",
		"cœur Æon Straße Øre Łódź Đà":       "coeur aeon strasse ore lodz da",
		"l'œuvre, l’été: « île »":           "l oeuvre l ete ile",
		"ΟΔΟΣ Привет ПРИВЕТ":                "οδοσ привет привет",
		"TIC-42 v1.2.3 a_b":                 "tic 42 v1 2 3 a b",
		"ﬁn ½ x² Ａ":                         "fin 1 2 x2 a",
		"🚀 rocket🚀 — … •":                   "rocket",
		"東京都 한국":                            "東京都 " + "\u1112\u1161\u11ab\u1100\u116e\u11a8",
		"**bold** [text](https://x.org/é)":  "bold text https x org e",
		`"quoted" AND (NEAR) NOT a* b:c -d`: "quoted and near not a b c d",
		"3 × 4 ÷ 2":                         "3 4 2",
	} {
		if got := strings.Join(domain.Words(text), " "); got != want {
			t.Errorf("%q has the words %q, want %q", text, got, want)
		}
	}
}

func TestAQueryHasFewShortWords(t *testing.T) {
	t.Parallel()
	if got := domain.SearchWords("b a B à !"); !slices.Equal(got, []string{"b", "a"}) {
		t.Errorf("%q", got)
	}
	var many strings.Builder
	for r := 'a'; r <= 'z'; r++ {
		many.WriteString(string(r) + " ")
	}
	if got := domain.SearchWords(many.String() + strings.Repeat("x", 1000)); len(got) != 16 {
		t.Errorf("%d words", len(got))
	}
	if got := domain.SearchWords(strings.Repeat("é", 1000)); len(got) != 1 || len(got[0]) != 60 {
		t.Errorf("%q", got)
	}
}

func TestTheTextOfACommentHasNoMarkup(t *testing.T) {
	t.Parallel()
	for html, want := range map[string]string{
		"plain":                   "plain",
		"<p>one</p><p>two</p>":    "one two",
		"1 &lt; 2 &amp;&amp; x":   "1 2 x",
		`<a href="/x">here</a> !`: "here !",
		`<img src="y" alt="z">`:   "",
	} {
		if got := strings.Join(strings.Fields(domain.CommentText(html)), " "); got != want {
			t.Errorf("%q has the text %q, want %q", html, got, want)
		}
	}
}
