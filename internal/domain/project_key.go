package domain

import (
	"strconv"
	"strings"
)

const (
	minProjectKey = 2
	maxProjectKey = 10

	// MaxOldKeys is the maximum number of keys that a project keeps besides its current one.
	MaxOldKeys = 50

	proposedLetters = 3  // of a name that is one word
	proposedWords   = 4  // the most words whose initials make a key
	maxNumberDigits = 15 // so that a number fits into a float64 in JavaScript

	fallbackKey = "PROJ" // for names without two letters from A to Z
)

// ParseProjectKey parses the key of a project, such as TIC: a letter and 1 to 9 letters or digits, in upper or lower case. It returns the key in
// upper case.
func ParseProjectKey(s string) (string, bool) {
	if len(s) < minProjectKey || len(s) > maxProjectKey || !isLetter(s[0]) {
		return "", false
	}
	for i := range len(s) {
		if !isLetter(s[i]) && !isDigit(s[i]) {
			return "", false
		}
	}
	return strings.ToUpper(s), true
}

// ParseTicketKey parses the key of a ticket, such as TIC-42, and returns the key of the project in upper case and the ticket's number.
func ParseTicketKey(s string) (project string, number int64, ok bool) {
	left, right, _ := strings.Cut(s, "-")
	project, ok = ParseProjectKey(left)
	if !ok {
		return "", 0, false
	}
	number, ok = ParseTicketNumber(right)
	return project, number, ok
}

// ParseTicketRef parses a reference to a ticket: its uuid, which is returned in lower case, or its key, which is returned in upper case.
func ParseTicketRef(s string) (string, bool) {
	if project, number, ok := ParseTicketKey(s); ok {
		return TicketKey(project, number), true
	}
	return ParseUUID(s)
}

// ParseTicketNumber parses the number of a ticket, without leading zeros.
func ParseTicketNumber(s string) (int64, bool) {
	if s == "" || len(s) > maxNumberDigits || s[0] == '0' {
		return 0, false
	}
	for i := range len(s) {
		if !isDigit(s[i]) {
			return 0, false
		}
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n, err == nil
}

// TicketKey returns the key of a ticket.
func TicketKey(project string, number int64) string {
	return project + "-" + strconv.FormatInt(number, 10)
}

// ProposeKey proposes a free key for a project: the initials of its name, or the first letters of a name that is one word.
func ProposeKey(name string, taken func(key string) bool) string { return FreeKey(KeyFor(name), taken) }

// FreeKey returns a key if it is free, and otherwise the key with the first number, from 2 on, that makes it free.
func FreeKey(key string, taken func(key string) bool) string {
	free := key
	for n := 2; taken(free); n++ {
		digits := strconv.Itoa(n)
		free = key[:min(len(key), maxProjectKey-len(digits))] + digits
	}
	return free
}

// KeyFor returns the key that suits a project's name best, whether it is free or not.
func KeyFor(name string) string {
	words := strings.FieldsFunc(asciiLetters(name), func(r rune) bool { return r == ' ' })
	key := ""
	switch {
	case len(words) > 1:
		key = initials(words[:min(len(words), proposedWords)])
	case len(words) == 1:
		key = words[0][:min(len(words[0]), proposedLetters)]
	}
	if len(key) < minProjectKey {
		return fallbackKey
	}
	return strings.ToUpper(key)
}

// initials returns the first letters of words, which must be ASCII.
func initials(words []string) string {
	letters := make([]byte, 0, len(words))
	for _, w := range words {
		letters = append(letters, w[0])
	}
	return string(letters)
}

// asciiLetters folds a text and replaces everything that separates words with a space. It drops letters of other scripts, and digits.
func asciiLetters(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r
		case inWord(r) || r == '\'' || r == '’':
			return -1
		default:
			return ' '
		}
	}, Fold(text))
}

func isLetter(c byte) bool { return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
