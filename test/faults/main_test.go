// Package faults_test breaks what the product depends on (its process, its disk, its database, its network) while writers are at
// work, and compares the data that is there afterwards with the responses that the writers got.
package faults_test

import (
	"os"
	"testing"

	"earnest/test/rig"
)

// binary is the product as shipped; TestMain builds it once.
var binary string

func TestMain(m *testing.M) {
	os.Exit(rig.Main(m, func(bin string) { binary = bin }))
}
