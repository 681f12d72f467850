// Package preview makes small images of large ones, in bounded memory. It is pure: no clock, no store.
package preview

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // decodes WebP
)

const (
	// Side is the maximum length of the longer side of a preview, in pixels.
	Side = 960
	// MaxBytes is the maximum size of an image in memory: 40 megapixels, or 20 with 16 bits per colour. Larger ones get no preview.
	MaxBytes = 160 << 20
	// quality is that of JPEG previews.
	quality = 82
)

// ErrNone means that an image needs no preview, because it is small, or gets none, because it is too large or damaged.
var ErrNone = errors.New("no preview")

// Bytes returns how much memory an image needs, from its first bytes. The error is ErrNone if it gets no preview.
func Bytes(r io.Reader) (int64, error) {
	c, _, err := image.DecodeConfig(r)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrNone, err)
	}
	n := int64(c.Width) * int64(c.Height) * bytesPerPixel(c.ColorModel)
	if max(c.Width, c.Height) <= Side || n > MaxBytes {
		return n, ErrNone
	}
	return n, nil
}

func bytesPerPixel(m color.Model) int64 {
	if m == color.RGBA64Model || m == color.NRGBA64Model || m == color.Gray16Model {
		return 8
	}
	return 4
}

// Make returns a preview of an image and its media type: PNG if it may be transparent, otherwise JPEG. The image must have passed Bytes.
func Make(r io.ReadSeeker) (data []byte, mediaType string, err error) {
	turn, err := orientationOf(r)
	if err != nil {
		return nil, "", err
	}
	from, _, err := image.Decode(r)
	if err != nil {
		return nil, "", fmt.Errorf("%w: %w", ErrNone, err)
	}
	to := turned(shrunk(from), turn)
	var out bytes.Buffer
	if o, ok := from.(interface{ Opaque() bool }); ok && o.Opaque() {
		err = jpeg.Encode(&out, to, &jpeg.Options{Quality: quality})
		return out.Bytes(), "image/jpeg", err
	}
	err = png.Encode(&out, to)
	return out.Bytes(), "image/png", err
}

// shrunk scales an image down to a preview.
func shrunk(from image.Image) *image.RGBA {
	w, h := from.Bounds().Dx(), from.Bounds().Dy()
	longer := max(w, h)
	to := image.NewRGBA(image.Rect(0, 0, max(1, w*Side/longer), max(1, h*Side/longer)))
	draw.BiLinear.Scale(to, to.Bounds(), from, from.Bounds(), draw.Src, nil)
	return to
}
