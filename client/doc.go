// Package client is a client for the v1 REST API of an Earnest server.
//
// Create one client and share it; it is safe for concurrent use:
//
//	c := client.New("https://earnest.example.org", os.Getenv("EARNEST_KEY"))
//	projects, err := c.Projects(ctx)
//
// # Calls
//
// Every endpoint has one method, named after its resource: Projects, Project, CreateProject, UpdateProject, DeleteProject. Long
// lists can be iterated page by page; nothing is skipped or repeated if items are created or deleted meanwhile:
//
//	for ticket, err := range c.AllTickets(ctx, project, client.TicketQuery{}) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(ticket.Title)
//	}
//
// A ticket can be named by its key, such as "TIC-42", wherever its uuid is expected:
//
//	ticket, err := c.Ticket(ctx, "TIC-42")
//
// [Client.Do] sends any request, including those that the typed methods cannot express.
//
// # Updates
//
// An update changes only the fields it sets. A field of type [Opt] that is not set is not sent, [Set] sends a value, and [Null]
// clears the field:
//
//	c.UpdateTicket(ctx, uuid, client.TicketUpdate{
//		Status:     client.Set(client.StatusDone),
//		SprintUUID: client.Null[string](),
//	})
//
// # Errors
//
// If the server refuses a call, the method returns an [*Error], which matches its [Code]:
//
//	if errors.Is(err, client.NotFound) { … }
//
// If the input is invalid, Fields lists everything that is wrong with it. [Response.Ignored] lists what the server did not know.
//
// # Retries
//
// A call is retried, at most three times, if the server reports that it did nothing (429, 503), and after a lost connection or a
// gateway error. A POST is sent with an Idempotency-Key, so that it is carried out only once, even if it is sent several times. Only a
// call with [IfMatch] is not repeated after a lost connection, since the second attempt would fail if the first has succeeded.
// Retry-After is obeyed up to a limit; if the server asks for a longer wait, the error is returned immediately. See [WithRetry].
//
// # Concurrent changes
//
// An edit computes the new state of a resource from its present one. If someone else changes the resource in between, it begins again:
//
//	c.EditTicket(ctx, uuid, func(t *client.TicketDetail) (client.TicketUpdate, error) {
//		return client.TicketUpdate{StoryPoints: client.Set(t.StoryPoints + 1)}, nil
//	})
//
// To decide yourself what happens then, pass the ETag of what you have read, and look for [PreconditionFailed]:
//
//	_, err = c.UpdateTicket(ctx, uuid, update, client.IfMatch(t.ETag))
package client
