package figures

import (
	"earnest/internal/domain"
	"earnest/internal/front"
)

// Commentary is what those who manage a project have to say about its state on a day.
type Commentary struct {
	Content   string `json:"content"`
	Author    string `json:"author"`
	UpdatedAt string `json:"updated_at"`
	Version   string `json:"version"` // to be sent in If-Match to change this version only; that of a missing commentary is empty
}

func commentaryOf(c *domain.Commentary) *Commentary {
	if c == nil {
		return nil
	}
	return &Commentary{c.Content, c.Author, Stamp(c.UpdatedAt), CommentaryVersion(c)}
}

// CommentaryVersion returns the version of a commentary, or "" if there is no commentary.
func CommentaryVersion(c *domain.Commentary) string {
	if c == nil {
		return ""
	}
	return front.Version(c.UpdatedAt)
}
