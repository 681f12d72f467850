package cli

import (
	"fmt"

	"earnest/internal/app"
)

// offerSetup prints, on an empty instance, how the first administrator is set up. It goes to the terminal and to no
// log; behind the # the token reaches no server's log either.
func (t *terminal) offerSetup(a *app.App, base string) error {
	token, empty, err := a.NewSetupToken(t.ctx)
	if err != nil || !empty {
		return err
	}
	_, err = fmt.Fprintf(t.stdout, `
Nobody is here yet. Set up the first administrator at
  %s/setup#%s
or give this token there:
  %s
It works once.

`, base, token.Reveal(), token.Reveal())
	return err
}
