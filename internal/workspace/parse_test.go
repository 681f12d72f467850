package workspace_test

import (
	"os"
	"strings"
	"testing"

	"earnest/internal/domain"
	"earnest/internal/workspace"
)

// project returns a file with one project, its owner and the given members.
func project(members string) string {
	return `{"projects":[{"name":"P","members":[{"user":"a@x.org"}]` + members + `}]}`
}

// ticket returns a file whose first ticket has a title and the given members.
func ticket(members string) string {
	return project(`,"tickets":[{"ref":"t0","title":"T"` + members + `}]`)
}

// refusal is an invalid file, and how its error begins.
type refusal struct{ file, want string }

func refusals() map[string]refusal {
	const long = `"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"`
	return map[string]refusal{
		"empty":                   {``, `the file: the file ends too early`},
		"not an object":           {`[]`, `the file: must be an object, not an array`},
		"cut":                     {`{"users":[{"email":`, `users[0].email: the file ends too early`},
		"trailing":                {`{} {}`, `the file: nothing may follow the JSON object (at byte 4)`},
		"trailing comma":          {`{"users":[],}`, `the file: this is not valid JSON`},
		"bad UTF-8":               {"{\"users\":[{\"email\":\"\xff\"}]}", `users[0].email: this is not valid JSON in UTF-8`},
		"NUL":                     {ticket(`,"description":"a\u0000b"`), `projects[0].tickets[0].description: must not contain a NUL character`},
		"key twice":               {`{"users":[],"users":[]}`, `the file: the key "users" is repeated here`},
		"key twice deep":          {ticket(`,"title":"U"`), `projects[0].tickets[0]: the key "title" is repeated here`},
		"unknown member":          {ticket(`,"titel":"U"`), `projects[0].tickets[0]: there is no member "titel" here; there are ref, number, title, description`},
		"other case":              {ticket(`,"Status":"done"`), `projects[0].tickets[0]: there is no member "Status" here`},
		"required":                {`{"users":[{"email":"a@x.org","lastname":"L"}]}`, `users[0].firstname: is required: it must be text of 1 to 254 characters`},
		"required null":           {`{"users":[{"email":"a@x.org","firstname":null,"lastname":"L"}]}`, `users[0].firstname: is required`},
		"required number":         {project(`,"former_rates":[{"user":"b@x.org","rates":[{"from":"2026-01-01"}]}]`), `projects[0].former_rates[0].rates[0].tjm: is required: it must be a number from 0 to 1000000000000`},
		"blank":                   {`{"users":[{"email":"a@x.org","firstname":"  ","lastname":"L"}]}`, `users[0].firstname: must be text of 1 to 254 characters, not "  "`},
		"long name":               {`{"projects":[{"name":` + long + `}]}`, `projects[0].name: must be text of 1 to 80 characters, not text of 81 characters`},
		"email":                   {`{"users":[{"email":"nobody","firstname":"N","lastname":"L"}]}`, `users[0].email: must be an email address such as ada@example.org, not "nobody"`},
		"email twice":             {`{"users":[{"email":"a@x.org","firstname":"N","lastname":"L"},{"email":"A@X.org","firstname":"N","lastname":"L"}]}`, `users[1].email: "A@X.org" is already users[0]`},
		"number as text":          {ticket(`,"story_points":"five"`), `projects[0].tickets[0].story_points: must be a number from 0 to 10000, not "five"`},
		"number over":             {ticket(`,"story_points":10001`), `projects[0].tickets[0].story_points: must be a number from 0 to 10000, not 10001`},
		"number huge":             {ticket(`,"story_points":1e999`), `projects[0].tickets[0].story_points: must be a number from 0 to 10000, not 1e999`},
		"fraction of a minute":    {ticket(`,"time_entries":[{"user":"a@x.org","logged_at":"2026-01-01","duration_minutes":1.5}]`), `projects[0].tickets[0].time_entries[0].duration_minutes: must be an integer from 1 to 100000, not 1.5`},
		"no such day":             {ticket(`,"time_entries":[{"user":"a@x.org","logged_at":"2026-02-30","duration_minutes":1}]`), `projects[0].tickets[0].time_entries[0].logged_at: must be a date written YYYY-MM-DD, not "2026-02-30"`},
		"no moment":               {ticket(`,"created_at":"yesterday"`), `projects[0].tickets[0].created_at: must be a date (YYYY-MM-DD) or an ISO 8601 date and time, not "yesterday"`},
		"uuid":                    {ticket(`,"uuid":"x"`), `projects[0].tickets[0].uuid: must be a uuid, not "x"`},
		"list":                    {project(`,"tickets":{}`), `projects[0].tickets: must be an array, not an object`},
		"object":                  {project(`,"tickets":[1]`), `projects[0].tickets[0]: must be an object, not a number`},
		"lines":                   {ticket(`,"acceptance_criteria":["ok",""]`), `projects[0].tickets[0].acceptance_criteria[1]: must be text of 1 to 1000 characters, not ""`},
		"flag":                    {`{"users":[{"email":"a@x.org","firstname":"N","lastname":"L","admin":1}]}`, `users[0].admin: must be true or false, not 1`},
		"no members":              {`{"projects":[{"name":"P"}]}`, `projects[0].members: one member must be the owner of the project`},
		"no owner":                {`{"projects":[{"name":"P","members":[{"user":"a@x.org","project_role":"admin"}]}]}`, `projects[0].members: one member must be the owner of the project`},
		"two owners":              {`{"projects":[{"name":"P","members":[{"user":"a@x.org","project_role":"owner"},{"user":"b@x.org","project_role":"owner"}]}]}`, `projects[0].members[1].project_role: a project has exactly one owner, and members[0] is already the owner`},
		"member twice":            {`{"projects":[{"name":"P","members":[{"user":"a@x.org"},{"user":"A@x.org"}]}]}`, `projects[0].members[1].user: "A@x.org" is already projects[0].members[0]`},
		"former and member":       {project(`,"former_rates":[{"user":"a@x.org"}]`), `projects[0].former_rates[0].user: "a@x.org" is already projects[0].members[0]`},
		"rate twice":              {project(`,"former_rates":[{"user":"b@x.org","rates":[{"from":"2026-01-01","tjm":1},{"from":"2026-01-01","tjm":2}]}]`), `projects[0].former_rates[0].rates[1].from: there is another rate from 2026-01-01`},
		"built-in status":         {project(`,"statuses":[{"key":"done","label":"D","color":"#000000","bg_color":"#000000","sort_order":1,"is_done":true}]`), `projects[0].statuses[0].key: the project already has a status "done"`},
		"built-in type":           {project(`,"ticket_types":["Spike","Bug"]`), `projects[0].ticket_types[1]: the project already has a ticket type "Bug"`},
		"tag twice":               {project(`,"tags":[{"name":"a"},{"name":"A"}]`), `projects[0].tags[1].name: the project already has a tag "A"`},
		"ref twice":               {project(`,"tags":[{"ref":"x","name":"a"}],"epics":[{"ref":"x","title":"E"}]`), `projects[0].epics[0].ref: "x" is the ref of another object in the file (a tag)`},
		"ref of an epic twice":    {project(`,"epics":[{"ref":"x","title":"E"}],"sprints":[{"ref":"x","title":"S"}]`), `projects[0].sprints[0].ref: "x" is the ref of another object in the file (an epic)`},
		"ref of an epic":          {project(`,"epics":[{"ref":"x","title":"E"}],"tickets":[{"title":"T","sprint":"x"}]`), `projects[0].tickets[0].sprint: no sprint has the ref "x"; it is the ref of an epic`},
		"name of two lines":       {`{"users":[{"email":"a@x.org","firstname":"A\nB","lastname":"L"}]}`, `users[0].firstname: must not contain control characters, such as a line break`},
		"uuid twice":              {project(`,"epics":[{"uuid":"0192aaaa-0000-7000-8000-000000000001","title":"E"},{"uuid":"0192AAAA-0000-7000-8000-000000000001","title":"E"}]`), `projects[0].epics[1].uuid: "0192aaaa-0000-7000-8000-000000000001" is the uuid of another object in the file`},
		"unknown sprint":          {ticket(`,"sprint":"s9"`), `projects[0].tickets[0].sprint: no sprint has the ref "s9"`},
		"other kind":              {ticket(`,"sprint":"t0"`), `projects[0].tickets[0].sprint: no sprint has the ref "t0"; it is the ref of a ticket`},
		"other project":           {`{"projects":[{"name":"P","members":[{"user":"a@x.org"}],"epics":[{"ref":"e","title":"E"}]},{"name":"Q","members":[{"user":"a@x.org"}],"tickets":[{"title":"T"},{"title":"T","epic":"e"}]}]}`, `projects[1].tickets[1].epic: the epic with the ref "e" is in another project`},
		"unknown tag":             {project(`,"epics":[{"title":"E","tags":["x"]}]`), `projects[0].epics[0].tags[0]: no tag has the ref "x"`},
		"unknown super-epic":      {project(`,"epics":[{"title":"E","super_epic":"x"}]`), `projects[0].epics[0].super_epic: no super-epic has the ref "x"`},
		"epic backwards":          {project(`,"epics":[{"title":"E","start_date":"2026-01-02","target_date":"2026-01-01"}]`), `projects[0].epics[0].target_date: must not be before start_date`},
		"no workday":              {project(`,"workdays":[]`), `projects[0].workdays: must be an array of 1 to 7 days of the week`},
		"eighth workday":          {project(`,"workdays":[1,8]`), `projects[0].workdays[1]: must be an integer from 1 to 7`},
		"holiday":                 {project(`,"holidays":["2026-02-30"]`), `projects[0].holidays[0]: must be a date`},
		"link type":               {project(`,"epics":[{"ref":"a","title":"A"},{"ref":"b","title":"B"}],"dependencies":[{"pred":"a","succ":"b","type":"XX"}]`), `projects[0].dependencies[0].type: must be one of FS, SS, FF, SF`},
		"link type of super-epic": {project(`,"epics":[{"ref":"a","title":"A"}],"super_epics":[{"ref":"b","title":"B"}],"dependencies":[{"pred":"a","succ":"b","type":"SS"}]`), `projects[0].dependencies[0].type: must be FS, not SS`},
		"lag":                     {project(`,"epics":[{"ref":"a","title":"A"},{"ref":"b","title":"B"}],"dependencies":[{"pred":"a","succ":"b","lag_days":1001}]`), `projects[0].dependencies[0].lag_days: must be an integer from -1000 to 1000`},
		"sprint backwards":        {project(`,"sprints":[{"title":"S","start_date":"2026-01-02","end_date":"2026-01-01"}]`), `projects[0].sprints[0].end_date: must not be before start_date`},
		"ticket backwards":        {project(`,"tickets":[{"title":"T","start_date":"2026-01-02","due_date":"2026-01-01"}]`), `projects[0].tickets[0].due_date: must not be before start_date`},
		"commitment":              {project(`,"sprints":[{"title":"S","committed":{"t9":1}}]`), `projects[0].sprints[0].committed.t9: no ticket has the ref "t9"`},
		"commitment's points":     {project(`,"sprints":[{"title":"S","committed":{"t9":-1}}]`), `projects[0].sprints[0].committed.t9: must be a number from 0 to 10000, not -1`},
		"end of a running sprint": {project(`,"sprints":[{"title":"S","status":"active","goal_met":true}]`), `projects[0].sprints[0]: goal_met and dod_done tell how a sprint ended`},
		"committed_at alone":      {project(`,"sprints":[{"title":"S","committed":{},"committed_at":"2026-01-01"}]`), `projects[0].sprints[0].committed_at: is allowed only with committed`},
		"unknown status":          {ticket(`,"status":"nowhere"`), `projects[0].tickets[0].status: must be one of this project's: backlog, blocked, done, in_progress, in_review, todo, not "nowhere"`},
		"done_at not done":        {ticket(`,"done_at":"2026-01-01"`), `projects[0].tickets[0].done_at: is allowed only on a done ticket, and the status "backlog" does not mean done`},
		"unknown type":            {ticket(`,"type":"Epic"`), `projects[0].tickets[0].type: must be one of this project's: Story, Bug, not "Epic"`},
		"self-dependency":         {ticket(`,"dependencies":["t0"]`), `projects[0].tickets[0].dependencies: must not form a cycle: the ticket "t0" would depend on itself`},
		"cycle":                   {project(`,"tickets":[{"ref":"x","title":"X","dependencies":["a"]},{"ref":"a","title":"A","dependencies":["b"]},{"ref":"b","title":"B","dependencies":["a"]}]`), `projects[0].tickets[1].dependencies: must not form a cycle: the ticket "a" would depend on itself`},
		"deleted in a sprint":     {project(`,"sprints":[{"ref":"s","title":"S"}],"tickets":[{"title":"T","sprint":"s","deleted_at":"2026-01-01"}]`), `projects[0].tickets[0].sprint: a deleted ticket keeps its time entries only`},
		"depends on deleted":      {project(`,"tickets":[{"title":"T","dependencies":["d"]},{"ref":"d","title":"D","deleted_at":"2026-01-01"}]`), `projects[0].tickets[0].dependencies[0]: the ticket with the ref "d" is deleted`},
		"link to a ticket":        {project(`,"epics":[{"ref":"e","title":"E"}],"tickets":[{"ref":"t","title":"T"}],"dependencies":[{"pred":"e","succ":"t"}]`), `projects[0].dependencies[0].succ: no epic or super-epic has the ref "t"; it is the ref of a ticket`},
		"link to itself":          {project(`,"epics":[{"ref":"e","title":"E"}],"dependencies":[{"pred":"e","succ":"e"}]`), `projects[0].dependencies[0].succ: nothing can follow itself`},
		"link twice":              {project(`,"epics":[{"ref":"e","title":"E"},{"ref":"f","title":"F"}],"dependencies":[{"pred":"e","succ":"f"},{"pred":"e","succ":"f"}]`), `projects[0].dependencies[1]: "f" already follows "e"`},
		"log that is no JSON":     {project(`,"changes":[{"revision":1,"at":"2026-01-01","noun":"project","uuid":"u","what":"name","to":"x"}]`), `projects[0].changes[0].to: must be text that is JSON, not "x"`},
		"two rows of a day":       {project(`,"indicator_days":[{"day":"2026-01-01","reported_at":"2026-01-02","indicators":{}},{"day":"2026-01-01","reported_at":"2026-01-02","indicators":{}}]`), `projects[0].indicator_days[1].day: there is another row of 2026-01-01`},
		"two texts of a day":      {project(`,"commentaries":[{"day":"2026-01-01","content":"a","author":"a@x.org"},{"day":"2026-01-01","content":"b","author":"a@x.org"}]`), `projects[0].commentaries[1].day: there is another row of 2026-01-01`},
		"indicator as text":       {project(`,"indicator_days":[{"day":"2026-01-01","reported_at":"2026-01-02","indicators":{"ac":"much"}}]`), `projects[0].indicator_days[0].indicators.ac: must be a number, not "much"`},
		"too many lines":          {ticket(`,"acceptance_criteria":["a"` + strings.Repeat(`,"a"`, 200) + `]`), `projects[0].tickets[0].acceptance_criteria: must be an array of at most 200 texts of 1 to 1000 characters each, not of 201`},
		"mention that is no text": {ticket(`,"comments":[{"author":"a@x.org","content":"c","mentions":[7]}]`), `projects[0].tickets[0].comments[0].mentions[0]: must be text of 3 to 254 characters, not 7`},
	}
}

