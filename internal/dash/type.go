package dash

import (
	"earnest/internal/domain"
	"earnest/internal/front"
)

// usedType is a ticket type and how many tickets have it.
type usedType struct {
	frameType

	Tickets int    `json:"tickets"`
	Version string `json:"version"` // to be sent in If-Match to change this version only
}

type typeList struct {
	Types []usedType `json:"types"`
}

type newTypeBody struct {
	Name domain.Opt[string] `json:"name" rule:"label" need:"yes"`
}

type typeBody struct {
	Name      domain.Opt[string] `json:"name" rule:"label"`
	IsDefault domain.Opt[bool]   `json:"is_default" rule:"flag"`
}

type typeOrderBody struct {
	Types domain.Opt[[]string] `json:"types" rule:"types" need:"yes"`
}

type typeEndBody struct {
	To domain.Opt[*string] `json:"to" rule:"type"`
}

func typeOf(t domain.TicketType) frameType {
	return frameType{UUID: t.UUID, Name: t.Name, SortOrder: t.SortOrder, IsDefault: t.IsDefault}
}

func usedTypeOf(t domain.UsedType) usedType {
	return usedType{frameType: typeOf(t.TicketType), Tickets: t.Tickets, Version: versionOfType(t.TicketType)}
}

func versionOfType(t domain.TicketType) string { return versionOf(t.Name) }

func (d *Dash) getTypes(r *request) (any, error) {
	types, err := d.app.Categories.Types(r.ctx, r.caller(), r.UUID)
	return typeList{front.Mapped(types, usedTypeOf)}, err
}

func (d *Dash) createType(r *request) (any, error) {
	t, err := d.app.Categories.CreateType(r.ctx, r.caller(), r.UUID, create(r, func(b newTypeBody) string { return b.Name.Value }))
	return made{typeOf(t)}, err
}

func (d *Dash) updateType(r *request) (any, error) {
	in := patch(r, func(b typeBody) domain.TypePatch { return domain.TypePatch(b) })
	t, err := d.app.Categories.UpdateType(r.ctx, expecting(r, versionOfType), r.UUID, in)
	return typeOf(t), err
}

func (d *Dash) orderTypes(r *request) (any, error) {
	in := create(r, func(b typeOrderBody) []string { return b.Types.Value })
	if err := d.app.Categories.OrderTypes(r.ctx, r.caller(), r.UUID, in); err != nil {
		return nil, err
	}
	return d.getTypes(r)
}

func (d *Dash) deleteType(r *request) (any, error) {
	in := patch(r, func(b typeEndBody) domain.Opt[*string] { return b.To })
	return done{true}, d.app.Categories.DeleteType(r.ctx, r.caller(), r.UUID, in)
}
