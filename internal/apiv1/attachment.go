package apiv1

import (
	"context"
	"crypto/sha256"

	"earnest/internal/domain"
	"earnest/internal/files"
	"earnest/internal/front"
	"earnest/internal/work"
)

// attachment is the wire form of an attachment.
type attachment struct {
	UUID           string `json:"uuid" format:"uuid"`
	TicketUUID     string `json:"ticket_uuid" format:"uuid"`
	Name           string `json:"name" rule:"file name" doc:"the name of the file, without a folder"`
	Size           int64  `json:"size" doc:"in bytes"`
	MediaType      string `json:"media_type" doc:"recognised by the first bytes, whatever the name says; text/plain for every text"`
	SHA256         string `json:"sha256" doc:"the hash of the content, in hexadecimal"`
	URL            string `json:"url" doc:"the address of the bytes on this server"`
	AuthorID       int64  `json:"author_id"`
	AuthorName     string `json:"author_name"`
	AuthorInitials string `json:"author_initials"`
	CreatedAt      string `json:"created_at" format:"stamp"`
	CreatedAtISO   string `json:"created_at_iso" format:"date-time"`
}

// fileURL returns the address of a file.
func fileURL(a domain.Attachment) string { return Base + "/attachments/" + a.UUID }

func attachmentOf(a domain.Attachment) attachment {
	return attachment{
		UUID:           a.UUID,
		TicketUUID:     a.TicketUUID,
		Name:           a.Name,
		Size:           a.Content.Size,
		MediaType:      a.Content.MediaType,
		SHA256:         a.Content.SHA256,
		URL:            fileURL(a),
		AuthorID:       a.AuthorID,
		AuthorName:     domain.FullName(a.AuthorFirstname, a.AuthorLastname),
		AuthorInitials: domain.Initials(a.AuthorFirstname, a.AuthorLastname),
		CreatedAt:      stamp(a.CreatedAt),
		CreatedAtISO:   domain.Instant(a.CreatedAt),
	}
}

func taggedAttachment(a domain.Attachment) tagged {
	return tagged{data: attachmentOf(a), uuid: a.UUID, etag: front.FileTag(a), location: fileURL(a)}
}

func (a *API) listAttachments(r *request) (any, error) {
	convert := func(i files.AttachmentItem) attachment { return attachmentOf(i.Attachment) }
	run := func(in domain.Input[domain.Page], out work.List[files.AttachmentItem]) error {
		page, err := in.Get()
		return a.app.Files.Attachments(r.ctx, r.caller, r.uuid, domain.NewInput(files.Query{Page: page}, err), out)
	}
	return newListing(r, r.query(), convert, files.AttachmentItem.Position, run), nil
}

// createAttachment receives a file, which may take long, and then attaches it. If another request with the same Idempotency-Key is running, the handler is
// called again, when the file has been received.
func (a *API) createAttachment(r *request) (any, error) {
	if r.staged == nil {
		err := r.Upload(a.app.Files.Limit(), a.app.Files.TooLarge(),
			func(ctx context.Context, open front.OpenFile) (err error) {
				caller := r.caller
				caller.Receipt = r.receipt
				r.staged, err = a.app.Files.Receive(ctx, caller, r.uuid, open)
				return err
			})
		if err != nil {
			return nil, err
		}
	}
	if r.receipt != nil {
		sum := sha256.Sum256([]byte(r.staged.SHA256 + r.staged.Name))
		r.receipt.Request = r.named(sum[:])
	}
	return made(r, taggedAttachment, func(caller domain.Caller) (domain.Attachment, error) {
		return a.app.Files.Attach(r.ctx, caller, r.uuid, r.staged)
	})
}

// download is a file to be sent.
type download struct {
	*request
	file domain.Attachment
	open func() (*files.Reader, error)
}

func (a *API) getAttachment(r *request) (any, error) {
	file, err := a.app.Files.Find(r.ctx, r.caller, r.uuid)
	open := func() (*files.Reader, error) { return a.app.Files.Open(r.Context(), r.caller, file) }
	return download{r, file, open}, err
}

// sendFile sends the bytes of a file.
func (w *writer) sendFile(d download) {
	if tag, same := front.Matches(d.Header["If-None-Match"], front.FileTag(d.file), true); same {
		w.unchanged(tag)
		return
	}
	body, err := d.open()
	if err != nil {
		w.fail(err)
		return
	}
	defer body.Close() //nolint:errcheck // never fails
	w.Pass.Leave()     // downloads have their own limit
	w.setHeaders(true)
	if err := front.SendFile(w, d.Request, d.file, body); err != nil {
		w.fail(err)
	}
}

func (a *API) deleteAttachment(r *request) (any, error) {
	return deleted{true}, a.app.Files.Delete(r.ctx, matching(r, taggedAttachment), r.uuid)
}
