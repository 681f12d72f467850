package load

import (
	"os"
	"testing"

	"earnest/test/rig"
)

var binary string

func TestMain(m *testing.M) {
	os.Exit(rig.Main(m, func(bin string) { binary = bin }))
}
