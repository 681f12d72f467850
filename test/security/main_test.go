// Package security checks the real binary from outside against the promises in SECURITY.md: what it reveals, which servers it
// contacts, what it leaves behind and which headers it trusts. Permissions are tested next to the code, in internal/apiv1 and
// internal/dash.
package security

import (
	"os"
	"testing"

	"earnest/test/rig"
)

// bin is the binary under test.
var bin string

func TestMain(m *testing.M) { os.Exit(rig.Main(m, func(path string) { bin = path })) }
