package store_test

import (
	"slices"
	"strings"
	"testing"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/db/migrations"
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// before15 fills a database of version 14.
const before15 = `
INSERT INTO accounts (id, plan, active, subscribed_at, created_at, updated_at) VALUES (1, 'pro', TRUE, 0, 0, 0);
INSERT INTO users (id, uuid, account_id, email, email_folded, firstname, lastname, is_admin, created_at, updated_at)
VALUES (1, 'u', 1, 'a', 'a', 'A', 'B', FALSE, 0, 0);
INSERT INTO projects (id, uuid, name, color, contingency_pct, rates_for, revision, changed_at, created_at, updated_at)
VALUES (4, 'p', 'P', '', 0, 'everyone', 1, 0, 0, 0);
INSERT INTO tickets (id, uuid, project_id, title, description, priority, status, story_points, acceptance_criteria, renamed_at, deleted_at, created_at, updated_at)
VALUES (5, 't', 4, 'Été', 'described', 'normale', 'todo', 0, '[]', 0, NULL, 0, 0), (6, 'x', 4, 'été', NULL, 'normale', 'todo', 0, '[]', 0, 1, 0, 0);
INSERT INTO comments (id, uuid, project_id, ticket_id, author_id, content, mentions, created_at, updated_at)
VALUES (7, 'c', 4, 5, 1, '<p>noted</p>', '[]', 0, 0), (8, 'd', 4, 6, 1, '<p>noted</p>', '[]', 0, 0);
`

// numbered returns before15 for the current version, in which tickets have numbers.
func numbered() string {
	return strings.NewReplacer("tickets (id,", "tickets (id, number,", "(5, 't', 4,", "(5, 1, 't', 4,", "(6, 'x', 4,", "(6, 2, 'x', 4,").Replace(before15)
}

func TestAnUpgradeIndexesEarlierTexts(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, url string) {
		t.Helper()
		d, err := db.Open(t.Context(), url, db.Options{Readers: 1})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(d.Close)
		if err := migrations.UpTo(t.Context(), d, 14, 1); err != nil {
			t.Fatal(err)
		}
		if err := d.Write(t.Context(), func(tx *db.Tx) error { return tx.Script(t.Context(), before15) }); err != nil {
			t.Fatal(err)
		}
		if err := migrations.Up(t.Context(), d, 1); err != nil {
			t.Fatal(err)
		}
		for query, want := range map[string][]int64{"ete": {5}, "descr": {5}, "noted": {5}, "p": nil} {
			if got := mustSearch(t, d, []int64{4}, query); !slices.Equal(got, want) {
				t.Errorf("%q finds %v, want %v", query, got, want)
			}
		}
	})
}

// A reader of very many projects searches them in a few statements.
func TestThousandsOfProjectsAreSearched(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		d := mustFilled(t, url, numbered())
		projects := []int64{}
		for id := int64(3000); id > 0; id-- {
			projects = append(projects, id)
		}
		for query, want := range map[string][]int64{"ete": {5}, "noted": {5}, "other": nil, "a b c d e f g h i j k l m n o p": nil} {
			before := d.Statements()
			if got := mustSearch(t, d, projects, query); !slices.Equal(got, want) {
				t.Errorf("%q finds %v, want %v", query, got, want)
			}
			if n := d.Statements() - before; n > 30 {
				t.Errorf("%q costs %d statements", query, n)
			}
		}
	})
}

// newer is a ticket of project 4 whose description contains the word in the title of ticket 5.
const newer = `
INSERT INTO tickets (id, uuid, project_id, number, title, description, priority, status, story_points, acceptance_criteria, renamed_at, created_at, updated_at)
VALUES (9, 'n', 4, 3, 'Other', 'été', 'normale', 'todo', 0, '[]', 0, 0, 0);
`

// In whichever of the reader's projects it is, a ticket with the word in its title comes before newer ones that have it in their text.
func TestTitlesComeFirst(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		d := mustFilled(t, url, numbered()+newer)
		for _, before := range []int{0, 1, 8, 9, 20} { // other projects, which are searched first
			projects := []int64{}
			for id := range int64(before) {
				projects = append(projects, 100+id)
			}
			if got := mustSearch(t, d, append(projects, 4), "ete"); !slices.Equal(got, []int64{5, 9}) {
				t.Errorf("after %d other projects: %v", before, got)
			}
		}
	})
}

