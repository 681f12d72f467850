// Package front is what the HTTP fronts share: routing, request bodies, query parameters, deadlines, the way through the gate, panics,
// and the one table that maps errors to HTTP. Each front keeps its own envelope and its own admission.
package front
