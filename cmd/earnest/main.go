// Command earnest is the whole product in one binary: the server and the other commands.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"earnest/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the first signal asks the program to stop, the second one ends it immediately
	os.Exit(cli.Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
