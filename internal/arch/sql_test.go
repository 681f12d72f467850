package arch_test

import (
	"slices"
	"testing"

	"earnest/internal/typed"
)

// reviewed returns the functions that build a statement from parts that are not constants, with the origin of those parts.
// None of them comes from a request.
func reviewed() map[string]string {
	return map[string]string{
		"earnest/internal/transfer/store.copyTables":        "empties the tables that the schema of the database names",
		"earnest/internal/transfer/store.copyTable":         "reads a table that the schema of the database names",
		"earnest/internal/transfer/store.tableRows":         "reads the columns that the schema of the database names",
		"earnest/internal/transfer/store.takenText":         "joins statements on tables that it lists itself",
		"earnest/internal/transfer/store.updatedRules":      "checks tables that it lists itself",
		"(earnest/internal/transfer/store.reference).parts": "splits the words of rules that are written beside it",
		"(*earnest/internal/db.Tx).Copy":                    "fills a table and columns that its callers name in constants or the schema names",
		"(earnest/internal/db.Insert).row":                  "numbers parameters",
		"(earnest/internal/db.Insert).several":              "rearranges the parts of a statement that its callers give in constants",
		"earnest/internal/db.prepareSQLite":                 "sets the pragmas that the list above it holds",
		"earnest/internal/db/migrations.apply":              "runs a migration, a file inside the binary",
		"earnest/internal/apitest.dumpRows":                 "for tests: reads tables that the schema of the database names",
		"earnest/internal/db/dbtest.Postgres":               "for tests: makes a schema with a random name of letters",

		"earnest/internal/db/dbtest.newSchema":       "for tests: the same",
		"(*earnest/internal/db/dbtest.schema).drop":  "for tests: drops that schema",
		"(*earnest/internal/db/dbtest.schema).empty": "for tests: empties the tables that the schema of the database names",
	}
}

func TestOnlyConstantSQLReachesTheDrivers(t *testing.T) {
	t.Parallel()
	packages, err := typed.Load(t.Context(), "earnest/internal/...", "earnest/cmd/...")
	if err != nil {
		t.Fatal(err)
	}
	w := sqlWalk{packages: packages, reviewed: reviewed()}
	for _, sentence := range w.walk() {
		t.Error(sentence)
	}
	if len(w.sinks) < 8 {
		t.Errorf("only %d functions hand a text on: the walk is broken", len(w.sinks))
	}
	for name := range reviewed() {
		if !w.used[name] {
			t.Errorf("%s is reviewed, and composes nothing: take it off the list", name)
		}
	}
}

func TestASQLTextMadeOfInputIsFound(t *testing.T) {
	t.Parallel()
	const head = "package example\nimport (\"context\"; \"fmt\"; \"strings\"; \"earnest/internal/db\"; \"github.com/jackc/pgx/v5\")\n" +
		"var _ = fmt.Sprint; var _ = strings.Join; var _ pgx.Tx; var _ *db.Tx; var _ context.Context; var global = \"SELECT 1\"\n"
	cases := map[string]struct {
		source string
		found  bool
	}{
		"a literal":             {"func f(ctx context.Context, tx *db.Tx) { tx.Exec(ctx, `DELETE FROM x WHERE a = $1`, 1) }", false},
		"a sum of literals":     {"func f(ctx context.Context, tx *db.Tx) { s := `DELETE`; s += ` FROM x`; tx.Exec(ctx, s+` WHERE a`+tx.In(1)) }", false},
		"a list of literals":    {"func f(ctx context.Context, tx *db.Tx) { for _, s := range []string{`A`, `B`} { tx.Exec(ctx, s) } }", false},
		"a helper of constants": {"func f(ctx context.Context, tx *db.Tx, s string) { tx.Exec(ctx, s) }\nfunc g(ctx context.Context, tx *db.Tx) { f(ctx, tx, `A`) }", false},
		"input in the middle":   {"func f(ctx context.Context, tx *db.Tx, name string) { tx.Exec(ctx, `DELETE FROM x WHERE a = '`+name+`'`) }", true},
		"a format":              {"func f(ctx context.Context, tx *db.Tx, n int) { tx.Exec(ctx, fmt.Sprintf(`DELETE FROM x WHERE a = %d`, n)) }", true},
		"a join":                {"func f(ctx context.Context, tx *db.Tx, l []string) { tx.Exec(ctx, strings.Join(l, `,`)) }", true},
		"a variable that grows": {"func f(ctx context.Context, tx *db.Tx, in string) { s := `SELECT`; s += in; tx.Exec(ctx, s) }", true},
		"a package variable":    {"func f(ctx context.Context, tx *db.Tx) { tx.Exec(ctx, global) }", true},
		"a field":               {"type q struct{ s string }\nfunc f(ctx context.Context, tx *db.Tx, x q) { tx.Exec(ctx, x.s) }", true},
		"input through a helper": {
			"func f(ctx context.Context, tx *db.Tx, s string) { tx.Exec(ctx, s) }\nfunc g(ctx context.Context, tx *db.Tx, in string) { f(ctx, tx, `A`+in) }", true,
		},
		"input through a closure": {"func f(ctx context.Context, tx *db.Tx) func(string) { return func(in string) { tx.Exec(ctx, in) } }", true},
		"a result of a function":  {"func h(in string) string { return `A` + in }\nfunc f(ctx context.Context, tx *db.Tx) { tx.Exec(ctx, h(`B`)) }", true},
		"straight to the driver":  {"func f(ctx context.Context, tx pgx.Tx, in string) { tx.Query(ctx, `SELECT `+in) }", true},
		"one of several":          {"func f(ctx context.Context, tx *db.Tx, in string) { tx.Together(ctx, db.Statement{SQL: db.Text(`SELECT ` + in)}) }", true},
		"a batch of the driver":   {"func f(b *pgx.Batch, in string) { b.Queue(`SELECT ` + in) }", true},
		"the script of a schema":  {"func f(ctx context.Context, tx *db.Tx, in string) { tx.Script(ctx, in+`;`) }", true},
	}
	texts := map[string]string{}
	for name, c := range cases {
		texts[name] = head + c.source
	}
	examples, err := typed.Check(t.Context(), texts, "earnest/internal/db")
	if err != nil {
		t.Fatal(err)
	}
	packages, err := typed.Load(t.Context(), "earnest/internal/...")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range cases {
		w := sqlWalk{packages: slices.Concat(packages, []*typed.Package{examples[name]}), reviewed: reviewed()}
		if found := w.walk(); (len(found) > 0) != c.found {
			t.Errorf("%s: found %q", name, found)
		}
	}
}
