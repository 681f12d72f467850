package transfer

import "earnest/internal/workspace"

// checkFiles refuses a workspace file whose files are too large, or whose contents are missing or have other sizes. It runs before anything is stored.
func (a *Service) checkFiles(file *workspace.File, contents Contents) error {
	for i := range file.Projects {
		sizes, total := map[string]int64{}, int64(0)
		for j, t := range file.Projects[i].Tickets {
			for k, from := range t.Attachments {
				at := workspace.Path{}.In("projects").At(i).In("tickets").At(j).In("attachments").At(k)
				size, known := sizes[from.SHA256]
				if known && size != from.Size {
					return at.In("size").Errorf("another file with the same sha256 has %d bytes", size)
				}
				if known {
					continue
				}
				if err := a.checkFile(from, at, contents); err != nil {
					return err
				}
				sizes[from.SHA256] = from.Size
				if total += from.Size; total > a.files.Quota() {
					return at.In("size").Errorf("the files of the project have more than %d bytes; import them with a larger --files-quota", a.files.Quota())
				}
			}
		}
	}
	return nil
}

func (a *Service) checkFile(from workspace.Attachment, at workspace.Path, contents Contents) error {
	if from.Size > a.files.Limit() {
		return at.In("size").Errorf("the file has more than %d bytes; import it with a larger --file-limit", a.files.Limit())
	}
	body, err := contents.find(from, at)
	if err != nil {
		return err
	}
	return body.Close()
}
