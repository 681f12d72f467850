package apiv1

import (
	"time"

	"earnest/internal/domain"
)

// me is the wire form of the key that a request was made with.
type me struct {
	Name         string    `json:"name" doc:"the name that its owner gave the key"`
	Scopes       []string  `json:"scopes" doc:"the scopes that the key has been granted"`
	ExpiresAt    *string   `json:"expires_at" format:"stamp"`
	ExpiresAtISO *string   `json:"expires_at_iso" format:"date-time"`
	Owner        keyOwner  `json:"owner" doc:"the user that the key acts for"`
	Quotas       keyQuotas `json:"quotas" doc:"what is left of the key's quotas, after this request"`
}

// keyOwner is the user that a key acts for.
type keyOwner struct {
	UserID    int64  `json:"user_id"`
	Firstname string `json:"firstname" rule:"stored firstname"`
	Lastname  string `json:"lastname" rule:"stored lastname"`
	Email     string `json:"email" rule:"email"`
}

// keyQuotas holds the two quotas of a key.
type keyQuotas struct {
	Hour  quota `json:"hour" doc:"the quota per clock hour"`
	Month quota `json:"month" doc:"the quota per calendar month"`
}

// quota is a quota and the time at which it begins anew.
type quota struct {
	Limit       int64  `json:"limit" doc:"the number of requests allowed"`
	Remaining   int64  `json:"remaining" doc:"the number of requests left"`
	ResetsAt    string `json:"resets_at" format:"stamp"`
	ResetsAtISO string `json:"resets_at_iso" format:"date-time"`
}

func quotaOf(limit, left int64, reset time.Time) quota {
	return quota{Limit: limit, Remaining: left, ResetsAt: stamp(reset), ResetsAtISO: domain.Instant(reset)}
}

// orNull converts a time that may be missing.
func orNull(t *time.Time, convert func(time.Time) string) *string {
	if t == nil {
		return nil
	}
	text := convert(*t)
	return &text
}

func (a *API) getMe(r *request) (any, error) {
	k, err := a.app.Admission.Holder(r.ctx, r.caller.KeyID)
	return me{
		Name:         k.Name,
		Scopes:       k.Scopes.Names(),
		ExpiresAt:    orNull(k.ExpiresAt, stamp),
		ExpiresAtISO: orNull(k.ExpiresAt, domain.Instant),
		Owner:        keyOwner{UserID: k.User.ID, Firstname: k.User.Firstname, Lastname: k.User.Lastname, Email: k.User.Email},
		Quotas: keyQuotas{
			Hour:  quotaOf(r.rate.Limits.Hour, r.rate.HourLeft, r.rate.HourReset),
			Month: quotaOf(r.rate.Limits.Month, r.rate.MonthLeft, r.rate.MonthReset),
		},
	}, err
}
