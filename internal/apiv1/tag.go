package apiv1

import (
	"earnest/internal/domain"
)

// tag is the wire form of a tag.
type tag struct {
	UUID string `json:"uuid" format:"uuid"`
	Name string `json:"name"`
}

func tagsOf(tags []domain.Tag) []tag {
	return mapped(tags, func(t domain.Tag) tag { return tag{t.UUID, t.Name} })
}

// mapped converts each item of a list; an empty list stays an empty list, not nil.
func mapped[T, W any](items []T, convert func(T) W) []W {
	wire := make([]W, 0, len(items))
	for _, item := range items {
		wire = append(wire, convert(item))
	}
	return wire
}
