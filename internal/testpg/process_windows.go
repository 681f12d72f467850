package testpg

import (
	"errors"
	"os"
	"os/exec"
)

var errWindows = errors.New("testpg: starting a PostgreSQL server is not supported on Windows; set " + Variable +
	" to the address of one")

type account struct{ name string }

func unprivileged() (*account, error) { return nil, errWindows }

func (*account) dress(*exec.Cmd, string) {}
func (*account) own(string) error        { return errWindows }
func (*account) reaches(string) bool     { return false }

type process struct{ done chan struct{} }

func startProcess(*exec.Cmd) (*process, error) { return nil, errWindows }

func (*process) stopOrderly() {}
func (*process) stopNow()     {}
func (*process) killAll()     {}

func takeLock(string) (*os.File, error) { return nil, errWindows }
