// Package faults_test makes the things that the product depends on (its process, disk, database and network) fail while writers
// are at work, and then compares the stored data with the responses that the writers got.
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
