package faults_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"earnest/client"
	"earnest/internal/db/dbtest"
	"earnest/test/rig"
)

// Many writers add words to the same description. Each reads it, adds its word, and saves it with If-Match. If the connection is cut, it reads the
// description again to find out whether it was saved.
func TestIfMatchLosesNoUpdateOfManyWriters(t *testing.T) {
	const writers = 64
	dbtest.EachEmpty(t, func(t *testing.T, url string) {
		c, project := mustNodes(t, url)
		rounds := rig.Times(1, 5)
		ticket, err := client.New(c.url(), c.world.Key).CreateTicket(t.Context(), client.TicketCreate{ProjectUUID: project, Title: "Shared"})
		if err != nil {
			t.Fatal(err)
		}
		r := whileKilling(t, c, writers, 16, func(r *repeater, writer int) {
			for round := range rounds {
				r.mustAdd(t, ticket.UUID, fmt.Sprintf("w%d-%d", writer, round))
				r.done.Add(1)
			}
		})
		got, err := client.New(c.url(), c.world.Key).Ticket(t.Context(), ticket.UUID)
		if err != nil {
			t.Fatal(err)
		}
		words := wordsOf(got)
		slices.Sort(words)
		if distinct := slices.Compact(slices.Clone(words)); len(words) != writers*rounds || len(distinct) != len(words) {
			t.Errorf("%d writers added %d words each, and there are %d, %d of them distinct", writers, rounds, len(words), len(distinct))
		}
		t.Logf("%d writers added %d words each over %d kills", writers, rounds, r.kills)
		c.world.MustBeSound(t)
	})
}

func wordsOf(t *client.TicketDetail) []string {
	if t.Description == nil {
		return nil
	}
	return strings.Fields(*t.Description)
}

// mustAdd adds a word to the description of a ticket, unless an earlier attempt has added it.
func (r *repeater) mustAdd(t *testing.T, uuid, word string) {
	t.Helper()
	for t.Context().Err() == nil {
		now, err := r.Ticket(t.Context(), uuid)
		if err != nil {
			r.mustBeTemporary(t, err)
			continue
		}
		words := wordsOf(now)
		if slices.Contains(words, word) {
			return
		}
		text := strings.Join(append(words, word), " ")
		_, err = r.UpdateTicket(t.Context(), uuid, client.TicketUpdate{Description: client.Set(text)}, client.IfMatch(now.ETag))
		if err != nil && !errors.Is(err, client.PreconditionFailed) {
			r.mustBeTemporary(t, err)
		}
	}
}
