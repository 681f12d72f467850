package front

import (
	"slices"

	"earnest/internal/domain"
	"earnest/internal/input"
)

// Has reports whether a parameter was sent with the given value.
func (p *Params) Has(name, value string) bool { return slices.Contains(p.Values[name], value) }

// except returns the values of a parameter that are not among the given words.
func (p *Params) except(name string, words ...string) []string {
	return slices.DeleteFunc(slices.Clone(p.Values[name]), func(v string) bool { return slices.Contains(words, v) })
}

// Choice returns the uuids in a parameter, and whether "none" was sent. It skips the given words, which have a special meaning.
func (p *Params) Choice(name, rule string, words ...string) domain.Choice[string] {
	return domain.Choice[string]{None: p.Has(name, "none"), Of: p.UUIDs(name, rule, words...)}
}

// UUIDs returns the uuids in a parameter. It skips the given words, which have a special meaning.
func (p *Params) UUIDs(name, rule string, words ...string) []string {
	list := []string{}
	for _, value := range p.except(name, words...) {
		uuid, ok := domain.ParseUUID(value)
		if !ok {
			p.refuseRule(name, rule, value)
		}
		list = append(list, uuid)
	}
	return list
}

// Users returns the user ids in a parameter, and whether "none" was sent. It skips "me".
func (p *Params) Users(name string) domain.Choice[int64] {
	c := domain.Choice[int64]{None: p.Has(name, "none")}
	for _, value := range p.except(name, "none", "me") {
		id, ok := userID(value)
		if !ok {
			p.Refuse(name, domain.Invalidf("%s must be the id of a user, none or me, not %q", name, input.Clip(value)))
		}
		c.Of = append(c.Of, id)
	}
	return c
}

// Texts returns the values of a parameter, each normalised by its rule.
func (p *Params) Texts(name, rule string) []string {
	list := []string{}
	for _, value := range p.Values[name] {
		text, ok := domain.Rules(rule).Text(value)
		if !ok {
			p.refuseRule(name, rule, value)
		}
		list = append(list, text)
	}
	return list
}
