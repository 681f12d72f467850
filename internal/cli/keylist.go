package cli

import (
	"encoding/json"
	"net/netip"
	"strconv"
	"strings"
	"time"
	"unicode"

	"earnest/internal/app"
	"earnest/internal/config"
	"earnest/internal/domain"
)

type keyList struct {
	config.Database
	config.KeyList
}

// shownKey is a key in the output of the command key list --json.
type shownKey struct {
	ID         int64          `json:"id"`
	Prefix     string         `json:"prefix"`
	User       string         `json:"user"`
	Name       string         `json:"name"`
	Scopes     []string       `json:"scopes"`
	AllowIPs   []netip.Prefix `json:"allow_ips"`
	CreatedAt  string         `json:"created_at"`
	ExpiresAt  *string        `json:"expires_at"`
	LastUsedAt *string        `json:"last_used_at"`
	LastUsedIP *string        `json:"last_used_ip"`
	State      string         `json:"state"`
}

// Run prints the keys as a table, or as JSON.
func (c *keyList) Run(t *terminal) error {
	return t.withData(c.Database, func(a *app.App) error {
		list, err := a.Keys.Keys(t.ctx, c.User)
		if err != nil {
			return aboutUser(err, c.User)
		}
		if c.JSON {
			return t.printKeysJSON(list, time.Now())
		}
		return t.printKeys(list, time.Now())
	})
}

func (t *terminal) printKeysJSON(list []domain.APIKey, now time.Time) error {
	shown := []shownKey{}
	for _, k := range list {
		shown = append(shown, shownKey{
			ID:         k.ID,
			Prefix:     k.Prefix,
			User:       k.UserEmail,
			Name:       k.Name,
			Scopes:     k.Scopes.Names(),
			AllowIPs:   k.AllowIPs,
			CreatedAt:  domain.Stamp(k.CreatedAt),
			ExpiresAt:  stampOrNull(k.ExpiresAt),
			LastUsedAt: stampOrNull(k.LastUsedAt),
			LastUsedIP: k.LastUsedIP,
			State:      keyState(k, now),
		})
	}
	return json.NewEncoder(t.stdout).Encode(shown)
}

func stampOrNull(at *time.Time) *string {
	if at == nil {
		return nil
	}
	text := domain.Stamp(*at)
	return &text
}

func (t *terminal) printKeys(list []domain.APIKey, now time.Time) error {
	out := newTable(t.stdout, "ID", "PREFIX", "USER", "NAME", "SCOPES", "ALLOWED FROM", "EXPIRES", "LAST USED", "STATE")
	for _, k := range list {
		out.row(
			strconv.FormatInt(k.ID, 10),
			k.Prefix+"…",
			cell(k.UserEmail),
			cell(k.Name),
			scopesText(k.Scopes),
			networksText(k.AllowIPs),
			stampOr(k.ExpiresAt, "never"),
			stampOr(k.LastUsedAt, "never"),
			keyState(k, now),
		)
	}
	return out.flush()
}

// cell returns text that cannot break the table.
func cell(s string) string {
	if s == "" {
		return "-"
	}
	return strings.Map(func(c rune) rune {
		if unicode.IsPrint(c) {
			return c
		}
		return '?'
	}, s)
}

func scopesText(s domain.Scopes) string {
	switch names := s.Names(); len(names) {
	case 0:
		return "none"
	case len(domain.AllScopes()):
		return "all"
	default:
		return strings.Join(names, ",")
	}
}

func networksText(networks []netip.Prefix) string {
	if len(networks) == 0 {
		return "anywhere"
	}
	texts := []string{}
	for _, n := range networks {
		texts = append(texts, n.String())
	}
	return strings.Join(texts, ",")
}

func stampOr(at *time.Time, otherwise string) string {
	if at == nil {
		return otherwise
	}
	return domain.Stamp(*at)
}

func keyState(k domain.APIKey, now time.Time) string { return string(k.StateAt(now)) }
