// Package limits checks that every route keeps to a limit on what one request may cost. It builds a project at all its limits,
// sends each route its most expensive request, as the least privileged person who may call it, and measures the cost.
//
// The tests run both fronts in their own process and call them without a network, so that the figures are the product's alone:
// the CPU time of the process, and the heap that the request keeps alive.
package limits
