package files

import (
	"context"
	"iter"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/files/store"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

func facts(a domain.Attachment) []work.Fact {
	return []work.Fact{
		{Name: "ticket", Value: a.TicketUUID},
		{Name: "author_id", Value: a.AuthorID},
		{Name: "name", Value: a.Name},
		{Name: "size", Value: a.Content.Size},
		{Name: "media_type", Value: a.Content.MediaType},
		{Name: "sha256", Value: a.Content.SHA256},
	}
}

// Attach attaches a staged file to a ticket in one transaction. If the project has the same content already, that is used. Unless Attach returns
// Running, the staged file cannot be used again. If the outcome is Uncertain, the file may be attached; the sweep deletes it if it is not.
func (s *Service) Attach(ctx context.Context, caller domain.Caller, ticket string, staged *Staged) (domain.Attachment, error) {
	look := func(_ *db.Tx, _ domain.Access, _ *Staged, on *store.Attachable) []db.Statement {
		return on.Lookups(ticket, caller.UserID)
	}
	target := work.Target{Caller: caller, Access: workstore.TicketAccess, UUID: ticket}
	a, err := work.WriteKnowing(ctx, s.Instance, target, domain.WriteWork, domain.Given(staged), look,
		func(c *work.Change, staged *Staged, on store.Attachable) (domain.Attachment, error) {
			if on.ID == 0 || c.Project.ProjectID != staged.projectID {
				return domain.Attachment{}, domain.NoSuch("ticket") // deleted a moment ago
			}
			a := domain.Attachment{
				UUID:            db.NewUUID(),
				ProjectID:       c.Project.ProjectID,
				TicketID:        on.ID,
				TicketUUID:      ticket,
				AuthorID:        caller.UserID,
				AuthorFirstname: on.Firstname,
				AuthorLastname:  on.Lastname,
				Name:            staged.Name,
				CreatedAt:       c.Now,
			}
			return s.attach(ctx, c, a, staged)
		})
	kept := domain.KindOf(err) == domain.Running || domain.KindOf(err) == domain.Uncertain || a.Content.ID == staged.ID
	if !kept {
		s.discard(ctx, staged)
	}
	return a, err
}

// attach stores an attachment with the staged content, or with the same content that the project has already.
func (s *Service) attach(ctx context.Context, c *work.Change, a domain.Attachment, staged *Staged) (domain.Attachment, error) {
	n, err := store.CountAttachments(ctx, c.Tx, a.TicketID)
	if err != nil {
		return a, err
	}
	if n >= mostFiles {
		return a, domain.Invalidf("a ticket can have at most %d files", mostFiles).At("file")
	}
	known, found, err := store.Known(ctx, c.Tx, a.ProjectID, staged.SHA256)
	if err != nil {
		return a, err
	}
	a.Content = known
	if !found {
		a.Content = staged.FileContent
		if err := s.checkRoom(ctx, c.Tx, a.ProjectID, staged.Size); err != nil {
			return a, err
		}
		if err := store.Publish(ctx, c.Tx, a.Content); err != nil {
			return a, err
		}
	}
	if a.ID, err = store.InsertAttachment(ctx, c.Tx, a); err != nil {
		return a, err
	}
	return a, c.Created(ctx, attachmentNoun, a.UUID, facts(a))
}

// AttachmentItem is an attachment in a list; MayDelete is true if the caller may delete it.
type AttachmentItem struct {
	domain.Attachment

	MayDelete bool
}

// Query selects the attachments of a ticket: a page of them or, if Last is not 0, that many of the latest.
type Query struct {
	Page domain.Page
	Last int
}

// Attachments lists the attachments of a ticket in the order in which they were attached. The total includes all of them.
func (s *Service) Attachments(
	ctx context.Context, caller domain.Caller, ticket string, in domain.Input[Query], out work.List[AttachmentItem],
) error {
	return work.ListOfTicket(ctx, s.DB, caller, ticket, in, out,
		func(tx *db.Tx, access domain.Access, id int64, q Query) (int, iter.Seq2[AttachmentItem, error], error) {
			total, err := store.CountAttachments(ctx, tx, id)
			list := store.Attachments(ctx, tx, id, q.Page)
			if q.Last > 0 {
				list = store.LastAttachments(ctx, tx, id, q.Last)
			}
			return total, work.Items(list, func(a domain.Attachment) AttachmentItem {
				return AttachmentItem{a, access.CheckAttachment(caller, a.AuthorID) == nil}
			}), err
		})
}

// Delete deletes an attachment, on behalf of whoever attached it or a moderator. Its content is swept if no other attachment has it.
func (s *Service) Delete(ctx context.Context, caller domain.Caller, uuid string) error {
	target := work.Target{Caller: caller, Access: deletable(caller), UUID: uuid}
	return work.Do(ctx, s.Instance, target, domain.WriteWork, domain.Given(struct{}{}), func(c *work.Change, _ struct{}) error {
		a, err := store.Attachment(ctx, c.Tx, uuid)
		if err == nil {
			err = expected(caller, a)
		}
		if err != nil {
			return err
		}
		gone := domain.Change{Noun: attachmentNoun, NounUUID: uuid, What: domain.Deleted, From: work.Object(facts(a))}
		if err := c.Record(ctx, gone); err != nil {
			return err
		}
		if err := store.DeleteAttachment(ctx, c.Tx, a.ID); err != nil {
			return err
		}
		return store.Release(ctx, c.Tx, a.Content.ID, c.Now)
	})
}

// expected refuses to go on if the attachment is not the one that the caller expects.
func expected(caller domain.Caller, a domain.Attachment) error {
	if caller.Match == nil {
		return nil
	}
	return caller.Match(a)
}

// deletable finds the project of an attachment, and refuses callers who may not delete it. This need not be checked again once the project is
// locked, since the author of an attachment never changes.
func deletable(caller domain.Caller) work.FindAccess {
	return func(ctx context.Context, tx *db.Tx, uuid string, userID int64) (domain.Access, error) {
		access, err := workstore.AttachmentAccess(ctx, tx, uuid, userID)
		if err != nil {
			return access, err
		}
		a, err := store.Attachment(ctx, tx, uuid)
		if err != nil {
			return access, err
		}
		access.Operator = caller.Operator
		return access, access.CheckAttachment(caller, a.AuthorID)
	}
}
