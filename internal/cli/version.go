package cli

import (
	"fmt"
	"runtime/debug"
)

// version is set by release builds.
var version = "dev"

type versionCmd struct{}

// Run prints the version and nothing else.
func (*versionCmd) Run(t *terminal) error {
	_, err := fmt.Fprintln(t.stdout, Version())
	return err
}

// Version returns the version set at build time, or the one that Go recorded in the binary.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if version != "dev" || !ok {
		return version
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	return version
}
