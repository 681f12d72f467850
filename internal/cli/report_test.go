package cli

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"earnest/evm"
	"earnest/internal/config"
)

// parsedServe returns the server's command line as parsed by kong.
func parsedServe(t *testing.T, args ...string) *serve {
	t.Helper()
	var all commands
	parser, err := kong.New(&all, kong.DefaultEnvars(config.EnvPrefix))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(append([]string{"serve"}, args...)); err != nil {
		t.Fatal(err)
	}
	return &all.Serve
}

func TestTheServersThresholdsAreItsFlagsOrItsVariables(t *testing.T) {
	mustHave := func(want evm.Thresholds, args ...string) {
		t.Helper()
		settings, err := parsedServe(t, args...).settings()
		if err != nil || settings.Thresholds != want {
			t.Errorf("%v: %+v %v, want %+v", args, settings.Thresholds, err, want)
		}
	}
	mustHave(evm.DefaultThresholds())
	mustHave(evm.Thresholds{Amber: 1, Red: 0.9}, "--amber", "1", "--red", "0.9")
	t.Setenv("EARNEST_AMBER", "0.8")
	t.Setenv("EARNEST_RED", "0.7")
	mustHave(evm.Thresholds{Amber: 0.8, Red: 0.7})
	mustHave(evm.Thresholds{Amber: 0.9, Red: 0.7}, "--amber", "0.9")
}

func TestThresholdsThatMakeNoSenseAreRefusedByServerAndReport(t *testing.T) {
	t.Parallel()
	database := t.TempDir() + "/none.db"
	for _, command := range [][]string{{"serve"}, {"report", "--project", "00000000-0000-0000-0000-000000000000"}} {
		for bounds, want := range map[string]string{
			"--amber=0.5 --red=0.7":  "--amber must not be below --red",
			"--amber=0.5 --red=-0.1": "--red not below 0",
			"--amber=NaN":            "--amber must not be below --red",
			"--red=NaN":              "--amber must not be below --red",
			"--amber=Inf":            "--amber must not be below --red",
			"--amber=0 --red=0":      "--amber must be above 0",
			"--amber=much":           "--amber",
		} {
			args := slices.Concat(command, []string{"--database", database}, strings.Fields(bounds))
			code, _, stderr := mustRun(t, "", args...)
			if code != exitUsage || !strings.Contains(stderr, want) {
				t.Errorf("%v: %d %q, want %q", args, code, stderr, want)
			}
		}
	}
}

func TestEveryCommandStillHasItsDatabaseChecked(t *testing.T) {
	t.Parallel()
	parser, err := newParser(&terminal{}, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, leaf := range parser.Model.Leaves(true) {
		if withoutData(leaf.Name) {
			continue
		}
		if _, ok := reflect.TypeAssert[interface{ Validate() error }](leaf.Target); !ok {
			t.Errorf("%s does not check --database: two of its parts have a method Validate", leaf.FullPath())
		}
	}
}
