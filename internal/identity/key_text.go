package identity

import (
	"net/netip"
	"slices"
	"time"

	"earnest/internal/auth"
	"earnest/internal/domain"
)

// keyPatch parses the owner's input.
func (a *base) keyPatch(in domain.Input[KeyText]) (domain.KeyPatch, error) {
	text, err := in.Get()
	p := domain.KeyPatch{Name: text.Name}
	if err != nil {
		return p, err
	}
	if p.Scopes, err = scopesText(text.Scopes); err != nil {
		return p, err
	}
	if p.ExpiresAt, err = a.endText(text.ExpiresAt); err != nil {
		return p, err
	}
	p.AllowIPs, err = allowText(text.AllowIPs)
	return p, err
}

func scopesText(names domain.Opt[[]string]) (domain.Opt[domain.Scopes], error) {
	none := domain.Opt[domain.Scopes]{}
	if !names.Set {
		return none, nil
	}
	if len(names.Value) == 0 {
		return none, domain.Invalidf("scopes must contain at least one scope: a key without any is useless").At("scopes")
	}
	set, err := domain.ScopesOf(names.Value)
	if err != nil {
		return none, domain.Wrap(domain.Invalid, err, "scopes: %v", err).At("scopes")
	}
	return domain.Some(set), nil
}

// endText parses the expiry of a key, which must be in the future.
func (a *base) endText(text domain.Opt[*string]) (domain.Opt[*time.Time], error) {
	none := domain.Opt[*time.Time]{}
	if !text.Set || text.Value == nil {
		return domain.Opt[*time.Time]{Set: text.Set}, nil
	}
	end, ok := domain.ParseEnd(*text.Value)
	if !ok {
		return none, domain.Invalidf("expires_at must be %s, or null, not %q", domain.Rules("moment").Expect(), *text.Value).At("expires_at")
	}
	if end = end.Truncate(time.Microsecond); !end.After(a.Now()) {
		return none, domain.Invalidf("expires_at must be in the future, and %s is not", *text.Value).At("expires_at")
	}
	return domain.Some(&end), nil
}

// allowText parses the addresses from which a key may be used. An error names the invalid entry.
func allowText(texts domain.Opt[[]string]) (domain.Opt[[]netip.Prefix], error) {
	if !texts.Set {
		return domain.Opt[[]netip.Prefix]{}, nil
	}
	list := make([]netip.Prefix, 0, len(texts.Value))
	for i, text := range texts.Value {
		network, err := auth.ParseAllow(text)
		if err != nil {
			return domain.Opt[[]netip.Prefix]{}, domain.Wrap(domain.Invalid, err, "allow_ips[%d]: %v", i, err).At("allow_ips")
		}
		if !slices.Contains(list, network) {
			list = append(list, network)
		}
	}
	return domain.Some(list), nil
}
