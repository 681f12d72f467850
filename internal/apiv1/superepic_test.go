package apiv1_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/db"
	"earnest/internal/domain"
	workstore "earnest/internal/work/store"
)

const superEpicMembers = "uuid project_id title description status created_at created_at_iso updated_at updated_at_iso tags"

func TestSuperEpicMatchesTheContract(t *testing.T) {
	t.Parallel()
	eachPlanning(t, func(t *testing.T, p planning) {
		ctx := t.Context()
		made := p.World.Call(t, p.Member.Key, "POST", "/super-epics", map[string]any{"project_uuid": p.Project, "title": "  Moon  "})
		if made.Status != 201 {
			t.Fatalf("create gave %d %s", made.Status, made.Body)
		}
		var raw json.RawMessage
		made.Data(t, &raw)
		wantMembers(t, "a new super-epic", raw, superEpicMembers)
		var s client.SuperEpic
		made.Data(t, &s)
		if s.Title != "Moon" || s.Status != "backlog" || s.Description != nil || s.Tags == nil || len(s.Tags) != 0 || !s.CreatedAt.Equal(s.UpdatedAt.Time) {
			t.Errorf("a new super-epic has other defaults: %s", raw)
		}
		p.World.Clock.Advance(time.Minute)
		got := apitest.Must(p.Member.UpdateSuperEpic(ctx, s.UUID, client.SuperEpicUpdate{
			Title: client.Set("Mars"), Description: client.Set("red"), Status: client.Set("done"), Tags: client.Set([]string{p.Tag, p.Tag}),
		}))(t)
		if got.Title != "Mars" || *got.Description != "red" || got.Status != "done" || len(got.Tags) != 1 || got.Tags[0].UUID != p.Tag || got.Tags[0].Name != "tag" {
			t.Errorf("the update gave %+v", got)
		}
		if got.ProjectID != s.ProjectID || !got.UpdatedAt.After(s.UpdatedAt.Time) || !got.CreatedAt.Equal(s.CreatedAt.Time) {
			t.Errorf("project and times went from %+v to %+v", s, got)
		}
		read := apitest.Must(p.Viewer.SuperEpic(ctx, s.UUID))(t)
		if fmt.Sprint(read.Tags, read.UpdatedAt, read.Title) != fmt.Sprint(got.Tags, got.UpdatedAt, got.Title) {
			t.Errorf("read %+v after an update to %+v", read, got)
		}
		p.wantUntouched(t, "/super-epics/"+s.UUID)
		cleared := apitest.Must(p.Member.UpdateSuperEpic(ctx, s.UUID, client.SuperEpicUpdate{Description: client.Null[string](), Tags: client.Set([]string{})}))(t)
		if cleared.Description != nil || len(cleared.Tags) != 0 || cleared.Title != "Mars" {
			t.Errorf("clearing gave %+v", cleared)
		}
		list := p.items(t, p.Viewer.Key, "/super-epics?project="+p.Project)
		if len(list) != 2 {
			t.Fatalf("the list has %d items", len(list))
		}
		var second client.SuperEpic
		_ = json.Unmarshal(list[1], &second)
		wantMembers(t, "a listed super-epic", list[1], superEpicMembers)
		if second.UUID != s.UUID {
			t.Errorf("the list is not in creation order: %s", list)
		}
	})
}

func TestInvalidSuperEpicsAreRefused(t *testing.T) {
	t.Parallel()
	eachPlanning(t, func(t *testing.T, p planning) {
		foreign := p.World.MustTag(t, p.NewProject(t), "elsewhere")
		create := func(member string) string { return `{"project_uuid":"` + p.Project + `",` + member + `}` }
		one := "/super-epics/" + p.SuperEpic
		p.wantRefused(t, p.Member.Key, []refusal{
			{"POST", "/super-epics", `{"title":"x"}`, 422, "project_uuid is required"},
			{"POST", "/super-epics", `{"project_uuid":"` + apitest.NewUUID() + `"}`, 404, "project not found"},
			{"POST", "/super-epics", create(`"status":"done"`), 422, "title is required"},
			{"POST", "/super-epics", create(`"title":"x","status":"todo"`), 422, "status must be one of backlog, in_progress, done"},
			{"POST", "/super-epics", create(`"title":"x","tags":["` + foreign + `"]`), 422, "tags"},
			{"PUT", one, `{"title":null}`, 422, "title"},
			{"PUT", one, `{"title":"\u200b"}`, 422, "title"},
			{"PUT", one, `{"tags":null}`, 422, "tags"},
			{"PUT", one, `{"title":"kept?","tags":["` + foreign + `"]}`, 422, "tags"},
			{"PUT", "/super-epics/" + apitest.NewUUID(), `{`, 404, "super-epic not found"},
			{"PUT", "/super-epics/" + p.Epic, `{}`, 404, "super-epic not found"},
			{"DELETE", "/super-epics/x", nil, 404, "super-epic not found"},
		})
		if s := apitest.Must(p.Owner.SuperEpic(t.Context(), p.SuperEpic))(t); s.Title != "Super" {
			t.Errorf("a refused update left %q", s.Title)
		}
		for key, says := range map[string]string{p.Viewer.Key: "your role", p.Stranger.Key: "not a member"} {
			p.wantRefused(t, key, []refusal{
				{"POST", "/super-epics", create(`"title":7`), 403, says},
				{"PUT", one, `{"title":7}`, 403, says},
				{"DELETE", one, nil, 403, says},
			})
		}
	})
}

