// Package probe asks a running server whether it works, as a load balancer would.
package probe

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// patience is longer than the server itself waits for its database.
const patience = 5 * time.Second

// Ask sends a GET request to url and returns an error unless the response is 200. It uses no proxy, because the server is on this machine.
func Ask(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return err
	}
	transport := &http.Transport{DisableKeepAlives: true}
	response, err := (&http.Client{Transport: transport}).Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		text, _ := io.ReadAll(io.LimitReader(response.Body, 200)) // whatever could be read
		return fmt.Errorf("%s answered %s: %s", url, response.Status, strings.TrimSpace(string(text)))
	}
	return nil
}
