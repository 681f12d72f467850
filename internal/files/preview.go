package files

import (
	"context"
	"errors"
	"io"

	"earnest/internal/domain"
	"earnest/internal/files/preview"
	"earnest/internal/gate"
)

// Preview is a small image of a large one.
type Preview struct {
	Data      []byte
	MediaType string
}

// Preview makes a preview of an attachment that Find returned. It returns nil if the attachment is shown as it is: because it is small, may be animated, is
// not an image in spite of its first bytes, or would need too much memory.
func (s *Service) Preview(ctx context.Context, caller domain.Caller, a domain.Attachment) (*Preview, error) {
	if !a.Content.IsImage() || a.Content.MediaType == "image/gif" {
		return nil, nil //nolint:nilnil // having none is not an error
	}
	body, err := s.Open(ctx, caller, a)
	if err != nil {
		return nil, err
	}
	defer body.Close() //nolint:errcheck // never fails
	p, err := s.makePreview(ctx, caller, body)
	switch {
	case body.failed != nil:
		return nil, body.failed
	case errors.Is(err, preview.ErrNone):
		return nil, nil //nolint:nilnil // having none is not an error
	}
	return p, err
}

// makePreview makes a preview when it is the caller's turn.
func (s *Service) makePreview(ctx context.Context, caller domain.Caller, body io.ReadSeeker) (*Preview, error) {
	if err := preview.Check(body); err != nil {
		return nil, err
	}
	if _, err := body.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	pass, err := s.previews.Enter(ctx, gate.Key{User: caller.UserID})
	if errors.Is(err, gate.ErrBusy) {
		return nil, busy()
	}
	if err != nil {
		return nil, err
	}
	defer pass.Leave()
	data, mediaType, err := preview.Make(body)
	return &Preview{data, mediaType}, err
}
