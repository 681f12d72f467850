package faults_test

import (
	"archive/zip"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"earnest/internal/db/dbtest"
	"earnest/internal/tests3"
	"earnest/test/rig"
)

// stored is a database and the flags that say where its files are.
type stored struct {
	database string
	flags    []string
}

// mustStores returns an empty database for each way to store files.
func mustStores(t *testing.T) map[string]stored {
	t.Helper()
	return map[string]stored{
		"SQLite":     {dbtest.SQLite(t), nil},
		"PostgreSQL": {dbtest.Postgres(t), nil},
		"S3":         {dbtest.SQLite(t), s3Flags(tests3.Start(t))},
	}
}

func TestAnArchiveStaysTheSameFromStoreToStore(t *testing.T) {
	t.Parallel()
	stores := mustStores(t)
	first := mustArchive(t,
		archived{"empty.png", 0},
		archived{`"quoted"; name=x.txt`, 1},
		archived{"piece", 256 << 10},
		archived{"文件 (1).bin", 256<<10 + 1},
		archived{"parts", 6 << 20},
	)
	before := ""
	for _, name := range []string{"SQLite", "PostgreSQL", "S3"} {
		at, exported := stores[name], filepath.Join(t.TempDir(), "exported.zip")
		peak(t, at, "import", cmp.Or(before, first))
		peak(t, at, "doctor")
		peak(t, at, "export", "--files", exported)
		if before != "" && !bytes.Equal(mustHash(t, exported), mustHash(t, before)) {
			t.Errorf("%s exports another archive than it imported", name)
		}
		before = exported
	}
	if want, got := mustContents(t, first), mustContents(t, before); !slices.Equal(want, got) {
		t.Errorf("the contents were\n%v and are\n%v", want, got)
	}
}

// An import of 160 MiB may need at most 100 MiB more than one of a few bytes. In the long form, so may what else reads or writes all files.
func TestAnImportOfManyFilesNeedsLittleMemory(t *testing.T) {
	t.Parallel()
	files := make([]archived, rig.Times(8, 30))
	for i := range files {
		files[i] = archived{strconv.Itoa(i), 20 << 20}
	}
	small := peak(t, stored{database: dbtest.SQLite(t)}, "import", mustArchive(t, archived{"x", 1}))
	if small == 0 {
		t.Skip("the memory of an import was not measured: there is no /proc")
	}
	large := mustArchive(t, files...)
	for name, at := range mustStores(t) {
		commands := [][]string{{"import", large}, {"doctor"}, {"export", "--files", filepath.Join(t.TempDir(), "exported.zip")}}
		for _, command := range commands[:rig.Times(1, len(commands))] {
			most := peak(t, at, command...)
			t.Logf("%s: %s: %d MiB; an import of a few bytes: %d MiB", name, command[0], most, small)
			if most > small+100 {
				t.Errorf("%s: %s takes too much memory", name, command[0])
			}
		}
	}
}

// archived is a file in an archive.
type archived struct {
	name string
	size int
}

// mustArchive writes an archive with files of random bytes, and returns its path.
func mustArchive(t *testing.T, files ...archived) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "files.zip")
	out, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	archive := zip.NewWriter(out)
	attachments := []map[string]any{}
	for i, f := range files {
		source := func() io.Reader { return io.LimitReader(rand.NewChaCha8([32]byte{byte(i)}), int64(f.size)) }
		sum := sha256.New()
		_, _ = io.Copy(sum, source()) // never fails
		hash := hex.EncodeToString(sum.Sum(nil))
		to, err := archive.CreateHeader(&zip.FileHeader{Name: "files/" + hash, Method: zip.Store})
		if err == nil {
			_, err = io.Copy(to, source())
		}
		if err != nil {
			t.Fatal(err)
		}
		attachments = append(attachments, map[string]any{"name": f.name, "size": f.size, "sha256": hash, "author": "ada@example.org"})
	}
	user := map[string]any{"email": "ada@example.org", "firstname": "Ada", "lastname": "Lovelace"}
	ticket := map[string]any{"title": "Own", "attachments": attachments}
	project := map[string]any{
		"name": "Harbour", "members": []any{map[string]any{"user": user["email"], "project_role": "owner"}}, "tickets": []any{ticket},
	}
	to, err := archive.Create("workspace.json")
	if err == nil {
		err = json.NewEncoder(to).Encode(map[string]any{"users": []any{user}, "projects": []any{project}})
	}
	if err == nil {
		err = archive.Close()
	}
	if err == nil {
		err = out.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func mustHash(t *testing.T, path string) []byte {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		t.Fatal(err)
	}
	return sum.Sum(nil)
}

// mustContents returns the hashes that name the contents of an archive, and makes sure that they are right.
func mustContents(t *testing.T, path string) (hashes []string) {
	t.Helper()
	archive, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	for _, file := range archive.File {
		hash, isContent := strings.CutPrefix(file.Name, "files/")
		if !isContent {
			continue
		}
		body, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.New()
		if _, err := io.Copy(sum, body); err != nil || hex.EncodeToString(sum.Sum(nil)) != hash {
			t.Errorf("%s has other bytes, %v", hash, err)
		}
		hashes = append(hashes, hash)
	}
	slices.Sort(hashes)
	return hashes
}

// peak runs a command on a database, which must succeed, and returns the most resident memory that it had, in MiB.
func peak(t *testing.T, at stored, args ...string) (most int) {
	t.Helper()
	cmd := exec.Command(binary, append(args, at.flags...)...)
	cmd.Env = append(os.Environ(), "EARNEST_DATABASE="+at.database)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("%s: %v\n%s", args[0], err, said.String())
			}
			return most
		case <-time.After(5 * time.Millisecond):
			most = max(most, residentPeak(cmd.Process.Pid))
		}
	}
}

// residentPeak returns the most resident memory that a process has had so far, in MiB. It is 0 if the process has ended, and without /proc.
func residentPeak(pid int) int {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(text)) {
		if rest, found := strings.CutPrefix(line, "VmHWM:"); found {
			kib, _ := strconv.Atoi(strings.Fields(rest)[0])
			return kib >> 10
		}
	}
	return 0
}
