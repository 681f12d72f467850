package cli

import (
	"fmt"
	"runtime/debug"
)

// version is set when a release is built.
var version = "dev"

type versionCmd struct{}

// Run prints the version, alone.
func (*versionCmd) Run(t *terminal) error {
	_, err := fmt.Fprintln(t.stdout, Version())
	return err
}

// Version returns what the build was told, or what Go knows of the source it was built from.
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
