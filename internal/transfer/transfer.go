// Package transfer moves data in and out: import, export, backup, restore and the doctor's checks. Its SQL is in transfer/store.
package transfer

import (
	"context"

	"earnest/internal/files"
	"earnest/internal/identity"
	"earnest/internal/instance"
	"earnest/internal/money"
	"earnest/internal/work"
)

// Service implements the use cases of this package.
type Service struct {
	*instance.Instance

	projects *work.Projects
	tickets  *work.Tickets
	accounts *identity.Accounts
	money    *money.Service
	files    *files.Service
	backups  *backups
}

// New returns the service of an instance.
func New(i *instance.Instance, w work.Services, accounts *identity.Accounts, figures *money.Service, attached *files.Service) *Service {
	return &Service{
		Instance: i, projects: w.Projects, tickets: w.Tickets, accounts: accounts, money: figures, files: attached, backups: newBackups(),
	}
}

// Stop ends a running backup.
func (a *Service) Stop(ctx context.Context) error { return a.backups.stop(ctx) }
