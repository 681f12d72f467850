package faults_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"testing"
	"time"

	"earnest/internal/db/dbtest"
	"earnest/internal/tests3"
	"earnest/test/rig"
)

// The server is killed at moments spread over the time that an upload takes. Afterwards the ticket has the whole file or none, it has it if the client was told
// so, the doctor finds nothing wrong, and sending the file again attaches it once. In the end, the sweep leaves nothing but the files.
func TestAnUploadThatIsKilledIsThereInFullOrNotAtAll(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, database string) {
		t.Helper()
		killUploads(t, database, nil)
	})
	t.Run("s3", func(t *testing.T) {
		t.Parallel()
		dbtest.EachEmpty(t, func(t *testing.T, database string) {
			t.Helper()
			s := tests3.Start(t)
			made := killUploads(t, database, s3Flags(s))
			if len(s.Objects(t)) != made || s.Parts(t) > 0 {
				t.Errorf("for %d files, the store has the objects %v and %d parts", made, s.Objects(t), s.Parts(t))
			}
		})
	})
}

// killUploads uploads files, each of which is interrupted and sent again, and returns how many there are.
func killUploads(t *testing.T, database string, flags []string) int {
	t.Helper()
	u := &uploader{World: rig.MustFound(t, binary, database), flags: flags}
	n := u.mustStart(t)
	u.ticket = mustMake(t, u.caller, "tickets", map[string]any{"project_uuid": u.MustProject(t, n, "Harbour"), "title": "Own"})
	u.mustAttach(t, "first") // it takes longer than others
	began := time.Now()
	u.mustAttach(t, "second")
	length, rounds, kept := time.Since(began), rig.Times(4, 60), 0
	for i := range rounds {
		name, told := strconv.Itoa(i), make(chan int, 1)
		go func(c *rig.Caller) { told <- u.send(t, c, name).Status }(u.caller)
		time.Sleep(length * time.Duration(i+1) / time.Duration(rounds))
		n.Kill()
		n = u.mustStart(t)
		there, status := u.has(t, name), <-told
		if there {
			kept++
		} else if status == http.StatusCreated {
			t.Errorf("file %s was acknowledged and is lost", name)
		}
		u.mustAttach(t, name)
	}
	t.Logf("%d of %d files were attached when the server was killed", kept, rounds)
	n.Stop(t)
	mustSweep(t, database, flags)
	return rounds + 2
}

// uploader uploads files to a ticket.
type uploader struct {
	*rig.World

	flags  []string
	caller *rig.Caller
	ticket string
}

// mustStart starts a server and lets the doctor look at what the last one left.
func (u *uploader) mustStart(t *testing.T) *rig.Node {
	t.Helper()
	n := rig.Start(t, binary, u.Database, u.flags...)
	u.caller = rig.NewCaller(n.URL, u.Key)
	u.MustRun(t, append([]string{"doctor"}, u.flags...)...)
	return n
}

// contentOf returns the bytes of a file: two parts for an S3-compatible store, and many pieces for a database.
func contentOf(name string) []byte {
	content, seed := make([]byte, 6<<20), [32]byte{}
	copy(seed[:], name)
	_, _ = rand.NewChaCha8(seed).Read(content) // never fails
	return content
}

// send uploads a file. If the server does not answer, the status is 0.
func (u *uploader) send(t *testing.T, c *rig.Caller, name string) rig.Answer {
	url := c.URL + "/api/v1/tickets/" + u.ticket + "/attachments?name=" + name
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, bytes.NewReader(contentOf(name)))
	if err != nil {
		t.Error(err)
		return rig.Answer{}
	}
	r.Header.Set("Authorization", "Bearer "+u.Key)
	r.Header.Set("Idempotency-Key", name)
	response, err := c.HTTP.Do(r)
	if err != nil {
		return rig.Answer{}
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return rig.Answer{}
	}
	return rig.Answer{Status: response.StatusCode, Header: response.Header, Body: body}
}

// mustAttach uploads a file, which the ticket then has once.
func (u *uploader) mustAttach(t *testing.T, name string) {
	t.Helper()
	if a := u.send(t, u.caller, name); a.Status != http.StatusCreated {
		t.Fatalf("file %s: %d %s", name, a.Status, a.Body)
	}
	if !u.has(t, name) {
		t.Errorf("file %s is not there", name)
	}
}

// has reports whether the ticket has a file, which must be whole then, and must not be there twice.
func (u *uploader) has(t *testing.T, name string) bool {
	t.Helper()
	var list []struct{ UUID, Name string }
	u.caller.Must(t, http.StatusOK, "GET", "/api/v1/tickets/"+u.ticket+"/attachments?per_page=100", nil).MustData(t, &list)
	found := 0
	for _, file := range list {
		if file.Name != name {
			continue
		}
		found++
		if got := u.caller.Must(t, http.StatusOK, "GET", "/api/v1/attachments/"+file.UUID, nil).Body; !bytes.Equal(got, contentOf(name)) {
			t.Errorf("file %s has %d other bytes", name, len(got))
		}
	}
	if found > 1 {
		t.Errorf("file %s is there %d times", name, found)
	}
	return found > 0
}
