package workspace

import (
	"reflect"
	"strings"

	"earnest/internal/domain"
)

// shape describes what an object in the file may contain.
type shape struct {
	members []member
	byName  map[string]int
}

// member describes one member of an object.
type member struct {
	name      string
	index     []int
	rule      domain.Rule
	required  bool
	collapses bool
}

// shapes holds the shape of each type in the file. A member without omitzero is required.
type shapes map[reflect.Type]*shape

func (all shapes) of(t reflect.Type) *shape {
	if s, ok := all[t]; ok {
		return s
	}
	s := &shape{byName: map[string]int{}}
	for _, f := range reflect.VisibleFields(t) {
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" {
			continue // the embedded Stamps, whose fields follow
		}
		m := member{name: name, index: f.Index, required: option != "omitzero"}
		if rule := f.Tag.Get("rule"); rule != "" {
			m.rule, m.collapses = ruleOf(rule), collapses(rule)
		}
		s.byName[name] = len(s.members)
		s.members = append(s.members, m)
	}
	all[t] = s
	return s
}

func (s *shape) names() string {
	names := make([]string, 0, len(s.members))
	for _, m := range s.members {
		names = append(names, m.name)
	}
	return strings.Join(names, ", ")
}
