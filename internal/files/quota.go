package files

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/files/store"
)

// storedQuotas is how many times its quota a project may have stored: its files, those of deleted tickets, and contents that are staged.
const storedQuotas = 2

// checkRoom refuses bytes for which the project has no room. Files of deleted tickets do not count, since nobody can delete them. They stay, because the
// tickets can be restored, so what is stored has a limit of its own, which also holds if somebody attaches and deletes files in turn.
func (s *Service) checkRoom(ctx context.Context, tx *db.Tx, projectID, bytes int64) error {
	room, err := store.FilesOf(ctx, tx, projectID)
	switch {
	case err != nil:
		return err
	case room.Attached+room.Staged >= storedQuotas*s.quota:
		return domain.Errorf(domain.Full, "files of deleted tickets and files deleted in the last hour fill this project; "+
			"restore the tickets and delete their files, then wait an hour, or ask the operator for a larger quota").At("deleted")
	case room.Attached+bytes <= s.quota:
		return nil
	}
	idle, err := store.Idle(ctx, tx, projectID)
	if err == nil && room.Attached-idle+bytes > s.quota {
		return s.full()
	}
	return err
}
