package money

import (
	"cmp"
	"maps"
	"slices"

	"earnest/evm"
)

// Row is a project in a portfolio, with the currency of its amounts; nil means that it is not set.
type Row struct {
	evm.Row

	Currency *string
}

// Totals holds the totals of several projects and the currency of their amounts; nil means that the projects have different ones or none.
type Totals struct {
	evm.Totals

	Currency *string
}

// totalsOf adds up the rows as plain numbers.
func totalsOf(rows []Row) Totals {
	list := make([]evm.Row, 0, len(rows))
	for _, r := range rows {
		list = append(list, r.Row)
	}
	return Totals{evm.Roll(list).Totals, commonCurrency(rows)}
}

// commonCurrency returns the currency that all rows have, or nil if there is none.
func commonCurrency(rows []Row) *string {
	codes := byCurrency(rows)
	if len(codes) != 1 {
		return nil
	}
	return rows[0].Currency
}

// totalsByCurrency adds up the rows of each currency. The result is sorted by code, with the projects that have no currency last.
func totalsByCurrency(rows []Row) []Totals {
	groups := byCurrency(rows)
	list := make([]Totals, 0, len(groups))
	for _, code := range sortedCodes(groups) {
		list = append(list, totalsOf(groups[code]))
	}
	return list
}

// sortedCodes returns the codes of the groups in alphabetical order, with the empty one last.
func sortedCodes(groups map[string][]Row) []string {
	return slices.SortedFunc(maps.Keys(groups), func(a, b string) int {
		if a == "" || b == "" {
			return cmp.Compare(len(b), len(a))
		}
		return cmp.Compare(a, b)
	})
}

// byCurrency groups rows by the code of their currency, which is empty if it is not set.
func byCurrency(rows []Row) map[string][]Row {
	groups := map[string][]Row{}
	for _, r := range rows {
		code := ""
		if r.Currency != nil {
			code = *r.Currency
		}
		groups[code] = append(groups[code], r)
	}
	return groups
}
