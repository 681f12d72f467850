package money

import (
	"context"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
	"earnest/internal/work"
)

// commentaryNoun is the noun of commentaries in the change log, where the day identifies them.
const commentaryNoun = "commentary"

// SetCommentary stores what those who manage a project have to say about its state on a day, in place of what was there. An empty text deletes it.
func (a *Service) SetCommentary(ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.Commentary]) error {
	return work.Do(ctx, a.Instance, work.OfProject(caller, project), domain.ManageProject, in, func(c *work.Change, text domain.Commentary) error {
		if today := a.Today(); text.Day > today {
			return domain.Invalidf("day must not be after today, which is %s", today).At("day")
		}
		text.AuthorID, text.UpdatedAt = c.Caller.UserID, c.Now
		old, _, err := commentaryOn(ctx, c.Tx, c.Project.ProjectID, text.Day)
		if match := c.Caller.Match; err == nil && match != nil {
			err = match(old)
		}
		if err != nil {
			return err
		}
		return replaceCommentary(ctx, c, old, text)
	})
}

// replaceCommentary replaces a commentary, nil if there is none, by another one, which is empty if there is to be none. If nothing changes, nothing is
// written.
func replaceCommentary(ctx context.Context, c *work.Change, old *domain.Commentary, text domain.Commentary) error {
	day, project := string(text.Day), c.Project.ProjectID
	changed := true
	var err error
	switch {
	case old == nil && text.Content == "":
		return nil
	case old == nil:
		err = c.Created(ctx, commentaryNoun, day, commentaryFacts(text))
	case text.Content == "":
		err = c.Record(ctx, domain.Change{Noun: commentaryNoun, NounUUID: day, What: domain.Deleted, From: work.Object(commentaryFacts(*old))})
	default:
		changed, err = c.Updated(ctx, commentaryNoun, day, commentaryFacts(*old), commentaryFacts(text))
	}
	if err != nil || !changed {
		return err
	}
	if text.Content == "" {
		return store.DeleteCommentary(ctx, c.Tx, project, text.Day)
	}
	return store.PutCommentary(ctx, c.Tx, project, text)
}

func commentaryFacts(c domain.Commentary) []work.Fact {
	return []work.Fact{{Name: "day", Value: c.Day}, {Name: "content", Value: c.Content}}
}

// commentaryOn returns the commentary on a day, nil if there is none, and the day of the latest one before it, nil if there is none.
func commentaryOn(ctx context.Context, tx *db.Tx, projectID int64, day domain.Date) (on *domain.Commentary, earlier *domain.Date, err error) {
	latest, err := store.LatestCommentaries(ctx, tx, projectID, day, 2)
	if err != nil {
		return nil, nil, err
	}
	if len(latest) > 0 && latest[0].Day == day {
		on, latest = &latest[0], latest[1:]
	}
	if len(latest) > 0 {
		earlier = &latest[0].Day
	}
	return on, earlier, nil
}

// dayOr returns a day, or today if it is nil.
func (a *Service) dayOr(asOf *domain.Date) domain.Date {
	if asOf == nil {
		return a.Today()
	}
	return *asOf
}
