//go:build unix

package testpg

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// account is the user that the server runs as, since PostgreSQL refuses to run as root.
type account struct {
	name       string
	credential *syscall.Credential // nil means the current user
}

// unprivileged returns the current user or, if that is root, the user postgres or nobody.
func unprivileged() (*account, error) {
	if os.Geteuid() != 0 {
		return &account{name: "running these tests"}, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		if u, err := user.Lookup(name); err == nil {
			return accountOf(u)
		}
	}
	return nil, errors.New("testpg: PostgreSQL refuses to run as root, and there is no user postgres or nobody to run it as")
}

func accountOf(u *user.User) (*account, error) {
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return nil, fmt.Errorf("testpg: user %s: %w", u.Username, err)
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return nil, fmt.Errorf("testpg: user %s: %w", u.Username, err)
	}
	return &account{u.Username, &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}, nil
}

// dress makes a command run as the account, with dir as its home, and in its own process group so that a ^C in the terminal does
// not reach it.
func (a *account) dress(cmd *exec.Cmd, dir string) {
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "TZ=UTC", "LC_MESSAGES=C"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: a.credential}
}

// own changes the owner of the folder to the account.
func (a *account) own(dir string) error {
	if a.credential == nil {
		return nil
	}
	if err := os.Chown(dir, int(a.credential.Uid), int(a.credential.Gid)); err != nil {
		return fmt.Errorf("chown: %w", err)
	}
	return nil
}

// reaches reports whether the account can enter dir: dir and every folder above it must let others through.
func (a *account) reaches(dir string) bool {
	if a.credential == nil {
		return true
	}
	for {
		info, err := os.Stat(dir)
		if err != nil || info.Mode()&0o001 == 0 {
			return false
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return true
		}
		dir = parent
	}
}
