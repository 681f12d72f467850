// Command oapi calls a server with the client that oapi-codegen generates: it creates, lists, pages, updates, and causes an error.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"

	"earnest/test/tools/oapi/api"
)

func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	c, err := api.NewClientWithResponses(os.Getenv("EARNEST_URL")+"/api/v1", api.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+os.Getenv("EARNEST_KEY"))
		return nil
	}))
	if err != nil {
		return err
	}
	project, err := c.CreateProjectWithResponse(ctx, nil, api.ProjectCreate{Name: "Made by a generated client"})
	if err != nil || project.JSON201 == nil {
		return fmt.Errorf("create a project: %w, %s", err, project.Body)
	}
	uuid := project.JSON201.Data.Uuid
	var first api.Ticket
	for _, title := range []string{"One", "Two", "Three"} {
		ticket, err := c.CreateTicketWithResponse(ctx, nil, api.TicketCreate{ProjectUuid: uuid, Title: title})
		if err != nil || ticket.JSON201 == nil {
			return fmt.Errorf("create a ticket: %w, %s", err, ticket.Body)
		}
		if title == "One" {
			first = ticket.JSON201.Data
		}
	}
	if first.Priority != api.Normale || first.StoryPoints != 0 {
		return fmt.Errorf("the new ticket is %+v", first)
	}
	list, err := c.ListTicketsWithResponse(ctx, &api.ListTicketsParams{Project: uuid})
	if err != nil || list.JSON200 == nil || len(list.JSON200.Data) != 3 || list.JSON200.Meta.Total != 3 {
		return fmt.Errorf("list: %w, %s", err, list.Body)
	}
	number, size := 2, 2
	page, err := c.ListTicketsWithResponse(ctx, &api.ListTicketsParams{Project: uuid, Page: &number, PerPage: &size})
	if err != nil || page.JSON200 == nil || len(page.JSON200.Data) != 1 || page.JSON200.Data[0].Title != "Three" || *page.JSON200.Meta.Count != 1 {
		return fmt.Errorf("page: %w, %s", err, page.Body)
	}
	points := 2.5
	updated, err := c.UpdateTicketWithResponse(ctx, first.Uuid, nil, api.TicketUpdate{StoryPoints: &points})
	if err != nil || updated.JSON200 == nil || updated.JSON200.Data.StoryPoints != points {
		return fmt.Errorf("update: %w, %s", err, updated.Body)
	}
	points = -1
	refused, err := c.UpdateTicketWithResponse(ctx, first.Uuid, nil, api.TicketUpdate{StoryPoints: &points})
	if err != nil || refused.JSON422 == nil || refused.JSON422.Error.Code != api.VALIDATIONERROR {
		return fmt.Errorf("cause an error: %w, %s", err, refused.Body)
	}
	return nil
}
