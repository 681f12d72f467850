package report

import (
	"math"
	"strconv"
	"strings"

	"earnest/evm"
)

// none is printed in place of an unknown number.
const none = "–"

// minus is the sign of negative numbers.
const minus = '−'

// exact formats a number with all its digits, without an exponent.
func exact(m evm.Maybe) string {
	if !m.Known {
		return none
	}
	return strings.Replace(strconv.FormatFloat(m.Value, 'f', -1, 64), "-", string(minus), 1)
}

// amount formats a number with thousands separators and a fixed number of decimals.
func amount(x float64, decimals int) string {
	text := rounded(x, decimals)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	sign := ""
	if strings.HasPrefix(text, "-") {
		sign, text = string(minus), text[1:]
	}
	whole, fraction, _ := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if fraction != "" {
		fraction = "." + fraction
	}
	return sign + whole + fraction
}

// rounded rounds the exact digits of a number, with halves away from zero, as browsers do, so that a report shows the same
// figures as the pages.
func rounded(x float64, decimals int) string {
	digits := strconv.FormatFloat(x, 'f', -1, 64)
	whole, fraction, _ := strings.Cut(digits, ".")
	up := len(fraction) > decimals && fraction[decimals] >= '5'
	fraction += strings.Repeat("0", max(0, decimals-len(fraction)))
	text := []byte(whole + "." + fraction[:decimals])
	for i := len(text) - 1; up && i >= 0; i-- {
		if text[i] >= '0' && text[i] <= '9' {
			up = text[i] == '9' // carry
			text[i] = '0' + (text[i]-'0'+1)%10
		}
	}
	result := strings.TrimSuffix(string(text), ".")
	if up {
		result = strings.Replace("1"+result, "1-", "-1", 1)
	}
	return result
}

// atMost formats a number with at most the given number of decimals, which is not 0, and no trailing zeros.
func atMost(x float64, decimals int) string {
	return strings.TrimSuffix(strings.TrimRight(amount(x, decimals), "0"), ".")
}

// short formats a number with at most two decimals and no trailing zeros.
func short(x float64) string { return atMost(x, 2) }

// whole formats a number without decimals.
func whole(x float64) string { return amount(math.Round(x), 0) }

// shortOrNone is like short, for a number that may be unknown.
func shortOrNone(m evm.Maybe) string {
	if !m.Known {
		return none
	}
	return short(m.Value)
}

// plural formats a count with its noun.
func plural(x float64, noun string) string { return withNoun(short(x), noun) }

// withNoun adds a noun to a formatted count; it agrees with the number as it is written.
func withNoun(text, noun string) string {
	if strings.TrimPrefix(text, string(minus)) == "1" {
		return text + " " + noun
	}
	return text + " " + noun + "s"
}
