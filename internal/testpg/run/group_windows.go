package main

import (
	"os"
	"os/exec"
)

func ownGroup(*exec.Cmd) {}

func signalGroup(cmd *exec.Cmd, _ os.Signal) { _ = cmd.Process.Kill() }

func signalNumber(*exec.ExitError) int { return 0 }
