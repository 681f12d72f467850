package dash

import (
	"bytes"
	"context"
	"iter"
	"net/http"

	"earnest/internal/domain"
	"earnest/internal/files"
	"earnest/internal/front"
)

// attachment is a file of a ticket.
type attachment struct {
	UUID      string `json:"uuid"`
	Name      string `json:"name"`
	Size      int64  `json:"size"` // in bytes
	MediaType string `json:"media_type"`
	Image     bool   `json:"image"` // it can be shown in place
	URL       string `json:"url"`   // of the bytes; /preview below it is a small image, for those that can be shown
	AuthorID  int64  `json:"author_id"`
	Author    string `json:"author"`
	CreatedAt string `json:"created_at"`
	MayDelete bool   `json:"may_delete"`
}

// mostFiles is the maximum number of files shown for a ticket: the latest ones.
const mostFiles = 1000

type attachments struct {
	Attachments []attachment `json:"attachments"`
	Total       int          `json:"total"`
	Limit       int64        `json:"limit"` // the maximum size of a file, in bytes
}

func attachmentOf(a domain.Attachment, mayDelete bool) attachment {
	return attachment{
		UUID:      a.UUID,
		Name:      a.Name,
		Size:      a.Content.Size,
		MediaType: a.Content.MediaType,
		Image:     a.Content.IsImage(),
		URL:       Base + "/attachments/" + a.UUID,
		AuthorID:  a.AuthorID,
		Author:    domain.FullName(a.AuthorFirstname, a.AuthorLastname),
		CreatedAt: exact(a.CreatedAt),
		MayDelete: mayDelete,
	}
}

func (d *Dash) listAttachments(r *request) (any, error) {
	out := attachments{Limit: d.app.Files.Limit()}
	latest := domain.Given(files.Query{Last: mostFiles})
	err := d.app.Files.Attachments(r.ctx, r.caller(), r.UUID, latest, func(total int, items iter.Seq2[files.AttachmentItem, error]) error {
		out.Attachments, out.Total = []attachment{}, total // the list may be read twice
		for a, err := range items {
			if err != nil {
				return err
			}
			out.Attachments = append(out.Attachments, attachmentOf(a.Attachment, a.MayDelete))
		}
		return nil
	})
	return out, err
}

func (d *Dash) createAttachment(r *request) (any, error) {
	var staged *files.Staged
	err := r.Upload(d.app.Files.Limit(), d.app.Files.TooLarge(),
		func(ctx context.Context, open front.OpenFile) (err error) {
			staged, err = d.app.Files.Receive(ctx, r.caller(), r.UUID, open)
			return err
		})
	if err != nil {
		return nil, err
	}
	a, err := d.app.Files.Attach(r.ctx, r.caller(), r.UUID, staged)
	if err != nil {
		return nil, err
	}
	return made{attachmentOf(a, true)}, nil
}

func (d *Dash) getAttachment(r *request) (any, error) {
	a, err := d.app.Files.Find(r.ctx, r.caller(), r.UUID)
	if err != nil {
		return nil, err
	}
	return d.sendFile(r, a)
}

// sendFile sends the bytes of a file.
func (d *Dash) sendFile(r *request, a domain.Attachment) (any, error) {
	body, err := d.app.Files.Open(r.Context(), r.caller(), a)
	if err != nil {
		return nil, err
	}
	defer body.Close() //nolint:errcheck // never fails
	r.Pass.Leave()     // downloads have their own limit
	return written{}, front.SendFile(r.w, r.Request, a, body)
}

// previewMark makes the ETag of a preview differ from that of its file, and from those of previews of another size.
const previewMark = "-960"

// getPreview sends a small image of a file or, if it has none, the file itself. Browsers that have it already only ask whether they may still show it.
func (d *Dash) getPreview(r *request) (any, error) {
	a, err := d.app.Files.Find(r.ctx, r.caller(), r.UUID)
	if err != nil {
		return nil, err
	}
	a.Content.SHA256 += previewMark
	if tag, same := front.Matches(r.Header["If-None-Match"], front.FileTag(a), true); same {
		r.w.Header().Set("ETag", tag)
		r.w.WriteHeader(http.StatusNotModified)
		return written{}, nil
	}
	var small *files.Preview
	busy := r.Pass.Wait(r.Limit, func() { small, err = d.app.Files.Preview(r.ctx, r.caller(), a) }) // it waits for other previews
	switch {
	case busy != nil:
		return nil, front.Busy(busy)
	case err != nil:
		return nil, err
	case small == nil:
		return d.sendFile(r, a)
	}
	a.Content.MediaType, a.Content.Size = small.MediaType, int64(len(small.Data))
	return written{}, front.SendFile(r.w, r.Request, a, bytes.NewReader(small.Data))
}

func (d *Dash) deleteAttachment(r *request) (any, error) {
	return done{true}, d.app.Files.Delete(r.ctx, r.caller(), r.UUID)
}
