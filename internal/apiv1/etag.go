package apiv1

import (
	"crypto/sha256"
	"encoding/binary"
	"strconv"
	"strings"
	"time"

	"earnest/internal/domain"
	"earnest/internal/front"
)

// The shape of each noun's wire form. Raise the number when a member is added, so that clients fetch the objects again.
const (
	projectShape   = 2
	superEpicShape = 1
	epicShape      = 1
	sprintShape    = 1
	ticketShape    = 3
	subtaskShape   = 1
	commentShape   = 1
	timeEntryShape = 1
)

// tagged is the wire form of one object with its ETag and, if the request created it, its address.
type tagged struct {
	data     any
	uuid     string
	etag     string
	location string
}

// etagOf returns the ETag of an object. It stands for everything that the wire form depends on: the time of the last change, the shape, and what can
// change without the object, such as the name of its author.
func etagOf(shape int, updatedAt time.Time, others ...string) string {
	tag := front.Version(updatedAt) + "." + strconv.Itoa(shape)
	if other := strings.Join(others, "\n"); other != "" {
		tag += "." + shortHash(other)
	}
	return `"` + tag + `"`
}

func shortHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return strconv.FormatUint(binary.BigEndian.Uint64(sum[:8]), 36)
}

// matching returns the caller of a request that changes or deletes an object, which must match the If-Match header, if there is one.
func matching[T any](r *request, convert func(T) tagged) domain.Caller {
	etag := func(current T) string {
		r.present = convert(current).etag
		return r.present
	}
	return front.Matching(r.Header, r.caller, etag, "the object has changed since you read it: its ETag is not the one in If-Match")
}

// orEmpty returns a text, or "" if there is none.
func orEmpty(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
