package workspace

import (
	"math"

	"earnest/internal/domain"
)

const (
	maxRef      = 255
	maxValue    = 64 << 20 // the maximum length of a value in the log, which may contain a whole commitment
	maxRevision = 1 << 53
	maxNumber   = 1e12 // of a ticket; it leaves room for the numbers of new tickets, which can have 15 digits
	hashLength  = 64   // hexadecimal digits
)

// ruleOf returns the rule with the given name: one of the file's own, or one that all inputs share.
func ruleOf(name string) domain.Rule {
	switch name {
	case "ref", "word":
		return domain.Rule{Kind: domain.TextRule, Min: 1, Max: maxRef}
	case "uuid":
		return domain.Rule{Kind: domain.UUIDRule, Noun: "this object"}
	case "tag refs":
		return domain.Rule{Kind: domain.LinesRule, Min: 1, Max: maxRef, Items: domain.Rules("tags").Items}
	case "ticket refs":
		return domain.Rule{Kind: domain.LinesRule, Min: 1, Max: maxRef, Items: domain.Rules("dependencies").Items}
	case "emails":
		email := domain.Rules("email")
		return domain.Rule{Kind: domain.LinesRule, Min: email.Min, Max: email.Max, Trim: true, Items: domain.Rules("mentions").Items}
	case "ticket types":
		label := domain.Rules("label")
		return domain.Rule{Kind: domain.LinesRule, Min: label.Min, Max: label.Max, Trim: true, Items: domain.Rules("tags").Items}
	case "project keys":
		key := domain.Rules("project key")
		return domain.Rule{Kind: domain.LinesRule, Min: 1, Max: key.Max, Items: domain.MaxOldKeys}
	case "ticket number":
		return domain.Rule{Kind: domain.IntegerRule, Min: 1, Max: maxNumber}
	case "value":
		return domain.Rule{Kind: domain.TextRule, Max: maxValue}
	case "sha256":
		return domain.Rule{Kind: domain.TextRule, Min: hashLength, Max: hashLength, Hash: true}
	case "file size":
		return domain.Rule{Kind: domain.IntegerRule, Min: 0, Max: maxRevision}
	case "amount":
		return domain.Rule{Kind: domain.NumberRule, Min: -math.MaxFloat64, Max: math.MaxFloat64}
	case "revision":
		return domain.Rule{Kind: domain.IntegerRule, Min: 1, Max: maxRevision}
	default:
		return domain.Rules(name)
	}
}

// collapses reports whether duplicates in a list with this rule are dropped, as they are in lists of references.
func collapses(rule string) bool {
	return rule == "tag refs" || rule == "ticket refs" || rule == "emails" || rule == "holidays"
}
