package domain_test

import (
	"slices"
	"testing"

	"earnest/internal/domain"
)

// Each row is for an actor's role, and each letter for a target's role (owner, admin, member, viewer): y means allowed, n
// means forbidden, and c means that the project would be left without an owner.
func TestWhoMayChangeAndRemoveWhom(t *testing.T) {
	t.Parallel()
	letter := func(err error) byte {
		switch {
		case err == nil:
			return 'y'
		case domain.KindOf(err) == domain.Conflict:
			return 'c'
		default:
			return 'n'
		}
	}
	roles := []domain.Role{domain.Owner, domain.Admin, domain.Worker, domain.Viewer}
	for who, row := range map[domain.Role]struct{ change, remove string }{
		domain.Owner:  {"yyyy", "cyyy"},
		domain.Admin:  {"nyyy", "nyyy"},
		domain.Worker: {"nnnn", "nnnn"},
		domain.Viewer: {"nnnn", "nnnn"},
		"":            {"nnnn", "nnnn"},
	} {
		access := domain.Access{Role: who, Member: who != ""}
		var change, remove []byte
		for _, target := range roles {
			m := domain.Member{UserID: 2, Role: target}
			change = append(change, letter(access.CheckMember(m)))
			remove = append(remove, letter(access.CheckLeave(domain.Caller{UserID: 1}, m)))
		}
		if string(change) != row.change || string(remove) != row.remove {
			t.Errorf("%q: change %s, remove %s", who, change, remove)
		}
		leave := access.CheckLeave(domain.Caller{UserID: 2}, domain.Member{UserID: 2, Role: who})
		if may := slices.Contains(roles[1:], who); may != (leave == nil) {
			t.Errorf("%q leaves: %v", who, leave)
		}
	}
}
