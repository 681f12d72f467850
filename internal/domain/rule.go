package domain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// RuleKind is the type of input a rule accepts.
type RuleKind int

// The types of input.
const (
	TextRule RuleKind = iota
	NumberRule
	IntegerRule
	DateRule
	UUIDRule
	ColorRule
	LinesRule    // a list of strings
	UUIDsRule    // a list of uuids
	IntegersRule // a list of integers
	WeekdaysRule // a list of days of the week, as integers
	DatesRule    // a list of dates
	BoolRule
	MomentRule
	CurrencyRule
	ProjectKeyRule
)

// Rule defines the valid values of one kind of input, for both HTTP fronts, the workspace file and the API document.
type Rule struct {
	Kind     RuleKind
	Min, Max float64  // bounds on the length of text, or on a number
	Enum     []string // if not empty, the only valid values
	Line     bool     // control characters, such as line breaks, are not allowed
	FileName bool     // characters that separate folders or reorder text are not allowed
	Hash     bool     // only hexadecimal digits in lower case are allowed
	Trim     bool     // surrounding white space is removed before the length is checked
	Items    int      // maximum length of a list
	Noun     string   // the kind of object that a reference or a list refers to, for messages
	Item     string   // the kind of object that each reference in a list refers to, for messages
	Keys     bool     // a reference may also be the key of a ticket
}

// Rules returns the rule with that name. It panics if there is none, which is a programming error that the first test to reach
// it reveals.
func Rules(name string) Rule {
	r, ok := ruleTable()[name]
	if !ok {
		panic("no rule is called " + name)
	}
	return r
}

// Text checks a string and returns it in the form in which it is stored.
func (r Rule) Text(s string) (string, bool) {
	if r.Trim {
		s = strings.TrimFunc(s, blank)
	}
	n := utf8.RuneCountInString(s)
	if float64(n) < r.Min || float64(n) > r.Max || r.Flaw(s) != "" {
		return "", false
	}
	if len(r.Enum) > 0 && !slices.Contains(r.Enum, s) {
		return "", false
	}
	if r.Kind == ColorRule && !isColor(s) || r.Kind == CurrencyRule && !IsCurrency(s) {
		return "", false
	}
	if r.Kind == ProjectKeyRule {
		return ParseProjectKey(s)
	}
	return s, true
}

// Reference checks a reference to an object and returns it in the form in which it is stored: a uuid, or the key of a ticket if the rule allows keys.
func (r Rule) Reference(s string) (string, bool) {
	if r.Keys {
		return ParseTicketRef(s)
	}
	return ParseUUID(s)
}

// Flaw returns a phrase to follow "must" that describes what is wrong with the characters of s, or "" if they are valid.
func (r Rule) Flaw(s string) string {
	switch {
	case !utf8.ValidString(s):
		return "be text in UTF-8"
	case strings.ContainsRune(s, 0):
		return "not contain a NUL character"
	case r.Line && strings.ContainsFunc(s, unicode.IsControl):
		return "not contain control characters, such as a line break"
	case r.FileName && strings.ContainsAny(s, `/\`):
		return "not contain a slash or a backslash"
	case r.FileName && strings.ContainsFunc(s, misleading):
		return "not contain characters that change the direction of the text"
	case r.FileName && (s == "." || s == ".."):
		return "not be the name of a folder"
	case r.Hash && strings.Trim(s, "0123456789abcdef") != "":
		return "consist of hexadecimal digits in lower case"
	}
	return ""
}

// misleading reports whether a character makes a text look like another one: it overrides the direction of the text, or breaks a line.
func misleading(c rune) bool {
	return c >= '\u202a' && c <= '\u202e' || c >= '\u2066' && c <= '\u2069' || c == '\u2028' || c == '\u2029'
}

// Number reports whether a number is within the bounds.
func (r Rule) Number(f float64) bool { return f >= r.Min && f <= r.Max }

// blank reports whether a rune is white space or invisible.
func blank(c rune) bool {
	return unicode.IsSpace(c) || c == '\u200b' || c == '\u200c' || c == '\u200d' || c == '\u2060' || c == '\ufeff'
}

func isColor(s string) bool {
	if len(s) != 7 || s[0] != '#' {
		return false
	}
	_, err := strconv.ParseUint(s[1:], 16, 32)
	return err == nil && s[1] != '+'
}

// Expect returns a description of a valid value, to follow "must be".
func (r Rule) Expect() string {
	switch r.Kind {
	case TextRule:
		return r.expectText()
	case NumberRule:
		return fmt.Sprintf("a number from %s to %s", plain(r.Min), plain(r.Max))
	case IntegerRule:
		return fmt.Sprintf("an integer from %s to %s", plain(r.Min), plain(r.Max))
	case DateRule:
		return "a date written YYYY-MM-DD"
	case MomentRule:
		return "a date (YYYY-MM-DD) or an ISO 8601 date and time"
	case UUIDRule:
		return "the " + r.identifier() + " of " + r.Noun
	case ProjectKeyRule:
		return "a letter from A to Z followed by 1 to 9 letters or digits"
	case ColorRule:
		return "a colour written #rrggbb"
	case CurrencyRule:
		return "the ISO 4217 code of a currency, such as EUR"
	case BoolRule:
		return "true or false"
	default:
		return r.expectList()
	}
}

// identifier returns what a reference consists of.
func (r Rule) identifier() string {
	if r.Keys {
		return "uuid or key"
	}
	return "uuid"
}

func (r Rule) expectList() string {
	switch r.Kind {
	case LinesRule:
		return fmt.Sprintf("an array of at most %d texts of 1 to %s characters each", r.Items, plain(r.Max))
	case UUIDsRule:
		if r.Keys {
			return fmt.Sprintf("an array of at most %d uuids or keys of %s", r.Items, r.Noun)
		}
		return fmt.Sprintf("an array of at most %d uuids of %s", r.Items, r.Noun)
	case IntegersRule:
		return fmt.Sprintf("an array of at most %d user ids", r.Items)
	case WeekdaysRule:
		return "an array of 1 to 7 days of the week, as integers from 1 (Monday) to 7 (Sunday)"
	case DatesRule:
		return fmt.Sprintf("an array of at most %s dates written YYYY-MM-DD", grouped(r.Items))
	default:
		return "valid"
	}
}

func (r Rule) expectText() string {
	if len(r.Enum) > 0 {
		return "one of " + strings.Join(r.Enum, ", ")
	}
	if r.Min > 0 {
		return fmt.Sprintf("text of %s to %s characters", plain(r.Min), plain(r.Max))
	}
	return fmt.Sprintf("text of at most %s characters", plain(r.Max))
}

// plain formats a bound without an exponent.
func plain(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// ParseUUID parses a uuid in its canonical form of 36 characters, in upper or lower case, and returns it in lower case.
func ParseUUID(s string) (string, bool) {
	if len(s) != 36 {
		return "", false
	}
	for i := range len(s) {
		if dash := i == 8 || i == 13 || i == 18 || i == 23; dash != (s[i] == '-') || !dash && !isHex(s[i]) {
			return "", false
		}
	}
	return strings.ToLower(s), true
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}
