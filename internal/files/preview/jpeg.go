package preview

import (
	"bytes"
	"encoding/binary"
	"image/color"
	"iter"
)

// The markers of the segments that we look at.
const (
	baseline    = 0xc0
	extended    = 0xc1
	progressive = 0xc2
	application = 0xe1
	pixels      = 0xda
)

// segments yields the segments at the beginning of a JPEG image, with their markers, until the pixels begin.
func segments(head []byte) iter.Seq2[byte, []byte] {
	return func(yield func(byte, []byte) bool) {
		if !bytes.HasPrefix(head, []byte("\xff\xd8")) {
			return
		}
		for at := 2; at+4 <= len(head) && head[at] == 0xff && head[at+1] != pixels; {
			end := at + 2 + int(binary.BigEndian.Uint16(head[at+2:]))
			if end < at+4 || end > len(head) || !yield(head[at+1], head[at+4:end]) {
				return
			}
			at = end
		}
	}
}

// extraBytes returns how much memory the decoder of JPEG images needs besides the image.
func extraBytes(m color.Model, head []byte, area int64) int64 {
	extra := coefficientBytes(head, area)
	if m != color.YCbCrModel && m != color.GrayModel {
		extra += 4 * area // it is converted to other colours
	}
	return extra
}

// coefficientBytes returns how much memory the coefficients of a JPEG image need. The decoder keeps them, 4 bytes each, if the image is progressive.
func coefficientBytes(head []byte, area int64) int64 {
	for marker, frame := range segments(head) {
		switch marker {
		case baseline, extended:
			return 0
		case progressive:
			return 4 * samples(frame, area)
		}
	}
	return 4 * 4 * area // not found: as many as possible
}

// samples returns how many samples the components of a frame have. A component may have fewer than one for each pixel.
func samples(frame []byte, area int64) int64 {
	var sum, width, height int64
	for at := 7; at < len(frame); at += 3 { // after the size of the image and the name of the first component
		x, y := int64(frame[at]>>4), int64(frame[at]&15)
		sum += x * y
		width, height = max(width, x), max(height, y)
	}
	return area * sum / max(1, width*height)
}
