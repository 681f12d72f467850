package cli

import (
	"context"
	"fmt"

	"earnest/internal/app"
)

// setupToken creates the token for setting up the first administrator; it is empty if there is already a user.
func (t *terminal) setupToken(a *app.App) (string, error) {
	ctx := context.WithoutCancel(t.ctx) // stopping the server this early should not cause an error
	token, empty, err := a.Accounts.NewSetupToken(ctx)
	if err != nil || !empty {
		return "", err
	}
	return token.Reveal(), nil
}

// printSetup prints how to set up the first administrator. This goes to the terminal, never to a log; since the token is a URL
// fragment, it does not reach a proxy's log either.
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
