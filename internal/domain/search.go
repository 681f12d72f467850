package domain

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

const (
	maxWord     = 60      // characters of a word that are compared; PostgreSQL limits the length of words
	maxIndexed  = 200_000 // characters of a text's words that are indexed; PostgreSQL limits their total length
	maxSearched = 16      // words of a query that are looked up
)

// Words returns the words of a text in the form in which search compares them: in lower case and without accents. The function
// search_words of the PostgreSQL schema follows the same rules.
func Words(text string) []string {
	words := strings.FieldsFunc(Fold(text), func(r rune) bool { return !inWord(r) })
	for i, w := range words {
		words[i] = cut(w, maxWord)
	}
	return words
}

// SearchWords returns the different words of a query. There may be none, because punctuation is not searched.
func SearchWords(query string) []string {
	var words []string
	seen := map[string]bool{}
	for _, w := range Words(query) {
		if !seen[w] && len(words) < maxSearched {
			seen[w] = true
			words = append(words, w)
		}
	}
	return words
}

// IndexedWords returns the words of a text as the search index of SQLite stores them: separated by spaces, each after a prefix.
func IndexedWords(prefix, text string) string {
	var b strings.Builder
	for i, w := range Words(text) {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(prefix)
		b.WriteString(w)
	}
	return cut(b.String(), maxIndexed)
}

// CommentText returns the text of a comment without its HTML. In cleaned HTML, < and > occur only around tags.
func CommentText(html string) string {
	var b strings.Builder
	for html != "" {
		text, rest, _ := strings.Cut(html, "<")
		b.WriteString(text)
		b.WriteByte(' ')
		_, html, _ = strings.Cut(rest, ">")
	}
	return strings.NewReplacer("&lt;", " ", "&gt;", " ", "&amp;", " ", "&#34;", " ").Replace(b.String())
}

// lastCased is the last letter that Fold turns into lower case, in Armenian. The scripts after it that have capital letters hardly ever
// use both, and PostgreSQL needs a list of all letters.
const lastCased = 'Ֆ'

// Fold returns a text in lower case and without accents, with ligatures written as two letters, for comparisons. Only Latin, Greek, Cyrillic and
// Armenian letters are turned into lower case. The function search_fold of the PostgreSQL schema follows the same rules, and the table of
// users contains the results.
func Fold(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range norm.NFKD.String(text) {
		if r <= lastCased || r == 'ẞ' {
			r = unicode.ToLower(r)
		}
		switch {
		case r >= 0x300 && r <= 0x36f: // an accent, which NFKD separates from its letter
		case r == 'œ':
			b.WriteString("oe")
		case r == 'æ':
			b.WriteString("ae")
		case r == 'ß':
			b.WriteString("ss")
		case r == 'ø':
			b.WriteByte('o')
		case r == 'ł':
			b.WriteByte('l')
		case r == 'đ':
			b.WriteByte('d')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// inWord reports whether a folded character is part of a word. The ranges leave out punctuation, symbols and emoji.
func inWord(r rune) bool {
	switch {
	case r < 0x80:
		return 'a' <= r && r <= 'z' || '0' <= r && r <= '9'
	case r == 0xd7 || r == 0xf7: // × and ÷
		return false
	case r < 0xc0, r > 0x1fff && r < 0x2c00, r > 0x2dff && r < 0x3040, r > 0xd7ff && r < 0xf900, r > 0xfdff && r < 0x10000:
		return false
	}
	return r < 0x1f000 || r >= 0x20000 && r < 0x40000
}

// cut returns the first n characters of a text.
func cut(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}
