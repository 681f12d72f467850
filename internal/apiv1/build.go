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

// build identifies this binary, and is the same on every node that runs it. Another build may format the same answer differently.
var build = sync.OnceValue(func() string { //nolint:gochecknoglobals // caches a constant
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

// noteOf returns the build id that Go's linker writes into an ELF binary: a hash of its inputs.
func noteOf(path string) (string, error) {
	file, err := elf.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close() //nolint:errcheck // opened for reading only
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
	defer file.Close() //nolint:errcheck // opened for reading only
	sum := sha256.New()
	_, err = io.Copy(sum, file)
	return hex.EncodeToString(sum.Sum(nil)), err
}

// buildInfo is the fallback if the binary cannot be read.
func buildInfo() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	return info.String()
}
