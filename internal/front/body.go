package front

import (
	"io"

	"earnest/internal/domain"
	"earnest/internal/input"
)

// drain is how much of a refused body is still read, so that the client sees the response instead of a reset connection.
const drain = 16 << 20

// Object reads the body of a call, which must be a JSON object. While waiting for the client, the call holds no slot and its deadline is
// paused. A body whose Content-Length is too large is refused unread.
func (c *Call) Object() (o input.Object, err error) {
	if c.ContentLength > input.MaxBody {
		return nil, input.TooLarge()
	}
	refused := c.Pass.Wait(c.Limit, func() {
		defer c.Limit.Pause()()
		if o, err = input.ReadObject(c.Pass.Hold(c.Body)); err != nil {
			_, _ = io.CopyN(io.Discard, c.Body, drain) // best effort: the response is already decided
		}
	})
	if refused != nil {
		return nil, Busy(refused)
	}
	return o, Busy(err)
}

// Patch reads the body of an update with read; absent members stay unset. An error in the body is part of the result, because the use case
// reports it only to callers who may make the update.
func Patch[B, P any](read func() (input.Object, error), convert func(B) P) domain.Input[P] {
	o, err := read()
	if err != nil {
		return domain.Unreadable[P](err)
	}
	body, err := input.Patch[B](o)
	return domain.NewInput(convert(body), err)
}
