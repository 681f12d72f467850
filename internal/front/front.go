// Package front contains the code that the HTTP fronts share: routing, request bodies, query parameters, deadlines, entry to the gate,
// panic recovery, and the one table that maps errors to HTTP. Each front has its own envelope and its own admission checks.
package front
