package files

import (
	"context"
	"errors"
	"io"

	"earnest/internal/domain"
	"earnest/internal/files/preview"
)

// leastPreview is what a preview counts at least against the memory for previews, so that only two are made at a time.
const leastPreview = preview.MaxBytes / 2

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
	p, err := s.makePreview(ctx, body)
	switch {
	case body.failed != nil:
		return nil, body.failed
	case errors.Is(err, preview.ErrNone):
		return nil, nil //nolint:nilnil // having none is not an error
	}
	return p, err
}

// makePreview makes a preview when there is memory for it.
func (s *Service) makePreview(ctx context.Context, body io.ReadSeeker) (*Preview, error) {
	need, err := preview.Bytes(body)
	if err != nil {
		return nil, err
	}
	if _, err := body.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	need = max(need, leastPreview)
	if err := s.previews.Acquire(ctx, need); err != nil {
		return nil, err
	}
	defer s.previews.Release(need)
	data, mediaType, err := preview.Make(body)
	return &Preview{data, mediaType}, err
}
