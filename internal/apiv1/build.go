package apiv1

import (
	"crypto/sha256"
	"debug/elf"
	"encoding/hex"
	"io"
	"os"
	"runtime/debug"
	"sync"
)

// build names this very binary, the same on every node that runs it: another one may write the same thing in another way.
var build = sync.OnceValue(func() string { //nolint:gochecknoglobals // a memo of a constant
	path, err := os.Executable()
	if err != nil {
		return buildInfo()
	}
	for _, read := range []func(string) (string, error){noteOf, hashOf} {
		if name, err := read(path); err == nil && name != "" {
			return name
		}
	}
	return buildInfo()
})

// noteOf is what Go's linker writes into an ELF binary: a hash of all that it was made of.
func noteOf(path string) (string, error) {
	file, err := elf.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close() //nolint:errcheck // it was only read
	section := file.Section(".note.go.buildid")
	if section == nil {
		return "", nil
	}
	data, err := section.Data()
	return hex.EncodeToString(data), err
}

func hashOf(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close() //nolint:errcheck // it was only read
	sum := sha256.New()
	_, err = io.Copy(sum, file)
	return hex.EncodeToString(sum.Sum(nil)), err
}

// buildInfo is all that is left to go by where the binary cannot be read.
func buildInfo() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	return info.String()
}