// mustLink links two nodes of the roadmap and returns the link's uuid.
func (p planning) mustLink(t *testing.T, pred, succ domain.Node) string {
	t.Helper()
	uuid, now := apitest.NewUUID(), p.World.Clock.Now()
	p.inStore(t, func(tx *db.Tx, project domain.Access) error {
		_, err := workstore.InsertLink(t.Context(), tx, project.ProjectID, domain.Link{
			UUID: uuid, Type: domain.FinishToStart, PredType: pred.Type, PredUUID: pred.UUID, SuccType: succ.Type, SuccUUID: succ.UUID,
			CreatedAt: now, UpdatedAt: now,
		})
		return errors.Join(err, apitest.Raise(t.Context(), tx, project.ProjectID, now))
	})
	return uuid
}

// links lists the uuids of the roadmap links.
func (p planning) links(t *testing.T) []string {
	t.Helper()
	uuids := []string{}
	for _, d := range apitest.Must(p.Owner.Dependencies(t.Context(), p.Project))(t) {
		uuids = append(uuids, d.UUID)
	}
	return uuids
}

func TestDeletingASuperEpicDetachesItsEpicsAndTakesItsLinks(t *testing.T) {
	t.Parallel()
	eachPlanning(t, func(t *testing.T, p planning) {
		ctx := t.Context()
		inside := apitest.Must(p.Owner.CreateEpic(ctx, client.EpicCreate{ProjectUUID: p.Project, Title: "In", SuperEpicUUID: p.SuperEpic}))(t)
		super := domain.Node{Type: domain.SuperEpicNode, UUID: p.SuperEpic}
		gone := []string{
			p.mustLink(t, super, domain.Node{Type: domain.EpicNode, UUID: p.Epic}),
			p.mustLink(t, domain.Node{Type: domain.EpicNode, UUID: inside.UUID}, super),
		}
		stays := p.mustLink(t, domain.Node{Type: domain.EpicNode, UUID: inside.UUID}, domain.Node{Type: domain.EpicNode, UUID: p.Epic})
		outside := apitest.Must(p.Owner.Epic(ctx, p.Epic))(t)

		p.World.Clock.Advance(time.Hour)
		if err := p.Member.DeleteSuperEpic(ctx, p.SuperEpic); err != nil {
			t.Fatal(err)
		}
		got := apitest.Must(p.Owner.Epic(ctx, inside.UUID))(t)
		if got.SuperEpicID != nil || got.SuperEpicUUID != nil || !got.UpdatedAt.After(inside.UpdatedAt.Time) || !got.CreatedAt.Equal(inside.CreatedAt.Time) {
			t.Errorf("the detached epic is %+v", got)
		}
		if got := apitest.Must(p.Owner.Epic(ctx, p.Epic))(t); !got.UpdatedAt.Equal(outside.UpdatedAt.Time) {
			t.Errorf("an epic of no super-epic was touched: %+v", got)
		}
		if links := p.links(t); !slices.Equal(links, []string{stays}) {
			t.Errorf("links left: %v, not %v", links, []string{stays})
		}
		revision := p.revision(t)
		p.wantLast(t, inside.UUID, fmt.Sprintf("%d %d epic super_epic %q null", revision, p.Member.ID, p.SuperEpic))
		for _, uuid := range gone {
			if lines := p.log(t, uuid); len(lines) != 1 {
				t.Errorf("the log of a link that went tells %q", lines)
			}
		}
		p.wantRefused(t, p.Owner.Key, []refusal{
			{"GET", "/super-epics/" + p.SuperEpic, nil, 404, "super-epic not found"},
			{"DELETE", "/super-epics/" + p.SuperEpic, nil, 404, "super-epic not found"},
			{"PUT", "/epics/" + p.Epic, map[string]string{"super_epic_uuid": p.SuperEpic}, 422, "super_epic_uuid"},
		})
	})
}
