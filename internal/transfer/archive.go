package transfer

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
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

// byteCount counts what is written to it.
type byteCount int64

func (n *byteCount) Write(p []byte) (int, error) {
	*n += byteCount(len(p))
	return len(p), nil
}

// writeContent writes a content, and reports an error if it does not have its size and its hash: import would refuse it.
func (x *exporter) writeContent(ctx context.Context, to io.Writer, from *files.Service, c domain.FileContent) error {
	sum, size := sha256.New(), byteCount(0)
	if err := x.copyContent(ctx, io.MultiWriter(to, sum, &size), from, c); err != nil {
		return err
	}
	if int64(size) != c.Size || hex.EncodeToString(sum.Sum(nil)) != c.SHA256 {
		return domain.Errorf(domain.Invalid, "the file with the hash %s is incomplete or damaged; earnest doctor says where it is attached", c.SHA256)
	}
	return nil
}

// copyContent copies a content. One in the database is read from the state that the export shows.
func (x *exporter) copyContent(ctx context.Context, to io.Writer, from *files.Service, c domain.FileContent) error {
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
				id, err := p.importContent(ctx, from, at.In("tickets").At(i).In("attachments").At(j))
				if err != nil {
					return err
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
func (p *projectImport) importContent(ctx context.Context, from workspace.Attachment, at workspace.Path) (int64, error) {
	if c, staged := p.objects[contentOf{p.from, from.SHA256}]; staged {
		return store.AddObject(ctx, p.tx, p.project.ID, p.user(from.Author), p.now, c)
	}
	c, err := p.contents.take(from, at, func(body io.Reader) (domain.FileContent, error) {
		return store.AddContent(ctx, p.tx, p.project.ID, p.user(from.Author), p.now, body)
	})
	return c.ID, err
}

// take passes the content of a file to a function that stores it. Its hash and its size must be those that the workspace file says.
func (open Contents) take(
	from workspace.Attachment, at workspace.Path, keep func(io.Reader) (domain.FileContent, error),
) (domain.FileContent, error) {
	body, err := open.find(from, at)
	if err != nil {
		return domain.FileContent{}, err
	}
	defer body.Close()
	got, err := keep(io.LimitReader(body, from.Size+1))
	switch {
	case errors.Is(err, zip.ErrChecksum) || errors.Is(err, zip.ErrFormat):
		return got, at.In("sha256").Errorf("the content is damaged")
	case err != nil:
		return got, fmt.Errorf("import the content of a file: %w", err)
	case got.Size != from.Size:
		return got, at.In("size").Errorf("the content has another size")
	case got.SHA256 != from.SHA256:
		return got, at.In("sha256").Errorf("the content does not match its hash")
	}
	return got, nil
}

// find opens the content of a file. If its size is known beforehand, as in an archive, it must be what the workspace file says.
func (open Contents) find(from workspace.Attachment, at workspace.Path) (io.ReadCloser, error) {
	body, err := open(from.SHA256)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, at.In("sha256").Errorf("the content of this file is missing; import the zip file that earnest export --files wrote")
	}
	if err != nil {
		return nil, fmt.Errorf("open the content of a file: %w", err)
	}
	if file, ok := body.(fs.File); ok {
		info, err := file.Stat()
		if err == nil && info.Size() != from.Size {
			err = at.In("size").Errorf("the content in the zip file has %d bytes", info.Size())
		}
		if err != nil {
			_ = body.Close() // it was only read
			return nil, err
		}
	}
	return body, nil
}

// CountFiles counts the files that an export of these projects leaves out unless it is an archive.
func (a *Service) CountFiles(ctx context.Context, projectUUIDs []string) (int, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (int, error) { return store.CountFiles(ctx, tx, projectUUIDs) })
}

// IsArchive reports whether a file that begins with these bytes is an archive.
func IsArchive(head []byte) bool { return bytes.HasPrefix(head, []byte("PK\x03\x04")) }
