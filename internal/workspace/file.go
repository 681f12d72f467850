// Package workspace defines the workspace file, which contains users and whole projects as JSON. It is used to import and export
// data, and to move data from one database to another.
package workspace

// File is a whole workspace file. Refs are the file's own names for its objects; users are named by email. Everything marked
// omitzero is optional; a rule tag names a rule in domain.Rules or in rules.go.
type File struct {
	Users    []User    `json:"users,omitzero"`
	Projects []Project `json:"projects,omitzero"`
}

// Stamps may appear on any object, so that history can be imported. Times are written YYYY-MM-DD HH:MM:SS, with a fraction if
// there is one, in UTC.
type Stamps struct {
	UUID      string `json:"uuid,omitzero" rule:"uuid"`
	CreatedAt string `json:"created_at,omitzero" rule:"moment"`
	UpdatedAt string `json:"updated_at,omitzero" rule:"moment"`
}

// User is a person and their account. If a user with that email already exists, the file refers to that user, who is left
// unchanged.
type User struct {
	Email        string `json:"email" rule:"email"`
	Firstname    string `json:"firstname" rule:"stored firstname"`
	Lastname     string `json:"lastname" rule:"stored lastname"`
	Plan         string `json:"plan,omitzero" rule:"plan"`
	Active       *bool  `json:"active,omitzero" rule:"flag"`
	SubscribedAt string `json:"subscribed_at,omitzero" rule:"moment"`
	Admin        bool   `json:"admin,omitzero" rule:"flag"`
	Stamps
}

// Project is a project with everything in it.
type Project struct {
	Ref            string         `json:"ref,omitzero" rule:"ref"`
	Name           string         `json:"name" rule:"project name"`
	Key            string         `json:"key,omitzero" rule:"project key"`           // made of the letters of the name when left out; gets digits if it is taken
	OldKeys        []string       `json:"old_keys,omitzero" rule:"project keys"`     // which still work
	NextNumber     int64          `json:"next_number,omitzero" rule:"ticket number"` // above the numbers of all tickets, of which some may be gone
	Description    *string        `json:"description,omitzero" rule:"description"`
	Color          string         `json:"color,omitzero" rule:"color"`
	DefaultDoD     []string       `json:"default_dod,omitzero" rule:"lines"`
	ContingencyPct *float64       `json:"contingency_pct,omitzero" rule:"percent"`
	Budget         *float64       `json:"budget,omitzero" rule:"money"`
	Currency       *string        `json:"currency,omitzero" rule:"currency"`
	Budgets        []Budget       `json:"budgets,omitzero"`                    // over time; when left out, the budget above applies from the start
	RatesFor       string         `json:"rates_for,omitzero" rule:"rates for"` // who sees daily rates: everyone or admins
	Workdays       []int64        `json:"workdays,omitzero" rule:"workdays"`   // 1 for Monday to 7 for Sunday; Monday to Friday when left out
	Holidays       []string       `json:"holidays,omitzero" rule:"holidays"`   // dates
	Members        []Member       `json:"members,omitzero"`
	FormerRates    []UserRates    `json:"former_rates,omitzero"`                     // of former members
	Statuses       []Status       `json:"statuses,omitzero"`                         // the custom ones
	BuiltIn        []Status       `json:"built_in_statuses,omitzero"`                // the built-in ones that were changed
	TicketTypes    []string       `json:"ticket_types,omitzero" rule:"ticket types"` // the custom ones
	Types          []TicketType   `json:"types,omitzero"`                            // all ticket types in order; derived from ticket_types when left out
	Tags           []Tag          `json:"tags,omitzero"`
	SuperEpics     []SuperEpic    `json:"super_epics,omitzero"`
	Epics          []Epic         `json:"epics,omitzero"`
	Sprints        []Sprint       `json:"sprints,omitzero"`
	Tickets        []Ticket       `json:"tickets,omitzero"`
	Milestones     []Milestone    `json:"milestones,omitzero"`
	Dependencies   []Link         `json:"dependencies,omitzero"`
	Changes        []Change       `json:"changes,omitzero"`        // the change log; derived from the rest when left out
	IndicatorDays  []IndicatorDay `json:"indicator_days,omitzero"` // the indicators reported for each day
	Commentaries   []Commentary   `json:"commentaries,omitzero"`   // what managers have to say about single days
	Stamps
}

// Budget is a budget with its reserve, and the first day on which they are in force. The earliest one also applies to all days before it.
type Budget struct {
	From           string   `json:"from" rule:"date"`
	Budget         *float64 `json:"budget,omitzero" rule:"money"`
	ContingencyPct *float64 `json:"contingency_pct,omitzero" rule:"percent"` // that of the project when left out
	Reason         string   `json:"reason,omitzero" rule:"reason"`
	Author         string   `json:"author,omitzero" rule:"email"`
	CreatedAt      string   `json:"created_at,omitzero" rule:"moment"`
}

