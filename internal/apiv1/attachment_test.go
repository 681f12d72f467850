package apiv1_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"net/textproto"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/files"
	"earnest/internal/tests3"
	"earnest/test/rig"
)

// noise returns bytes that are no text and do not repeat from piece to piece.
func noise(n int) []byte {
	out := make([]byte, 0, n+32)
	sum := sha256.Sum256([]byte{0})
	for len(out) < n {
		sum = sha256.Sum256(sum[:])
		out = append(out, sum[:]...)
	}
	return out[:n]
}

func hashOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

func mustDownload(t *testing.T, c *client.Client, uuid string) []byte {
	t.Helper()
	body := apitest.Must(c.Download(t.Context(), uuid))(t)
	defer body.Close()
	return apitest.Must(io.ReadAll(body))(t)
}

func rowsIn(t *testing.T, d *db.DB, text db.Text) int {
	t.Helper()
	n, err := db.Read(t.Context(), d, func(tx *db.Tx) (int, error) { return tx.Count(t.Context(), db.NewQuery(text)) })
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// eachStore runs f on each engine, with the files in the database and in an S3-compatible store. pieces counts the contents that are stored in
// either.
func eachStore(t *testing.T, adjust func(*app.Config), f func(t *testing.T, w *apitest.World, pieces func() int)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		w := apitest.New(t, url, adjust)
		f(t, w, func() int { return rowsIn(t, w.Store, `SELECT COUNT(DISTINCT content_id) FROM content_chunks`) })
	})
	t.Run("s3", func(t *testing.T) {
		t.Helper()
		t.Parallel()
		dbtest.Each(t, func(t *testing.T, url string) {
			t.Helper()
			server := tests3.Start(t)
			w := apitest.New(t, url, func(c *app.Config) {
				if adjust != nil {
					adjust(c)
				}
				c.Files.Bucket = server.Bucket(t)
			})
			f(t, w, func() int { return len(server.Objects(t)) })
		})
	})
}

func TestAFileLivesFromUploadToDeletion(t *testing.T) {
	t.Parallel()
	eachStore(t, nil, func(t *testing.T, w *apitest.World, _ func() int) {
		ctx := t.Context()
		c := w.MustCast(t, "")
		before := apitest.Must(c.Owner.Ticket(ctx, c.Ticket))(t).UpdatedAt
		w.Clock.Advance(time.Minute)
		content := noise(600_000) // three pieces
		a := apitest.Must(c.Member.Attach(ctx, c.Ticket, " Rapport été.bin ", bytes.NewReader(content)))(t)
		want := client.Attachment{
			UUID: a.UUID, TicketUUID: c.Ticket, Name: "Rapport été.bin", Size: int64(len(content)), MediaType: "application/octet-stream", SHA256: hashOf(content),
			URL: "/api/v1/attachments/" + a.UUID, AuthorID: c.Member.ID, AuthorName: "member Test", AuthorInitials: "MT",
			CreatedAt: client.Time{Time: w.Clock.Now()}, CreatedAtISO: w.Clock.Now(), Version: client.Version{ETag: `"` + hashOf(content) + `"`},
		}
		if fmt.Sprint(*a) != fmt.Sprint(want) {
			t.Errorf("a new file is\n%+v, not\n%+v", *a, want)
		}
		if got := mustDownload(t, c.Viewer.Client, a.UUID); !bytes.Equal(got, content) {
			t.Errorf("%d other bytes came back", len(got))
		}
		if list := apitest.Must(c.Viewer.Attachments(ctx, c.Ticket))(t); len(list) != 2 || list[0].UUID != c.Attachment || list[1].UUID != a.UUID {
			t.Errorf("the files are %+v", list)
		}
		if after := apitest.Must(c.Owner.Ticket(ctx, c.Ticket))(t).UpdatedAt; after != before {
			t.Errorf("a file moved the ticket's updated_at from %v to %v", before, after)
		}
		if err := c.Viewer.DeleteAttachment(ctx, a.UUID); !errors.Is(err, client.Forbidden) {
			t.Errorf("a viewer deleted it: %v", err)
		}
		if err := c.Member.DeleteAttachment(ctx, a.UUID, client.IfMatch(`"other"`)); !errors.Is(err, client.PreconditionFailed) {
			t.Errorf("with another ETag: %v", err)
		}
		if err := c.Member.DeleteAttachment(ctx, a.UUID, client.IfMatch(a.ETag)); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Member.Download(ctx, a.UUID); !errors.Is(err, client.NotFound) {
			t.Errorf("a deleted file gave %v", err)
		}
	})
}

