package app

import (
	"encoding/json"
	"strings"
)

// createdTicket is what a replay takes from the row of the log with which a ticket begins or returns. Null is "".
type createdTicket struct {
	Status string  `json:"status"`
	Points float64 `json:"story_points"`
	Sprint string  `json:"sprint"`
	Epic   string  `json:"epic"`
}

// readCreated reads the four facts out of all that the row tells. encoding/json would read all of it, twice.
func readCreated(text string) (createdTicket, error) {
	var c createdTicket
	read := 0
	whole := eachFact(text, func(name, value string) bool {
		var err error
		switch name {
		case "status":
			err = readText(value, &c.Status)
		case "story_points":
			err = json.Unmarshal([]byte(value), &c.Points)
		case "sprint":
			err = readText(value, &c.Sprint)
		case "epic":
			err = readText(value, &c.Epic)
		default:
			return true
		}
		read++
		return err == nil
	})
	if whole && read == 4 {
		return c, nil
	}
	c = createdTicket{}
	return c, json.Unmarshal([]byte(text), &c)
}

// readText reads a JSON text; null leaves the text as it was. What is read keeps nothing of the row in memory.
func readText(text string, into *string) error {
	n := len(text) - 1
	if n < 1 || text[0] != '"' || textEnd(text, 0) != n+1 || strings.IndexByte(text, '\\') >= 0 {
		return json.Unmarshal([]byte(text), into)
	}
	*into = strings.Clone(text[1:n])
	return nil
}

// eachFact gives the members of a JSON object that was written without spaces, until f returns false. It returns whether it came
// to the end.
func eachFact(text string, f func(name, value string) bool) bool {
	if text == "" || text[0] != '{' {
		return false
	}
	for i := 1; i < len(text) && text[i] == '"'; i++ {
		colon := textEnd(text, i)
		if colon < 0 || colon >= len(text) || text[colon] != ':' {
			return false
		}
		end := valueEnd(text, colon+1)
		if end < 0 || !f(text[i+1:colon-1], text[colon+1:end]) {
			return false
		}
		if text[end] == '}' {
			return end == len(text)-1
		}
		i = end // at the comma
	}
	return false
}

// valueEnd is where the value that begins at i ends: at a comma or a brace. -1: nowhere.
func valueEnd(text string, i int) int {
	depth := 0
	for i < len(text) {
		switch text[i] {
		case '"':
			if i = textEnd(text, i); i < 0 {
				return -1
			}
			continue
		case '[', '{':
			depth++
		case ']', '}', ',':
			if depth == 0 {
				return i
			}
			if text[i] != ',' {
				depth--
			}
		}
		i++
	}
	return -1
}

// textEnd is the place behind the text whose opening quote is at i; -1: it does not end.
func textEnd(text string, i int) int {
	for i++; ; i++ {
		next := strings.IndexByte(text[i:], '"')
		if next < 0 {
			return -1
		}
		i += next
		escapes := 0
		for text[i-1-escapes] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return i + 1
		}
	}
}
