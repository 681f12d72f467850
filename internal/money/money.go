// Package money implements everything related to the budget: earned value, explanations, forecasts, what-if questions, history, cost, the
// portfolio and the report. The arithmetic is in evm; the SQL is in money/store.
package money

import (
	"earnest/internal/instance"
)

// Service holds the use cases of this package.
type Service struct {
	*instance.Instance
}

// New returns the service for an instance.
func New(i *instance.Instance) *Service {
	return &Service{i}
}