func TestOnlyTheAuthorAndModeratorsDeleteAFile(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		a := apitest.Must(c.Owner.Attach(t.Context(), c.Ticket, "plan.txt", strings.NewReader("secret")))(t)
		if err := c.Member.DeleteAttachment(t.Context(), a.UUID); !errors.Is(err, client.Forbidden) {
			t.Errorf("a member deleted another's file: %v", err)
		}
		if err := c.Admin.DeleteAttachment(t.Context(), a.UUID); err != nil {
			t.Error(err)
		}
	})
}

func TestContentIsStoredOncePerProjectAndSweptWithItsLastFile(t *testing.T) {
	t.Parallel()
	eachStore(t, nil, func(t *testing.T, w *apitest.World, pieces func() int) {
		ctx := t.Context()
		c, other := w.MustCast(t, ""), w.MustCast(t, "other")
		content := noise(300_000)
		attach := func(c *apitest.Cast, name string) string {
			return apitest.Must(c.Owner.Attach(ctx, c.Ticket, name, bytes.NewReader(content)))(t).UUID
		}
		first, second, elsewhere := attach(c, "a"), attach(c, "b"), attach(other, "c")
		const others = 2 // each cast has a file
		if n := pieces() - others; n != 2 {
			t.Errorf("two projects store the content %d times", n)
		}
		if n := rowsIn(t, w.Store, `SELECT COUNT(*) FROM contents WHERE sha256 IS NULL`); n != 0 {
			t.Errorf("%d contents are left of what was stored already", n)
		}
		sweep := func() {
			w.Clock.Advance(files.StagedFor + time.Minute)
			if err := w.App.Files.Sweep(ctx); err != nil {
				t.Fatal(err)
			}
		}
		for step, uuid := range []string{first, second} {
			if err := c.Owner.DeleteAttachment(ctx, uuid); err != nil {
				t.Fatal(err)
			}
			if w.App.Files.Sweep(ctx) != nil || pieces()-others != 2 {
				t.Errorf("a content was swept too soon")
			}
			sweep()
			if n := pieces() - others; n != 2-step {
				t.Errorf("after deletion %d, the content is stored %d times", step+1, n)
			}
		}
		if got := mustDownload(t, other.Owner.Client, elsewhere); !bytes.Equal(got, content) {
			t.Error("the other project has lost its file")
		}
		if again := attach(c, "d"); !bytes.Equal(mustDownload(t, c.Owner.Client, again), content) {
			t.Error("the content cannot be attached again")
		}
	})
}

func TestNamesOfFilesAreText(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		for _, name := range []string{
			"", " ", "a/b", `a\b`, "/etc/passwd", `C:\x`, "..", ".", "a\nb", "a\r\nSet-Cookie: b=c", "a\x00b", "a\x1bb", "\xff", "exe.\u202egpj", "a\u2028b", strings.Repeat("é", 256),
		} {
			a := w.Call(t, c.Member.Key, "POST", "/tickets/"+c.Ticket+"/attachments?name="+url.QueryEscape(name), "x")
			if a.Status != http.StatusUnprocessableEntity || a.Code != "VALIDATION_ERROR" || !strings.Contains(string(a.Body), `"field":"name"`) {
				t.Errorf("the name %q: %d %s", name, a.Status, a.Body)
			}
		}
		if a := w.Call(t, c.Member.Key, "POST", "/tickets/"+c.Ticket+"/attachments", "x"); a.Status != http.StatusUnprocessableEntity {
			t.Errorf("without a name: %d", a.Status)
		}
		for _, name := range []string{
			strings.Repeat("é", 255), `"quoted" name.txt`, "'; DROP TABLE x; --", "<img src=x onerror=alert(1)>", "ملف.txt", "文件 (1).png", "a;b=c,d%0a", "..hidden", "-rf",
		} {
			a := apitest.Must(c.Member.Attach(t.Context(), c.Ticket, name, strings.NewReader("x")))(t)
			got := w.Call(t, c.Member.Key, "GET", "/attachments/"+a.UUID, nil)
			if a.Name != name || got.Status != http.StatusOK || !strings.HasPrefix(got.Header.Get("Content-Disposition"), "attachment; filename") {
				t.Errorf("%q became %q, %d, %q", name, a.Name, got.Status, got.Header.Get("Content-Disposition"))
			}
		}
	})
}

