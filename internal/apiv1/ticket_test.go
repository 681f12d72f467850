package apiv1_test

import (
	"errors"
	"testing"

	"earnest/client"
	"earnest/internal/apitest"
)

func TestTicketLivesFromCreateToDelete(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ctx := t.Context()
		ada := w.MustPerson(t, "ada")
		p, err := ada.CreateProject(ctx, client.ProjectCreate{Name: "Apollo"})
		if err != nil {
			t.Fatal(err)
		}
		first, err := ada.CreateTicket(ctx, client.TicketCreate{ProjectUUID: p.UUID, Title: "  Land  "})
		if err != nil {
			t.Fatal(err)
		}
		if first.Title != "Land" || first.Status != "backlog" || first.Priority != "normale" || first.StoryPoints != 0 {
			t.Errorf("a new ticket has other defaults: %+v", first)
		}
		second, err := ada.CreateTicket(ctx, client.TicketCreate{ProjectUUID: p.UUID, Title: "Return", Dependencies: []string{first.UUID}})
		if err != nil {
			t.Fatal(err)
		}
		if len(second.Dependencies) != 1 || second.Dependencies[0].Title != "Land" {
			t.Errorf("dependencies = %+v", second.Dependencies)
		}
		if _, err := ada.UpdateTicket(ctx, first.UUID, client.TicketUpdate{Dependencies: client.Set([]string{second.UUID})}); !errors.Is(err, client.ValidationError) {
			t.Errorf("a cycle gave %v", err)
		}
		if err := ada.DeleteTicket(ctx, first.UUID); err != nil {
			t.Fatal(err)
		}
		got, err := ada.Ticket(ctx, second.UUID)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Dependencies) != 0 {
			t.Errorf("a deleted ticket is still depended on: %+v", got.Dependencies)
		}
		list, err := ada.Tickets(ctx, p.UUID, client.TicketQuery{})
		if err != nil || len(list.Data) != 1 {
			t.Errorf("list = %+v, %v", list, err)
		}
	})
}
