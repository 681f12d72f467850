package cli

import (
	"embed"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"earnest/internal/config"
)

// The scripts ask `earnest complete` what could come next, so they need not change with the commands.
//
//go:embed completion
var completionScripts embed.FS

type completion struct{ config.Completion }

// Run prints the script for a shell.
func (c *completion) Run(t *terminal) error {
	script, err := completionScripts.ReadFile("completion/earnest." + c.Shell)
	if err != nil {
		return err
	}
	_, err = t.stdout.Write(script)
	return err
}

// complete prints what could come next on a command line. Words are the words after the name of the program, up to the cursor; the last
// one may be incomplete or empty.
type complete struct {
	Words []string `arg:"" optional:""`
}

// Run prints one suggestion per line, with its help after a tab. Where there is none, the shell completes file names.
func (c *complete) Run(t *terminal) error {
	parser, err := newParser(t, func(int) {})
	if err != nil {
		return err
	}
	return buffered(t.stdout, func(w io.Writer) error {
		for _, s := range suggest(parser.Model.Node, c.Words) {
			_, _ = fmt.Fprintf(w, "%s\t%s\n", s.text, s.help) // the buffer reports an error when it is flushed
		}
		return nil
	})
}

type suggestion struct{ text, help string }

// suggest returns what could complete the last word.
func suggest(node *kong.Node, words []string) []suggestion {
	var open *kong.Flag // a flag that still needs its value
	last := ""
	for i, word := range words {
		if last = word; i == len(words)-1 {
			break
		}
		switch {
		case word == "=": // bash splits --flag=value into three words
		case open != nil:
			open = nil
		case strings.HasPrefix(word, "-"):
			open = flagWithoutValue(node, word)
		default:
			node = childNamed(node, word)
		}
	}
	if last == "=" {
		last = ""
	}
	return matching(candidates(node, open, last), last)
}

// candidates returns everything that could stand at the place of a word.
func candidates(node *kong.Node, open *kong.Flag, word string) []suggestion {
	name, _, hasValue := strings.Cut(word, "=")
	switch {
	case open != nil:
		return values(open.Value, "")
	case hasValue && strings.HasPrefix(word, "--"):
		if flag := flagNamed(node, name); flag != nil {
			return values(flag.Value, name+"=")
		}
		return nil
	case strings.HasPrefix(word, "-"):
		return flags(node)
	}
	var list []suggestion
	for _, child := range node.Children {
		if !child.Hidden {
			list = append(list, suggestion{child.Name, child.Help})
		}
	}
	for _, argument := range node.Positional {
		list = append(list, values(argument, "")...)
	}
	return list
}

// values returns the values of a closed list.
func values(v *kong.Value, prefix string) []suggestion {
	var list []suggestion
	if v.Enum != "" {
		for _, value := range v.EnumSlice() {
			list = append(list, suggestion{prefix + value, ""})
		}
	}
	return list
}

// flags returns the flags of a command.
func flags(node *kong.Node) []suggestion {
	var list []suggestion
	for _, group := range node.AllFlags(true) {
		for _, flag := range group {
			list = append(list, suggestion{"--" + flag.Name, flag.Help})
		}
	}
	return list
}

func matching(list []suggestion, word string) []suggestion {
	var found []suggestion
	for _, s := range list {
		if strings.HasPrefix(s.text, word) {
			found = append(found, s)
		}
	}
	return found
}

// flagNamed returns the flag of a command that is written as in --name; nil if there is none.
func flagNamed(node *kong.Node, written string) *kong.Flag {
	for _, group := range node.AllFlags(false) {
		for _, flag := range group {
			if "--"+flag.Name == written {
				return flag
			}
		}
	}
	return nil
}

// flagWithoutValue returns the flag that a word names, if its value must be the next word.
func flagWithoutValue(node *kong.Node, word string) *kong.Flag {
	if flag := flagNamed(node, word); flag != nil && !flag.IsBool() {
		return flag
	}
	return nil
}

// childNamed returns the command with that name below a node, or the node itself, if the word is an argument.
func childNamed(node *kong.Node, word string) *kong.Node {
	for _, child := range node.Children {
		if child.Name == word {
			return child
		}
	}
	return node
}
