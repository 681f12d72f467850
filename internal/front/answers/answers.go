// Package answers caches the answers to reads, byte for byte. The caller passes the revision that the database has just reported, and gets
// an answer only if it was stored at exactly that revision.
package answers

import (
	"crypto/sha256"
	"encoding/base64"
	"strconv"

	"earnest/internal/front/coding"
	"earnest/internal/recent"
)

const (
	// MaxBody is the maximum length of a cached answer, and MaxURI that of its URI.
	MaxBody = 256 << 10
	MaxURI  = 2 << 10

	maxBytes = 12 << 20 // for all answers together
	overhead = 512      // per answer
)

// Question identifies a read by its user and its exact URI.
type Question struct {
	User int64
	URI  string
}

// Answer is a cached answer and its revision. Body is nil if it was too long to keep.
type Answer struct {
	Revision string
	ETag     string
	Body     []byte
	Packed   [coding.Count][]byte // the body in each coding in which it has been sent

	uri int // the length of the question's URI
}

// Cache holds the most recently used answers. It is safe for concurrent use.
type Cache struct {
	salt string
	kept *recent.Map[Question, Answer]
}

// New returns an empty cache. The salt represents everything that answers depend on besides the data, such as the version of the program.
func New(salt string) *Cache {
	return &Cache{salt, recent.New[Question](maxBytes, Answer.weight)}
}

// weight returns about how many bytes an answer takes up.
func (a Answer) weight() int {
	n := len(a.Body) + len(a.Revision) + a.uri + overhead
	for _, packed := range a.Packed {
		n += len(packed)
	}
	return n
}

// Get returns the answer to a question at a revision. If none is cached, the answer has a revision and an ETag but no body.
func (c *Cache) Get(q Question, revision string) (a Answer, known bool) {
	if a, ok := c.kept.Get(q); ok && a.Revision == revision {
		return a, true
	}
	return Answer{Revision: revision, ETag: c.etag(q, revision)}, false
}

// Put stores an answer. Its revision must have been read from the database before the answer itself.
func (c *Cache) Put(q Question, a Answer) {
	a.uri = len(q.URI)
	c.kept.Put(q, a)
}

// etag hashes everything that the answer depends on and reveals none of it.
func (c *Cache) etag(q Question, revision string) string {
	sum := sha256.Sum256([]byte(c.salt + "\n" + strconv.FormatInt(q.User, 10) + "\n" + q.URI + "\n" + revision))
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:15]) + `"`
}
