// Package preview makes small images of large ones, in bounded memory. It is pure: no clock, no store.
package preview

import (
	"bufio"
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
	// MaxBytes is how much memory a preview may need: that of a photo of 35 megapixels, or of 12 if it is progressive. Larger images get no preview.
	MaxBytes = 128 << 20
	// smallBytes is what the preview needs itself: scaled, turned and encoded.
	smallBytes = 4 * 4 * Side * Side
	// bandRows is how many rows of the preview are scaled at a time.
	bandRows = 16
	// bandBytes is what scaling them needs for each pixel of a row of the original. The scaler keeps a pixel in 32 bytes.
	bandBytes = 2 * bandRows * 32
	// quality is that of JPEG previews.
	quality = 82
)

// ErrNone means that an image needs no preview, because it is small, or gets none, because it is too large or damaged.
var ErrNone = errors.New("no preview")

// Check returns ErrNone if an image, of which only the beginning is read, gets no preview.
func Check(r io.Reader) error {
	_, err := need(r)
	return err
}

// need returns how much memory Make needs for an image.
func need(r io.Reader) (int64, error) {
	var head bytes.Buffer
	c, format, err := image.DecodeConfig(io.MultiReader(io.TeeReader(io.LimitReader(r, headBytes), &head), r))
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrNone, err)
	}
	w, h := roundUp(c.Width), roundUp(c.Height)
	n := w*h*bytesPerPixel(c.ColorModel) + w*bandBytes + smallBytes
	if format == "jpeg" {
		n += extraBytes(c.ColorModel, head.Bytes(), w*h)
	}
	if max(c.Width, c.Height) <= Side || n > MaxBytes {
		return n, ErrNone
	}
	return n, nil
}

// roundUp returns the length of a side when it is decoded in blocks.
func roundUp(n int) int64 { return int64(n+31) &^ 31 }

func bytesPerPixel(m color.Model) int64 {
	switch m {
	case color.YCbCrModel:
		return 3
	case color.RGBA64Model, color.NRGBA64Model, color.Gray16Model:
		return 8
	default:
		return 4
	}
}

// Make returns a preview of an image and its media type: PNG if it may be transparent, otherwise JPEG. The image must have passed Check.
func Make(r io.Reader) (data []byte, mediaType string, err error) {
	ahead := bufio.NewReaderSize(r, headBytes)
	turn, err := orientationOf(ahead)
	if err != nil {
		return nil, "", err
	}
	from, _, err := image.Decode(ahead)
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

// shrunk scales an image down to a preview, a few rows at a time, because the scaler keeps all rows of the original, scaled to the width of the preview.
func shrunk(from image.Image) *image.RGBA {
	b := from.Bounds()
	longer := max(b.Dx(), b.Dy())
	to := image.NewRGBA(image.Rect(0, 0, max(1, b.Dx()*Side/longer), max(1, b.Dy()*Side/longer)))
	w, h := to.Bounds().Dx(), to.Bounds().Dy()
	at := func(y int) int { return b.Min.Y + y*b.Dy()/h }
	for y := 0; y < h; y += bandRows {
		end := min(y+bandRows, h)
		draw.BiLinear.Scale(to, image.Rect(0, y, w, end), from, image.Rect(b.Min.X, at(y), b.Max.X, at(end)), draw.Src, nil)
	}
	return to
}
