package security

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"earnest/internal/db/dbtest"
	"earnest/internal/server"
	"earnest/test/rig"
)

// forms returns the encodings in which a secret may appear.
func forms(secret string) []string {
	raw := []byte(secret)
	return []string{
		secret, url.QueryEscape(secret), url.PathEscape(secret), strings.ToLower(secret), hex.EncodeToString(raw),
		base64.StdEncoding.EncodeToString(raw), base64.RawURLEncoding.EncodeToString(raw),
	}
}

// mustNotHold checks that the text found in a place contains no secret.
func (s *story) mustNotHold(t *testing.T, place string, text []byte) {
	t.Helper()
	if len(text) == 0 {
		t.Errorf("%s: there is nothing to look into", place)
	}
	for name, secret := range s.secrets {
		for _, form := range forms(secret) {
			if bytes.Contains(text, []byte(form)) {
				t.Errorf("%s holds %s", place, name)
			}
		}
	}
}

// logged returns a node's log, without the lines that it prints for the person who started it.
func logged(n *rig.Node) []byte {
	lines := []string{}
	for line := range strings.Lines(n.Log()) {
		if strings.HasPrefix(line, "time=") {
			lines = append(lines, line)
		}
	}
	return []byte(strings.Join(lines, ""))
}

// files reads every file in a folder.
func files(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	names, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if text, err := os.ReadFile(name); err == nil && len(text) > 0 {
			all[filepath.Base(name)] = text
		}
	}
	return all
}

func TestNoSecretIsRevealedOrStored(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, database string) {
		folder := t.TempDir()
		metrics := freeAddress(t)
		s := startStory(t, func(bin string, flags ...string) *rig.Node {
			return rig.Start(t, bin, database, append(flags, "--metrics-listen", metrics)...)
		})
		s.play(t)
		w := &rig.World{Bin: bin, Database: database}
		w.MustRun(t, "backup", filepath.Join(folder, "backup.db"))
		w.MustRun(t, "export", filepath.Join(folder, "export.json"))
		_, words, _ := w.Run("user", "add", "--email", "ada@example.com", "--firstname", "Twice", "--lastname", "Told")
		said := newBrowser(t, "http://"+metrics).call(t, "GET", "/metrics", nil)
		s.node.Stop(t)
		s.mustNotHold(t, "the log", logged(s.node))
		s.mustNotHold(t, "the metrics", said.text)
		s.mustNotHold(t, "what people were shown", []byte(s.shown.String()))
		s.mustNotHold(t, "the command line", []byte(words))
		for name, text := range files(t, folder) {
			s.mustNotHold(t, name, text)
		}
		if !strings.HasPrefix(database, "postgres") {
			for name, text := range files(t, filepath.Dir(database)) {
				s.mustNotHold(t, "beside the database, "+name, text)
			}
		}
		for _, link := range s.links {
			before, _, _ := strings.Cut(link, "#")
			s.mustNotHold(t, "a link before its #, "+before, []byte(before))
		}
		if len(s.secrets) < 30 {
			t.Errorf("only %d secrets were met: the story is broken", len(s.secrets))
		}
	})
}

// This checks the search itself: a secret in a log is found, in any form.
func TestASecretInALogIsFound(t *testing.T) {
	t.Parallel()
	for _, form := range forms("a secret of ours") {
		s, inner := &story{secrets: map[string]string{"it": "a secret of ours"}}, &testing.T{}
		if s.mustNotHold(inner, "a log", []byte("time=1 msg="+form+"\n")); !inner.Failed() {
			t.Errorf("%q is not found", form)
		}
	}
}

// The database's URL contains its password, which must never be printed, whatever is wrong with the URL or the server.
func TestThePasswordOfTheDatabaseIsNeverRepeated(t *testing.T) {
	t.Parallel()
	const password = "s3cretOfTheDatabase"
	for name, address := range map[string]string{
		"nobody listens":       "postgres://earnest:" + password + "@127.0.0.1:1/earnest?connect_timeout=1",
		"no such host":         "postgres://earnest:" + password + "@nowhere.invalid/earnest?connect_timeout=1",
		"a bad port":           "postgres://earnest:" + password + "@127.0.0.1:port/earnest",
		"a bad parameter":      "postgres://earnest:" + password + "@127.0.0.1/earnest?sslmode=nonsense",
		"a bad escape":         "postgres://earnest:" + password + "%zz@127.0.0.1/earnest",
		"a space in it":        "postgres://earnest:" + password + " x@127.0.0.1/earnest",
		"another scheme":       "mysql://earnest:" + password + "@127.0.0.1/earnest",
		"as a parameter":       "postgres://127.0.0.1:1/earnest?user=x&connect_timeout=1&password=" + password,
		"a hash in the middle": "postgres://earnest:x#" + password + "@127.0.0.1:1/earnest",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := &rig.World{Bin: bin, Database: address}
			for _, command := range [][]string{{"doctor"}, {"user", "add", "--email", "a@example.com", "--firstname", "A", "--lastname", "B"}} {
				_, words, err := w.Run(command...)
				if err == nil || strings.Contains(words, password) {
					t.Errorf("earnest %s: %v: %s", command[0], err, words)
				}
			}
		})
	}
}

// When a handler panics, the log shows where, but neither the response nor the log contains anything from the request.
func TestAPanicRevealsNoSecret(t *testing.T) {
	t.Parallel()
	const secret = "ern_0123456789abcdefghijABCDEFGHIJ0123456789xyz"
	var log bytes.Buffer
	broken := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.ReadAll(r.Body)
		empty := make([]int, 0)
		_ = empty[len(r.Header)]
	})
	s := server.New(server.Options{API: broken, Dash: broken, Docs: broken, Web: broken, Log: slog.New(slog.NewTextHandler(&log, nil))})
	for _, path := range []string{"/api/v1/projects", "/dash/session", "/docs", "/"} {
		answer := httpDo(t, s.Handler(), path, secret)
		if answer.Code != http.StatusInternalServerError || strings.Contains(answer.Body.String(), secret) || strings.Contains(answer.Body.String(), "index") {
			t.Errorf("%s: %d %s", path, answer.Code, answer.Body)
		}
	}
	if !strings.Contains(log.String(), "index out of range") || !regexp.MustCompile(`stack=.*secret_test\.go`).MatchString(log.String()) {
		t.Errorf("the log does not tell what happened: %s", log.String())
	}
	if strings.Contains(log.String(), secret[12:]) {
		t.Error("the log holds what the request carried")
	}
}
