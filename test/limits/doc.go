// Package limits checks that every route keeps the cost of a single request within fixed limits. It builds a project that is
// close to all its limits, sends each route its most expensive request as the least privileged person who may call it, and
// measures the cost.
//
// Both fronts run inside the test process and are called without a network, so that the CPU time and the live heap measured are
// the product's alone.
package limits
