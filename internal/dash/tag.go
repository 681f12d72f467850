package dash

import (
	"earnest/internal/domain"
	"earnest/internal/front"
)

// usedTag is a tag and how often it is used.
type usedTag struct {
	UUID       string `json:"uuid"`
	Name       string `json:"name"`
	Tickets    int    `json:"tickets"`
	Epics      int    `json:"epics"`
	SuperEpics int    `json:"super_epics"`
	Version    string `json:"version"` // to be sent in If-Match to change this version only
}

type tagList struct {
	Tags []usedTag `json:"tags"`
}

type tagBody struct {
	Name domain.Opt[string] `json:"name" rule:"label" need:"yes"`
}

type mergeBody struct {
	Into domain.Opt[string] `json:"into" rule:"tag" need:"yes"`
}

func usedTagOf(t domain.UsedTag) usedTag {
	return usedTag{
		UUID: t.UUID, Name: t.Name, Tickets: t.Tickets, Epics: t.Epics, SuperEpics: t.SuperEpics, Version: versionOfTag(t.Tag),
	}
}

func versionOfTag(t domain.Tag) string { return versionOf(t.Name) }

func tagOf(t domain.Tag) frameTag { return frameTag{UUID: t.UUID, Name: t.Name} }

func (d *Dash) getTags(r *request) (any, error) {
	tags, err := d.app.Categories.Tags(r.ctx, r.caller(), r.UUID)
	return tagList{front.Mapped(tags, usedTagOf)}, err
}

func (d *Dash) createTag(r *request) (any, error) {
	t, err := d.app.Categories.CreateTag(r.ctx, r.caller(), r.UUID, create(r, func(b tagBody) string { return b.Name.Value }))
	return made{tagOf(t)}, err
}

func (d *Dash) renameTag(r *request) (any, error) {
	in := patch(r, func(b tagBody) domain.Opt[string] { return b.Name })
	t, err := d.app.Categories.RenameTag(r.ctx, expecting(r, versionOfTag), r.UUID, in)
	return tagOf(t), err
}

func (d *Dash) mergeTag(r *request) (any, error) {
	return done{true}, d.app.Categories.MergeTag(r.ctx, r.caller(), r.UUID, create(r, func(b mergeBody) string { return b.Into.Value }))
}

func (d *Dash) deleteTag(r *request) (any, error) {
	return done{true}, d.app.Categories.DeleteTag(r.ctx, r.caller(), r.UUID)
}
