package preview

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"image"
	"io"
)

// headBytes is how much of a JPEG image is searched for its orientation. Cameras write it first.
const headBytes = 128 << 10

// orientationOf returns how a camera says that a JPEG image is to be turned, from 1 to 8 as in EXIF, where 1 is not at all. It reads ahead only.
func orientationOf(r *bufio.Reader) (int, error) {
	head, err := r.Peek(headBytes)
	if err != nil && err != io.EOF {
		return 0, err
	}
	return orientationIn(exifIn(head)), nil
}

// exifIn returns the EXIF data at the beginning of a JPEG image, or nil.
func exifIn(head []byte) []byte {
	for marker, segment := range segments(head) {
		if data, found := bytes.CutPrefix(segment, []byte("Exif\x00\x00")); found && marker == application {
			return data
		}
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
