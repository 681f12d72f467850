package report

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"earnest/evm"
	"earnest/internal/domain"
)

// voice writes for readers of a language, with amounts in a currency. Browsers write amounts in the same way, so a report shows what the pages show.
type voice struct {
	Language

	code   string // of the currency; empty if it is not set, and amounts are plain numbers
	symbol string
}

func newVoice(l Language, currency *string) voice {
	if currency == nil {
		return voice{Language: l}
	}
	v := voice{l, *currency, *currency}
	if symbol, ok := l.symbols()[v.code]; ok {
		v.symbol = symbol
	}
	return v
}

// symbols returns the symbols of the currencies that are not written as their code.
func (l Language) symbols() map[string]string {
	if l == French {
		return map[string]string{
			"ARS": "$AR", "AUD": "$AU", "BMD": "$BM", "BND": "$BN", "BRL": "R$", "BZD": "$BZ", "CAD": "$CA", "CLP": "$CL", "COP": "$CO",
			"EUR": "€", "FJD": "$FJ", "FKP": "£FK", "GBP": "£GB", "GIP": "£GI", "ILS": "₪", "INR": "₹", "KRW": "₩", "LBP": "£LB", "MXN": "$MX",
			"NAD": "$NA", "NZD": "$NZ", "SBD": "$SB", "SGD": "$SG", "SRD": "$SR", "TTD": "$TT", "USD": "$US", "UYU": "$UY", "VND": "₫",
			"WST": "$WS", "XAF": "FCFA", "XCG": "Cg.", "XOF": "F\u202fCFA", "XPF": "FCFP",
		}
	}
	return map[string]string{
		"AUD": "A$", "BRL": "R$", "CAD": "CA$", "CNY": "CN¥", "EUR": "€", "GBP": "£", "HKD": "HK$", "ILS": "₪", "INR": "₹", "JPY": "JP¥",
		"KRW": "₩", "MXN": "MX$", "NZD": "NZ$", "PHP": "₱", "TWD": "NT$", "USD": "US$", "VND": "₫", "XAF": "FCFA", "XCD": "EC$", "XCG": "Cg.",
		"XOF": "F\u202fCFA", "XPF": "CFPF",
	}
}

// MoneyFormat returns the number format with which a spreadsheet writes amounts in a currency as the pages do.
func (l Language) MoneyFormat(currency string) string {
	v, number := newVoice(l, &currency), "#,##0"
	if decimals := domain.CurrencyDecimals(currency); decimals > 0 {
		number += "." + strings.Repeat("0", decimals)
	}
	format := strings.Replace(v.labelled(number), v.symbol, "[$"+v.symbol+"]", 1)
	return strings.ReplaceAll(format, "\u00a0", `\ `)
}

// money formats an amount in whole units.
func (v voice) money(x float64) string { return v.labelled(v.whole(x)) }

// moneyOrNone is like money, for an amount that may be unknown.
func (v voice) moneyOrNone(m evm.Maybe) string {
	if !m.Known {
		return none
	}
	return v.money(m.Value)
}

// compactMoney formats a large amount in few characters.
func (v voice) compactMoney(x float64) string { return v.labelled(v.compact(x)) }

// perUnit formats what one unit of money has earned, with two decimals in any currency.
func (v voice) perUnit(x float64) string { return v.labelled(v.decimals(x)) }

// figure formats the indicator with that name, or the all-in CPI, as the pages do.
func (v voice) figure(i evm.Indicators, name string) string {
	value, _ := i.Value(name)
	if name == allInCPI {
		value = i.AllInCPI()
	}
	return v.shown(value, unitOf(name))
}

// unit names the unit of money: a currency, or else what the engine calls it.
func (v voice) unit() string {
	if v.code == "" {
		return string(evm.MoneyUnit)
	}
	return v.code
}

// labelled adds the currency to a formatted number: before it in English, after it in French.
func (v voice) labelled(number string) string {
	const space = "\u00a0"
	if v.code == "" {
		return number
	}
	if v.Language == French {
		return number + space + v.symbol
	}
	sign := ""
	if first, size := utf8.DecodeRuneInString(number); first == minus {
		sign, number = number[:size], number[size:]
	}
	if last, _ := utf8.DecodeLastRuneInString(v.symbol); !unicode.IsSymbol(last) {
		return sign + v.symbol + space + number
	}
	return sign + v.symbol + number
}
