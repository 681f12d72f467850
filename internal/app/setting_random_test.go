package app_test

import (
	"context"
	"fmt"
	"slices"

	"earnest/internal/apitest"
	"earnest/internal/domain"
)

// settings holds the settings that a random history has created in its project.
type settings struct {
	n        int      // how many names were used
	statuses []string // the keys of the custom ones
	tags     []string
	guests   []string // uuids of members who join and leave
}

// settingActs returns every kind of write to the project's settings.
func (s *tale) settingActs() []act {
	return []act{
		{"create a status", 1, s.createStatus},
		{"change whether a status means done", 2, s.turnStatus},
		{"order the statuses", 1, s.orderStatuses},
		{"remove a status", 1, s.removeStatus},
		{"create a tag", 1, s.createTag},
		{"tag a ticket", 2, s.tagTicket},
		{"rename a tag", 1, s.renameTag},
		{"merge or delete a tag", 1, s.endTag},
		{"create or remove a type", 1, s.changeType},
		{"invite somebody", 1, s.invite},
		{"change or remove a member", 1, s.changeMember},
		{"transfer the project and back", 1, s.transfer},
	}
}

// name returns an unused name.
func (s *tale) name(prefix string) string {
	s.set.n++
	return fmt.Sprintf("%s %d", prefix, s.set.n)
}

// take removes a random item from a list and returns it, or "" if the list is empty.
func (s *tale) take(list *[]string) string {
	if len(*list) == 0 {
		return ""
	}
	i := s.r.IntN(len(*list))
	one := (*list)[i]
	*list = slices.Delete(slices.Clone(*list), i, i+1)
	return one
}

func (s *tale) createStatus(ctx context.Context) error {
	if len(s.set.statuses) > 5 {
		return nil
	}
	in := domain.Given(domain.NewStatus{Label: s.name("Status"), Color: "#112233", BgColor: "#ddeeff", IsDone: s.r.IntN(2) == 0})
	made, err := s.App.Categories.CreateStatus(ctx, s.caller, s.project, in)
	s.set.statuses = append(s.set.statuses, made.Key)
	return err
}

func (s *tale) turnStatus(ctx context.Context) error {
	key := s.one(append([]string{"in_progress", "in_review"}, s.set.statuses...))
	_, err := s.App.Categories.UpdateStatus(ctx, s.caller, s.project, key, domain.Given(domain.StatusPatch{IsDone: domain.Some(s.r.IntN(2) == 0)}))
	return err
}

func (s *tale) orderStatuses(ctx context.Context) error {
	list, err := s.App.Categories.UsedStatuses(ctx, s.caller, s.project)
	if err != nil {
		return err
	}
	keys := []string{}
	for _, i := range s.r.Perm(len(list)) {
		keys = append(keys, list[i].Key)
	}
	return s.App.Categories.OrderStatuses(ctx, s.caller, s.project, domain.Given(keys))
}

func (s *tale) removeStatus(ctx context.Context) error {
	key := s.take(&s.set.statuses)
	if key == "" {
		return nil
	}
	to := s.one(append([]string{"todo", "done"}, s.set.statuses...))
	return s.App.Categories.DeleteStatus(ctx, s.caller, s.project, key, domain.Given(domain.Some(&to)))
}

func (s *tale) createTag(ctx context.Context) error {
	tag, err := s.App.Categories.CreateTag(ctx, s.caller, s.project, domain.Given(s.name("tag")))
	s.set.tags = append(s.set.tags, tag.UUID)
	return err
}

func (s *tale) tagTicket(ctx context.Context) error {
	tags := []string{}
	for _, tag := range s.set.tags {
		if s.r.IntN(2) == 0 && len(tags) < 10 {
			tags = append(tags, tag)
		}
	}
	return s.update(ctx, domain.TicketPatch{Tags: domain.Some(tags)})
}

func (s *tale) renameTag(ctx context.Context) error {
	tag := s.one(s.set.tags)
	if tag == "" {
		return nil
	}
	_, err := s.App.Categories.RenameTag(ctx, s.caller, tag, domain.Given(domain.Some(s.name("tag"))))
	return err
}