// Member is a user in the team.
type Member struct {
	User        string   `json:"user" rule:"email"`
	ProjectRole string   `json:"project_role,omitzero" rule:"role"`
	ScrumRole   string   `json:"scrum_role,omitzero" rule:"scrum role"`
	Status      string   `json:"status,omitzero" rule:"member status"`
	TJM         *float64 `json:"tjm,omitzero" rule:"money"` // the daily rate from the start
	Rates       []Rate   `json:"rates,omitzero"`
	Service     string   `json:"service,omitzero" rule:"service"`
	Stamps
}

// Rate is a daily rate and the first day it applies to.
type Rate struct {
	From string  `json:"from" rule:"date"`
	TJM  float64 `json:"tjm" rule:"money"`
}

// UserRates are the rates of a former member whose time entries still have a cost.
type UserRates struct {
	User  string   `json:"user" rule:"email"`
	TJM   *float64 `json:"tjm,omitzero" rule:"money"`
	Rates []Rate   `json:"rates,omitzero"`
}

// Status is a custom status, or a built-in one that was changed.
type Status struct {
	Key       string `json:"key" rule:"status key"`
	Label     string `json:"label" rule:"label"`
	Color     string `json:"color" rule:"color"`
	BgColor   string `json:"bg_color" rule:"color"`
	SortOrder int64  `json:"sort_order" rule:"sort order"`
	IsDone    bool   `json:"is_done" rule:"flag"`
}

// TicketType is a type of ticket. The default applies to tickets without a type; if none is marked, it is the first one.
type TicketType struct {
	Name    string `json:"name" rule:"label"`
	Default bool   `json:"default,omitzero" rule:"flag"`
	UUID    string `json:"uuid,omitzero" rule:"uuid"`
}

// Tag is a label.
type Tag struct {
	Ref  string `json:"ref,omitzero" rule:"ref"`
	Name string `json:"name" rule:"label"`
	Stamps
}

// SuperEpic groups epics.
type SuperEpic struct {
	Ref         string   `json:"ref,omitzero" rule:"ref"`
	Title       string   `json:"title" rule:"title"`
	Description *string  `json:"description,omitzero" rule:"description"`
	Status      string   `json:"status,omitzero" rule:"super-epic status"`
	Tags        []string `json:"tags,omitzero" rule:"tag refs"`
	Stamps
}

// Epic groups tickets.
type Epic struct {
	Ref         string   `json:"ref,omitzero" rule:"ref"`
	SuperEpic   string   `json:"super_epic,omitzero" rule:"ref"`
	Title       string   `json:"title" rule:"title"`
	Description *string  `json:"description,omitzero" rule:"description"`
	Status      string   `json:"status,omitzero" rule:"epic status"`
	StartDate   *string  `json:"start_date,omitzero" rule:"date"`
	TargetDate  *string  `json:"target_date,omitzero" rule:"date"`
	Tags        []string `json:"tags,omitzero" rule:"tag refs"`
	Stamps
}

// Sprint is a sprint, optionally with the commitment it started with: points by ticket ref.
type Sprint struct {
	Ref         string             `json:"ref,omitzero" rule:"ref"`
	Title       string             `json:"title" rule:"title"`
	Goal        *string            `json:"goal,omitzero" rule:"goal"`
	Status      string             `json:"status,omitzero" rule:"sprint status"`
	StartDate   *string            `json:"start_date,omitzero" rule:"date"`
	EndDate     *string            `json:"end_date,omitzero" rule:"date"`
	DoD         []string           `json:"dod,omitzero" rule:"lines"`
	Committed   map[string]float64 `json:"committed,omitzero" rule:"points"`
	CommittedAt string             `json:"committed_at,omitzero" rule:"moment"`
	GoalMet     *bool              `json:"goal_met,omitzero" rule:"flag"`  // of a completed sprint
	DoDDone     []string           `json:"dod_done,omitzero" rule:"lines"` // the lines of the DoD that were met
	Stamps
}

