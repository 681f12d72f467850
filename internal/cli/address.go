package cli

import (
	"net"
	"net/url"
	"strings"
)

// defaultBase is where a server with default settings is reached.
const defaultBase = "http://127.0.0.1:8080"

// baseURL checks the address that people use and gives it without a slash at its end; fallback when none
// is given.
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

// addressOf returns where a server that listens there can be reached from this machine: an address that stands for all of them
// is no place to go to.
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
