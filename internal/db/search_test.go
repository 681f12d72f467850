package db_test

import (
	"strings"
	"testing"
	"unicode"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
)

// everyLetter returns all characters of the basic plane that are letters, each as a word.
func everyLetter() string {
	var b strings.Builder
	for r := rune(0); r <= 0xffff; r++ {
		if unicode.IsLetter(r) {
			b.WriteRune(r)
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// PostgreSQL finds words with functions of its schema, SQLite with Go.
func TestBothEnginesFindTheSameWords(t *testing.T) {
	t.Parallel()
	texts := []string{
		"", "!", "Un ÉTÉ à Évry", "e\u0301te\u0301", "cœur Æon Straße STRASSE Øre Łódź Đà ẞ Œuvre", "l'œuvre, l’été: « été »",
		"Привет ПРИВЕТ Ёлка Їжак", everyLetter(), "ΑΒΓ Ώρα", "ﬁn ½ x² Ａ ①", "🚀 rocket🚀 — … •", "東京都 한국 カタカナ", "TIC-42 v1.2.3 a_b \t\n x", "İstanbul I",
		strings.Repeat("é", 500), strings.Repeat("\ufdfa", 20_000), strings.Repeat("a ", 50_000),
	}
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		d := dbtest.MustOpen(t, url)
		for _, text := range texts {
			for _, c := range []struct{ name, sql, want string }{
				{"folded text", `SELECT search_fold($1)`, domain.Fold(text)},
				{"words", `SELECT search_words('7x', $1)`, domain.IndexedWords("7x", text)},
				{"words of the comment", `SELECT search_words('7x', comment_text($1))`, domain.IndexedWords("7x", text)},
			} {
				var got string
				err := d.Read(t.Context(), func(tx *db.Tx) error { return tx.One(t.Context(), c.sql, []any{text}, &got) })
				if err != nil || got != c.want {
					t.Errorf("%.40q has the %s %.80q, want %.80q: %v", text, c.name, got, c.want, err)
				}
			}
		}
	})
}

// A reader of very many projects needs few searches.
func TestAQuerySearchesManyProjects(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		d := dbtest.MustOpen(t, url)
		err := d.Read(t.Context(), func(tx *db.Tx) error {
			if n := len(tx.MatchWords(make([]int64, 1000), db.InText, []string{"some", "words"})); n != 16 {
				t.Errorf("%d queries for a thousand projects", n)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
