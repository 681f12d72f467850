// Command typegen generates the TypeScript types of the dashboard's API from the Go structs of package dash, and of
// package figures, which dash sends. Run it with go generate
// ./internal/dash after changing a struct that is sent or received; a test here fails until you do.
package main

import (
	"context"
	"fmt"
	"os"
	"slices"

	"earnest/internal/typed"
)

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "typegen:", err)
		os.Exit(1)
	}
}

// dash is the package with the handlers.
const dash = "earnest/internal/dash"

// run writes the types to the file named by args.
func run(ctx context.Context, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("usage: typegen FILE, not %q", args)
	}
	text, err := generate(ctx)
	if err != nil {
		return err
	}
	return os.WriteFile(args[0], []byte(text), 0o644) //nolint:gosec // source text, for everyone to read
}

// generate returns the text of the TypeScript file.
func generate(ctx context.Context) (string, error) {
	packages, err := typed.Load(ctx, dash, dash+"/figures")
	if err != nil {
		return "", err
	}
	roots, err := wireTypes(packages[slices.IndexFunc(packages, func(p *typed.Package) bool { return p.Path == dash })])
	if err != nil {
		return "", err
	}
	w := newWriter(packages...)
	for _, root := range roots {
		if _, err := w.typeOf(root); err != nil {
			return "", err
		}
	}
	return w.text()
}
