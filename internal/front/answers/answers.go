// Package answers remembers what reads were answered, byte for byte. It can only save work: whoever asks it names the revision of the
// data as the database just told it, and gets an answer of exactly that revision.
package answers

import (
	"crypto/sha256"
	"encoding/base64"
	"strconv"

	"earnest/internal/recent"
)

const (
	// MaxBody is the longest answer that is kept, and MaxURI the longest URI whose answer is.
	MaxBody = 256 << 10
	MaxURI  = 2 << 10

	maxBytes = 12 << 20 // of all answers together
	overhead = 512      // of one
)

// Question is who asked for what, letter by letter.
type Question struct {
	User int64
	URI  string
}

// Answer is what was answered at a revision. Its body is nil if it was too long to keep.
type Answer struct {
	Revision string
	ETag     string
	Body     []byte

	uri int // the length of its question
}

// Cache holds the answers that were used last. It is safe for concurrent use.
type Cache struct {
	salt string
	kept *recent.Map[Question, Answer]
}

// New makes a cache. The salt is what answers depend on besides the data, such as the version of the program.
func New(salt string) *Cache {
	weigh := func(a Answer) int { return len(a.Body) + len(a.Revision) + a.uri + overhead }
	return &Cache{salt, recent.New[Question](maxBytes, weigh)}
}

// Get gives the answer to a question at a revision. If it is not known, the answer has a revision and an ETag, and no body.
func (c *Cache) Get(q Question, revision string) (a Answer, known bool) {
	if a, ok := c.kept.Get(q); ok && a.Revision == revision {
		return a, true
	}
	return Answer{Revision: revision, ETag: c.etag(q, revision)}, false
}

// Put remembers an answer that was read after its revision was.
func (c *Cache) Put(q Question, a Answer) {
	a.uri = len(q.URI)
	c.kept.Put(q, a)
}

// etag is a hash of all that the answer depends on; nothing can be read from it.
func (c *Cache) etag(q Question, revision string) string {
	sum := sha256.Sum256([]byte(c.salt + "\n" + strconv.FormatInt(q.User, 10) + "\n" + q.URI + "\n" + revision))
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:15]) + `"`
}
