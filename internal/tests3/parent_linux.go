package tests3

import (
	"os/exec"
	"syscall"
)

// dieWithParent has the kernel kill the server when the test is killed.
func dieWithParent(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