func TestOnlyImagesAreShownInPlace(t *testing.T) {
	t.Parallel()
	eachStore(t, nil, func(t *testing.T, w *apitest.World, _ func() int) {
		c := w.MustCast(t, "")
		png, script := "\x89PNG\r\n\x1a\n", "<script>alert(1)</script>"
		for _, f := range []struct{ name, content, media, how string }{
			{"a.png", png + "rest", "image/png", "inline"},
			{"a.txt", "\xff\xd8\xff\xe0rest", "image/jpeg", "inline"},
			{"a", "GIF89a" + script, "image/gif", "inline"}, // a polyglot: safe, since it is never taken for anything but an image
			{"a.webp", "RIFF\x10\x00\x00\x00WEBPVP8 ", "image/webp", "inline"},
			{"a.png", script, "text/plain; charset=utf-8", "attachment"},
			{"a.html", "<!doctype html>" + script, "text/plain; charset=utf-8", "attachment"},
			{"a.svg", `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`, "text/plain; charset=utf-8", "attachment"},
			{"a.png", "<svg>" + png, "application/octet-stream", "attachment"},
			{"a.pdf", "%PDF-1.7\n" + script, "application/pdf", "attachment"},
			{"a.js", "\x00\x01" + script, "application/octet-stream", "attachment"},
			{"empty.png", "", "text/plain; charset=utf-8", "attachment"},
		} {
			a := apitest.Must(c.Member.Attach(t.Context(), c.Ticket, f.name, strings.NewReader(f.content)))(t)
			got := w.Call(t, c.Viewer.Key, "GET", "/attachments/"+a.UUID, nil)
			how, _, _ := strings.Cut(got.Header.Get("Content-Disposition"), ";")
			if string(got.Body) != f.content || got.Header.Get("Content-Type") != f.media || how != f.how {
				t.Errorf("%q of %q: %s, %s, %d bytes", f.name, f.content, got.Header.Get("Content-Type"), how, len(got.Body))
			}
			if got.Header.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(got.Header.Get("Content-Security-Policy"), "sandbox") {
				t.Errorf("%q has the headers %v", f.name, got.Header)
			}
		}
	})
}

// form returns a form with the given parts, each of them a name, a file name and a content.
func form(t *testing.T, parts ...[3]string) (body, contentType string) {
	t.Helper()
	var buf bytes.Buffer
	m := multipart.NewWriter(&buf)
	for _, p := range parts {
		h := textproto.MIMEHeader{"Content-Type": {"text/html"}}
		h.Set("Content-Disposition", fmt.Sprintf(`form-data; name=%q; filename=%q`, p[0], p[1]))
		part := apitest.Must(m.CreatePart(h))(t)
		_, _ = io.WriteString(part, p[2])
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.String(), m.FormDataContentType()
}

func TestAFormHasOneFile(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		send := func(query, body, kind string) apitest.Answer {
			req := w.MustRequest(t, c.Member.Key, "POST", "/tickets/"+c.Ticket+"/attachments"+query, body)
			req.Header.Set("Content-Type", kind)
			return w.Send(t, req)
		}
		big := string(noise(700_000))
		for name, f := range map[string]struct {
			query string
			parts [][3]string
			want  string // the name; empty: refused
		}{
			"one file":             {"", [][3]string{{"file", "notes.txt", big}}, "notes.txt"},
			"a path":               {"", [][3]string{{"file", "../../etc/passwd", "x"}}, "passwd"},
			"the name of the call": {"?name=mine.txt", [][3]string{{"file", "theirs.txt", "x"}}, "mine.txt"},
			"no name":              {"", [][3]string{{"file", "", "x"}}, ""},
			"another part":         {"", [][3]string{{"picture", "notes.txt", "x"}}, ""},
			"two files":            {"", [][3]string{{"file", "a.txt", "x"}, {"file", "b.txt", "x"}}, ""},
			"nothing":              {"", nil, ""},
		} {
			body, kind := form(t, f.parts...)
			a := send(f.query, body, kind)
			var got client.Attachment
			if a.Status == http.StatusCreated {
				a.Data(t, &got)
			}
			if got.Name != f.want || f.want == "" && a.Status != http.StatusUnprocessableEntity {
				t.Errorf("%s: %d %s", name, a.Status, a.Body)
			}
		}
		body, kind := form(t, [3]string{"file", "a.txt", big})
		if a := send("", body[:len(body)-100], kind); a.Status != http.StatusUnprocessableEntity {
			t.Errorf("a form that breaks off: %d %s", a.Status, a.Body)
		}
	})
}

