// Package security holds the real binary to what SECURITY.md promises, from outside: what it tells, whom it calls, what it
// leaves behind and which headers it believes. Who may do what is proven beside the code, in internal/apiv1 and internal/dash.
package security

import (
	"os"
	"testing"

	"earnest/test/rig"
)

// bin is the binary under test.
var bin string

func TestMain(m *testing.M) { os.Exit(rig.Main(m, func(path string) { bin = path })) }
