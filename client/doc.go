// Package client speaks the v1 REST API of an Earnest server.
//
// A client is made once and shared; it is safe for concurrent use:
//
//	c := client.New("https://earnest.example.org", os.Getenv("EARNEST_KEY"))
//	projects, err := c.Projects(ctx)
//
// # Calls
//
// Every endpoint has one method, named after its noun: Projects, Project,
// CreateProject, UpdateProject, DeleteProject. Long lists can be walked:
//
//	for ticket, err := range c.AllTickets(ctx, project, client.TicketQuery{}) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(ticket.Title)
//	}
//
// [Client.Do] reaches the API without the types, for what they cannot say.
//
// # Updates
//
// An update changes only what it names. A field of type [Opt] left alone is
// not sent, [Set] sends a value, and [Null] clears:
//
//	c.UpdateTicket(ctx, uuid, client.TicketUpdate{
//		Status:     client.Set(client.StatusDone),
//		SprintUUID: client.Null[string](),
//	})
//
// # Errors
//
// A refusal is an [*Error], and matches its [Code]:
//
//	if errors.Is(err, client.NotFound) { … }
//
// # Retries
//
// A call is tried again, three times at most, when the server said that it did
// nothing (429, 503). Methods that may safely be repeated (GET, HEAD, PUT,
// DELETE) are also tried again after a lost connection or a gateway's failure;
// a POST never is. Retry-After is obeyed up to a bound; when the server asks
// for more, the error comes back at once. See [WithRetry].
package client
