package apiv1

import (
	"earnest/internal/asjson"
	"earnest/internal/domain"
	"earnest/internal/front"
)

// tag is the wire form of a tag.
type tag struct {
	UUID string `json:"uuid" format:"uuid"`
	Name string `json:"name"`
}

func tagsOf(tags []domain.Tag) []tag {
	return front.Mapped(tags, func(t domain.Tag) tag { return tag{t.UUID, t.Name} })
}

func appendTag(b []byte, t tag) []byte {
	b = asjson.Plain(append(b, `{"uuid":`...), t.UUID)
	b = asjson.Text(append(b, `,"name":`...), t.Name)
	return append(b, '}')
}
