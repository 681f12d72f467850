// Command typegen generates the TypeScript types of the dashboard's API from the Go structs of package dash. Run it with go generate
// ./internal/dash after changing a struct that is sent or received; a test here fails until you do.
package main

import (
	"context"
	"fmt"
	"os"

	"earnest/internal/typed"
)

func main() {
	if err := run(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "typegen:", err)
		os.Exit(1)
	}
}

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
	packages, err := typed.Load(ctx, "earnest/internal/dash")
	if err != nil {
		return "", err
	}
	roots, err := wireTypes(packages[0])
	if err != nil {
		return "", err
	}
	w := newWriter(packages[0])
	for _, root := range roots {
		if _, err := w.typeOf(root); err != nil {
			return "", err
		}
	}
	return w.text()
}
