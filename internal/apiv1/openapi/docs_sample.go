package openapi

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"earnest/internal/apiv1"
)

// docsSample is an example of a request in one language.
type docsSample struct{ Language, Name, Text string }

// sampleRequest is the request that the samples of an operation send, with the examples of the document.
type sampleRequest struct {
	method string
	url    string
	body   string // indented JSON; empty: none
	sends  string // the name of the file that is sent; empty: none
	gets   string // the name of the file that is received; empty: none
}

func newSampleRequest(method, path string, op call) (sampleRequest, error) {
	query := []string{}
	for _, p := range op.Parameters {
		value := fmt.Sprint(p.Example)
		switch {
		case p.In == "path":
			path = strings.ReplaceAll(path, "{"+p.Name+"}", value)
		case p.inSamples || isUpload(op) && p.In == "query":
			query = append(query, p.Name+"="+value)
		}
	}
	r := sampleRequest{method: method, url: anyAddress + apiv1.Base + path}
	if len(query) > 0 {
		r.url += "?" + strings.Join(query, "&")
	}
	if _, isFile := op.Responses[0].Value.Content[anyMedia]; isFile {
		r.gets = sampleFile
	}
	switch {
	case op.RequestBody == nil:
		return r, nil
	case isUpload(op):
		r.sends = sampleFile
		return r, nil
	}
	body, err := pretty(op.RequestBody.Content[jsonMedia].Example)
	r.body = body
	return r, err
}

// isUpload reports whether a request sends a file.
func isUpload(op call) bool {
	if op.RequestBody == nil {
		return false
	}
	_, is := op.RequestBody.Content[binaryMedia]
	return is
}

// samples returns the request in each language. Each sample is complete, and reads the key from the environment.
func (r sampleRequest) samples() []docsSample {
	return []docsSample{
		{"sh", "curl", r.curl()},
		{"go", "Go", r.goProgram()},
		{"ts", "TypeScript", r.typeScript()},
		{"python", "Python", r.python()},
	}
}

// curl returns a curl command that can be pasted into a shell.
func (r sampleRequest) curl() string {
	lines := []string{"curl " + quoted(r.url), `-H "Authorization: Bearer $EARNEST_KEY"`}
	if r.method != http.MethodGet {
		lines[0] = "curl -X " + r.method + " " + quoted(r.url)
	}
	if r.body != "" {
		lines = append(lines, "-H 'Content-Type: application/json'", "-d "+quoted(r.body))
	}
	if r.sends != "" {
		lines = append(lines, "-H 'Content-Type: application/octet-stream'", "--data-binary @"+r.sends)
	}
	if r.gets != "" {
		lines = append(lines, "-o "+r.gets)
	}
	return strings.Join(lines, " \\\n  ")
}

// quoted quotes a string for a shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func (r sampleRequest) goProgram() string {
	imports, body, kind := "", "nil", ""
	if r.body != "" {
		text := "`" + r.body + "`"
		if strings.Contains(r.body, "`") {
			text = strconv.Quote(r.body)
		}
		imports, body = "\n\t\"strings\"", "strings.NewReader("+text+")"
		kind = "\n\treq.Header.Set(\"Content-Type\", \"application/json\")"
	}
	open := ""
	if r.sends != "" {
		open = "file, err := os.Open(\"" + r.sends + "\")\n\tif err != nil {\n\t\tlog.Fatal(err)\n\t}\n\tdefer file.Close()\n\t"
		body = "file"
	}
	show := "fmt.Println(res.StatusCode, string(text))"
	if r.gets != "" {
		show = "fmt.Println(res.StatusCode, len(text), \"bytes\")"
	}
	return `package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"` + imports + `
)

func main() {
	` + open + `req, err := http.NewRequest("` + r.method + `", "` + r.url + `", ` + body + `)
	if err != nil {
		log.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+os.Getenv("EARNEST_KEY"))` + kind + `
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		log.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		log.Fatal(err)
	}
	` + show + `
}`
}

func (r sampleRequest) typeScript() string {
	method, kind, body := "", "", ""
	if r.method != http.MethodGet {
		method = "\n  method: \"" + r.method + "\","
	}
	if r.body != "" {
		kind = "\n    \"Content-Type\": \"application/json\","
		body = "\n  body: JSON.stringify(" + strings.ReplaceAll(r.body, "\n", "\n  ") + "),"
	}
	read, show := "", "await response.json()"
	if r.sends != "" {
		read = "const { readFile } = await import(\"node:fs/promises\");\n\n"
		body = "\n  body: await readFile(\"" + r.sends + "\"),"
	}
	if r.gets != "" {
		show = "(await response.arrayBuffer()).byteLength"
	}
	return read + `const response = await fetch("` + r.url + `", {` + method + `
  headers: {
    Authorization: ` + "`Bearer ${process.env.EARNEST_KEY}`" + `,` + kind + `
  },` + body + `
});
console.log(response.status, ` + show + `);`
}

func (r sampleRequest) python() string {
	method, kind, body := "", "", ""
	if r.method != http.MethodGet {
		method = "\n    method=\"" + r.method + "\","
	}
	if r.body != "" {
		kind = "\n        \"Content-Type\": \"application/json\","
		body = "\n    data=r\"\"\"" + r.body + "\"\"\".encode(),"
	}
	load, show := "import json\n", "json.load(response)"
	if r.sends != "" {
		body = "\n    data=open(\"" + r.sends + "\", \"rb\").read(),"
	}
	if r.gets != "" {
		load, show = "", "len(response.read())"
	}
	return load + `import os
import urllib.request

request = urllib.request.Request(
    "` + r.url + `",` + method + `
    headers={
        "Authorization": "Bearer " + os.environ["EARNEST_KEY"],` + kind + `
    },` + body + `
)
with urllib.request.urlopen(request) as response:
    print(response.status, ` + show + `)`
}
