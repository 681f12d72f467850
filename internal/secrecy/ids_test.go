package secrecy_test

import (
	"testing"
	"testing/cryptotest"
	"time"
	_ "unsafe" // for go:linkname

	_ "github.com/google/uuid" // defines the variables below
)

// UUIDs of version 7 contain the real time, so every one of them would differ between two runs. Their clock can be set only from
// inside their package.
//
//go:linkname uuidClock github.com/google/uuid.timeNow
var uuidClock func() time.Time

//go:linkname uuidLast github.com/google/uuid.lastV7time
var uuidLast int64

// mustRepeat makes everything that is random from now on (uuids, tokens and keys) depend only on the seed and the time. Two
// worlds that then do the same things create the same identifiers, so no response has to be altered before it is compared.
func mustRepeat(t *testing.T, seed uint64, now time.Time) {
	t.Helper()
	cryptotest.SetGlobalRandom(t, seed)
	uuidClock, uuidLast = func() time.Time { return now }, 0
}
