package demo

import (
	"fmt"
	"strings"
)

// phrases holds the phrases that people use in one language, by occasion. They are used in turn, so that neighbouring ones
// differ.
type phrases struct {
	texts map[string][]string
	used  map[string]int
}

func readPhrases(lang string) phrases {
	p := phrases{map[string][]string{}, map[string]int{}}
	section := ""
	for _, line := range lines("phrases_" + lang + ".txt") {
		if strings.HasPrefix(line, "[") {
			section = strings.Trim(line, "[]")
			continue
		}
		p.texts[section] = append(p.texts[section], line)
	}
	return p
}

// next returns the next phrase for an occasion.
func (p phrases) next(occasion string) string {
	list := p.texts[occasion]
	if len(list) == 0 {
		panic(fmt.Sprintf("no phrase for the occasion %q", occasion))
	}
	p.used[occasion]++
	return list[p.used[occasion]%len(list)]
}
