package app

import (
	"context"
	"strconv"

	"earnest/internal/domain"
	"earnest/internal/store"
)

// Version names a state of the database; see store.Version.
type Version = store.Version

// Version gives the present one.
func (a *App) Version() Version { return a.store.Version() }

// State names all that one user could read at a place. The same question there has the same answer as long as the State's name
// is the same and the day too.
type State struct {
	Name  string
	views []store.ProjectView
}

// Size is about how many bytes a State takes.
func (s State) Size() int { return len(s.Name) + 64*len(s.views) }

// Place is where a question is asked: in the project of the thing of a uuid, or (without a noun) in all projects of the caller.
type Place struct{ Noun, UUID string }

// StateOf gives the state of a place; ok is false where the caller may not read it, or where there is no such place. It costs one
// statement. An answer that is read after its State can only be newer, and then the next State is another.
func (a *App) StateOf(ctx context.Context, caller domain.Caller, at Place) (state State, ok bool, err error) {
	err = a.store.Once(ctx, func(tx *store.Tx) error {
		views, there, err := tx.Look(ctx, at.seenBy(caller.UserID))
		state, ok = newState(views), there
		return err
	})
	return state, ok && err == nil, err
}

// Sight is the State of the place of a request, as the doors saw it. There is false where the caller may not read it, or where
// there is no such place.
type Sight struct {
	State State
	There bool
}

func (p Place) seenBy(userID int64) store.Sight {
	return store.Sight{Noun: p.Noun, UUID: p.UUID, UserID: userID}
}

func newSights(all []store.Seen) []Sight {
	sights := make([]Sight, len(all))
	for i, s := range all {
		sights[i] = Sight{newState(s.Views), s.There}
	}
	return sights
}

// RenewState gives the present State of a place from an earlier one, where what was written since is known. The thing that was
// asked for may be gone by now.
func (a *App) RenewState(state State, then, now Version) (State, bool) {
	views, ok := a.store.Renew(state.views, then, now)
	if !ok || len(views) == 0 || &views[0] == &state.views[0] {
		return state, ok
	}
	return newState(views), true
}

// newState writes views in a form that only the same views have.
func newState(all []store.ProjectView) State {
	b := make([]byte, 0, 64*len(all))
	for _, s := range all {
		for _, n := range []int64{s.ProjectID, s.Revision, s.ChangedAt.UnixMicro()} {
			b = append(strconv.AppendInt(b, n, 36), ' ')
		}
		b = append(append(append(b, s.Role...), ' '), s.RatesFor...)
		b = append(b, '\n')
	}
	return State{string(b), all}
}
