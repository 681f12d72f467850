package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"earnest/evm"
	"earnest/internal/domain"
)

// Language is the language of a page.
type Language int

// The languages of pages. Text for terminals and JSON is always in English.
const (
	English Language = iota
	French
)

// ParseLanguage returns the language for the tags en and fr, and false for any other tag.
func ParseLanguage(tag string) (Language, bool) {
	switch tag {
	case "en":
		return English, true
	case "fr":
		return French, true
	}
	return English, false
}

// tag returns the language tag for HTML.
func (l Language) tag() string {
	if l == French {
		return "fr"
	}
	return "en"
}

// Priority returns the word for a priority, whose key is a French word.
func (l Language) Priority(key string) string {
	if l == French {
		return key
	}
	return domain.PriorityName(key)
}

// say translates a string on the page into the language and fills in its placeholders. The code uses the English strings;
// french contains the translations.
func (l Language) say(text string, gaps ...any) string {
	if l == French {
		text = french()[text]
	}
	if len(gaps) == 0 {
		return text
	}
	return fmt.Sprintf(text, gaps...)
}

// plural formats a count with its noun, which must be a key of nouns.
func (l Language) plural(x float64, noun string) string { return l.counted(x, noun, 2) }

// counted is like plural, with at most the given number of decimals.
func (l Language) counted(x float64, noun string, decimals int) string {
	number := atMost(x, decimals)
	if l == English {
		return withNoun(number, noun)
	}
	noun = nouns()[noun]
	if !l.isOne(x) {
		noun = strings.ReplaceAll(noun, " ", "s ") + "s"
	}
	return l.local(number) + " " + noun
}

// isOne reports whether a number, as short rounds it, takes a noun in the singular.
func (l Language) isOne(x float64) bool {
	hundredths := math.Round(math.Abs(x) * 100)
	if l == French {
		return hundredths < 200
	}
	return hundredths == 100
}

// local converts a number in English format to the format of the language.
func (l Language) local(number string) string {
	if l == English {
		return number
	}
	return strings.NewReplacer(",", "\u202f", ".", ",").Replace(number)
}

// decimals formats a number with two decimals.
func (l Language) decimals(x float64) string { return l.local(amount(x, 2)) }

func (l Language) short(x float64) string { return l.local(short(x)) }

func (l Language) whole(x float64) string { return l.local(whole(x)) }

func (l Language) compact(x float64) string {
	return strings.Replace(l.local(compact(x)), "bn", l.say("bn"), 1)
}

// day formats a day as the pages do.
func (l Language) day(d evm.Day) string { return l.date(d.String()) }

// date formats YYYY-MM-DD, or YYYY-MM, as the pages do: 2 Mar 2026, or Mar 2026.
func (l Language) date(iso string) string {
	year, rest, _ := strings.Cut(iso, "-")
	month, day, whole := strings.Cut(rest, "-")
	n, err := strconv.Atoi(month)
	if err != nil || n < 1 || n > 12 {
		return iso
	}
	text := l.months()[n-1] + " " + year
	if whole {
		text = strings.TrimPrefix(day, "0") + " " + text
	}
	return text
}

// months returns the short names of the months, as browsers write them.
func (l Language) months() [12]string {
	if l == French {
		return [12]string{"janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc."}
	}
	return [12]string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"}
}

func (l Language) dayOrNone(d *evm.Day) string {
	if d == nil {
		return none
	}
	return l.day(*d)
}
