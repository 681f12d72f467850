// Package faults_test breaks what the product stands on (its process, its disk, its database, its network) while writers
// write, and holds what is there afterwards against what was answered.
package faults_test

import (
	"os"
	"testing"

	"earnest/test/rig"
)

// binary is the product as it is shipped; TestMain builds it once.
var binary string

func TestMain(m *testing.M) {
	os.Exit(rig.Main(m, func(bin string) { binary = bin }))
}
