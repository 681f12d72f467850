// Package operate shows administrators the quotas and the health of an instance, and implements search and live updates. Its SQL
// is in operate/store.
package operate

import (
	"context"
	"time"

	"earnest/internal/admit"
	"earnest/internal/instance"
)

// Service implements the use cases of this package.
type Service struct {
	*instance.Instance

	admission *admit.Service
	live      *live
	started   time.Time
	files     func(context.Context) error
}

// New returns the service of an instance; files reports whether files can be stored and read.
func New(i *instance.Instance, admission *admit.Service, files func(context.Context) error) *Service {
	return &Service{Instance: i, admission: admission, live: newLive(i.DB, i.Log), started: i.Now(), files: files}
}
