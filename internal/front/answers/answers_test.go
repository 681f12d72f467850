package answers_test

import (
	"strconv"
	"testing"

	"earnest/internal/front/answers"
)

func TestAnAnswerIsReturnedOnlyForItsQuestionAndRevision(t *testing.T) {
	t.Parallel()
	c := answers.New("salt")
	asked := answers.Question{User: 1, URI: "/a"}
	first, known := c.Get(asked, "1")
	if known || first.ETag == "" || first.Body != nil {
		t.Fatalf("before anything was answered: %+v, %v", first, known)
	}
	first.Body = []byte("one")
	c.Put(asked, first)
	tags := map[string]bool{}
	for _, of := range []struct {
		question answers.Question
		revision string
		known    bool
	}{
		{asked, "1", true},
		{asked, "2", false},
		{answers.Question{User: 2, URI: "/a"}, "1", false},
		{answers.Question{User: 1, URI: "/a?"}, "1", false},
	} {
		got, known := c.Get(of.question, of.revision)
		if known != of.known || (got.Body != nil) != of.known || tags[got.ETag] {
			t.Errorf("%+v at %s: %+v, %v", of.question, of.revision, got, known)
		}
		tags[got.ETag] = true
	}
	if other, _ := answers.New("other salt").Get(asked, "1"); other.ETag == first.ETag {
		t.Error("another program gives the same ETag")
	}
}

func TestLeastRecentlyUsedAnswersAreEvicted(t *testing.T) {
	t.Parallel()
	c := answers.New("")
	put := func(i int) answers.Question {
		q := answers.Question{URI: strconv.Itoa(i)}
		a, _ := c.Get(q, "")
		a.Body = make([]byte, answers.MaxBody)
		c.Put(q, a)
		return q
	}
	first := put(0)
	var last answers.Question
	for i := range 100 {
		last = put(1 + i)
	}
	if _, known := c.Get(first, ""); known {
		t.Error("25 MiB are kept")
	}
	if _, known := c.Get(last, ""); !known {
		t.Error("the last answer is forgotten")
	}
}
