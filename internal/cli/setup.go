package cli

import (
	"context"
	"fmt"

	"earnest/internal/app"
)

// setupToken makes the token with which the first administrator is set up; empty when somebody is here already.
func (t *terminal) setupToken(a *app.App) (string, error) {
	ctx := context.WithoutCancel(t.ctx) // whoever stops the server so early wants no error
	token, empty, err := a.Accounts.NewSetupToken(ctx)
	if err != nil || !empty {
		return "", err
	}
	return token.Reveal(), nil
}

// printSetup returns how the first administrator is set up. It goes to the terminal and to no log; behind the # the token
// reaches no other server's log either.
func (t *terminal) printSetup(token, base string) error {
	_, err := fmt.Fprintf(t.stdout, `
Nobody is here yet. Set up the first administrator at
  %s/setup#%s
or give this token there:
  %s
It works once.

`, base, token, token)
	return err
}
