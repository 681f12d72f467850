package cli

import (
	"net"
	"net/url"
	"strings"
)

// defaultBase is the URL of a server with default settings.
const defaultBase = "http://127.0.0.1:8080"

// baseURL checks the public URL and returns it without a trailing slash, or fallback if none is given.
func baseURL(given, fallback string) (string, error) {
	if given == "" {
		return fallback, nil
	}
	u, err := url.Parse(given)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return "", usagef("--base-url must be an address such as https://earnest.example.org, not %q", given)
	}
	return strings.TrimRight(given, "/"), nil
}

// addressOf returns the URL of a server on this machine, given its listening address. An unspecified address such as 0.0.0.0 is
// replaced, since nobody can connect to it.
func addressOf(listens net.Addr) string {
	host, port, err := net.SplitHostPort(listens.String())
	if err != nil {
		return listens.String()
	}
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port)
}
