package dash

import (
	"net/http"
	"time"

	"earnest/internal/dash/figures"
	"earnest/internal/domain"
	"earnest/internal/front"
)

type errorEnvelope struct {
	Error errorBody `json:"error"`
}

type errorBody struct {
	Code    string   `json:"code"`
	Message string   `json:"message"`
	Field   string   `json:"field,omitempty"`
	Cycle   []string `json:"cycle,omitempty"`
	Free    string   `json:"free,omitempty"` // a project key that is free, instead of one that is taken
}

func errorBodyOf(f front.Failure) errorBody {
	return errorBody{Code: f.Code, Message: f.Message, Field: f.Field, Cycle: f.Cycle, Free: f.Free}
}

// done is the response if there is nothing to return.
type done struct {
	OK bool `json:"ok"`
}

// made is a response with status 201.
type made struct{ value any }

// written means that the handler has written the response itself.
type written struct{}

// answer writes the result of a handler.
func (d *Dash) answer(w http.ResponseWriter, r *http.Request, result any) {
	status := http.StatusOK
	switch v := result.(type) {
	case written:
		return
	case long:
		if err := d.send(w, r, v); err != nil {
			d.fail(w, r, err)
		}
		return
	case made:
		status, result = http.StatusCreated, v.value
	}
	if err := d.write(w, status, result); err != nil {
		d.fail(w, r, err)
	}
}

// fail writes an error.
func (d *Dash) fail(w http.ResponseWriter, r *http.Request, err error) {
	f := front.PageFailure(err)
	f.Report(r.Context(), d.log, w.Header(), domain.RetryAfter(err))
	_ = d.write(w, f.Status, errorEnvelope{errorBodyOf(f)}) // encoding strings cannot fail
}

// write sends a value as JSON. It sends nothing if the value cannot be encoded.
func (d *Dash) write(w http.ResponseWriter, status int, v any) error {
	body, err := encoded(v)
	if err != nil {
		return err
	}
	deliver(w, status, body)
	return nil
}

// exact formats a time with its fraction of a second, so that pages can distinguish times that are close together.
func exact(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

func stampOrNil(t *time.Time) *string {
	if t == nil {
		return nil
	}
	s := figures.Stamp(*t)
	return &s
}
