//go:build unix

package testpg

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

const (
	orderlyLimit = 30 * time.Second
	nowLimit     = 10 * time.Second
)

// process is a running postmaster.
type process struct {
	pid  int
	done chan struct{} // closed when the postmaster has been reaped
}

// startProcess starts the postmaster on a thread that lives as long as the postmaster runs, because Linux sends the parent-death
// signal when the thread that started a process ends, not when the parent process ends.
func startProcess(cmd *exec.Cmd) (*process, error) {
	dieWithParent(cmd.SysProcAttr)
	p := &process{done: make(chan struct{})}
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		if err == nil {
			p.pid = cmd.Process.Pid
		}
		started <- err
		if err == nil {
			_ = cmd.Wait() // how it ended does not matter, since either we caused it or waitReady reports it
			close(p.done)
		}
	}()
	return p, <-started
}

// stopOrderly lets the server write everything to disk; sessions are cut off.
func (p *process) stopOrderly() {
	p.signal(syscall.SIGINT)
	if !p.endsWithin(orderlyLimit) {
		p.stopNow()
	}
}

// stopNow is for a server whose data are no longer needed.
func (p *process) stopNow() {
	p.signal(syscall.SIGQUIT)
	if !p.endsWithin(nowLimit) {
		p.killAll()
	}
}

// killAll ends the postmaster and its children with SIGKILL. Each session has its own process group, so the sessions are killed
// one by one; the postmaster is frozen first so that it starts no more of them.
func (p *process) killAll() {
	p.signal(syscall.SIGSTOP)
	children := childrenOf(p.pid)
	p.signal(syscall.SIGKILL)
	for _, child := range children {
		_ = syscall.Kill(child, syscall.SIGKILL)
	}
	<-p.done
	waitGone(children)
}

// signal does nothing to a postmaster that has been reaped, whose pid may have been reused.
func (p *process) signal(sig syscall.Signal) {
	select {
	case <-p.done:
	default:
		_ = syscall.Kill(p.pid, sig)
	}
}

func (p *process) endsWithin(limit time.Duration) bool {
	select {
	case <-p.done:
		return true
	case <-time.After(limit):
		return false
	}
}

// waitGone waits until killed sessions have ended, because until then they hold the shared memory that a restart needs. It gives
// up after a second, since an unreaped zombie holds nothing.
func waitGone(pids []int) {
	deadline := time.Now().Add(time.Second)
	for _, pid := range pids {
		for time.Now().Before(deadline) && syscall.Kill(pid, 0) == nil {
			time.Sleep(time.Millisecond)
		}
	}
}

// takeLock creates the file if necessary and locks it, or fails immediately. The lock is released when the file is closed or its
// holder dies.
func takeLock(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock: %w", err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	return file, nil
}
