package report

import (
	"strings"

	"earnest/evm"
)

// shown formats a number as the pages do, or returns none if it is unknown.
func (v voice) shown(m evm.Maybe, unit evm.Unit) string {
	switch {
	case !m.Known:
		return none
	case unit == evm.MoneyUnit:
		return v.money(m.Value)
	case unit == evm.RatioUnit:
		return v.decimals(m.Value)
	case unit == evm.PercentUnit:
		return v.percent(m.Value)
	}
	return v.short(m.Value)
}

// percent formats a percentage with at most one decimal.
func (l Language) percent(x float64) string {
	number := l.local(strings.TrimSuffix(amount(x, 1), ".0"))
	if l == French {
		return number + "\u202f%"
	}
	return number + "%"
}
