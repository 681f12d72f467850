package cli

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/alecthomas/kong"
)

// mustRun runs a command and returns its exit code and output.
func mustRun(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = Run(t.Context(), args, strings.NewReader(stdin), &out, &err)
	return code, out.String(), err.String()
}

func TestEveryFlagHasAnEnvironmentVariableOfItsName(t *testing.T) {
	t.Parallel()
	parser, err := newParser(&terminal{}, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	flags := 0
	err = kong.Visit(parser.Model, func(node kong.Visitable, next kong.Next) error {
		flag, ok := node.(*kong.Flag)
		if !ok || flag.Name == "help" {
			return next(nil)
		}
		flags++
		want := "EARNEST_" + strings.ToUpper(strings.ReplaceAll(flag.Name, "-", "_"))
		if len(flag.Envs) != 1 || flag.Envs[0] != want {
			t.Errorf("--%s has %v, want %s", flag.Name, flag.Envs, want)
		}
		if flag.Help == "" {
			t.Errorf("--%s has no help", flag.Name)
		}
		return next(nil)
	})
	if err != nil || flags < 30 {
		t.Errorf("%d flags seen, %v", flags, err)
	}
}

// withoutData reports whether a command does not use the database.
func withoutData(name string) bool {
	return slices.Contains([]string{"completion", "health", "man", "version"}, name)
}

func TestEveryCommandTakesTheDatabase(t *testing.T) {
	t.Parallel()
	parser, err := newParser(&terminal{}, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, leaf := range parser.Model.Leaves(true) {
		has := false
		for _, flag := range leaf.Flags {
			has = has || flag.Name == "database"
		}
		if !has && !withoutData(leaf.Name) {
			t.Errorf("%s has no --database", leaf.FullPath())
		}
	}
}

func TestAFailureIsOneLineAndUsageErrorsHaveTheirOwnCode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args   []string
		code   int
		stderr string
	}{
		{[]string{"dance"}, 2, "dance"},
		{[]string{"serve", "--quota-hour", "many"}, 2, "--quota-hour"},
		{[]string{"serve", "--quota-hour", "0"}, 2, "--quota-hour must be above 0"},
		{[]string{"serve", "--timezone", "Mars/Olympus"}, 2, "--timezone"},
		{[]string{"serve", "--plan-grid-date", "soon"}, 2, "--plan-grid-date"},
		{[]string{"serve", "--trusted-proxy", "10.0.0.0/99"}, 2, "--trusted-proxy"},
		{[]string{"serve", "--api-plan", "gold"}, 2, "--api-plan"},
		{[]string{"serve", "--base-url", "earnest.example.org"}, 2, "--base-url"},
		{[]string{"user", "add", "--email", "a@b.org", "--firstname", "A"}, 2, "--lastname"},
		{[]string{"user", "add", "--email", "a b@c.org", "--firstname", "A", "--lastname", "B"}, 2, "--email"},
		{[]string{"user", "add", "--email", "Ada <a@b.org>", "--firstname", "A", "--lastname", "B"}, 2, "--email"},
		{[]string{"user", "add", "--email", "a@b.org", "--firstname", " ", "--lastname", "B"}, 2, "--firstname"},
		{[]string{"user", "add", "--email", "a@b.org", "--firstname", "A\nB", "--lastname", "B"}, 2, "--firstname must not contain control characters"},
		{[]string{"user", "add", "--email", "a\x01@b.org", "--firstname", "A", "--lastname", "B"}, 2, "--email must not contain control characters"},
		{[]string{"account", "set", "--user", "a@b.org"}, 2, "nothing to set"},
		{[]string{"account", "set", "--user", "a@b.org", "--plan", "gold"}, 2, "free, pro, business"},
		{[]string{"account", "set", "--user", "a@b.org", "--subscribed-at", "2026-02-30"}, 2, "--subscribed-at"},
		{[]string{"key", "add", "--user", "a@b.org", "--scopes", "tickets:eat"}, 2, "tickets:eat"},
		{[]string{"key", "add", "--user", "a@b.org", "--scopes", "tickets:read, all"}, 2, "all cannot be combined"},
		{[]string{"key", "add", "--user", "a@b.org", "--scopes", "none,tickets:read"}, 2, "none cannot be combined"},
		{[]string{"key", "list", "--database", ""}, 2, "--database must not be empty"},
		{[]string{"key", "list", "--database", "sqlite://"}, 2, "--database must not be empty"},
		{[]string{"key", "list", "--database", "mysql://root:secret@db/earnest"}, 2, "not mysql://…"},
		{[]string{"key", "add", "--user", "a@b.org", "--scopes", "all", "--expires", "tomorrow"}, 2, "--expires"},
		{[]string{"key", "add", "--user", "a@b.org", "--scopes", "all", "--allow-ip", "localhost"}, 2, "--allow-ip"},
		{[]string{"key", "list", "--database", t.TempDir() + "/none.db"}, 1, "there is no database at"},
	} {
		code, stdout, stderr := mustRun(t, "", c.args...)
		if code != c.code || stdout != "" || !strings.Contains(stderr, c.stderr) {
			t.Errorf("%v: %d %q %q, want %d with %q", c.args, code, stdout, stderr, c.code, c.stderr)
		}
		if !strings.HasPrefix(stderr, "earnest: ") || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: not one line: %q", c.args, stderr)
		}
	}
}