// mustDial opens a connection to the world's server and sends the head of an upload.
func mustDial(t *testing.T, w *apitest.World, c *apitest.Cast, headers ...string) net.Conn {
	t.Helper()
	conn := apitest.Must(net.Dial("tcp", strings.TrimPrefix(w.Server.URL, "http://")))(t)
	t.Cleanup(func() { _ = conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(30 * time.Second))
	head := "POST /api/v1/tickets/" + c.Ticket + "/attachments?name=big HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + c.Member.Key + "\r\n"
	if _, err := io.WriteString(conn, head+strings.Join(headers, "\r\n")+"\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	return conn
}

func TestAFileThatSaysItIsTooLargeIsRefusedUnread(t *testing.T) {
	t.Parallel()
	eachStore(t, nil, func(t *testing.T, w *apitest.World, _ func() int) {
		c := w.MustCast(t, "")
		for _, headers := range [][]string{
			{"Content-Length: 2147483648"},
			{"Content-Length: 2147483648", "Content-Type: multipart/form-data; boundary=x"},
			{"Content-Length: 26214401"},
		} {
			conn := mustDial(t, w, c, headers...) // it sends no byte of the body
			answer := make([]byte, 12)
			if _, err := io.ReadFull(conn, answer); err != nil || string(answer) != "HTTP/1.1 413" {
				t.Errorf("%v: %q, %v", headers, answer, err)
			}
		}
	})
}

func TestAFileMayNotGrowBeyondItsLimits(t *testing.T) {
	t.Parallel()
	limits := func(c *app.Config) { c.Files = files.Config{FileLimit: 300_000, Quota: 700_000} }
	eachStore(t, limits, func(t *testing.T, w *apitest.World, _ func() int) {
		c := w.MustCast(t, "")
		path := "/tickets/" + c.Ticket + "/attachments?name=x"
		post := func(content []byte, chunked bool) apitest.Answer {
			req := w.MustRequest(t, c.Member.Key, "POST", path, content)
			if chunked {
				req.ContentLength = -1
			}
			return w.Send(t, req)
		}
		for _, chunked := range []bool{false, true} {
			a := post(noise(300_001), chunked)
			if a.Status != http.StatusRequestEntityTooLarge || a.Code != "FILE_TOO_LARGE" {
				t.Errorf("one byte too many: %d %s", a.Status, a.Body)
			}
		}
		whole := noise(900_000)
		for i, want := range []string{"", "", "FILES_QUOTA_EXCEEDED", "FILES_QUOTA_EXCEEDED"} {
			if a := post(whole[i*200_000:i*200_000+300_000], i == 3); a.Code != want {
				t.Errorf("file %d: %d %s", i, a.Status, a.Body)
			}
		}
		for _, chunked := range []bool{false, true} {
			if a := post(whole[:300_000], chunked); a.Status != http.StatusCreated {
				t.Errorf("a content that the project has already: %d %s", a.Status, a.Body)
			}
		}
		if n := rowsIn(t, w.Store, `SELECT COUNT(*) FROM contents WHERE sha256 IS NULL`); n != 0 {
			t.Errorf("%d refused files are left", n)
		}
	})
}

func TestARepeatedUploadGetsTheFirstAnswerAlthoughItWouldNotFitTwice(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		const cast, stored = 5, 300_000 // the size of the file of a cast, and of the one that fills the project
		w := apitest.New(t, url, func(c *app.Config) { c.Files = files.Config{FileLimit: stored, Quota: cast + stored} })
		c := w.MustCast(t, "")
		ticket := c.NewTicket(t)
		send := func(path string, body []byte) apitest.Answer {
			req := w.MustRequest(t, c.Member.Key, "POST", path, body)
			req.Header.Set("Idempotency-Key", path)
			return w.Send(t, req)
		}
		upload, comment := "/tickets/"+ticket+"/attachments?name=x", "/comments"
		first, again := send(upload, noise(stored)), send(upload, noise(stored))
		if first.Status != http.StatusCreated || !bytes.Equal(first.Body, again.Body) {
			t.Errorf("first %d %s\nagain %d %s", first.Status, first.Body, again.Status, again.Body)
		}
		if a := send(upload, noise(stored)[1:]); a.Code != "IDEMPOTENCY_MISMATCH" {
			t.Errorf("another file with the same Idempotency-Key: %d %s", a.Status, a.Body)
		}
		if a := send(upload+"y", []byte("y")); a.Code != "FILES_QUOTA_EXCEEDED" {
			t.Errorf("another file: %d %s", a.Status, a.Body)
		}
		if n := rowsIn(t, w.Store, `SELECT COUNT(*) FROM contents WHERE sha256 IS NULL`); n != 0 {
			t.Errorf("%d contents of repeated uploads are left", n)
		}
		text := []byte(`{"ticket_uuid": "` + ticket + `", "content": "Hello"}`)
		if a := send(comment, text); a.Status != http.StatusCreated {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		if err := c.Owner.DeleteTicket(t.Context(), ticket); err != nil {
			t.Fatal(err)
		}
		if file, other := send(upload, noise(stored)), send(comment, text); file.Status != other.Status || file.Status != http.StatusNotFound {
			t.Errorf("once the ticket is deleted, an upload is answered with %d and a comment with %d", file.Status, other.Status)
		}
	})
}

func TestFilesOfDeletedTicketsDoNotCountAndComeBack(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := apitest.New(t, url, func(c *app.Config) { c.Files = files.Config{FileLimit: 300_000, Quota: 500_000} })
		c := w.MustCast(t, "")
		whole := noise(900_000)
		attach := func(ticket string, from int) (string, error) {
			a, err := c.Member.Attach(t.Context(), ticket, "x", bytes.NewReader(whole[from:from+300_000]))
			if err != nil {
				return "", err
			}
			return a.UUID, nil
		}
		first, second := c.NewTicket(t), c.NewTicket(t)
		kept := apitest.Must(attach(first, 0))(t)
		if _, err := attach(second, 200_000); !errors.Is(err, client.FilesQuotaExceeded) {
			t.Errorf("a second file: %v", err)
		}
		if err := c.Owner.DeleteTicket(t.Context(), first); err != nil {
			t.Fatal(err)
		}
		apitest.Must(attach(second, 200_000))(t)
		if err := w.App.Tickets.RestoreTicket(t.Context(), domain.Caller{UserID: c.Owner.ID}, first); err != nil {
			t.Fatal(err)
		}
		if got := mustDownload(t, c.Member.Client, kept); !bytes.Equal(got, whole[:300_000]) {
			t.Error("the file has not come back with its ticket")
		}
		if _, err := attach(second, 400_000); !errors.Is(err, client.FilesQuotaExceeded) {
			t.Errorf("once the ticket is restored: %v", err)
		}
	})
}

