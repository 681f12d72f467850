package app_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/workspace"
)

// The reasons why a field has no counterpart in the workspace file.
const (
	byPosition = "!its place in the file says it"
	byNumber   = "!numbers are given anew; the file has the uuid"
	byPerson   = "!it belongs to the user whom the file names by email"
	stays      = "!it stays with the instance"
)

// home maps a noun's fields to the workspace file: either to the field's name there or, after an exclamation mark, to the reason why it has
// none.
type home struct {
	noun, file any
	fields     map[string]string
}

// homes maps the nouns to the file, except for UUID, CreatedAt and UpdatedAt, which are the same on all of them.
func homes() []home {
	return []home{
		{domain.User{}, workspace.User{}, map[string]string{
			"ID": byNumber, "Email": "Email", "Firstname": "Firstname", "Lastname": "Lastname", "IsAdmin": "Admin",
			"PasswordHash": stays, "Account": "!see the row of the account",
		}},
		{domain.Account{}, workspace.User{}, map[string]string{
			"ID": byNumber, "Plan": "Plan", "Active": "Active", "SubscribedAt": "SubscribedAt",
		}},
		{domain.Project{}, workspace.Project{}, map[string]string{
			"ID": byNumber, "Key": "Key", "NextNumber": "NextNumber",
			"Name": "Name", "Description": "Description", "Color": "Color", "DefaultDoD": "DefaultDoD",
			"ContingencyPct": "ContingencyPct", "Budget": "Budget", "Currency": "Currency", "RatesFor": "RatesFor",
			"Workdays": "Workdays", "Holidays": "Holidays",
			"Revision": "Changes", "UserRole": "Members", "MemberCount": "Members",
		}},
		{domain.Budget{}, workspace.Budget{}, map[string]string{
			"From": "From", "Amount": "Budget", "ContingencyPct": "ContingencyPct", "Reason": "Reason", "UserID": "Author", "UserName": byPerson,
		}},
		{domain.Member{}, workspace.Member{}, map[string]string{
			"ID": byNumber, "ProjectID": byPosition, "UserID": "User", "Email": "User", "Firstname": byPerson, "Lastname": byPerson,
			"Role": "ProjectRole", "ScrumRole": "ScrumRole", "Status": "Status", "Service": "Service", "TJM": "Rates",
		}},
		{domain.Rate{}, workspace.Rate{}, map[string]string{"From": "From", "TJM": "TJM"}},
		{domain.Status{}, workspace.Status{}, map[string]string{
			"Key": "Key", "Label": "Label", "Color": "Color", "BgColor": "BgColor", "SortOrder": "SortOrder", "IsDone": "IsDone",
			"IsDefault": "!the list it stands in says it",
		}},
		{domain.TicketType{}, workspace.TicketType{}, map[string]string{
			"ID": byNumber, "Name": "Name", "SortOrder": byPosition, "IsDefault": "Default",
		}},
		{domain.Tag{}, workspace.Tag{}, map[string]string{"ID": byNumber, "Name": "Name"}},
		{domain.SuperEpic{}, workspace.SuperEpic{}, map[string]string{
			"ID": byNumber, "ProjectID": byPosition, "Title": "Title", "Description": "Description", "Status": "Status", "Tags": "Tags",
		}},
		{domain.Epic{}, workspace.Epic{}, map[string]string{
			"ID": byNumber, "ProjectID": byPosition, "SuperEpicID": "SuperEpic", "SuperEpicUUID": "SuperEpic",
			"Title": "Title", "Description": "Description", "Status": "Status", "Tags": "Tags", "StartDate": "StartDate", "TargetDate": "TargetDate",
		}},
		{domain.Sprint{}, workspace.Sprint{}, map[string]string{
			"ID": byNumber, "ProjectID": byPosition, "Title": "Title", "Goal": "Goal", "Status": "Status",
			"StartDate": "StartDate", "EndDate": "EndDate", "DoD": "DoD", "CommittedAt": "CommittedAt", "GoalMet": "GoalMet", "DoDDone": "DoDDone",
		}},
		{domain.Ticket{}, workspace.Ticket{}, map[string]string{
			"ID": byNumber, "ProjectID": byPosition, "ProjectUUID": byPosition, "ProjectKey": byPosition, "Number": "Number",
			"EpicID": "Epic", "EpicUUID": "Epic",
			"SprintID": "Sprint", "SprintUUID": "Sprint", "AssigneeID": "Assignee", "AssigneeName": byPerson,
			"Title": "Title", "Description": "Description", "Priority": "Priority", "Status": "Status", "StoryPoints": "StoryPoints",
			"AcceptanceCriteria": "AcceptanceCriteria", "Dependencies": "Dependencies", "Tags": "Tags",
			"Rank": "Rank", "DoneAt": "DoneAt", "RenamedAt": "RenamedAt", "NamesAt": byPerson,
		}},
		{domain.Subtask{}, workspace.Subtask{}, map[string]string{
			"ID": byNumber, "ProjectID": byPosition, "TicketID": byPosition, "TicketUUID": byPosition, "Title": "Title", "Status": "Status",
			"SortOrder": "SortOrder", "AssigneeID": "Assignee", "AssigneeName": byPerson,
		}},
		{domain.Comment{}, workspace.Comment{}, map[string]string{
			"ID": byNumber, "ProjectID": byPosition, "TicketID": byPosition, "TicketUUID": byPosition, "AuthorID": "Author",
			"AuthorFirstname": byPerson, "AuthorLastname": byPerson, "Content": "Content", "Mentions": "Mentions",
		}},
		{domain.Attachment{}, workspace.Attachment{}, map[string]string{
			"ID": byNumber, "ProjectID": byPosition, "TicketID": byPosition, "TicketUUID": byPosition, "AuthorID": "Author",
			"AuthorFirstname": byPerson, "AuthorLastname": byPerson, "Name": "Name", "Content": "!see the row of the content",
		}},
		{domain.FileContent{}, workspace.Attachment{}, map[string]string{
			"ID": byNumber, "SHA256": "SHA256", "Size": "Size", "MediaType": "MediaType", "Object": "!each instance decides where it stores contents",
		}},
		{domain.TimeEntry{}, workspace.TimeEntry{}, map[string]string{
			"ID": byNumber, "ProjectID": byPosition, "TicketID": byPosition, "TicketUUID": byPosition, "TicketTitle": byPosition,
			"UserID": "User", "UserName": byPerson, "Minutes": "DurationMinutes", "Comment": "Comment", "LoggedAt": "LoggedAt",
		}},
		{domain.Milestone{}, workspace.Milestone{}, map[string]string{
			"ID": byNumber, "Name": "Name", "Date": "Date", "Color": "Color",
		}},
		{domain.Commentary{}, workspace.Commentary{}, map[string]string{
			"Day": "Day", "Content": "Content", "AuthorID": "Author", "Author": byPerson,
		}},
		{domain.Link{}, workspace.Link{}, map[string]string{
			"ID": byNumber, "Type": "Type", "LagDays": "LagDays", "PredType": "Pred", "PredUUID": "Pred", "SuccType": "Succ", "SuccUUID": "Succ",
		}},
		{domain.Change{}, workspace.Change{}, map[string]string{
			"ID": byNumber, "Revision": "Revision", "At": "At", "UserID": "User", "KeyID": stays, "Noun": "Noun", "NounUUID": "UUID",
			"What": "What", "From": "From", "To": "To",
		}},
	}
}

