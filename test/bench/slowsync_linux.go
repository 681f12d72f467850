package main

import (
	"context"
	"errors"
	"os/exec"
	"strconv"
	"syscall"
	"time"
)

// slowSync serves the product under strace, which delays every fsync, and logs time from one and from many connections.
func slowSync(ctx context.Context, o *options, p *product) *syncResult {
	result := &syncResult{DelayMillis: float64(syncDelay.Milliseconds()), Conns: syncConns}
	if err := result.measure(ctx, o, p); err != nil {
		result.Why = err.Error()
	}
	return result
}

func (s *syncResult) measure(ctx context.Context, o *options, p *product) (err error) {
	if _, err := exec.LookPath("strace"); err != nil {
		return errors.New("strace is not installed")
	}
	o.sayf("measuring writes with fsync delayed to %s", syncDelay)
	served, err := startServer(ctx, traced(p))
	if err != nil {
		return err
	}
	served.halt = func() { _ = syscall.Kill(-served.pid(), syscall.SIGTERM) } // to the whole group
	defer func() { err = errors.Join(err, served.stop()) }()
	write := logTime(p, "big")
	for conns, rate := range map[int]*float64{1: &s.OneRate, s.Conns: &s.Rate} {
		slot := slot{address: served.address, conns: conns, pattern: repeat(write), count: o.plan.Count, time: 2 * time.Second}
		open, err := slot.open()
		if err != nil {
			return err
		}
		seen, err := slot.drive(ctx, open)
		closeAll(open)
		if err != nil {
			return err
		}
		*rate = float64(seen.requests) / seen.wall.Seconds()
	}
	return nil
}

// traced returns a command that serves the product with each fsync delayed; a seccomp filter keeps other system calls at full
// speed.
func traced(p *product) *exec.Cmd {
	calls := "fsync,fdatasync"
	delay := syncDelay.Microseconds()
	args := []string{
		"--follow-forks", "--seccomp-bpf", "--quiet=all", "--output=/dev/null", "--trace=" + calls,
		"--inject=" + calls + ":delay_enter=" + strconv.FormatInt(delay, 10), p.bin,
	}
	cmd := exec.Command("strace", append(args, p.serveArgs()...)...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}