func TestAttachingAndDeletingInTurnDoesNotFillTheDatabase(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := apitest.New(t, url, func(c *app.Config) { c.Files = files.Config{FileLimit: 300_000, Quota: 300_000} })
		c := w.MustCast(t, "")
		whole, n := noise(1_200_000), 0
		for ; n < 9; n++ {
			a, err := c.Member.Attach(t.Context(), c.Ticket, "x", bytes.NewReader(whole[n*100_000:n*100_000+200_000]))
			if errors.Is(err, client.FilesQuotaExceeded) {
				break
			}
			if err != nil || c.Member.DeleteAttachment(t.Context(), a.UUID) != nil {
				t.Fatal(err)
			}
		}
		if n < 2 || n > 4 {
			t.Errorf("%d files of 200 kB are stored although the quota is 300 kB", n)
		}
		w.Clock.Advance(files.StagedFor + time.Minute)
		if err := w.App.Files.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		apitest.Must(c.Member.Attach(t.Context(), c.Ticket, "x", bytes.NewReader(whole[:200_000])))(t)
	})
}

func TestOfAFormNothingIsReadForThoseWhoMayNotAttach(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		stranger := *c
		stranger.Member = c.Viewer
		conn := mustDial(t, w, &stranger, "Content-Length: 1000000", "Content-Type: multipart/form-data; boundary=x") // it sends no byte of the body
		_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
		answer := make([]byte, 12)
		if _, err := io.ReadFull(conn, answer); err != nil || string(answer) != "HTTP/1.1 403" {
			t.Errorf("%q, %v", answer, err)
		}
	})
}

