//go:build !linux

package main

import "context"

// slowSync needs strace.
func slowSync(context.Context, *options, *product) *syncResult {
	return &syncResult{Why: "it takes strace, which is of Linux"}
}