func TestAMessageDoesNotRepeatAVeryLongArgument(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 100_000)
	for _, args := range [][]string{
		{long},
		{"user", "add", "--email", "a@b.org", "--firstname", long, "--lastname", "B"},
		{"key", "list", "--database", long},
	} {
		if code, stdout, stderr := mustRun(t, "", args...); code == 0 || stdout != "" || len(stderr) > 3000 || !utf8.ValidString(stderr) {
			t.Errorf("%.20s: %d, %d bytes: %.300s", args, code, len(stderr), stderr)
		}
	}
}

// Every command refuses the URL of an unsupported kind of database, because kong validates the embedded struct.
func TestEveryCommandRefusesADatabaseOfAnotherKind(t *testing.T) {
	t.Parallel()
	parser, err := newParser(&terminal{}, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, leaf := range parser.Model.Leaves(true) {
		if _, asked := reflect.TypeAssert[interface{ Validate() error }](leaf.Target.Addr()); !asked && !withoutData(leaf.Name) {
			t.Errorf("%s takes any --database", leaf.FullPath())
		}
	}
}

func TestWithoutACommandTheHelpIsShownAndItIsAFailure(t *testing.T) {
	t.Parallel()
	if code, stdout, stderr := mustRun(t, ""); code != 2 || stdout != "" || !strings.HasPrefix(stderr, "Usage: earnest <command>") {
		t.Errorf("%d %q %q", code, stdout, stderr)
	}
}

func TestHelpGoesToStdoutAndSucceeds(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"--help"}, {"serve", "--help"}, {"key", "add", "--help"}, {"help"}, {"help", "key", "add"}} {
		if code, stdout, stderr := mustRun(t, "", args...); code != 0 || !strings.Contains(stdout, "Usage: earnest") || stderr != "" {
			t.Errorf("%v: %d %q %q", args, code, stdout, stderr)
		}
	}
}

func TestVersionIsPrintedAlone(t *testing.T) {
	t.Parallel()
	for _, args := range []string{"version", "--version"} {
		code, stdout, stderr := mustRun(t, "", args)
		if code != 0 || strings.TrimSpace(stdout) != Version() || Version() == "" || stderr != "" {
			t.Errorf("%s: %d %q %q", args, code, stdout, stderr)
		}
	}
}

func TestAnErrorOfManyLinesBecomesOne(t *testing.T) {
	t.Parallel()
	if got := oneLine("first:\n\tsecond\r\n\nthird"); got != "first: second; third" {
		t.Errorf("%q", got)
	}
}

func TestASignalIsNamedInsteadOfItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var stderr bytes.Buffer
	term := &terminal{ctx: ctx, stderr: &stderr}
	if code := term.fail(errors.Join(context.Canceled)); code != exitFailed || stderr.String() != "earnest: interrupted\n" {
		t.Errorf("%d %q", code, stderr.String())
	}
}
