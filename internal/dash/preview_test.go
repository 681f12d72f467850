package dash_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"net/http"
	"strings"
	"testing"
)

// picture returns an image whose left half is red.
func picture(w, h int) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetNRGBA(x, y, color.NRGBA{B: 200, A: 255})
			if x < w/2 {
				m.SetNRGBA(x, y, color.NRGBA{R: 200, A: 255})
			}
		}
	}
	return m
}

func pngOf(t *testing.T, m image.Image) string {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, m); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// photo returns a JPEG image that a camera says is to be turned a quarter clockwise.
func photo(t *testing.T, w, h int) string {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, picture(w, h), nil); err != nil {
		t.Fatal(err)
	}
	exif := "Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"
	length := string(binary.BigEndian.AppendUint16(nil, uint16(len(exif)+2)))
	return "\xff\xd8\xff\xe1" + length + exif + out.String()[2:]
}

// bomb returns a PNG image that says it has many more pixels than it has bytes.
func bomb(t *testing.T) string {
	t.Helper()
	data := []byte(pngOf(t, picture(2, 2)))
	binary.BigEndian.PutUint32(data[16:], 30_000)
	binary.BigEndian.PutUint32(data[20:], 30_000)
	binary.BigEndian.PutUint32(data[29:], crc32.ChecksumIEEE(data[12:29]))
	return string(data)
}

func gifOf(t *testing.T, w, h int) string {
	t.Helper()
	var out bytes.Buffer
	if err := gif.Encode(&out, picture(w, h), nil); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestLargeImagesHavePreviewsAndOthersAreSentAsTheyAre(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada, eve := w.mustBrowser(t, "ada"), w.mustBrowser(t, "eve")
		p := ada.mustProject(t, "Apollo").Project.UUID
		path := "/tickets/" + ada.mustTicket(t, p, "A", nil).UUID + "/attachments?name="
		glass := picture(1920, 960)
		glass.SetNRGBA(0, 0, color.NRGBA{})
		large := pngOf(t, picture(1920, 960))
		for _, f := range []struct {
			name, content, media string
			w, h                 int // of the preview; 0: the file itself is sent
		}{
			{"large.png", large, "image/jpeg", 960, 480},
			{"clear.png", pngOf(t, glass), "image/png", 960, 480},
			{"photo.jpg", photo(t, 1920, 960), "image/jpeg", 480, 960},
			{"thin.png", pngOf(t, picture(5000, 1)), "image/jpeg", 960, 1},
			{"small.png", pngOf(t, picture(960, 10)), "image/png", 0, 0},
			{"large.gif", gifOf(t, 1000, 10), "image/gif", 0, 0},
			{"bomb.png", bomb(t), "image/png", 0, 0},
			{"broken.png", large[:len(large)/2], "image/png", 0, 0},
			{"no.webp", "RIFF\x10\x00\x00\x00WEBPVP8 ", "image/webp", 0, 0},
			{"page.html", "<script>alert(1)</script>", "text/plain; charset=utf-8", 0, 0},
		} {
			made := must[struct{ UUID string }](t, ada, http.MethodPost, path+f.name, f.content)
			got := ada.call(t, http.MethodGet, "/attachments/"+made.UUID+"/preview", nil)
			if got.Status != http.StatusOK || got.Header.Get("Content-Type") != f.media || got.Header.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s: %d %v", f.name, got.Status, got.Header)
			}
			if f.w == 0 {
				if string(got.Body) != f.content {
					t.Errorf("%s: %d other bytes", f.name, len(got.Body))
				}
				continue
			}
			small, _, err := image.Decode(bytes.NewReader(got.Body))
			if err != nil || small.Bounds().Dx() != f.w || small.Bounds().Dy() != f.h {
				t.Errorf("%s: %v, %v", f.name, small.Bounds(), err)
				continue
			}
			if r, _, b, _ := small.At(f.w-1, 0).RGBA(); f.name == "photo.jpg" && r < b {
				t.Error("the photo is not turned")
			}
			refused(t, eve.call(t, http.MethodGet, "/attachments/"+made.UUID+"/preview", nil), http.StatusForbidden, "forbidden")
			if tag := got.Header.Get("ETag"); !strings.HasSuffix(tag, `-960"`) || got.Header.Get("Cache-Control") != "private, no-cache" {
				t.Errorf("%s: %v", f.name, got.Header)
			}
		}
	})
}
