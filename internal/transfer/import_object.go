package transfer

import (
	"context"
	"io"

	"earnest/internal/domain"
	"earnest/internal/workspace"
)

// contentOf is a content of a project of a workspace file.
type contentOf struct {
	project *workspace.Project
	sha256  string
}

// stageObjects stores the contents of a workspace file in the S3-compatible store, if there is one, before the transaction of the import begins, which
// then only has to refer to them. If anything fails, the caller must drop what is returned.
func (a *Service) stageObjects(ctx context.Context, file *workspace.File, contents Contents) (map[contentOf]domain.FileContent, error) {
	staged := map[contentOf]domain.FileContent{}
	for i := range file.Projects {
		project := &file.Projects[i]
		for j, t := range project.Tickets {
			for k, from := range t.Attachments {
				of := contentOf{project, from.SHA256}
				if _, known := staged[of]; known || !a.files.HasBucket() {
					continue
				}
				at := workspace.Path{}.In("projects").At(i).In("tickets").At(j).In("attachments").At(k)
				if err := a.stageObject(ctx, staged, of, contents, from, at); err != nil {
					return staged, err
				}
			}
		}
	}
	return staged, nil
}

func (a *Service) stageObject(
	ctx context.Context, staged map[contentOf]domain.FileContent, of contentOf, contents Contents, from workspace.Attachment, at workspace.Path,
) error {
	_, err := contents.take(from, at, func(body io.Reader) (domain.FileContent, error) {
		c, err := a.files.StageObject(ctx, of.project.Stamps.UUID, from.Size, body)
		staged[of] = c
		return c, err
	})
	return err
}

// dropObjects deletes the objects of an import that failed, as far as that is possible now.
func (a *Service) dropObjects(ctx context.Context, staged map[contentOf]domain.FileContent) {
	for _, c := range staged {
		a.files.Drop(ctx, c)
	}
}