func TestEveryFieldOfANounHasAHomeInTheWorkspaceFile(t *testing.T) {
	t.Parallel()
	for _, h := range homes() {
		noun, file := reflect.TypeOf(h.noun), reflect.TypeOf(h.file)
		for _, name := range []string{"UUID", "CreatedAt", "UpdatedAt"} {
			if _, has := noun.FieldByName(name); has {
				h.fields[name] = name
			}
		}
		for field := range noun.Fields() {
			if _, known := h.fields[field.Name]; !known {
				t.Errorf("domain.%s.%s has no home in the workspace file: give workspace.%s a field for it, import and export it, and say so in homes()",
					noun.Name(), field.Name, file.Name())
			}
		}
		for name, at := range h.fields {
			if _, has := noun.FieldByName(name); !has {
				t.Errorf("homes() speaks of domain.%s.%s, which does not exist", noun.Name(), name)
			}
			if _, has := file.FieldByName(at); !has && !strings.HasPrefix(at, "!") {
				t.Errorf("homes() puts domain.%s.%s into workspace.%s.%s, which does not exist", noun.Name(), name, file.Name(), at)
			}
		}
	}
}

func TestEveryFieldOfTheWorkspaceFileComesBackFromTheDatabase(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		a, b := instance(t, url), instance(t, dbtest.SQLite(t))
		known := mustImport(t, a, fullFile(t))
		rename := domain.NewInput(domain.ProjectPatch{Name: domain.Some("Artemis")}, nil) // this logs a change with an author
		caller := domain.Caller{UserID: known.Users["ben@example.org"]}
		if _, err := a.Projects.UpdateProject(t.Context(), caller, known.UUIDs["apollo"], rename); err != nil {
			t.Fatal(err)
		}
		archive := mustExportFiles(t, a)
		if _, err := b.Transfer.ImportArchive(t.Context(), bytes.NewReader(archive), int64(len(archive))); err != nil {
			t.Fatal(err)
		}
		file, err := workspace.Parse([]byte(fileIn(t, mustExportFiles(t, b), "workspace.json")))
		if err != nil {
			t.Fatal(err)
		}
		held := map[string]bool{}
		note(reflect.ValueOf(*file), held)
		for name, set := range held {
			if !set {
				t.Errorf("workspace.%s is empty everywhere in the export of what was imported: "+
					"is it in internal/workspace/testdata/full.json, in the import and in the export?", name)
			}
		}
		if len(held) < 90 {
			t.Errorf("only %d fields were seen", len(held))
		}
	})
}

// note records for each field of each struct in a value whether it is set anywhere.
func note(v reflect.Value, held map[string]bool) {
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			note(v.Index(i), held)
		}
	case reflect.Struct:
		for field, value := range v.Fields() {
			name := v.Type().Name() + "." + field.Name
			held[name] = held[name] || !value.IsZero()
			note(value, held)
		}
	default: // a plain value
	}
}
