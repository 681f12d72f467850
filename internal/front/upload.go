package front

import (
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"time"

	"earnest/internal/domain"
)

const (
	// filePatience is how long a client may pause while it sends or receives a file.
	filePatience = 30 * time.Second
	// fileRate is how many bytes of a file per second a client must send or receive on average, after an initial grace period of filePatience.
	fileRate = 16 << 10
	// formBytes is the maximum size of what surrounds the file in a form.
	formBytes = 64 << 10
	// FilePart is the name of the file in a form.
	FilePart = "file"
)

// filePace is the pace of a client that sends or receives a file.
func filePace() Pace {
	return Pace{Patience: filePatience, Bytes: fileRate * int64(filePatience/time.Second)}
}

// OpenFile returns the name and the bytes of a file that is being received, for which it may have to read the beginning of a form.
type OpenFile = func() (domain.Input[domain.NewFile], io.Reader)

// Upload passes the file in the body of a call to take, while it arrives: the whole body or, in a form, its only part. While the client sends, the call
// holds no slot and its deadline is paused, so take gets a context that ends with the request. Nothing is read before take opens the file. A body that
// says it is larger than limit is refused unread.
func (c *Call) Upload(limit int64, tooLarge error, take func(ctx context.Context, open OpenFile) error) (err error) {
	if c.ContentLength > limit+formBytes {
		return tooLarge
	}
	refused := c.Pass.Wait(c.Limit, func() {
		defer c.Limit.Pause()()
		body := &steadyBody{Reader: c.Body, conn: c.Conn, pace: filePace()}
		err = take(c.Context(), func() (domain.Input[domain.NewFile], io.Reader) { return c.file(body) })
		_ = c.Conn.SetReadDeadline(time.Now().Add(filePatience)) // for whatever follows
	})
	if refused != nil {
		return Busy(refused)
	}
	return Busy(err)
}

// file finds the file in a body. The parameter name takes precedence over the name in a form.
func (c *Call) file(body io.Reader) (domain.Input[domain.NewFile], io.Reader) {
	p := NewParams(c.Request)
	file := domain.NewFile{Length: c.ContentLength}
	name, named := p.Get("name")
	if media, params, err := mime.ParseMediaType(c.Header.Get("Content-Type")); err == nil && media == "multipart/form-data" {
		part, err := onlyPart(body, params["boundary"])
		if err != nil {
			return domain.Unreadable[domain.NewFile](err), nil
		}
		body, file.Length = part, -1
		if !named {
			name, named = part.FileName(), true
		}
	}
	file.Name = p.fileName(name, named)
	return domain.NewInput(file, p.Err), body
}

// fileName checks the name of a file.
func (p *Params) fileName(name string, sent bool) string {
	rule := domain.Rules("file name")
	clean, ok := rule.Text(name)
	switch flaw := rule.Flaw(name); {
	case !sent:
		p.Refuse("name", domain.Invalidf("name is required: send the name of the file in the query"))
	case flaw != "":
		p.Refuse("name", domain.Invalidf("name must %s", flaw))
	case !ok:
		p.refuseRule("name", "file name", name)
	}
	return clean
}

// formBody is the body of a form. Reading it fails when too much of what was read does not belong to the file.
type formBody struct {
	io.Reader

	left int64 // how many bytes may still surround the file
}

func (b *formBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return n, domain.Invalidf("a form must not have more than %d KiB besides its file", formBytes>>10).At(FilePart)
	}
	return n, err
}

// formFile is the file of a form. At its end, it makes sure that nothing follows.
type formFile struct {
	*multipart.Part

	form *multipart.Reader
	body *formBody
}

// onlyPart returns the file of a form, which must be its only part.
func onlyPart(from io.Reader, boundary string) (formFile, error) {
	body := &formBody{from, formBytes}
	form := multipart.NewReader(body, boundary)
	part, err := form.NextPart()
	if flaw, known := errors.AsType[*domain.Error](err); known {
		return formFile{}, flaw
	}
	if err != nil {
		return formFile{}, domain.Wrap(domain.Invalid, err, "the form could not be read; it must have one part, %s", FilePart)
	}
	if part.FormName() != FilePart {
		return formFile{}, domain.Invalidf("the form must have one part, which must be called %s", FilePart).At(FilePart)
	}
	return formFile{part, form, body}, nil
}

func (f formFile) Read(p []byte) (int, error) {
	n, err := f.Part.Read(p)
	f.body.left += int64(n)
	if err != io.EOF { //nolint:errorlint // the end itself, not an error that was caused by it
		return n, unreadable(err)
	}
	switch _, next := f.form.NextPart(); {
	case next == nil:
		return n, domain.Invalidf("the form must have one part only").At(FilePart)
	case next != io.EOF:
		return n, unreadable(next)
	default:
		return n, io.EOF
	}
}

// steadyBody is a body that may take as long as it needs, provided that the client keeps sending.
type steadyBody struct {
	io.Reader

	conn *http.ResponseController
	pace Pace
}

func (b *steadyBody) Read(p []byte) (int, error) {
	began := time.Now()
	_ = b.conn.SetReadDeadline(began.Add(b.pace.Left())) // not every connection supports deadlines
	n, err := b.Reader.Read(p)
	b.pace.Note(n, began)
	if err == io.EOF { // the end itself, not an error that was caused by it
		return n, err
	}
	return n, unreadable(err)
}

// unreadable returns the error for a body that does not arrive in full; nil stays nil.
func unreadable(err error) error {
	if _, known := errors.AsType[*domain.Error](err); known || err == nil {
		return err
	}
	return domain.Wrap(domain.Invalid, err, "the body could not be read to its end")
}
