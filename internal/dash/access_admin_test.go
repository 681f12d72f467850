package dash_test

import (
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"earnest/internal/apitest"
	"earnest/internal/domain"
	"earnest/internal/transfer"
)

// adminAccess lists who may administer the instance.
func adminAccess() map[string]row {
	return map[string]row{
		"GET /admin/users":                    {may: administrators},
		"POST /admin/users":                   {may: administrators, call: newUser},
		"PUT /admin/users/{id}":               {may: administrators, call: userChange},
		"POST /admin/users/{id}/reset":        {may: administrators, call: userReset},
		"DELETE /admin/users/{id}/invitation": {may: administrators, call: anUnusedLink},
		"GET /admin/invitations":              {may: administrators},
		"DELETE /admin/invitations/{uuid}":    {may: administrators, call: anInvitedMember},
		"GET /admin/plans":                    {may: administrators},
		"GET /admin/currency":                 {may: administrators},
		"PUT /admin/currency":                 {may: administrators, call: with("/admin/currency", map[string]any{"currency": "EUR"})},
		"POST /admin/exchange-rates":          {may: administrators, call: newExchangeRate},
		"DELETE /admin/exchange-rates/{id}":   {may: administrators, call: anExchangeRate},
		"GET /admin/quotas":                   {may: administrators},
		"GET /admin/finance-keys":             {may: administrators},
		"GET /admin/changes":                  {may: administrators},
		"GET /admin/changes/choices":          {may: administrators},
		"GET /admin/changes.csv":              {may: administrators},
		"GET /admin/health":                   {may: administrators},
		"GET /admin/backup":                   {may: administrators},
		"POST /admin/backup":                  {may: administrators, call: backupStart},
		"GET /admin/backup/{id}":              {may: administrators, call: readyBackup("")},
		"DELETE /admin/backup/{id}":           {may: administrators, call: readyBackup("")},
		"GET /admin/backup/{id}/file":         {may: administrators, call: readyBackup("/file")},
	}
}

// rateDays makes each exchange rate begin on another day, because a pair of currencies has one rate a day.
var rateDays atomic.Int64

func nextRate() domain.ExchangeRate {
	return domain.ExchangeRate{From: "USD", To: "EUR", Day: domain.FirstDay.AddDays(int(rateDays.Add(1))), Rate: 0.9}
}

func newExchangeRate(testing.TB, *cast, *browser) (path string, body any) {
	r := nextRate()
	return "/admin/exchange-rates", map[string]any{"from": r.From, "to": r.To, "from_day": r.Day, "rate": r.Rate}
}

func anExchangeRate(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	if err := c.w.App.Money.AddExchangeRate(t.Context(), domain.Operator(), nextRate()); err != nil {
		t.Fatal(err)
	}
	rates := apitest.Must(c.w.App.Money.Exchange(t.Context()))(t).Rates
	return "/admin/exchange-rates/" + strconv.FormatInt(rates[0].ID, 10), nil
}

func newUser(testing.TB, *cast, *browser) (path string, body any) {
	return "/admin/users", map[string]any{"email": newEmail(), "firstname": "New", "lastname": "Person", "plan": "pro", "is_admin": false}
}

func anUnusedLink(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	look := apitest.Must(c.w.App.Accounts.PreviewInvitation(t.Context(), c.w.mustInvite(t)))(t)
	return "/admin/users/" + strconv.FormatInt(look.User.ID, 10) + "/invitation", nil
}

func anInvitedMember(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	return "/admin/invitations/" + c.newMember(t, domain.Worker).UUID, nil
}

func userReset(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	return "/admin/users/" + strconv.FormatInt(c.w.mustPassworded(t).ID, 10) + "/reset", map[string]any{"clear_second_factor": true}
}

func userChange(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	return "/admin/users/" + strconv.FormatInt(c.w.mustPassworded(t).ID, 10), map[string]any{"plan": "free", "active": false}
}

func backupStart(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	c.w.awaitBackup(t)
	return "/admin/backup", nil
}

func readyBackup(rest string) func(testing.TB, *cast, *browser) (string, any) {
	return func(t testing.TB, c *cast, _ *browser) (string, any) {
		t.Helper()
		return "/admin/backup/" + c.w.mustBackup(t).ID + rest, nil
	}
}

// awaitBackup waits until no backup is running and returns the last one.
func (w *world) awaitBackup(t testing.TB) transfer.BackupJob {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		job, _ := w.App.Transfer.LastBackup()
		if job.State != transfer.BackupRunning {
			return job
		}
		if time.Now().After(end) {
			t.Fatal("the backup does not end")
		}
	}
}

// mustBackup makes a backup and waits for it.
func (w *world) mustBackup(t testing.TB) transfer.BackupJob {
	t.Helper()
	w.awaitBackup(t)
	if _, err := w.App.Transfer.StartBackup(t.Context(), domain.Caller{}); err != nil {
		t.Fatal(err)
	}
	job := w.awaitBackup(t)
	if job.State != transfer.BackupReady {
		t.Fatalf("the backup is %s", job.State)
	}
	return job
}
