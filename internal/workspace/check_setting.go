package workspace

import (
	"slices"

	"earnest/internal/domain"
)

// AllStatuses returns the built-in statuses, with the project's changes to them, and the custom ones.
func (p *Project) AllStatuses() []domain.Status {
	list := domain.DefaultStatuses()
	for i, s := range list {
		if j := slices.IndexFunc(p.BuiltIn, func(changed Status) bool { return changed.Key == s.Key }); j >= 0 {
			list[i] = p.BuiltIn[j].status(true)
		}
	}
	for _, s := range p.Statuses {
		list = append(list, s.status(false))
	}
	return list
}

func (s Status) status(builtIn bool) domain.Status {
	return domain.Status{
		Key: s.Key, Label: s.Label, Color: s.Color, BgColor: s.BgColor, SortOrder: s.SortOrder, IsDone: s.IsDone, IsDefault: builtIn,
	}
}

// AllTypes returns the ticket types of the project in order: those it lists, or the built-in ones and its custom ones. Exactly
// one is the default.
func (p *Project) AllTypes() []TicketType {
	list := slices.Clone(p.Types)
	if len(list) == 0 {
		for _, name := range append(domain.DefaultTicketTypes(), p.TicketTypes...) {
			list = append(list, TicketType{Name: name})
		}
	}
	if !slices.ContainsFunc(list, func(t TicketType) bool { return t.Default }) {
		list[0].Default = true
	}
	return list
}

// HolidayDates returns the holidays of the project.
func (p *Project) HolidayDates() []domain.Date {
	var dates []domain.Date
	for _, text := range p.Holidays {
		dates = append(dates, domain.Date(text))
	}
	return dates
}

// HolidayTexts returns holidays as the file contains them.
func HolidayTexts(dates []domain.Date) []string {
	var texts []string
	for _, d := range dates {
		texts = append(texts, string(d))
	}
	return texts
}

func checkStatuses(at Path, p *Project) error {
	builtIn, seen := map[string]bool{}, map[string]bool{}
	for _, s := range domain.DefaultStatuses() {
		builtIn[s.Key], seen[s.Key] = true, true
	}
	for i, s := range p.Statuses {
		if seen[s.Key] {
			return at.In("statuses").At(i).In("key").Errorf("the project already has a status %q; the built-in ones are not listed", s.Key)
		}
		seen[s.Key] = true
	}
	at = at.In("built_in_statuses")
	for i, s := range p.BuiltIn {
		if !builtIn[s.Key] {
			return at.At(i).In("key").Errorf("must be the key of a built-in status, once; %q is none, or is listed twice", s.Key)
		}
		delete(builtIn, s.Key)
	}
	if err := domain.CheckStatuses(p.AllStatuses()); err != nil {
		return at.Errorf("%v", err)
	}
	return nil
}

func checkTypes(at Path, p *Project) error {
	seen := map[string]bool{}
	for _, name := range domain.DefaultTicketTypes() {
		seen[name] = true
	}
	for i, name := range p.TicketTypes {
		if seen[name] {
			return at.In("ticket_types").At(i).Errorf("the project already has a ticket type %q; the built-in ones are not listed", name)
		}
		seen[name] = true
	}
	return checkTypeList(at, p)
}

// checkTypeList checks the list of all ticket types, if there is one.
func checkTypeList(at Path, p *Project) error {
	names, uuids, defaults := map[string]bool{}, map[string]bool{}, 0
	for i, t := range p.Types {
		if names[t.Name] {
			return at.In("types").At(i).In("name").Errorf("the project already has a ticket type %q", t.Name)
		}
		if t.UUID != "" && uuids[t.UUID] {
			return at.In("types").At(i).In("uuid").Errorf("%q is the uuid of another ticket type", t.UUID)
		}
		names[t.Name], uuids[t.UUID] = true, true
		if t.Default {
			defaults++
		}
		if defaults > 1 {
			return at.In("types").At(i).In("default").Errorf("only one ticket type can be the default")
		}
	}
	for i, name := range p.TicketTypes {
		if len(p.Types) > 0 && !names[name] {
			return at.In("ticket_types").At(i).Errorf("types lists every ticket type, and %q is not among them", name)
		}
	}
	return nil
}
