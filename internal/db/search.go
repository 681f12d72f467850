package db

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"zombiezen.com/go/sqlite"

	"earnest/internal/domain"
)

// The words of every ticket and comment are in the tables ticket_words and comment_words, which the schema's triggers maintain: an
// FTS5 table on SQLite, a table with a tsvector on PostgreSQL. Every word is stored after the id of its project and a letter, so
// that a search reads only the words of the projects it searches, however common they are elsewhere.

// WordsIn selects the words that are searched.
type WordsIn string

// The letters between the id of the project and the word.
const (
	InTitle WordsIn = "t" // of a ticket
	InText  WordsIn = "x" // of a ticket's title and description, or of a comment
)

// projectsPerQuery is the number of projects that one query searches. Looking up the words of many projects with one query costs much less than with a query
// for each, but both engines compare every match with every project in the query.
const projectsPerQuery = 64

// MatchWords returns the queries for texts of projects that contain every word, or a longer word that begins with it. Words come
// from domain.SearchWords, which leaves no character with a meaning for an engine. The engines have different query languages.
func (tx *Tx) MatchWords(projectIDs []int64, in WordsIn, words []string) []string {
	or := ` OR `
	if tx.Engine() == Postgres {
		or = ` | `
	}
	queries := make([]string, 0, 1+len(projectIDs)/projectsPerQuery)
	for some := range slices.Chunk(projectIDs, projectsPerQuery) {
		matches := make([]string, 0, len(some))
		for _, id := range some {
			matches = append(matches, `(`+tx.matchWords(id, in, words)+`)`)
		}
		queries = append(queries, strings.Join(matches, or))
	}
	return queries
}

// matchWords returns the query for the texts of one project.
func (tx *Tx) matchWords(projectID int64, in WordsIn, words []string) string {
	open, end, and := `"`, `"*`, ` AND `
	if tx.Engine() == Postgres {
		open, end, and = `'`, `':*`, ` & `
	}
	prefix := open + strconv.FormatInt(projectID, 10) + string(in)
	terms := make([]string, 0, len(words))
	for _, w := range words {
		terms = append(terms, prefix+w+end)
	}
	return strings.Join(terms, and)
}

// Matching returns a table of the rowids in a table of words that match one of the queries in list parameter n; see MatchWords.
// Each query is run separately, so that PostgreSQL's planner always uses the index. Adding 0 keeps it from reading the table in
// the order of its rowids instead.
func (tx *Tx) Matching(table Text, n int) Text {
	parameter := Text("$" + strconv.Itoa(n))
	if tx.Engine() == Postgres {
		return `(SELECT w.rowid + 0 AS id FROM unnest(CAST(` + parameter + ` AS TEXT[])) q JOIN ` + table + ` w ON w.words @@ search_query(q))`
	}
	return `(SELECT w.rowid AS id FROM json_each(` + parameter + `) q JOIN ` + table + ` w ON w.` + table + ` MATCH q.value)`
}

// addSearchFunctions defines the functions that the schema's triggers call to find the words of a text, and search_fold, which the
// migrations and the doctor need. PostgreSQL's schema defines them itself.
func addSearchFunctions(conn *sqlite.Conn) error {
	return errors.Join(
		addTextFunction(conn, "search_words", 2, func(args []sqlite.Value) string { return domain.IndexedWords(args[0].Text(), args[1].Text()) }),
		addTextFunction(conn, "comment_text", 1, func(args []sqlite.Value) string { return domain.CommentText(args[0].Text()) }),
		addTextFunction(conn, "search_fold", 1, func(args []sqlite.Value) string { return domain.Fold(args[0].Text()) }),
	)
}

// addTextFunction defines a function that always returns the same text for the same arguments.
func addTextFunction(conn *sqlite.Conn, name string, arguments int, f func([]sqlite.Value) string) error {
	return conn.CreateFunction(name, &sqlite.FunctionImpl{
		NArgs:         arguments,
		Deterministic: true,
		AllowIndirect: true,
		Scalar: func(_ sqlite.Context, args []sqlite.Value) (sqlite.Value, error) {
			return sqlite.TextValue(f(args)), nil
		},
	})
}
