package cli

import (
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"earnest/internal/config"
)

// warnOfVariables warns about variables that look like settings but are not, because a misspelt one would otherwise be silently
// ignored.
func (t *terminal) warnOfVariables() error {
	parser, err := newParser(t, func(int) {})
	if err != nil {
		return err
	}
	if strange := unknownVariables(parser.Model, os.Environ()); len(strange) > 0 {
		t.sayf("warning: no setting is called %s; earnest serve --help lists those there are", strings.Join(strange, ", "))
	}
	return nil
}

// unknownVariables returns the names in an environment that have our prefix but belong to no flag of any command. The variables
// for tests, and the one in which our examples keep a key, are left out.
func unknownVariables(model *kong.Application, environ []string) []string {
	known := []string{config.EnvPrefix + "_KEY"}
	_ = kong.Visit(model, func(node kong.Visitable, next kong.Next) error { // the visitor returns no error
		if flag, ok := node.(*kong.Flag); ok {
			known = append(known, flag.Envs...)
		}
		return next(nil)
	})
	var strange []string
	for _, pair := range environ {
		name, _, _ := strings.Cut(pair, "=")
		ours := strings.HasPrefix(name, config.EnvPrefix+"_") && !strings.HasPrefix(name, config.EnvPrefix+"_TEST_")
		if ours && !slices.Contains(known, name) {
			strange = append(strange, name)
		}
	}
	slices.Sort(strange)
	return strange
}
