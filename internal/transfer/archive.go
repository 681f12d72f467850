package transfer

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/files"
	"earnest/internal/identity"
	"earnest/internal/transfer/store"
	"earnest/internal/workspace"
)

// An archive is a zip file with a workspace file and the contents of the files that it mentions, named by their hashes.
const (
	archiveFile   = "workspace.json"
	archiveFolder = "files/"
)

// ExportArchive is like Export, but writes an archive: a workspace file that mentions the files of the tickets, and these files. It needs memory for
// one page of tickets and one piece of a file.
func (a *Service) ExportArchive(ctx context.Context, w io.Writer, projectUUIDs []string) error {
	archive := zip.NewWriter(w)
	err := a.DB.Read(ctx, func(tx *db.Tx) error {
		file, err := archive.Create(archiveFile)
		if err != nil {
			return err
		}
		x := &exporter{tx: tx, w: workspace.NewWriter(file), contents: map[string]domain.FileContent{}}
		if err := x.run(ctx, projectUUIDs); err != nil {
			return err
		}
		if err := x.w.Close(); err != nil {
			return err
		}
		return x.writeContents(ctx, archive, a.files)
	})
	if err != nil {
		return err
	}
	return archive.Close()
}

// writeContents adds the files that the workspace file mentions to an archive. They are not compressed, since most files are already.
func (x *exporter) writeContents(ctx context.Context, archive *zip.Writer, from *files.Service) error {
	for _, sum := range slices.Sorted(maps.Keys(x.contents)) {
		file, err := archive.CreateHeader(&zip.FileHeader{Name: archiveFolder + sum, Method: zip.Store})
		if err != nil {
			return err
		}
		if err := x.writeContent(ctx, file, from, x.contents[sum]); err != nil {
			return err
		}
	}
	return nil
}

// writeContent writes a content. One in the database is read from the state that the export shows.
func (x *exporter) writeContent(ctx context.Context, to io.Writer, from *files.Service, c domain.FileContent) error {
	if c.Object != "" {
		return from.Copy(ctx, to, c)
	}
	for piece, err := range store.Pieces(ctx, x.tx, c.ID) {
		if err != nil {
			return err
		}
		if _, err := to.Write(piece); err != nil {
			return err
		}
	}
	return nil
}

// ImportArchive is like Import, for an archive.
func (a *Service) ImportArchive(ctx context.Context, r io.ReaderAt, size int64, users ...identity.NewUser) (ImportResult, error) {
	archive, err := zip.NewReader(r, size)
	if err != nil {
		return ImportResult{}, domain.Wrap(domain.Invalid, err, "this is not a zip file that earnest export wrote")
	}
	file, err := archive.Open(archiveFile)
	if err != nil {
		return ImportResult{}, domain.Wrap(domain.Invalid, err, "the zip file has no %s", archiveFile)
	}
	defer file.Close() //nolint:errcheck // it is only read
	contents := func(sum string) (io.ReadCloser, error) { return archive.Open(archiveFolder + sum) }
	return a.ImportWith(ctx, file, contents, users...)
}

// Contents opens the content with a given hash. It returns fs.ErrNotExist if no content has that hash.
type Contents func(sum string) (io.ReadCloser, error)

// noContents is what a workspace file has that is not in an archive.
func noContents(string) (io.ReadCloser, error) { return nil, fs.ErrNotExist }

// attachments imports the files of the tickets, each content of a project once. It must run after the tickets are stored.
func (p *projectImport) attachments(ctx context.Context, at workspace.Path) error {
	known := map[string]int64{}
	for i, t := range p.from.Tickets {
		for j, from := range t.Attachments {
			if known[from.SHA256] == 0 {
				id, err := p.importContent(ctx, from)
				if err != nil {
					return at.In("tickets").At(i).In("attachments").At(j).In("sha256").Errorf("%s", err)
				}
				known[from.SHA256] = id
			}
			created, _ := p.stamps(from.Stamps)
			err := store.AddAttachment(ctx, p.tx, domain.Attachment{
				UUID: from.UUID, ProjectID: p.project.ID, TicketID: p.content.Tickets[i].ID, AuthorID: p.user(from.Author), Name: from.Name,
				Content: domain.FileContent{ID: known[from.SHA256]}, CreatedAt: created,
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// importContent stores a content, or the row of one that is an object already.
func (p *projectImport) importContent(ctx context.Context, from workspace.Attachment) (int64, error) {
	if c, staged := p.objects[contentOf{p.from, from.SHA256}]; staged {
		return store.AddObject(ctx, p.tx, p.project.ID, p.user(from.Author), p.now, c)
	}
	c, err := p.contents.take(from, func(body io.Reader) (domain.FileContent, error) {
		return store.AddContent(ctx, p.tx, p.project.ID, p.user(from.Author), p.now, body)
	})
	return c.ID, err
}

// take passes the content of a file to a function that stores it. Its hash and its size must be those that the file says.
func (open Contents) take(from workspace.Attachment, keep func(io.Reader) (domain.FileContent, error)) (domain.FileContent, error) {
	body, err := open(from.SHA256)
	if errors.Is(err, fs.ErrNotExist) {
		return domain.FileContent{}, errors.New("the content of this file is missing; import the zip file that earnest export --files wrote")
	}
	if err != nil {
		return domain.FileContent{}, err
	}
	defer body.Close() //nolint:errcheck // it was only read
	got, err := keep(io.LimitReader(body, from.Size+1))
	if err != nil {
		return got, fmt.Errorf("the content of this file could not be imported: %w", err)
	}
	if got.Size != from.Size || got.SHA256 != from.SHA256 {
		return got, errors.New("the content of this file is not the one that was exported")
	}
	return got, nil
}

// CountFiles counts the files that an export of these projects leaves out unless it is an archive.
func (a *Service) CountFiles(ctx context.Context, projectUUIDs []string) (int, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (int, error) { return store.CountFiles(ctx, tx, projectUUIDs) })
}

// IsArchive reports whether a file that begins with these bytes is an archive.
func IsArchive(head []byte) bool { return bytes.HasPrefix(head, []byte("PK\x03\x04")) }
