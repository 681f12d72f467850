package operate

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

const (
	livePoll  = 500 * time.Millisecond // interval between queries for changes by other nodes
	livePause = 20 * time.Millisecond  // minimum interval, however much this node writes
	liveTime  = 5 * time.Second        // time limit of one query
	// liveBehind is the maximum number of changes that are sent one by one; a client further behind reloads everything.
	liveBehind = 1000
)

// live wakes the clients that follow projects. A single poll, which runs only while there are any clients, finds the changes
// made by any node and the sessions that have ended. A write by this node triggers the poll immediately.
type live struct {
	db    *db.DB
	log   *slog.Logger
	nudge chan struct{}

	mu       sync.Mutex
	watchers map[*Watcher]bool
	running  bool
}

// Watcher is a client that follows a project.
type Watcher struct {
	live      *live
	projectID int64
	sessionID int64
	told      int64 // the last revision it was woken for
	wake      chan struct{}
}

func newLive(s *db.DB, log *slog.Logger) *live {
	l := &live{db: s, log: log, nudge: make(chan struct{}, 1), watchers: map[*Watcher]bool{}}
	s.OnWrite(l.written)
	return l
}

// written signals that this node wrote something.
func (l *live) written() {
	select {
	case l.nudge <- struct{}{}:
	default: // a signal is already pending
	}
}

// Wake returns a channel that signals whenever there may be updates. It may signal when there are none, but it never misses an
// update.
func (w *Watcher) Wake() <-chan struct{} { return w.wake }

// Close ends the watch.
func (w *Watcher) Close() {
	w.live.mu.Lock()
	defer w.live.mu.Unlock()
	delete(w.live.watchers, w)
}

func (l *live) watch(projectID, sessionID int64) *Watcher {
	w := &Watcher{live: l, projectID: projectID, sessionID: sessionID, wake: make(chan struct{}, 1)}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.watchers[w] = true
	if !l.running {
		l.running = true
		go l.run()
	}
	return w
}

// run polls until no client is left. A database outage is logged once.
func (l *live) run() {
	away := false
	for {
		select {
		case <-l.nudge:
		case <-time.After(livePoll):
		}
		if !l.goesOn() {
			return
		}
		err := l.ask()
		if err != nil && !away {
			l.log.Warn("live updates are interrupted", "error", err)
		}
		away = err != nil
		time.Sleep(livePause)
	}
}

func (l *live) goesOn() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.running = len(l.watchers) > 0
	return l.running
}

// ask queries for changes and wakes the clients they concern.
func (l *live) ask() error {
	projects, sessions := l.watched()
	ctx, cancel := context.WithTimeout(context.Background(), liveTime)
	defer cancel()
	return l.db.Read(ctx, func(tx *db.Tx) error {
		revisions, err := workstore.LiveRevisions(ctx, tx, projects)
		if err != nil {
			return err
		}
		there, err := workstore.LiveSessions(ctx, tx, sessions)
		if err != nil {
			return err
		}
		l.tell(revisions, there)
		return nil
	})
}

func (l *live) watched() (projects, sessions []int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	seen := map[[2]int64]bool{}
	note := func(kind, id int64, list *[]int64) {
		if key := [2]int64{kind, id}; !seen[key] {
			seen[key] = true
			*list = append(*list, id)
		}
	}
	for w := range l.watchers {
		note(0, w.projectID, &projects)
		note(1, w.sessionID, &sessions)
	}
	return projects, sessions
}

func (l *live) tell(revisions map[int64]int64, sessions map[int64]bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for w := range l.watchers {
		if revision, ok := revisions[w.projectID]; ok && revision == w.told && sessions[w.sessionID] {
			continue
		}
		w.told = revisions[w.projectID]
		select {
		case w.wake <- struct{}{}:
		default: // the last signal has not been read yet
		}
	}
}

// LiveCursor is the position of a client that follows a project. ID is the id of the last change sent to the client, or 0 if it
// is not known yet.
type LiveCursor struct {
	Revision int64
	ID       int64
}

// LiveUpdate holds the changes after a position, and the new position. Reload means that they cannot be listed, so the client
// must reload everything.
type LiveUpdate struct {
	At      LiveCursor
	Changes []workstore.LiveChange
	Reload  bool
}

// Follow starts watching a project for one of its members, in the member's session. The watcher must be closed. The position
// returned is the current one.
func (a *Service) Follow(ctx context.Context, s identity.Session, project string) (*Watcher, LiveCursor, error) {
	type start struct {
		projectID int64
		at        LiveCursor
	}
	from, err := db.Read(ctx, a.DB, func(tx *db.Tx) (start, error) {
		access, state, err := workstore.ProjectRevision(ctx, tx, project, s.User.ID)
		if err != nil {
			return start{}, err
		}
		return start{access.ProjectID, LiveCursor{Revision: state.Revision}}, access.Check(domain.ReadProject)
	})
	if err != nil {
		return nil, LiveCursor{}, err
	}
	return a.live.watch(from.projectID, s.ID), from.at, nil
}

// LiveUpdates returns the changes to a project after a position, without gaps or repeats, if the caller is still a member.
func (a *Service) LiveUpdates(ctx context.Context, caller domain.Caller, project string, after LiveCursor) (LiveUpdate, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (LiveUpdate, error) {
		access, state, err := workstore.ProjectRevision(ctx, tx, project, caller.UserID)
		if err != nil {
			return LiveUpdate{}, err
		}
		if err := access.Check(domain.ReadProject); err != nil {
			return LiveUpdate{}, err
		}
		if state.Revision == after.Revision {
			return LiveUpdate{At: after}, nil
		}
		n, err := news(ctx, tx, state, after)
		if !access.SeesCost() {
			n.Changes = slices.DeleteFunc(n.Changes, func(c workstore.LiveChange) bool { return c.Noun == work.RateNoun })
		}
		return n, err
	})
}

func news(ctx context.Context, tx *db.Tx, state workstore.Revision, after LiveCursor) (LiveUpdate, error) {
	reload := LiveUpdate{At: LiveCursor{Revision: state.Revision}, Reload: true}
	if after.Revision > state.Revision { // the database was restored, or the position was made up
		return reload, nil
	}
	if after.ID == 0 {
		id, ok, err := workstore.LastChangeAt(ctx, tx, state.ProjectID, after.Revision, liveBehind+1)
		if err != nil || !ok {
			return reload, err
		}
		after.ID = id
	}
	changes, err := workstore.ChangesAfter(ctx, tx, state.ProjectID, after.ID, liveBehind+1)
	if err != nil || len(changes) > liveBehind {
		return reload, err
	}
	out := LiveUpdate{At: LiveCursor{Revision: state.Revision, ID: after.ID}, Changes: changes}
	if len(changes) > 0 {
		out.At.ID = changes[len(changes)-1].ID
	}
	return out, nil
}