// Ticket is a ticket with everything attached to it. A deleted ticket is kept for its time entries.
type Ticket struct {
	Ref                string       `json:"ref,omitzero" rule:"ref"`
	Number             int64        `json:"number,omitzero" rule:"ticket number"` // the next free one when left out
	Title              string       `json:"title" rule:"title"`
	Description        *string      `json:"description,omitzero" rule:"description"`
	Type               string       `json:"type,omitzero" rule:"label"`   // name of a ticket type; the default one when left out
	Untyped            bool         `json:"untyped,omitzero" rule:"flag"` // its type was removed
	Priority           string       `json:"priority,omitzero" rule:"priority"`
	Status             string       `json:"status,omitzero" rule:"status key"`
	StoryPoints        *float64     `json:"story_points,omitzero" rule:"points"`
	StartDate          *string      `json:"start_date,omitzero" rule:"date"`
	DueDate            *string      `json:"due_date,omitzero" rule:"date"` // not before start_date
	Epic               string       `json:"epic,omitzero" rule:"ref"`
	Sprint             string       `json:"sprint,omitzero" rule:"ref"`
	Assignee           string       `json:"assignee,omitzero" rule:"email"`
	AcceptanceCriteria []string     `json:"acceptance_criteria,omitzero" rule:"lines"`
	Dependencies       []string     `json:"dependencies,omitzero" rule:"ticket refs"`
	Tags               []string     `json:"tags,omitzero" rule:"tag refs"`
	Subtasks           []Subtask    `json:"subtasks,omitzero"`
	Comments           []Comment    `json:"comments,omitzero"`
	Attachments        []Attachment `json:"attachments,omitzero"`
	TimeEntries        []TimeEntry  `json:"time_entries,omitzero"`
	Rank               string       `json:"rank,omitzero" rule:"rank"` // tickets without one come last, in the order of the file
	DoneAt             string       `json:"done_at,omitzero" rule:"moment"`
	RenamedAt          string       `json:"renamed_at,omitzero" rule:"moment"`
	DeletedAt          string       `json:"deleted_at,omitzero" rule:"moment"`
	Stamps
}

// Subtask is a checklist item.
type Subtask struct {
	Title     string `json:"title" rule:"title"`
	Status    string `json:"status,omitzero" rule:"subtask status"`
	SortOrder *int64 `json:"sort_order,omitzero" rule:"sort order"`
	Assignee  string `json:"assignee,omitzero" rule:"email"`
	Stamps
}

// Comment is a comment in HTML.
type Comment struct {
	Author   string   `json:"author" rule:"email"`
	Content  string   `json:"content" rule:"content"`
	Mentions []string `json:"mentions,omitzero" rule:"emails"`
	Stamps
}

// Attachment is a file of a ticket. Its content is in the same archive as the workspace file, under its hash.
type Attachment struct {
	Name      string `json:"name" rule:"file name"`
	SHA256    string `json:"sha256" rule:"sha256"`
	Size      int64  `json:"size" rule:"file size"`
	MediaType string `json:"media_type,omitzero" rule:"word"` // for readers; an import recognises it again
	Author    string `json:"author" rule:"email"`
	Stamps
}

// TimeEntry is logged work.
type TimeEntry struct {
	User            string  `json:"user" rule:"email"`
	DurationMinutes int64   `json:"duration_minutes" rule:"minutes"`
	LoggedAt        string  `json:"logged_at" rule:"date"`
	Comment         *string `json:"comment,omitzero" rule:"entry comment"`
	Stamps
}

// Milestone is a dated milestone.
type Milestone struct {
	Ref   string `json:"ref,omitzero" rule:"ref"`
	Name  string `json:"name" rule:"title"`
	Date  string `json:"date" rule:"date"`
	Color string `json:"color,omitzero" rule:"color"`
	Stamps
}

// Link connects two epics or super-epics by ref. A link on a super-epic is finish-to-start.
type Link struct {
	Ref     string `json:"ref,omitzero" rule:"ref"`
	Pred    string `json:"pred" rule:"ref"`
	Succ    string `json:"succ" rule:"ref"`
	Type    string `json:"type,omitzero" rule:"link type"` // finish-to-start when left out
	LagDays int64  `json:"lag_days,omitzero" rule:"lag"`   // working days
	Stamps
}

// Change is a row of the change log.
type Change struct {
	Revision int64  `json:"revision" rule:"revision"`
	At       string `json:"at" rule:"moment"`
	User     string `json:"user,omitzero" rule:"email"`
	Noun     string `json:"noun" rule:"word"`
	UUID     string `json:"uuid" rule:"word"`
	What     string `json:"what" rule:"word"`
	From     string `json:"from,omitzero" rule:"value"` // JSON
	To       string `json:"to,omitzero" rule:"value"`   // JSON
}

// IndicatorDay holds the figures reported for a project at the end of a day: each indicator that had a value, by its name in the
// API.
type IndicatorDay struct {
	Day        string             `json:"day" rule:"date"`
	ReportedAt string             `json:"reported_at" rule:"moment"`
	CaughtUp   bool               `json:"caught_up,omitzero" rule:"flag"` // computed later, so nobody saw these figures on that day
	Indicators map[string]float64 `json:"indicators" rule:"amount"`
}

// Commentary is what those who manage the project have to say about its state on a day.
type Commentary struct {
	Day       string `json:"day" rule:"date"`
	Content   string `json:"content" rule:"stored commentary"`
	Author    string `json:"author" rule:"email"`
	UpdatedAt string `json:"updated_at,omitzero" rule:"moment"` // the time of the import if it is left out
}
