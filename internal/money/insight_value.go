package money

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// logValues decodes the JSON values of log rows. A replay decodes very many of them, so it reads only the facts it needs from a new ticket,
// and keeps only one copy of each status, sprint and epic.
type logValues struct {
	in      strings.Reader
	decoder *jsontext.Decoder
	texts   map[string]string // decoded strings by their JSON
}

func newLogValues() *logValues {
	v := &logValues{texts: map[string]string{"null": ""}}
	v.decoder = jsontext.NewDecoder(&v.in)
	return v
}

// text decodes a JSON string; null becomes "".
func (v *logValues) text(value string) (string, error) {
	if text, known := v.texts[value]; known {
		return text, nil
	}
	var text string
	if err := json.Unmarshal([]byte(value), &text); err != nil {
		return "", err
	}
	v.texts[strings.Clone(value)] = text
	return text, nil
}

// ticket reads the facts of a new or restored ticket, and stops after the last one that is needed.
func (v *logValues) ticket(value string, s *ticketState) error {
	s.status, s.points, s.sprint, s.epic = "", 0, "", ""
	v.in.Reset(value)
	v.decoder.Reset(&v.in)
	if _, err := v.decoder.ReadToken(); err != nil {
		return err
	}
	wanted := 4
	for wanted > 0 && v.decoder.PeekKind() == '"' {
		found, err := v.member(s)
		if err != nil {
			return err
		}
		if found {
			wanted--
		}
	}
	return nil
}

// member reads one member of a ticket's JSON object and reports whether the replay needs it.
func (v *logValues) member(s *ticketState) (found bool, err error) {
	name, err := v.decoder.ReadValue()
	if err != nil {
		return false, err
	}
	switch string(name) {
	case `"status"`:
		return true, v.read(&s.status)
	case `"sprint"`:
		return true, v.read(&s.sprint)
	case `"epic"`:
		return true, v.read(&s.epic)
	case `"story_points"`:
		points, err := v.decoder.ReadValue()
		if err != nil {
			return false, err
		}
		s.points, err = strconv.ParseFloat(string(points), 64)
		return true, err
	default:
		return false, v.decoder.SkipValue()
	}
}

func (v *logValues) read(text *string) error {
	value, err := v.decoder.ReadValue()
	if err != nil {
		return err
	}
	*text, err = v.text(string(value))
	return err
}
