package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"

	"earnest/internal/config"
)

type man struct{ config.Man }

// Run prints the manual page of one command, or writes those of all commands to a folder.
func (c *man) Run(t *terminal) error {
	parser, err := newParser(t, func(int) {})
	if err != nil {
		return err
	}
	if c.Folder != "" {
		return writeManual(c.Folder, parser.Model.Node)
	}
	node := parser.Model.Node
	for _, name := range c.Command {
		child := childNamed(node, name)
		if child == node {
			return usagef("there is no command %s", strings.Join(c.Command, " "))
		}
		node = child
	}
	return buffered(t.stdout, pageOf(node))
}

// writeManual writes the page of a command and those of the commands below it.
func writeManual(folder string, node *kong.Node) error {
	name := filepath.Join(folder, pageName(node)+".1")
	if err := writeWhole(name, pageOf(node)); err != nil {
		return err
	}
	if err := os.Chmod(name, 0o644); err != nil { //nolint:gosec // a manual is for everyone
		return err
	}
	for _, child := range visible(node) {
		if err := writeManual(folder, child); err != nil {
			return err
		}
	}
	return nil
}

// pageName returns the name of a command's page, such as earnest-key-add.
func pageName(node *kong.Node) string { return strings.ReplaceAll(node.FullPath(), " ", "-") }

// visible returns the commands below a node.
func visible(node *kong.Node) []*kong.Node {
	var list []*kong.Node
	for _, child := range node.Children {
		if !child.Hidden {
			list = append(list, child)
		}
	}
	return list
}

// pageOf returns a function that writes the page of a command in the man format. It expects a buffer, which reports an error when it is
// flushed.
func pageOf(node *kong.Node) func(io.Writer) error {
	return func(w io.Writer) error {
		page{w}.write(node)
		return nil
	}
}

// page is a manual page that is being written.
type page struct{ w io.Writer }

func (p page) printf(format string, args ...any) { _, _ = fmt.Fprintf(p.w, format, args...) }

func (p page) write(node *kong.Node) {
	p.printf(".TH %s 1 \"\" \"earnest %s\" \"Earnest manual\"\n", strings.ToUpper(roff(pageName(node))), roff(Version()))
	p.printf(".SH NAME\n%s \\- %s\n", roff(pageName(node)), roff(summary(node)))
	p.printf(".SH SYNOPSIS\n.B %s\n%s\n", roff(node.FullPath()), roff(usage(node)))
	p.arguments(node)
	p.flags(node)
	p.children(node)
	p.printf(".SH EXIT STATUS\n0 on success, 2 if the command was called wrongly, 1 after any other failure, with one line on standard error.\n")
	if node.Parent != nil {
		p.printf(".SH SEE ALSO\n.BR %s (1)\n", roff(pageName(node.Parent)))
	}
}

// summary returns the help of a command as a phrase.
func summary(node *kong.Node) string { return strings.TrimSuffix(node.Help, ".") }

// usage returns what follows the name of a command.
func usage(node *kong.Node) string {
	words := []string{"[flags]"}
	for _, argument := range node.Positional {
		words = append(words, argument.Summary())
	}
	if len(node.Children) > 0 {
		words = append(words, "<command>")
	}
	return strings.Join(words, " ")
}

func (p page) arguments(node *kong.Node) {
	if len(node.Positional) > 0 {
		p.printf(".SH ARGUMENTS\n")
	}
	for _, argument := range node.Positional {
		p.printf(".TP\n.B %s\n%s\n", roff(argument.Summary()), roff(argument.Help))
	}
}

func (p page) flags(node *kong.Node) {
	p.printf(".SH OPTIONS\n")
	for _, group := range node.AllFlags(true) {
		for _, flag := range group {
			p.printf(".TP\n.B %s\n%s\n", roff(flag.String()), roff(flag.Help))
			if flag.Required {
				p.printf("Required.\n")
			}
			for _, variable := range flag.Envs {
				p.printf("Environment variable: %s.\n", roff(variable))
			}
		}
	}
}

func (p page) children(node *kong.Node) {
	children := visible(node)
	if len(children) > 0 {
		p.printf(".SH COMMANDS\n")
	}
	for _, child := range children {
		p.printf(".TP\n.BR %s (1)\n%s\n", roff(pageName(child)), roff(child.Help))
	}
}

// roff returns text in which nothing is a command of the man format.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ").Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		return `\&` + text
	}
	return text
}
