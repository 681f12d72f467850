package transfer

import (
	"context"
	"io"
	"strings"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity"
	"earnest/internal/transfer/store"
	"earnest/internal/workspace"
)

// ImportResult maps the contents of a workspace file to the database: the users' emails to their ids, and refs to uuids.
type ImportResult struct {
	Users map[string]int64  `json:"users"`
	UUIDs map[string]string `json:"uuids"`
}

// Import loads a workspace file into the database, either completely or not at all. Users whom the file cannot describe, because
// they have a password, are added first, in the same transaction. An error includes the path of the faulty value.
func (a *Service) Import(ctx context.Context, r io.Reader, users ...identity.NewUser) (ImportResult, error) {
	return a.ImportWith(ctx, r, noContents, users...)
}

// ImportWith is like Import, for a workspace file that mentions files, whose contents it gets separately.
func (a *Service) ImportWith(ctx context.Context, r io.Reader, contents Contents, users ...identity.NewUser) (ImportResult, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return ImportResult{}, err
	}
	file, err := workspace.Parse(data)
	if err != nil {
		return ImportResult{}, err
	}
	if err := a.cleanComments(file); err != nil {
		return ImportResult{}, err
	}
	if err := a.checkFiles(file, contents); err != nil {
		return ImportResult{}, err
	}
	given := nameObjects(file)
	if err := a.projects.PurgeAll(ctx); err != nil { // the file may restore a deleted project
		return ImportResult{}, err
	}
	objects, err := a.stageObjects(ctx, file, contents)
	if err != nil {
		a.dropObjects(ctx, objects)
		return ImportResult{}, err
	}
	result, err := db.Write(ctx, a.DB, func(tx *db.Tx) (ImportResult, error) {
		for _, n := range users {
			if _, err := a.accounts.AddNoted(ctx, tx, n); err != nil {
				return ImportResult{}, err
			}
		}
		im := &importer{app: a, tx: tx, file: file, contents: contents, objects: objects, now: a.Now(), users: map[string]int64{}}
		result, err := im.run(ctx, given)
		if err != nil {
			return result, err
		}
		return result, tx.Analyze(ctx)
	})
	if err != nil && domain.KindOf(err) != domain.Uncertain { // then contents may have them, and the sweep deletes them if none has
		a.dropObjects(ctx, objects)
	}
	if db.IsUnique(err) {
		err = domain.Wrap(domain.Invalid, err, "something of the file came into the database meanwhile; try again")
	}
	return result, err
}

// cleanComments sanitises every comment, as the API does, before the transaction begins.
func (a *Service) cleanComments(file *workspace.File) error {
	for i := range file.Projects {
		for j := range file.Projects[i].Tickets {
			comments := file.Projects[i].Tickets[j].Comments
			for k := range comments {
				patch, err := a.tickets.Sanitise(domain.Given(domain.CommentPatch{Content: domain.Some(comments[k].Content)})).Get()
				if err != nil {
					at := workspace.Path{}.In("projects").At(i).In("tickets").At(j).In("comments").At(k).In("content")
					return at.Errorf("%s", strings.TrimPrefix(err.Error(), "content "))
				}
				comments[k].Content = patch.Content.Value
			}
		}
	}
	return nil
}

// nameObjects assigns a uuid to every object without one, and returns the objects that had one, by uuid.
func nameObjects(file *workspace.File) map[string]workspace.Object {
	given := map[string]workspace.Object{}
	for o := range file.Objects() {
		if o.Stamps.UUID == "" {
			o.Stamps.UUID = db.NewUUID()
		} else {
			given[o.Stamps.UUID] = o
		}
	}
	return given
}

// importer is one import in its transaction.
type importer struct {
	app      *Service
	tx       *db.Tx
	file     *workspace.File
	contents Contents
	objects  map[contentOf]domain.FileContent // the contents that are stored already
	now      time.Time
	users    map[string]int64 // by folded email
}

func (im *importer) run(ctx context.Context, given map[string]workspace.Object) (ImportResult, error) {
	result := ImportResult{UUIDs: map[string]string{}}
	added, err := im.findUsers(ctx)
	if err != nil {
		return result, err
	}
	if err := im.checkUUIDs(ctx, given, added); err != nil {
		return result, err
	}
	if err := im.addUsers(ctx, added); err != nil {
		return result, err
	}
	for o := range im.file.Objects() {
		if o.Ref != "" {
			result.UUIDs[o.Ref] = o.Stamps.UUID
		}
	}
	for i := range im.file.Projects {
		if err := im.project(ctx, workspace.Path{}.In("projects").At(i), &im.file.Projects[i], result.UUIDs); err != nil {
			return result, err
		}
	}
	result.Users = im.named()
	return result, nil
}

// checkUUIDs rejects a uuid in the file that already exists in the database. Existing users are left unchanged, so their uuids do
// not matter.
func (im *importer) checkUUIDs(ctx context.Context, given map[string]workspace.Object, added map[int]bool) error {
	uuids := make([]string, 0, len(given))
	i := 0
	for o := range im.file.Objects() {
		_, brought := given[o.Stamps.UUID]
		if brought && (o.Kind != workspace.UserKind || added[i]) {
			uuids = append(uuids, o.Stamps.UUID)
		}
		i++ // users come first, in order
	}
	taken, err := store.TakenUUIDs(ctx, im.tx, uuids)
	if err != nil {
		return err
	}
	for _, uuid := range uuids {
		if taken[uuid] {
			return given[uuid].Path.In("uuid").Errorf("the database already has something with the uuid %q", uuid)
		}
	}
	return nil
}

// stamps returns when an object was created and last updated. By default it was created now and has not been updated since.
func (im *importer) stamps(s workspace.Stamps) (created, updated time.Time) {
	created, updated = workspace.Moment(s.CreatedAt), workspace.Moment(s.UpdatedAt)
	switch {
	case s.CreatedAt == "" && s.UpdatedAt == "":
		return im.now, im.now
	case s.CreatedAt == "":
		return updated, updated
	case s.UpdatedAt == "":
		return created, created
	default:
		return created, updated
	}
}

// optional parses an optional time.
func optional(s string) *time.Time {
	if s == "" {
		return nil
	}
	t := workspace.Moment(s)
	return &t
}