func TestAFormHasLittleBesidesItsFile(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		body, kind := form(t, [3]string{"file", "a.txt", string(noise(300_000))})
		for before, want := range map[int]int{1 << 10: http.StatusCreated, 100 << 10: http.StatusUnprocessableEntity} {
			req := w.MustRequest(t, c.Member.Key, "POST", "/tickets/"+c.Ticket+"/attachments", strings.Repeat("xx\r\n", before/4)+body)
			req.ContentLength = -1
			req.Header.Set("Content-Type", kind)
			if a := w.Send(t, req); a.Status != want {
				t.Errorf("with %d bytes before the file: %d %s", before, a.Status, a.Body)
			}
		}
	})
}

func TestABrokenUploadAttachesNothingAndIsSwept(t *testing.T) {
	t.Parallel()
	eachStore(t, nil, func(t *testing.T, w *apitest.World, pieces func() int) {
		c := w.MustCast(t, "")
		left := func() int { return rowsIn(t, w.Store, `SELECT COUNT(*) FROM contents WHERE sha256 IS NULL`) }
		await := func(done func() bool) {
			for deadline := time.Now().Add(10 * time.Second); !done() && time.Now().Before(deadline); {
				time.Sleep(10 * time.Millisecond)
			}
		}
		for _, headers := range [][]string{{"Content-Length: 1000000"}, {"Transfer-Encoding: chunked"}} {
			conn := mustDial(t, w, c, headers...)
			if strings.HasPrefix(headers[0], "T") {
				_, _ = fmt.Fprintf(conn, "%x\r\n", 1_000_000)
			}
			if _, err := conn.Write(noise(600_000)); err != nil {
				t.Fatal(err)
			}
			await(func() bool { return left() > 0 })
			_ = conn.Close()
			await(func() bool { return left() == 0 }) // usually, they are deleted at once
		}
		w.Clock.Advance(files.StagedFor + time.Minute)
		if err := w.App.Files.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if list := apitest.Must(c.Member.Attachments(t.Context(), c.Ticket))(t); len(list) != 1 || left() != 0 {
			t.Errorf("%d files, %d leftovers", len(list), left())
		}
		if n := pieces(); n != 1 {
			t.Errorf("%d contents are left", n)
		}
	})
}

func TestPartsOfAFileCanBeRead(t *testing.T) {
	t.Parallel()
	eachStore(t, nil, func(t *testing.T, w *apitest.World, _ func() int) {
		c := w.MustCast(t, "")
		content := noise(600_000)
		a := apitest.Must(c.Member.Attach(t.Context(), c.Ticket, "x", bytes.NewReader(content)))(t)
		get := func(name, value string) apitest.Answer {
			req := w.MustRequest(t, c.Viewer.Key, "GET", "/attachments/"+a.UUID, nil)
			req.Header.Set(name, value)
			return w.Send(t, req)
		}
		for spec, want := range map[string][]byte{
			"bytes=0-0": content[:1], "bytes=262143-262144": content[262143:262145], "bytes=-5": content[599_995:], "bytes=524288-": content[524288:],
		} {
			if got := get("Range", spec); got.Status != http.StatusPartialContent || !bytes.Equal(got.Body, want) {
				t.Errorf("%s: %d, %d bytes", spec, got.Status, len(got.Body))
			}
		}
		if got := get("Range", "bytes=600000-"); got.Status != http.StatusRequestedRangeNotSatisfiable || got.Code != "RANGE_NOT_SATISFIABLE" {
			t.Errorf("past the end: %d %s", got.Status, got.Body)
		}
		if got := get("If-None-Match", a.ETag); got.Status != http.StatusNotModified || len(got.Body) != 0 {
			t.Errorf("the same version: %d, %d bytes", got.Status, len(got.Body))
		}
		head := w.Call(t, c.Viewer.Key, "HEAD", "/attachments/"+a.UUID, nil)
		if head.Status != http.StatusOK || head.Header.Get("Content-Length") != "600000" || head.Header.Get("ETag") != a.ETag {
			t.Errorf("HEAD: %d %v", head.Status, head.Header)
		}
	})
}

