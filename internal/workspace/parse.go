package workspace

import (
	"bytes"
	"errors"
	"io"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"
)

// Parse parses a whole file and checks everything that can be checked without a database: that it is strict JSON with known
// members only, that every value is valid, that every reference names something of the right kind in its own project, and the
// rules of the product (one owner, no cycle, …). It cannot check whether the users and uuids in the file already exist in the
// database. An error includes the path of the faulty value.
func Parse(data []byte) (*File, error) {
	f := &File{}
	r := &reader{d: jsontext.NewDecoder(bytes.NewBuffer(data)), shapes: shapes{}}
	if err := r.object(Path{}, reflect.ValueOf(f).Elem()); err != nil {
		return nil, err
	}
	if _, err := r.d.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, Path{}.Errorf("nothing may follow the JSON object (at byte %d)", r.d.InputOffset())
	}
	f.adopt()
	if err := check(f); err != nil {
		return nil, err
	}
	return f, nil
}

// adopt makes the first user in the file a member of every project that lists no members.
func (f *File) adopt() {
	for i := range f.Projects {
		if p := &f.Projects[i]; len(p.Members) == 0 && len(f.Users) > 0 {
			p.Members = []Member{{User: f.Users[0].Email}}
		}
	}
}
