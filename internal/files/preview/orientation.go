package preview

import (
	"bytes"
	"encoding/binary"
	"image"
	"io"
)

// headBytes is how much of a JPEG image is searched for its orientation. Cameras write it first.
const headBytes = 128 << 10

// orientationOf returns how a camera says that a JPEG image is to be turned, from 1 to 8 as in EXIF, where 1 is not at all. It rewinds the reader.
func orientationOf(r io.ReadSeeker) (int, error) {
	head := make([]byte, headBytes)
	n, err := io.ReadFull(r, head)
	if err != nil && err != io.ErrUnexpectedEOF && err != io.EOF {
		return 0, err
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	return orientationIn(exifIn(head[:n])), nil
}

// exifIn returns the EXIF data at the beginning of a JPEG image, or nil.
func exifIn(head []byte) []byte {
	if !bytes.HasPrefix(head, []byte("\xff\xd8")) {
		return nil
	}
	for at := 2; at+4 <= len(head) && head[at] == 0xff; {
		end := at + 2 + int(binary.BigEndian.Uint16(head[at+2:]))
		if end > len(head) || head[at+1] == 0xda { // cut off, or the pixels begin
			return nil
		}
		if data, found := bytes.CutPrefix(head[at+4:max(end, at+4)], []byte("Exif\x00\x00")); found && head[at+1] == 0xe1 {
			return data
		}
		at = end
	}
	return nil
}

// orientationIn finds the orientation in the first directory of EXIF data, which is a TIFF file.
func orientationIn(exif []byte) int {
	if len(exif) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	if exif[0] == 'I' {
		order = binary.LittleEndian
	}
	at := int64(order.Uint32(exif[4:]))
	if at+2 > int64(len(exif)) {
		return 1
	}
	entries := exif[at+2:]
	for range order.Uint16(exif[at:]) {
		if len(entries) < 12 {
			return 1
		}
		if order.Uint16(entries) == 0x0112 {
			if turn := int(order.Uint16(entries[8:])); turn >= 1 && turn <= 8 {
				return turn
			}
			return 1
		}
		entries = entries[12:]
	}
	return 1
}

// turned turns and mirrors an image as an orientation says.
func turned(from *image.RGBA, turn int) *image.RGBA {
	if turn == 1 {
		return from
	}
	w, h := from.Bounds().Dx(), from.Bounds().Dy()
	to := image.NewRGBA(image.Rect(0, 0, w, h))
	if turn >= 5 {
		to = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	for y := range h {
		for x := range w {
			toX, toY := place(turn, x, y, w-1-x, h-1-y)
			to.SetRGBA(toX, toY, from.RGBAAt(x, y))
		}
	}
	return to
}

// place returns where a pixel goes; right and down are its distances from the other edges.
func place(turn, x, y, right, down int) (toX, toY int) {
	switch turn {
	case 2:
		return right, y
	case 3:
		return right, down
	case 4:
		return x, down
	case 5:
		return y, x
	case 6:
		return down, x
	case 7:
		return down, right
	default:
		return y, right
	}
}
