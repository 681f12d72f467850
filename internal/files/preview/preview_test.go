package preview

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"testing"
)

// frame returns a JPEG image of grey blocks, progressive or not, whose components have the given sampling factors.
func frame(marker byte, w, h int, factors ...byte) string {
	segment := func(marker byte, data ...byte) []byte {
		return append(binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(data)+2)), data...)
	}
	code := append([]byte{1}, make([]byte, 15)...) // one code of one bit, for 0
	size := binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16([]byte{8}, uint16(h)), uint16(w))
	start, scan := append(size, byte(len(factors))), []byte{byte(len(factors))}
	blocks := 0
	for i, f := range factors {
		start = append(start, byte(i+1), f, 0)
		scan = append(scan, byte(i+1), 0)
		blocks += int(f>>4) * int(f&15)
	}
	last := byte(63)
	if marker == progressive {
		last = 0
	}
	width, height := 8*int(factors[0]>>4), 8*int(factors[0]&15)
	bits := 2 * blocks * ((w + width - 1) / width) * ((h + height - 1) / height)
	parts := [][]byte{
		{0xff, 0xd8},
		segment(0xee, []byte("Adobe\x00d\x00\x00\x00\x00\x02")...), // four components are colours for print
		segment(0xdb, append([]byte{0}, bytes.Repeat([]byte{1}, 64)...)...),
		segment(marker, start...),
		segment(0xc4, append(append([]byte{0}, code...), 0)...),
		segment(0xc4, append(append([]byte{0x10}, code...), 0)...),
		segment(pixels, append(scan, 0, last, 0)...),
		make([]byte, bits/8+1), {0xff, 0xd9},
	}
	return string(bytes.Join(parts, nil))
}

func pngOf(t *testing.T, m image.Image) string {
	t.Helper()
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, m); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func jpegOf(t *testing.T, m image.Image) string {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, m, nil); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// heap returns the largest heap while f runs, beyond that before.
func heap(f func()) int64 {
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	used := func() int64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	runtime.GC()
	before := used()
	var done atomic.Bool
	most := make(chan int64)
	go func() {
		peak := before
		for !done.Load() {
			peak = max(peak, used())
			runtime.Gosched()
		}
		most <- peak
	}()
	f()
	done.Store(true)
	return <-most - before
}

func TestAPreviewNeedsNoMoreMemoryThanItCounts(t *testing.T) { //nolint:paralleltest // it measures the heap
	square := image.Rect(0, 0, 3000, 3000)
	for name, content := range map[string]string{
		"baseline":             frame(baseline, 4000, 3000, 0x22, 0x11, 0x11),
		"progressive":          frame(progressive, 4000, 3000, 0x22, 0x11, 0x11),
		"progressive in full":  frame(progressive, 2500, 2500, 0x11, 0x11, 0x11),
		"progressive and grey": frame(progressive, 4000, 3000, 0x11),
		"four colours":         frame(progressive, 2000, 2000, 0x11, 0x11, 0x11, 0x11),
		"photo":                jpegOf(t, image.NewRGBA(square)),
		"png":                  pngOf(t, image.NewNRGBA(square)),
		"16 bits":              pngOf(t, image.NewNRGBA64(square)),
		"palette":              pngOf(t, image.NewPaletted(square, color.Palette{color.Black, color.White})),
		"wide":                 pngOf(t, image.NewNRGBA(image.Rect(0, 0, 20_000, 300))),
		"tall":                 pngOf(t, image.NewNRGBA(image.Rect(0, 0, 300, 20_000))),
	} {
		most, err := need(bytes.NewReader([]byte(content)))
		if err != nil {
			t.Errorf("%s: %d bytes, %v", name, most, err)
			continue
		}
		used := heap(func() { _, _, err = Make(bytes.NewReader([]byte(content))) })
		if err != nil || used > most+most/4 { // some garbage may not be collected yet
			t.Errorf("%s: %d MiB were counted and %d used, %v", name, most>>20, used>>20, err)
		}
	}
}

func TestAnImageThatNeedsTooMuchMemoryHasNoPreview(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{
		"baseline":    frame(baseline, 7000, 6000, 0x22, 0x11, 0x11),
		"progressive": frame(progressive, 4000, 4000, 0x22, 0x11, 0x11),
		"no frame":    "\xff\xd8" + string(bytes.Repeat([]byte("\xff\xfe\xff\xffx"+string(make([]byte, 65_532))), 3)) + frame(progressive, 3000, 3000, 0x11)[2:],
	} {
		if most, err := need(bytes.NewReader([]byte(content))); !errors.Is(err, ErrNone) || most <= MaxBytes {
			t.Errorf("%s: %d MiB, %v", name, most>>20, err)
		}
	}
}
