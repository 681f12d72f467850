package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func terminalOn(ctx context.Context, stdin io.Reader) (*terminal, *bytes.Buffer) {
	var stderr bytes.Buffer
	return &terminal{ctx: ctx, stdin: stdin, stdout: io.Discard, stderr: &stderr}, &stderr
}

func TestThePasswordIsTheFirstLineOfStdin(t *testing.T) {
	t.Parallel()
	for stdin, want := range map[string]string{
		"":                      "",
		"\n":                    "",
		"secret phrase":         "secret phrase",
		"secret phrase\n":       "secret phrase",
		"secret phrase\r\n":     "secret phrase",
		" spaces stay \nmore\n": " spaces stay ",
	} {
		term, _ := terminalOn(t.Context(), strings.NewReader(stdin))
		if got, err := term.readPassword(false); err != nil || got != want {
			t.Errorf("%q: %q %v", stdin, got, err)
		}
	}
}

func TestADeviceHasNoPassword(t *testing.T) {
	t.Parallel()
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	term, _ := terminalOn(t.Context(), null)
	if got, err := term.readPassword(false); err != nil || got != "" {
		t.Errorf("%q %v", got, err)
	}
	_ = null.Close()
	if got, err := term.readPassword(false); err != nil || got != "" {
		t.Errorf("closed: %q %v", got, err)
	}
}

func TestASilentPipeIsAbandonedAfterTwoSecondsWithAMessage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		reader, writer := io.Pipe()
		term, stderr := terminalOn(t.Context(), reader)
		began := time.Now()
		got, err := term.readPassword(false)
		if took := time.Since(began); err != nil || got != "" || took != 2*time.Second {
			t.Errorf("%q %v after %s", got, err, took)
		}
		if !strings.Contains(stderr.String(), "without a password") {
			t.Errorf("stderr: %q", stderr)
		}
		_ = writer.Close()
	})
}

func TestALineThatHasBegunIsWaitedFor(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		reader, writer := io.Pipe()
		go func() {
			_, _ = io.WriteString(writer, "slow ")
			time.Sleep(time.Minute)
			_, _ = io.WriteString(writer, "typist\n")
			_ = writer.Close()
		}()
		term, _ := terminalOn(t.Context(), reader)
		if got, err := term.readPassword(false); err != nil || got != "slow typist" {
			t.Errorf("%q %v", got, err)
		}
	})
}

func TestPasswordStdinWaitsForAsLongAsItTakesAndMustGetOne(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		reader, writer := io.Pipe()
		go func() {
			time.Sleep(time.Hour)
			_, _ = io.WriteString(writer, "late but here\n")
			_ = writer.Close()
		}()
		term, _ := terminalOn(t.Context(), reader)
		if got, err := term.readPassword(true); err != nil || got != "late but here" {
			t.Errorf("%q %v", got, err)
		}
	})
	term, _ := terminalOn(t.Context(), strings.NewReader(""))
	if _, err := term.readPassword(true); err == nil {
		t.Error("no password was taken for one")
	}
}

func TestASignalEndsTheWaitForAPassword(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		reader, writer := io.Pipe()
		time.AfterFunc(time.Second, cancel)
		term, _ := terminalOn(ctx, reader)
		if _, err := term.readPassword(true); err == nil {
			t.Error("it did not end")
		}
		_ = writer.Close()
	})
}
