package client_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"

	"earnest/client"
)

// exampleServer answers every request with one status and body.
func exampleServer(status int, body string) *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}))
}

func Example() {
	server := exampleServer(200, `{"data":[{"name":"Harbour","user_role":"owner"}],"meta":{"total":1}}`)
	defer server.Close()

	c := client.New(server.URL, "ern_…")
	projects, err := c.Projects(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range projects {
		fmt.Println(p.Name, p.UserRole)
	}
	// Output: Harbour owner
}

func ExampleClient_AllTickets() {
	server := exampleServer(200, `{"data":[{"title":"Crane"},{"uuid":"2","title":"Quay"}],"meta":{"total":2}}`)
	defer server.Close()

	c := client.New(server.URL, "ern_…")
	for ticket, err := range c.AllTickets(context.Background(), "project-uuid", client.TicketQuery{}) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(ticket.Title)
	}
	// Output:
	// Crane
	// Quay
}

func ExampleClient_UpdateTicket() {
	server := exampleServer(200, `{"data":{"title":"Crane","status":"done"}}`)
	defer server.Close()

	c := client.New(server.URL, "ern_…")
	ticket, err := c.UpdateTicket(context.Background(), "ticket-uuid", client.TicketUpdate{
		Status:     client.Set(client.StatusDone), // a new value
		SprintUUID: client.Null[string](),         // remove it from its sprint
		// everything else is unchanged
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(ticket.Title, ticket.Status)
	// Output: Crane done
}

func ExampleError() {
	server := exampleServer(404, `{"error":{"code":"NOT_FOUND","message":"no such ticket"}}`)
	defer server.Close()

	c := client.New(server.URL, "ern_…")
	_, err := c.Ticket(context.Background(), "ticket-uuid")
	if errors.Is(err, client.NotFound) {
		fmt.Println("it is gone")
	}
	if e, ok := errors.AsType[*client.Error](err); ok {
		fmt.Println(e.Status, e.Message)
	}
	// Output:
	// it is gone
	// 404 no such ticket
}
