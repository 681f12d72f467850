package workspace

import (
	"fmt"
	"strconv"
	"strings"

	"earnest/internal/domain"
)

// maxDepth is how deep the file goes: projects, tickets, comments, mentions.
const maxDepth = 4

// Place is where something stands in the file, written projects[0].tickets[3].sprint.
type Place struct {
	steps [maxDepth]step
	depth int
}

// step is a member and, where it is a list, the index of an item; whole is the member itself.
type step struct {
	name  string
	index int
}

const whole = -1

// In returns the member of that name at the place.
func (p Place) In(name string) Place {
	p.steps[p.depth] = step{name, whole}
	p.depth++
	return p
}

// At returns an item of the list at the place.
func (p Place) At(i int) Place {
	p.steps[p.depth-1].index = i
	return p
}

func (p Place) String() string {
	if p.depth == 0 {
		return "the file"
	}
	var b strings.Builder
	for i, s := range p.steps[:p.depth] {
		if i > 0 {
			b.WriteByte('.')
		}
		b.WriteString(s.name)
		if s.index != whole {
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		}
	}
	return b.String()
}

// Errorf returns what is wrong at the place.
func (p Place) Errorf(format string, args ...any) error {
	return domain.Invalidf("%s: %s", p, fmt.Sprintf(format, args...))
}