// texted are tickets of project 5 whose descriptions contain the word in the title of ticket 5, which is in project 4.
const texted = another + `
WITH RECURSIVE n (i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 1019)
INSERT INTO tickets (id, uuid, project_id, number, title, description, priority, status, story_points, acceptance_criteria, renamed_at, created_at, updated_at)
SELECT i, 'x' || i, 5, i, 'Other', 'été', 'normale', 'todo', 0, '[]', 0, 0, 0 FROM n;
`

// Even if the first projects have enough texts with the word, a ticket with the word in its title comes first.
func TestATitleInALaterProjectComesBeforeManyTexts(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		d := mustFilled(t, url, numbered()+texted)
		projects := []int64{5}
		for id := range int64(20) {
			projects = append(projects, 100+id)
		}
		if got := mustSearch(t, d, append(projects, 4), "ete"); len(got) != 20 || got[0] != 5 || got[1] != 1019 {
			t.Errorf("found %v", got)
		}
	})
}

// another is a second project.
const another = `
INSERT INTO projects (id, uuid, name, color, contingency_pct, rates_for, revision, changed_at, created_at, updated_at)
VALUES (5, 'q', 'Q', '', 0, 'everyone', 1, 0, 0, 0);
`

// older are tickets and comments of another project, which are older than many, with the same words.
const older = another + `
WITH RECURSIVE n (i) AS (SELECT 30 UNION ALL SELECT i + 1 FROM n WHERE i < 89)
INSERT INTO tickets (id, uuid, project_id, number, title, priority, status, story_points, acceptance_criteria, renamed_at, created_at, updated_at)
SELECT i, 't' || i, 5, i, 'common', 'normale', 'todo', 0, '[]', 0, 0, 0 FROM n;
WITH RECURSIVE n (i) AS (SELECT 30 UNION ALL SELECT i + 1 FROM n WHERE i < 89)
INSERT INTO comments (id, uuid, project_id, ticket_id, author_id, content, mentions, created_at, updated_at)
SELECT i, 'c' || i, 5, i, 1, '<p>said</p>', '[]', 0, 0 FROM n;
`

// mustFilled opens a database with the rows that a script adds.
func mustFilled(t *testing.T, url string, script string) *db.DB {
	t.Helper()
	d := dbtest.MustOpen(t, url)
	if err := d.Write(t.Context(), func(tx *db.Tx) error { return tx.Script(t.Context(), script) }); err != nil {
		t.Fatal(err)
	}
	return d
}

func mustSearch(t *testing.T, d *db.DB, projects []int64, query string) (found []int64) {
	t.Helper()
	err := d.Read(t.Context(), func(tx *db.Tx) (err error) {
		found, err = store.SearchTickets(t.Context(), tx, projects, domain.SearchWords(query), 20)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// many fills project 4, which before15 describes, with tickets and comments that all have a word in common.
const many = `
WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 299)
INSERT INTO tickets (id, uuid, project_id, number, title, priority, status, story_points, acceptance_criteria, renamed_at, created_at, updated_at)
SELECT i, 't' || i, 4, i, 'common', 'normale', 'todo', 0, '[]', 0, 0, 0 FROM n;
WITH RECURSIVE n (i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 299)
INSERT INTO comments (id, uuid, project_id, ticket_id, author_id, content, mentions, created_at, updated_at)
SELECT i, 'c' || i, 4, i, 1, '<p>said</p>', '[]', 0, 0 FROM n;
`

// PostgreSQL looks up a rare word in another way than a common one.
func TestTheLatestTextsWithACommonWordAreFound(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		d := mustFilled(t, url, numbered()+many+older)
		latest := []int64{}
		for id := int64(299); id > 279; id-- {
			latest = append(latest, id)
		}
		for query, want := range map[string][]int64{"common": latest, "said": latest, "ete": {5}, "noted": {5}} {
			// Project 4 is searched alone, after another one, and together with seven others.
			for _, projects := range [][]int64{{4}, {3, 4}, {3, 4, 5, 10, 11, 12, 13, 14, 15}} {
				if got := mustSearch(t, d, projects, query); !slices.Equal(got, want) {
					t.Errorf("%q in %v finds %v, want %v", query, projects, got, want)
				}
			}
		}
	})
}
