package dbtest

import (
	"net"
	"net/url"
	"testing"
)

// MustFront listens as a proxy in front of a PostgreSQL server until the test ends. It returns the server's URL with the proxy's
// address in it, and calls serve for each client, passing it the server's own host.
func MustFront(t testing.TB, target string, serve func(client net.Conn, host string)) *url.URL {
	t.Helper()
	address, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	host := address.Host
	address.Host = listener.Addr().String()
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go serve(client, host)
		}
	}()
	return address
}
