// Package cli implements the command line: it parses flags, wires the packages together and communicates with people. Output
// that a script needs goes to stdout, and everything else goes to stderr.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"earnest/internal/config"
)

// The exit codes of every command.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// commands is the whole command line.
type commands struct {
	Serve   serve `cmd:"" help:"Migrate the database, then serve the API, the dashboard and the docs."`
	User    users `cmd:"" help:"Users."`
	Account struct {
		Set accountSet `cmd:"" help:"Change the plan, the state or the subscription date of an account."`
	} `cmd:"" help:"Accounts."`
	Key     keys       `cmd:"" help:"API keys."`
	Project projects   `cmd:"" help:"Projects."`
	Rate    rates      `cmd:"" help:"Daily rates."`
	Import  importFile `cmd:"" help:"Import a workspace file, all or nothing, and print the new ids."`
	Export  exportFile `cmd:"" help:"Write a workspace file of everything, or of some projects."`
	Backup  backup     `cmd:"" help:"Write a consistent copy of everything, even while the server is running."`
	Restore restore    `cmd:"" help:"Fill an empty database from a backup."`
	Doctor  doctor     `cmd:"" help:"Check the data for consistency."`
	Report  reportCmd  `cmd:"" help:"Write the status of a project: earned value, curve, schedule, roadmap, forecast."`
	Explain explainCmd `cmd:"" help:"Explain one number of a project, down to tickets, time entries and rates."`
	WhatIf  whatIfCmd  `cmd:"" help:"Show how a project would change with a different scope, velocity, rates or dates; nothing is stored."`
	Sprint  sprintCmd  `cmd:"" help:"List the sprints of a project with their velocity, or show one by day: burndown and burn-up."`
	Flow    flowCmd    `cmd:"" help:"Show what was in each status of a project, by day."`
	Health  health     `cmd:"" help:"Ask the server on this machine whether it works; for container checks."`
	Version versionCmd `cmd:"" help:"Print the version."`

	Completion completion `cmd:"" help:"Print a script that lets a shell complete commands and flags."`
	Man        man        `cmd:"" help:"Print the manual page of a command, or write all of them to a folder."`
	Complete   complete   `cmd:"" hidden:"" passthrough:"" help:"Print what could come next; used by the completion scripts."`
}

type users struct {
	Add   userAdd   `cmd:"" help:"Add a user; the password comes from stdin, or an invitation link is printed."`
	List  userList  `cmd:"" help:"List all users."`
	Reset userReset `cmd:"" help:"Sign a user out everywhere and print a link to set another password."`
}

type keys struct {
	Add    keyAdd    `cmd:"" help:"Create an API key and print it once, and nothing else."`
	List   keyList   `cmd:"" help:"List API keys; the keys themselves are not stored."`
	Revoke keyRevoke `cmd:"" help:"Revoke an API key from the next request on."`
}

// terminal holds a command's context, input and output.
type terminal struct {
	ctx    context.Context //nolint:containedctx // kong passes a command one value, which includes its context
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
}

// sayf prints a message for a person.
func (t *terminal) sayf(format string, args ...any) {
	_, _ = fmt.Fprintf(t.stderr, format+"\n", args...) // a failure cannot be reported anywhere
}

// usageError is a mistake in how a command was called.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// Run runs the command in args and returns its exit code: 0, 2 for a usage error, 1 for every other failure. A failure is
// reported as one line on stderr.
func Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	t := &terminal{ctx: ctx, stdin: stdin, stdout: stdout, stderr: stderr}
	exited := -1 // set by kong after printing help
	parser, err := newParser(t, func(code int) { exited = code })
	if err != nil {
		return t.fail(err)
	}
	if len(args) == 0 {
		parser.Stdout = t.stderr // help was not requested
		_, _ = parser.Parse([]string{"--help"})
		return exitUsage
	}
	parsed, err := parser.Parse(normaliseArgs(args))
	switch {
	case exited >= 0:
		return exited
	case err != nil:
		return t.fail(usageError{err})
	}
	if err := parsed.Run(t); err != nil {
		return t.fail(err)
	}
	return exitOK
}

// normaliseArgs maps common alternative spellings to ours.
func normaliseArgs(args []string) []string {
	switch {
	case args[0] == "help":
		return append(args[1:len(args):len(args)], "--help")
	case len(args) == 1 && args[0] == "--version":
		return []string{"version"}
	case args[0] == "what-if":
		return joined(args)
	}
	return args
}

func newParser(t *terminal, exit func(int)) (*kong.Kong, error) {
	return kong.New(&commands{},
		kong.Name("earnest"),
		kong.Description("Earnest: a REST API and earned value for teams that deliver in sprints."),
		kong.Writers(t.stdout, t.stderr),
		kong.Exit(exit),
		kong.DefaultEnvars(config.EnvPrefix),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	)
}

// fail prints an error as one line and returns the exit code.
func (t *terminal) fail(err error) int {
	if t.ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
	}
	t.sayf("earnest: %s", shorten(oneLine(err.Error())))
	if _, usage := errors.AsType[usageError](err); usage {
		return exitUsage
	}
	return exitFailed
}

// shorten cuts the middle out of a message that repeats something very long.
func shorten(s string) string {
	const most, head, tail = 1000, 500, 200
	letters := []rune(s)
	if len(letters) <= most {
		return s
	}
	return string(letters[:head]) + " … " + string(letters[len(letters)-tail:])
}

// oneLine joins several lines into one.
func oneLine(s string) string {
	lines := strings.FieldsFunc(s, func(c rune) bool { return c == '\n' || c == '\r' })
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return strings.ReplaceAll(strings.Join(lines, "; "), ":; ", ": ")
}
