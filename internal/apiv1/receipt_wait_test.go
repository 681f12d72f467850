package apiv1

import (
	"testing"
	"time"
)

func TestARepeatedPOSTWaitsUpTo5Seconds(t *testing.T) {
	t.Parallel()
	if wait := (Options{}).filled().RepeatWait; wait != 5*time.Second {
		t.Errorf("it waits for %v", wait)
	}
}
