package load

import (
	"bytes"
	"strings"
)

// garbage returns raw requests that are barely HTTP or break its rules.
func garbage(address, token string) []string {
	const line = "POST /api/v1/projects HTTP/1.1\r\n"
	host := "Host: " + address + "\r\n"
	key := "Authorization: Bearer " + token + "\r\n"
	return []string{
		// request lines
		"\x00\x01\x02\r\n\r\n", "GET\r\n\r\n", "GET /api/v1/projects\r\n\r\n", " GET /api/v1/projects HTTP/1.1\r\n" + host + "\r\n", "GET  /api/v1/projects HTTP/1.1\r\n" + host + "\r\n",
		"GET /api/v1/pro jects HTTP/1.1\r\n" + host + "\r\n", "GET /api/v1/projects HTTP/1.1 \r\n" + host + "\r\n", "GET api/v1/projects HTTP/1.1\r\n" + host + "\r\n", "GET\t/api/v1/projects\tHTTP/1.1\r\n\r\n",
		"\r\n\r\nGET /api/v1/projects HTTP/1.1\r\n" + host + "\r\n", "G\xffT /api/v1/projects HTTP/1.1\r\n" + host + "\r\n", "GET /api/v1/\xff\xfe HTTP/1.1\r\n" + host + key + "\r\n",
		"GET /api/v1/projects\x00 HTTP/1.1\r\n" + host + "\r\n", "GET /api/v1/%zz HTTP/1.1\r\n" + host + "\r\n", "GET " + strings.Repeat("/a", 40_000) + " HTTP/1.1\r\n" + host + "\r\n",
		"OPTIONS * HTTP/1.1\r\n" + host + "\r\n", "CONNECT evil.example:443 HTTP/1.1\r\n" + host + "\r\n", "GET http:api/v1 HTTP/1.1\r\n" + host + "\r\n",
		// versions
		"GET /api/v1/projects HTTP/0.9\r\n" + host + "\r\n", "GET /api/v1/projects HTTP/2.0\r\n" + host + "\r\n", "GET /api/v1/projects HTTP/9.9\r\n" + host + "\r\n", "GET /api/v1/projects http/1.1\r\n" + host + "\r\n",
		"GET /api/v1/projects HTTP/1\r\n" + host + "\r\n", "GET /api/v1/projects HTTP/1.11111\r\n" + host + "\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
		// headers
		"GET /api/v1/projects HTTP/1.1\r\n\r\n", "GET /api/v1/projects HTTP/1.1\r\n" + host + host + "\r\n", "GET /api/v1/projects HTTP/1.1\r\nHost: a b\r\n\r\n", "GET /api/v1/projects HTTP/1.1\r\n" + host + "no colon\r\n\r\n",
		"GET /api/v1/projects HTTP/1.1\r\n" + host + ": empty\r\n\r\n", "GET /api/v1/projects HTTP/1.1\r\n" + host + "A B: c\r\n\r\n", "GET /api/v1/projects HTTP/1.1\r\n" + host + " folded: x\r\n\r\n",
		"GET /api/v1/projects HTTP/1.1\r\n" + host + "X: a\x00b\r\n\r\n", "GET /api/v1/projects HTTP/1.1\r\n" + host + "X: a\rb\r\n\r\n", "GET /api/v1/projects HTTP/1.1\n" + "Host: x\n\n",
		"GET /api/v1/projects HTTP/1.1\r\n" + host + "X: " + strings.Repeat("x", 80<<10) + "\r\n\r\n", "GET /api/v1/projects HTTP/1.1\r\n" + host + strings.Repeat("X: y\r\n", 12_000) + "\r\n",
		"GET /api/v1/projects HTTP/1.1\r\n" + host + key + "X\xc3\xa9: y\r\n\r\n", "GET /api/v1/projects HTTP/1.1\r\n" + host + "Expect: nothing\r\n\r\n",
		// lengths and chunks
		line + host + key + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", line + host + key + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}", line + host + key + "Content-Length: 2, 2\r\n\r\n{}",
		line + host + key + "Content-Length: -1\r\n\r\n", line + host + key + "Content-Length: 99999999999999999999\r\n\r\n{}", line + host + key + "Transfer-Encoding: gzip\r\n\r\n", line + host + key + "Transfer-Encoding: chunked, gzip\r\n\r\n",
		line + host + key + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", line + host + key + "Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n",
		line + host + key + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n", line + host + key + "Transfer-Encoding: chunked\r\n\r\n-1\r\n", line + host + key + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}",
		line + host + key + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}XX0\r\n\r\n", line + host + key + "Transfer-Encoding: chunked\r\n\r\n2;" + strings.Repeat("x", 9000) + "\r\n{}\r\n0\r\n\r\n",
		line + host + key + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX: " + strings.Repeat("t", 9000) + "\r\n\r\n", line + host + key + "Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n",
		line + host + key + "Content-Length: 100\r\n\r\n{\"name\":", line + host + key + "Content-Length: 4\r\n\r\n{}GET /api/v1/projects HTTP/1.1\r\n" + host + "\r\n",
		// premature end
		"", "G", "GET /api/v1/projects HTTP/1.1\r\n", "GET /api/v1/projects HTTP/1.1\r\n" + host, line + host + key + "Content-Length: 10\r\n\r\n", line + host + key + "Expect: 100-continue\r\nContent-Length: 10\r\n\r\n",
	}
}

// noise returns garbage or a damaged request, to which the server need not respond.
func (g *generator) noise() *letter {
	l := &letter{method: "GET", raw: []byte(one(g.Rand, g.junk...)), tail: true, how: []string{"garbage"}}
	if g.chance(40) {
		l.raw = g.scratched(g.valid().bytes())
	}
	return l
}

// scratched returns a raw request with some bytes changed, dropped, duplicated or truncated.
func (g *generator) scratched(text []byte) []byte {
	for range 1 + g.IntN(4) {
		if len(text) < 2 {
			return text
		}
		i := g.IntN(len(text))
		switch g.IntN(5) {
		case 0:
			text[i] = byte(g.IntN(256))
		case 1:
			text = append(text[:i:i], text[i+1:]...)
		case 2:
			text = append(text[:i:i], append(bytes.Repeat(text[i:i+1], 1+g.IntN(20)), text[i:]...)...)
		case 3:
			text = text[:i]
		case 4:
			text[i] ^= 1 << g.IntN(8)
		}
	}
	return text
}
