// Command run starts a PostgreSQL server, runs a command with EARNEST_TEST_POSTGRES set to its URL, and exits with the command's
// exit code. Whatever happens, the server is stopped and its folder removed.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"earnest/internal/testpg"
)

func main() {
	code, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	os.Exit(code)
}

func run(args []string) (int, error) {
	config := testpg.Config{Log: os.Stderr}
	words, err := parse(args, &config)
	if err != nil {
		return 2, err
	}
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go reportOrphan(signals)
	server, err := startUnlessSignalled(config, signals)
	if err != nil {
		return 1, err
	}
	code, err := runChild(words, server.URL(), signals)
	if stopErr := server.Stop(); stopErr != nil {
		return max(code, 1), errors.Join(err, stopErr)
	}
	return code, err
}

func parse(args []string, c *testpg.Config) ([]string, error) {
	flags := flag.NewFlagSet("testpg", flag.ContinueOnError)
	flags.StringVar(&c.BinDir, "bin", "", "folder of initdb and postgres (default: look for it)")
	flags.Func("collation", "icu or c (default icu)", func(v string) error {
		c.Collation = testpg.Collation(v)
		if c.Collation != testpg.ICU && c.Collation != testpg.Bytes {
			return errors.New("must be icu or c")
		}
		return nil
	})
	flags.Func("set", "a server setting, name=value; may be repeated", func(v string) error {
		if !strings.Contains(v, "=") {
			return errors.New("must be name=value")
		}
		c.Settings = append(c.Settings, v)
		return nil
	})
	if err := flags.Parse(args); err != nil {
		return nil, fmt.Errorf("testpg: %w", err)
	}
	if flags.NArg() == 0 {
		return nil, errors.New("testpg: name the command to run: testpg [flags] -- command [arguments]")
	}
	return flags.Args(), nil
}

// startUnlessSignalled starts the server, but gives up if a signal arrives first.
func startUnlessSignalled(config testpg.Config, signals chan os.Signal) (*testpg.Server, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	started := make(chan struct{})
	defer close(started)
	go func() {
		select {
		case <-signals:
			cancel()
		case <-started:
		}
	}()
	server, err := testpg.Start(ctx, config)
	if err == nil && ctx.Err() != nil {
		return nil, errors.Join(ctx.Err(), server.Stop())
	}
	return server, err
}

// runChild runs the command in its own process group and forwards each signal to the whole group; the second signal kills it.
func runChild(words []string, url string, signals <-chan os.Signal) (int, error) {
	cmd := exec.Command(words[0], words[1:]...) //nolint:noctx // signals end it
	cmd.Env = append(os.Environ(), testpg.Variable+"="+url)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	ownGroup(cmd)
	if err := cmd.Start(); err != nil {
		return 127, fmt.Errorf("testpg: %w", err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	return await(cmd, done, signals)
}

func await(cmd *exec.Cmd, done <-chan error, signals <-chan os.Signal) (int, error) {
	for count := 1; ; count++ {
		select {
		case err := <-done:
			return exitCode(err)
		case sig := <-signals:
			if count > 1 {
				sig = os.Kill
			}
			signalGroup(cmd, sig)
		}
	}
}

// exitCode returns the command's exit code, or 128 plus the signal's number, as in a shell.
func exitCode(err error) (int, error) {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0, nil
	case !errors.As(err, &exit):
		return 1, fmt.Errorf("testpg: %w", err)
	case exit.ExitCode() >= 0:
		return exit.ExitCode(), nil
	default:
		return 128 + signalNumber(exit), nil
	}
}

// reportOrphan turns the death of our parent, for instance of `go run`, into a signal, because then nobody is waiting for us any
// more.
func reportOrphan(signals chan<- os.Signal) {
	parent := os.Getppid()
	for os.Getppid() == parent {
		time.Sleep(time.Second)
	}
	signals <- syscall.SIGTERM
}
