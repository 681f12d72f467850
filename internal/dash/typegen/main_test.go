package main

import (
	"go/ast"
	"os"
	"strings"
	"testing"

	"earnest/internal/typed"
)

func TestTheTypesOfThePagesAreUpToDate(t *testing.T) {
	t.Parallel()
	want, err := generate(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("../../../web/src/api/types.gen.ts")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("web/src/api/types.gen.ts is stale: run go generate ./internal/dash")
	}
}

const example = `package example

import "earnest/internal/domain"

type made struct{ value any }

// card is a ticket.
type card struct {
	Priority string   ` + "`json:\"priority\" rule:\"priority\"`" + `
	Assignee *int64   ` + "`json:\"assignee\"`" + ` // null: nobody
	Tags     []string ` + "`json:\"tags\"`" + `
	Cycle    *float64 ` + "`json:\"cycle,omitempty\"`" + `
	From     any      ` + "`json:\"from\"`" + `
}

type ticket struct {
	card
	State  domain.KeyState ` + "`json:\"state\"`" + `
	Engine string          ` + "`json:\"engine\" enum:\"a b\"`" + `
	Values []*float64      ` + "`json:\"values\"`" + `
	Counts map[string]int  ` + "`json:\"counts\"`" + `
}

type cardBody struct {
	Title domain.Opt[string]   ` + "`json:\"title\" need:\"yes\"`" + `
	Day   domain.Opt[*string]  ` + "`json:\"day\"`" + `
	Lines domain.Opt[[]string] ` + "`json:\"lines\" null:\"yes\"`" + `
}

func get() (any, error)    { return made{ticket{}}, nil }
func other() (any, error)  { return get() }
func refuse() (any, error) { return nil, nil }
func loose() (any, error)  { return map[string]int{}, nil }
func blind(v any) (any, error) { return made{v}, nil }
`

const exampleTypes = `
export const keyStateValues = ['active', 'expired', 'revoked'] as const;
export type KeyState = (typeof keyStateValues)[number];

export const priorityValues = ['critique', 'haute', 'normale', 'faible'] as const;
export type Priority = (typeof priorityValues)[number];

/** Card is a ticket. */
export interface Card {
  priority: Priority;
  /** null: nobody */
  assignee: number | null;
  tags: string[];
  cycle?: number;
  from: unknown;
}

export interface CardBody {
  title: string;
  day?: string | null;
  lines?: string[] | null;
}

export interface Ticket extends Card {
  state: KeyState;
  engine: 'a' | 'b';
  values: (number | null)[];
  counts: Record<string, number>;
}
`

func TestGoTypesBecomeTypeScript(t *testing.T) {
	t.Parallel()
	p := mustCheck(t)
	w := newWriter(p)
	for _, name := range []string{"ticket", "cardBody"} {
		if _, err := w.typeOf(p.Types.Scope().Lookup(name).Type()); err != nil {
			t.Fatal(err)
		}
	}
	got, err := w.text()
	if err != nil {
		t.Fatal(err)
	}
	if got = strings.TrimPrefix(got, head); got != exampleTypes {
		t.Errorf("got:\n%s\nwant:\n%s", got, exampleTypes)
	}
}

func TestAnAnswerWithoutATypeIsRefused(t *testing.T) {
	t.Parallel()
	p := mustCheck(t)
	for name, want := range map[string]string{
		"get": "", "other": "", "refuse": "",
		"loose": "an answer must be a struct, not map[string]int",
		"blind": "an answer must be a struct, not any",
	} {
		_, err := answers(p, mustFunc(t, p, name))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

func mustCheck(t *testing.T) *typed.Package {
	t.Helper()
	texts, err := typed.Check(t.Context(), map[string]string{"example": example}, "earnest/internal/domain")
	if err != nil {
		t.Fatal(err)
	}
	return texts["example"]
}

func mustFunc(t *testing.T, p *typed.Package, name string) *ast.FuncDecl {
	t.Helper()
	for _, decl := range p.Files[0].Decls {
		if f, ok := decl.(*ast.FuncDecl); ok && f.Name.Name == name {
			return f
		}
	}
	t.Fatalf("no function %s", name)
	return nil
}
