// Package changelog shows people the change log: what happened to a ticket or a comment, for those who may read the project, and what happened in the
// whole instance, for its administrators. The SQL is in changelog/store; the rows are written by the use cases that make the changes.
package changelog

import "earnest/internal/instance"

// Service holds the use cases of this package.
type Service struct{ *instance.Instance }

// New returns the service for an instance.
func New(i *instance.Instance) *Service { return &Service{i} }