func TestARepeatedUploadAttachesOneFile(t *testing.T) {
	t.Parallel()
	eachStore(t, nil, func(t *testing.T, w *apitest.World, _ func() int) {
		c := w.MustCast(t, "")
		content := noise(300_000)
		send := func(name string, content []byte) apitest.Answer {
			req := w.MustRequest(t, c.Member.Key, "POST", "/tickets/"+c.Ticket+"/attachments?name="+name, content)
			req.Header.Set("Idempotency-Key", "upload-1")
			return w.Send(t, req)
		}
		first, again := send("a", content), send("a", content)
		if first.Status != http.StatusCreated || !bytes.Equal(first.Body, again.Body) || again.Header.Get("Idempotency-Replayed") != "true" ||
			first.Header.Get("Location") != again.Header.Get("Location") {
			t.Errorf("first %d %s\nagain %d %s", first.Status, first.Body, again.Status, again.Body)
		}
		for _, other := range []apitest.Answer{send("b", content), send("a", content[1:])} {
			if other.Code != "IDEMPOTENCY_MISMATCH" {
				t.Errorf("another file: %d %s", other.Status, other.Body)
			}
		}
		if list := apitest.Must(c.Member.Attachments(t.Context(), c.Ticket))(t); len(list) != 2 {
			t.Errorf("%d files", len(list))
		}
		if n := rowsIn(t, w.Store, `SELECT COUNT(*) FROM contents`); n != 2 {
			t.Errorf("%d contents", n)
		}
	})
}

func TestFilesOfOtherProjectsAreOutOfReach(t *testing.T) {
	t.Parallel()
	eachStore(t, nil, func(t *testing.T, w *apitest.World, _ func() int) {
		c, other := w.MustCast(t, ""), w.MustCast(t, "other")
		for _, call := range [][2]string{
			{"GET", "/attachments/" + c.Attachment},
			{"DELETE", "/attachments/" + c.Attachment},
			{"GET", "/tickets/" + c.Ticket + "/attachments"},
			{"POST", "/tickets/" + c.Ticket + "/attachments?name=x"},
		} {
			if a := w.Call(t, other.Owner.Key, call[0], call[1], nil); a.Status != http.StatusForbidden {
				t.Errorf("%v by a member of another project: %d %s", call, a.Status, a.Body)
			}
		}
		if err := c.Owner.DeleteTicket(t.Context(), c.Ticket); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Owner.Download(t.Context(), c.Attachment); !errors.Is(err, client.NotFound) {
			t.Errorf("a file of a deleted ticket: %v", err)
		}
	})
}

func TestManyFilesAreListedInPages(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		ticket := c.NewTicket(t)
		many := rig.Times(250, 10_000) // as many as a ticket can have
		var want []string
		for i := range many {
			want = append(want, apitest.Must(c.Member.Attach(t.Context(), ticket, fmt.Sprintf("%d.txt", i), strings.NewReader(strconv.Itoa(i%7))))(t).UUID)
		}
		i := 0
		for a, err := range c.Member.AllAttachments(t.Context(), ticket) {
			if err != nil || a.UUID != want[i] {
				t.Fatalf("file %d is %+v, %v", i, a, err)
			}
			i++
		}
		if i != many {
			t.Errorf("%d files in all pages", i)
		}
		if n := rowsIn(t, w.Store, `SELECT COUNT(*) FROM contents`); n != 8 {
			t.Errorf("%d contents", n)
		}
	})
}