func TestParseNamesThePathOfEveryError(t *testing.T) {
	t.Parallel()
	for name, c := range refusals() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := workspace.Parse([]byte(c.file))
			if err == nil {
				t.Fatal("the file was accepted")
			}
			if !strings.HasPrefix(err.Error(), c.want) || domain.KindOf(err) != domain.Invalid {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

func TestParseAcceptsTheWholeFormat(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/full.json")
	if err != nil {
		t.Fatal(err)
	}
	f, err := workspace.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	p := f.Projects[0]
	if p.Owner() != 1 || len(p.Tickets) != 5 || len(p.SuperEpics[0].Tags) != 2 || len(p.Tickets[1].Dependencies) != 2 {
		t.Errorf("owner %d, %d tickets, tags %v, dependencies %v", p.Owner(), len(p.Tickets), p.SuperEpics[0].Tags, p.Tickets[1].Dependencies)
	}
}

func TestEveryMemberOfTheFormatHasARule(t *testing.T) {
	t.Parallel()
	if _, err := workspace.Parse([]byte(`{"users":null,"projects":null}`)); err != nil {
		t.Errorf("null does not stand for a list that is left out: %v", err)
	}
	for _, name := range workspace.Unruled() {
		t.Errorf("the member %s has no rule", name)
	}
}

func TestAProjectWithoutMembersBelongsToTheFirstUser(t *testing.T) {
	t.Parallel()
	f, err := workspace.Parse([]byte(`{"users":[{"email":"a@x.org","firstname":"N","lastname":"L"}],"projects":[{"name":"P"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if p := f.Projects[0]; len(p.Members) != 1 || p.Members[0].User != "a@x.org" || p.Owner() != 0 {
		t.Errorf("the project's members are %+v", p.Members)
	}
}
