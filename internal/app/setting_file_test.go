package app_test

import (
	"slices"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
)

func TestChangedStatusesAndTypesTravelInTheWorkspaceFile(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		ctx := t.Context()
		patch := domain.StatusPatch{Label: domain.Some("Relu"), IsDone: domain.Some(true)}
		_ = apitest.Must(p.App.Categories.UpdateStatus(ctx, p.caller, p.project, "in_review", domain.Given(patch)))(t)
		p.newStatus(t, "Shipped", true)
		keys := []string{"shipped", "done", "in_review", "todo", "blocked", "in_progress", "backlog"}
		if err := p.App.Categories.OrderStatuses(ctx, p.caller, p.project, domain.Given(keys)); err != nil {
			t.Fatal(err)
		}
		p.patch(t, p.tickets[0], domain.TicketPatch{Status: domain.Some("in_review")})
		types := apitest.Must(p.App.Categories.Types(ctx, p.caller, p.project))(t)
		spike := apitest.Must(p.App.Categories.CreateType(ctx, p.caller, p.project, domain.Given("Spike")))(t)
		_ = apitest.Must(p.App.Categories.UpdateType(ctx, p.caller, spike.UUID, domain.Given(domain.TypePatch{IsDefault: domain.Some(true)})))(t)
		if err := p.App.Categories.DeleteType(ctx, p.caller, types[0].UUID, domain.Given(domain.Some(&types[1].UUID))); err != nil {
			t.Fatal(err)
		}
		file := mustExport(t, p.App)
		copied := instance(t, dbtest.SQLite(t))
		there := domain.Caller{UserID: mustImport(t, copied, file).Users[p.owner.Email]}
		if again := mustExport(t, copied); again != file {
			t.Errorf("exported again it is another file:\n%s\n%s", file, again)
		}
		mustBeHealthy(t, copied)
		want, got := apitest.Must(p.App.Categories.UsedStatuses(ctx, p.caller, p.project))(t), apitest.Must(copied.Categories.UsedStatuses(ctx, there, p.project))(t)
		if !slices.Equal(want, got) || got[2].Label != "Relu" || got[2].Tickets != 1 {
			t.Errorf("%+v, want %+v", got, want)
		}
		before, after := apitest.Must(p.App.Categories.Types(ctx, p.caller, p.project))(t), apitest.Must(copied.Categories.Types(ctx, there, p.project))(t)
		if len(after) != 2 || after[0].Tickets != 2 || after[1].UUID != spike.UUID || !after[1].IsDefault || after[0].UUID != before[0].UUID {
			t.Errorf("%+v, want %+v", after, before)
		}
	})
}
