package workspace

import (
	"bytes"
	"errors"
	"io"
	"reflect"

	"github.com/go-json-experiment/json/jsontext"
)

// Parse reads a whole file and checks all that can be known without a database: that it is strict JSON
// with known members only, that every value is within its bounds, that every reference names something
// of the right kind in its own project, and the rules of the product (one owner, no cycle, …). What
// remains open is whether the users it names and the uuids it brings exist in the database. An error
// names its place.
func Parse(data []byte) (*File, error) {
	f := &File{}
	r := &reader{d: jsontext.NewDecoder(bytes.NewBuffer(data)), shapes: shapes{}}
	if err := r.object(Place{}, reflect.ValueOf(f).Elem()); err != nil {
		return nil, err
	}
	if _, err := r.d.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, Place{}.Errorf("nothing may follow the JSON object (at byte %d)", r.d.InputOffset())
	}
	f.adopt()
	if err := check(f); err != nil {
		return nil, err
	}
	return f, nil
}

// adopt returns a project whose members are left out to the first of the file's users.
func (f *File) adopt() {
	for i := range f.Projects {
		if p := &f.Projects[i]; len(p.Members) == 0 && len(f.Users) > 0 {
			p.Members = []Member{{User: f.Users[0].Email}}
		}
	}
}
