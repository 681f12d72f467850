package openapi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"
)

// docsView is the data shown on the page.
type docsView struct {
	Title, Summary, Version string
	Intro                   template.HTML
	Guides                  []chapter // how to do something, step by step
	Chapters                []chapter // what holds for all operations
	Groups                  []docsGroup
}

// docsGroup holds the operations on one resource.
type docsGroup struct {
	ID, Title  string
	About      template.HTML
	Operations []docsOperation
}

type docsOperation struct {
	ID, Method, Path, Summary, Scope string
	About                            template.HTML
	Parameters                       []docsRow
	Body                             []docsRow
	Status                           string
	AnswerAbout                      string
	Answer                           []docsRow
	Requests                         []docsSample
	Sample                           template.HTML
	Addition                         bool
	Errors                           []docsError
}

// docsError is an error status of an operation.
type docsError struct {
	Status, Text string
	About        string
	Codes        []docsCode
}

type docsCode struct{ Code, When string }

// renderDocs renders the reference page for a document, with a placeholder for the server's address.
func renderDocs(d *Document) ([]byte, error) {
	page, err := template.ParseFS(docsFiles, "docs/page.html")
	if err != nil {
		return nil, fmt.Errorf("read the page: %w", err)
	}
	view, err := d.view()
	if err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	if err := page.Execute(&buf, view); err != nil {
		return nil, fmt.Errorf("render the page: %w", err)
	}
	return buf.Bytes(), nil
}

func (d *Document) view() (docsView, error) {
	intro, chapters := renderGuide(d.Info.Description)
	v := docsView{Title: d.Info.Title, Summary: d.Info.Summary, Version: d.Info.Version, Intro: intro, Guides: guides(), Chapters: chapters}
	for _, tag := range d.Tags {
		group := docsGroup{ID: tag.Name, Title: heading(tag.Name), About: inline(tag.Description)}
		for _, path := range d.Paths {
			for _, method := range path.Value {
				if method.Value.Tags[0] != tag.Name {
					continue
				}
				op, err := d.operationView(strings.ToUpper(method.Name), path.Name, method.Value)
				if err != nil {
					return docsView{}, err
				}
				group.Operations = append(group.Operations, op)
			}
		}
		v.Groups = append(v.Groups, group)
	}
	return v, nil
}

// heading formats a noun as a title, such as "Time entries".
func heading(tag string) string {
	words := strings.ReplaceAll(tag, "-", " ")
	if tag == "super-epics" {
		words = tag
	}
	return strings.ToUpper(words[:1]) + words[1:]
}

func (d *Document) operationView(method, path string, op call) (docsOperation, error) {
	success := op.Responses[0]
	content, isJSON := success.Value.Content[jsonMedia]
	if !isJSON {
		content = media{Schema: typed(stringType), Example: "the bytes of the file"}
	}
	sample, err := pretty(content.Example)
	if err != nil {
		return docsOperation{}, err
	}
	request, err := newSampleRequest(method, path, op)
	return docsOperation{
		ID:          op.OperationID,
		Method:      method,
		Path:        path,
		Summary:     op.Summary,
		Scope:       op.Scope,
		About:       inline(op.Description),
		Parameters:  d.parameterRows(op),
		Body:        d.bodyRows(op),
		Status:      success.Name,
		AnswerAbout: success.Value.Description,
		Answer:      d.rows("", content.Schema),
		Requests:    request.samples(),
		Sample:      coloured(sample),
		Addition:    op.Addition,
		Errors:      d.errorViews(op),
	}, err
}

func (d *Document) errorViews(op call) []docsError {
	var list []docsError
	for _, r := range op.Responses[1:] {
		status, _ := strconv.Atoi(r.Name) // the document only has numeric statuses
		shared, _ := d.Components.Responses.Get(nameIn(r.Value.Ref))
		e := docsError{Status: r.Name, Text: http.StatusText(status), About: shared.Description}
		for _, m := range shared.Content[jsonMedia].Examples {
			known, _ := d.Components.Examples.Get(m.Name)
			e.Codes = append(e.Codes, docsCode{m.Name, known.Summary})
		}
		list = append(list, e)
	}
	return list
}

func pretty(v any) (string, error) {
	var buf bytes.Buffer
	e := json.NewEncoder(&buf)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return "", fmt.Errorf("write an example: %w", err)
	}
	return strings.TrimSpace(buf.String()), nil
}
