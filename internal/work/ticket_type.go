package work

import (
	"earnest/internal/domain"
	"earnest/internal/work/store"
)

// settleType gives a ticket the type that a patch names, or none. A new ticket gets the default type if the patch does not say.
func settleType(to domain.Opt[*string], named store.Resolved, t *domain.Ticket) error {
	if !to.Set && t.ID != 0 {
		return nil
	}
	if to.Value != nil && named.Type == nil {
		return settle("type_uuid", to, nil, new(*int64), new(*string)) // says that there is no such type
	}
	t.TypeID, t.TypeUUID, t.TypeName = nil, nil, nil
	if is := named.Type; is != nil {
		t.TypeID, t.TypeUUID, t.TypeName = &is.ID, &is.UUID, &is.Name
	}
	return nil
}
