package dash

import (
	"earnest/internal/admit"
	"earnest/internal/dash/figures"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/identity"
	"earnest/internal/operate"
)

// plans holds the plan grid and the number of people on each plan.
type plans struct {
	Grid          planGrid    `json:"grid"`
	Plans         []planCount `json:"plans"`
	Early         int         `json:"early"`         // accounts that subscribed before the grid took effect
	Grandfathered int         `json:"grandfathered"` // of those, the ones whose plan has no API access
	Limits        keyLimits   `json:"limits"`
}

type planCount struct {
	Plan     string `json:"plan" rule:"plan"`
	API      bool   `json:"api"`
	Users    int    `json:"users"`
	Inactive int    `json:"inactive"`
}

func (d *Dash) getPlans(r *request) (any, error) {
	p, err := d.app.Accounts.Plans(r.ctx)
	return plans{
		Grid: planGridOf(p.Grid),
		Plans: front.Mapped(p.Plans, func(c identity.PlanCount) planCount {
			return planCount{Plan: string(c.Plan), API: c.API, Users: c.Users, Inactive: c.Inactive}
		}),
		Early:         p.Early,
		Grandfathered: p.Kept,
		Limits:        keyLimits(p.Limits),
	}, err
}

// quotas shows who uses the API most and who is locked out.
type quotas struct {
	Limits         keyLimits      `json:"limits"`
	Keys           []keyQuota     `json:"keys"`
	Addresses      []addressQuota `json:"addresses"`
	SignIns        []addressTries `json:"sign_ins"`
	LockedAccounts int            `json:"locked_accounts"`
}

type keyQuota struct {
	ID     int64           `json:"id"`
	Prefix string          `json:"prefix"`
	Name   string          `json:"name"`
	State  domain.KeyState `json:"state"`
	User   keyPerson       `json:"user"`
	Hour   keyUse          `json:"hour"`
	Month  keyUse          `json:"month"`
}

// keyPerson is the owner of a key.
type keyPerson struct {
	ID     int64  `json:"id"`
	Name   string `json:"name"`
	Email  string `json:"email"`
	Active bool   `json:"active"`
}

// addressQuota is an address whose requests were refused. If it is throttled, further refused requests get a quota error until a window
// resets.
type addressQuota struct {
	Address   string `json:"address"`
	Throttled bool   `json:"throttled"`
	Hour      keyUse `json:"hour"`
	Month     keyUse `json:"month"`
}

// addressTries is an address from which sign-ins failed.
type addressTries struct {
	Address string `json:"address"`
	Failed  int64  `json:"failed"`
	Locked  bool   `json:"locked"`
	Until   string `json:"until"`
}

// hourUse returns the usage in the hourly window of a quota.
func hourUse(u admit.Usage) keyUse {
	return keyUse{Used: u.HourUsed, Limit: u.Limits.Hour, ResetsAt: figures.Stamp(u.HourReset)}
}

// monthUse returns the usage in the monthly window of a quota.
func monthUse(u admit.Usage) keyUse {
	return keyUse{Used: u.MonthUsed, Limit: u.Limits.Month, ResetsAt: figures.Stamp(u.MonthReset)}
}

func (d *Dash) getQuotas(r *request) (any, error) {
	p := r.params()
	by := p.OneOf("by", "hour", "month")
	if p.Err != nil {
		return nil, p.Err
	}
	q, err := d.app.Operations.Quotas(r.ctx, by == "month")
	return quotas{
		Limits:         keyLimits(q.Limits),
		Keys:           front.Mapped(q.Keys, keyQuotaOf),
		Addresses:      front.Mapped(q.Addresses, addressQuotaOf),
		SignIns:        front.Mapped(q.Tries, addressTriesOf),
		LockedAccounts: q.Accounts,
	}, err
}

func keyQuotaOf(k operate.KeyQuota) keyQuota {
	return keyQuota{
		ID:     k.Key.ID,
		Prefix: k.Key.Prefix,
		Name:   k.Key.Name,
		State:  k.State,
		User:   keyPerson{ID: k.Key.UserID, Name: k.Owner, Email: k.Key.UserEmail, Active: k.Active},
		Hour:   hourUse(k.Usage),
		Month:  monthUse(k.Usage),
	}
}

func addressQuotaOf(a operate.AddressQuota) addressQuota {
	return addressQuota{Address: a.Address, Throttled: a.Throttled, Hour: hourUse(a.Usage), Month: monthUse(a.Usage)}
}

func addressTriesOf(a operate.AddressTries) addressTries {
	return addressTries{Address: a.Address, Failed: a.Failed, Locked: a.Locked, Until: figures.Stamp(a.Until)}
}
