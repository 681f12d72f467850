package dash

// calendarState holds the private address of the caller's calendar for a project. The address is shown only once, when it is created.
type calendarState struct {
	URL    *string `json:"url"`
	MadeAt *string `json:"made_at"` // null if the calendar has no address
}

func (d *Dash) getCalendar(r *request) (any, error) {
	made, err := d.app.Projects.CalendarMade(r.ctx, r.caller(), r.UUID)
	if err != nil {
		return nil, err
	}
	return calendarState{MadeAt: stampOrNil(made)}, nil
}

func (d *Dash) makeCalendar(r *request) (any, error) {
	token, at, err := d.app.Projects.MakeCalendar(r.ctx, r.caller(), r.UUID)
	if err != nil {
		return nil, err
	}
	url := d.calendars.Address(token.Reveal())
	return made{calendarState{URL: &url, MadeAt: stampOrNil(&at)}}, nil
}

func (d *Dash) endCalendar(r *request) (any, error) {
	return done{true}, d.app.Projects.EndCalendar(r.ctx, r.caller(), r.UUID)
}
