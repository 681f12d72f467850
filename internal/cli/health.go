package cli

import (
	"fmt"
	"net"

	"earnest/internal/config"
	"earnest/internal/probe"
)

type health struct{ config.Health }

// Run asks the server on this machine whether it works, and fails if it does not.
func (c *health) Run(t *terminal) error {
	address, err := localAddress(c.Listen)
	if err != nil {
		return err
	}
	path := "/readyz"
	if c.Alive {
		path = "/healthz"
	}
	if err := probe.Ask(t.ctx, "http://"+address+path); err != nil {
		return err
	}
	_, err = fmt.Fprintln(t.stdout, "ok")
	return err
}

// localAddress returns the address at which this machine reaches a server, given its listening address.
func localAddress(listens string) (string, error) {
	host, port, err := net.SplitHostPort(listens)
	if err != nil || port == "" || port == "0" {
		return "", usagef("--listen must be the address of the server, such as 127.0.0.1:8080, not %q", listens)
	}
	switch ip := net.ParseIP(host); {
	case host == "", ip != nil && ip.IsUnspecified() && ip.To4() != nil:
		host = "127.0.0.1"
	case ip != nil && ip.IsUnspecified():
		host = "::1"
	}
	return net.JoinHostPort(host, port), nil
}
