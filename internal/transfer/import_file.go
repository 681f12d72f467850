package transfer

import "earnest/internal/workspace"

// contentSizes holds the sizes of a project's contents by their hashes, and their sum.
type contentSizes struct {
	sizes map[string]int64
	sum   int64
}

// checkFiles refuses a workspace file whose files are too large, or whose contents are missing or have other sizes. It runs before anything is stored.
func (a *Service) checkFiles(file *workspace.File, contents Contents) error {
	for i := range file.Projects {
		known := contentSizes{sizes: map[string]int64{}}
		for j, t := range file.Projects[i].Tickets {
			for k, from := range t.Attachments {
				at := workspace.Path{}.In("projects").At(i).In("tickets").At(j).In("attachments").At(k)
				if err := a.checkFile(from, at, &known, contents); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// checkFile checks a file of a project, given those before it.
func (a *Service) checkFile(from workspace.Attachment, at workspace.Path, known *contentSizes, contents Contents) error {
	if size, twice := known.sizes[from.SHA256]; twice {
		if size != from.Size {
			return at.In("size").Errorf("another file with the same sha256 has %d bytes", size)
		}
		return nil
	}
	if from.Size > a.files.Limit() {
		return at.In("size").Errorf("the file has more than %d bytes; import it with a larger --file-limit", a.files.Limit())
	}
	known.sizes[from.SHA256] = from.Size
	if known.sum += from.Size; known.sum > a.files.Quota() {
		return at.In("size").Errorf("the files of the project have more than %d bytes; import them with a larger --files-quota", a.files.Quota())
	}
	body, err := contents.find(from, at)
	if err != nil {
		return err
	}
	return body.Close()
}
