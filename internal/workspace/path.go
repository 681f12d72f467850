package workspace

import (
	"fmt"
	"strconv"
	"strings"

	"earnest/internal/domain"
)

// maxDepth is the nesting depth of the file: projects, tickets, comments, mentions.
const maxDepth = 4

// Path is the path of a value in the file, such as projects[0].tickets[3].sprint.
type Path struct {
	steps [maxDepth]step
	depth int
}

// step is a member and, if it is a list, the index of an item; the index whole stands for the member itself.
type step struct {
	name  string
	index int
}

const whole = -1

// In returns the path of a member.
func (p Path) In(name string) Path {
	p.steps[p.depth] = step{name, whole}
	p.depth++
	return p
}

// At returns the path of a list item.
func (p Path) At(i int) Path {
	p.steps[p.depth-1].index = i
	return p
}

func (p Path) String() string {
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

// Errorf returns an error at the path.
func (p Path) Errorf(format string, args ...any) error {
	return domain.Invalidf("%s: %s", p, fmt.Sprintf(format, args...))
}