func (s *tale) endTag(ctx context.Context) error {
	tag := s.take(&s.set.tags)
	if tag == "" {
		return nil
	}
	if into := s.one(s.set.tags); into != "" && s.r.IntN(2) == 0 {
		return s.App.Categories.MergeTag(ctx, s.caller, tag, domain.Given(into))
	}
	return s.App.Categories.DeleteTag(ctx, s.caller, tag)
}

func (s *tale) changeType(ctx context.Context) error {
	types, err := s.App.Categories.Types(ctx, s.caller, s.project)
	if err != nil {
		return err
	}
	if len(types) < 2 || len(types) < 6 && s.r.IntN(2) == 0 {
		made, err := s.App.Categories.CreateType(ctx, s.caller, s.project, domain.Given(s.name("Type")))
		if err != nil || s.r.IntN(2) == 0 {
			return err
		}
		_, err = s.App.Categories.UpdateType(ctx, s.caller, made.UUID, domain.Given(domain.TypePatch{IsDefault: domain.Some(true)}))
		return err
	}
	i := s.r.IntN(len(types))
	var to *string
	if s.r.IntN(2) == 0 {
		to = &types[(i+1)%len(types)].UUID
	}
	return s.App.Categories.DeleteType(ctx, s.caller, types[i].UUID, domain.Given(domain.Some(to)))
}

func (s *tale) invite(ctx context.Context) error {
	in := domain.NewMember{
		Email: apitest.NewUUID() + "@example.com", Firstname: domain.Some("New"), Lastname: domain.Some("Comer"),
		Role: domain.Worker, ScrumRole: domain.DefaultScrumRole,
	}
	invited, err := s.App.Accounts.AddMember(ctx, s.caller, s.project, domain.Given(in))
	if err != nil {
		return err
	}
	if s.r.IntN(4) > 0 { // the rest stay invited
		if err := s.App.Accounts.AcceptMembership(ctx, domain.Caller{UserID: invited.Member.UserID}, invited.Member.UUID); err != nil {
			return err
		}
		s.set.guests = append(s.set.guests, invited.Member.UUID)
	}
	change := domain.RateChange{TJM: float64(s.r.IntN(900)), From: domain.Some(s.day())}
	_, err = s.App.Projects.SetMemberRate(ctx, s.caller, invited.Member.UUID, domain.Given(change))
	return err
}

func (s *tale) changeMember(ctx context.Context) error {
	guest := s.one(s.set.guests)
	if guest == "" {
		return nil
	}
	if s.r.IntN(2) == 0 {
		s.set.guests = slices.DeleteFunc(s.set.guests, func(uuid string) bool { return uuid == guest })
		return s.App.Projects.RemoveMember(ctx, s.caller, guest)
	}
	patch := domain.MemberPatch{Role: domain.Some(s.one([]string{"admin", "member", "viewer"})), Status: domain.Some(s.one([]string{"active", "inactive"}))}
	_, err := s.App.Projects.UpdateMember(ctx, s.caller, guest, domain.Given(patch))
	return err
}

// transfer hands the project over to another member and back again.
func (s *tale) transfer(ctx context.Context) error {
	team, err := s.App.Projects.Members(ctx, s.caller, s.project)
	if err != nil {
		return err
	}
	byUser := map[int64]string{}
	for _, m := range team.Members {
		byUser[m.UserID] = m.UUID
	}
	other := s.people[1]
	if err := s.handOver(ctx, s.caller, other, byUser[other.UserID]); err != nil {
		return err
	}
	return s.handOver(ctx, other, s.caller, byUser[s.caller.UserID])
}

// handOver offers the project to another member, who accepts.
func (s *tale) handOver(ctx context.Context, from, to domain.Caller, member string) error {
	if _, err := s.App.Accounts.OfferProject(ctx, from, s.project, domain.Given(member)); err != nil {
		return err
	}
	return s.App.Accounts.AcceptOffer(ctx, to, s.project)
}
