//go:build !linux

package main

import "context"

// slowSync measures nothing, because it needs strace.
func slowSync(context.Context, *options, *product) *syncResult {
	return &syncResult{Why: "it needs strace, which only Linux has"}
}
