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
	livePoll  = 500 * time.Millisecond // how often is asked what other nodes changed
	livePause = 20 * time.Millisecond  // between two questions, however much is written here
	liveTime  = 5 * time.Second        // for one question
	// liveBehind is how many changes are told one by one; who is further behind reads everything anew.
	liveBehind = 1000
)

// live wakes those who follow projects. One question for all of them, asked only while there are any, finds what any
// node changed and which sessions ended; a write of this node is asked about at once.
type live struct {
	db    *db.DB
	log   *slog.Logger
	nudge chan struct{}

	mu       sync.Mutex
	watchers map[*Watcher]bool
	running  bool
}

// Watcher is somebody who follows a project.
type Watcher struct {
	live      *live
	projectID int64
	sessionID int64
	told      int64 // the revision of which it was last woken
	wake      chan struct{}
}

func newLive(s *db.DB, log *slog.Logger) *live {
	l := &live{db: s, log: log, nudge: make(chan struct{}, 1), watchers: map[*Watcher]bool{}}
	s.OnWrite(l.written)
	return l
}

// written tells that this node wrote something.
func (l *live) written() {
	select {
	case l.nudge <- struct{}{}:
	default: // there is a nudge already
	}
}

// Wake gives a signal whenever there may be news. It may come too often, never too seldom.
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

// run asks until nobody follows anything any more. That the database is away is told once.
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
			l.log.Warn("nobody can be told live what changes", "error", err)
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

// ask finds out what changed and wakes whom it concerns.
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
		default: // it has not yet looked since the last time
		}
	}
}

// LivePlace is how far somebody who follows a project has come. ID is known only while they follow; 0: not yet.
type LivePlace struct {
	Revision int64
	ID       int64
}

// News is what happened after a place, and the place after it. Reload says that it is too much to tell.
type News struct {
	At      LivePlace
	Changes []workstore.LiveChange
	Reload  bool
}

// Follow begins to watch a project for one of its members, in their session. The watch must be closed. The place is
// the present one.
func (a *Service) Follow(ctx context.Context, s identity.Session, project string) (*Watcher, LivePlace, error) {
	type start struct {
		projectID int64
		at        LivePlace
	}
	from, err := db.Read(ctx, a.DB, func(tx *db.Tx) (start, error) {
		access, state, err := workstore.ProjectRevision(ctx, tx, project, s.User.ID)
		if err != nil {
			return start{}, err
		}
		return start{access.ProjectID, LivePlace{Revision: state.Revision}}, access.Check(domain.ReadProject)
	})
	if err != nil {
		return nil, LivePlace{}, err
	}
	return a.live.watch(from.projectID, s.ID), from.at, nil
}

// News tells what happened in a project after a place, to who still is one of its members: no gap, no repeat.
func (a *Service) News(ctx context.Context, caller domain.Caller, project string, after LivePlace) (News, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (News, error) {
		access, state, err := workstore.ProjectRevision(ctx, tx, project, caller.UserID)
		if err != nil {
			return News{}, err
		}
		if err := access.Check(domain.ReadProject); err != nil {
			return News{}, err
		}
		if state.Revision == after.Revision {
			return News{At: after}, nil
		}
		n, err := news(ctx, tx, state, after)
		if !access.SeesCost() {
			n.Changes = slices.DeleteFunc(n.Changes, func(c workstore.LiveChange) bool { return c.Noun == work.RateNoun })
		}
		return n, err
	})
}

func news(ctx context.Context, tx *db.Tx, state workstore.Revision, after LivePlace) (News, error) {
	reload := News{At: LivePlace{Revision: state.Revision}, Reload: true}
	if after.Revision > state.Revision { // the database was restored, or somebody made the place up
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
	out := News{At: LivePlace{Revision: state.Revision, ID: after.ID}, Changes: changes}
	if len(changes) > 0 {
		out.At.ID = changes[len(changes)-1].ID
	}
	return out, nil
}
