package main

import (
	"go/ast"
	"go/types"
	"strings"

	"earnest/internal/typed"
)

// docs holds the comments on structs and their fields, by the full name of the type and of the field.
type docs struct {
	types  map[string]string
	fields map[string]string
}

func docsOf(packages []*typed.Package) docs {
	d := docs{map[string]string{}, map[string]string{}}
	for _, p := range packages {
		d.readAll(p)
	}
	return d
}

func (d docs) readAll(p *typed.Package) {
	for _, file := range p.Files {
		for _, decl := range file.Decls {
			g, ok := decl.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range g.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok {
					d.read(p, t, g.Doc)
				}
			}
		}
	}
}

func (d docs) read(p *typed.Package, t *ast.TypeSpec, doc *ast.CommentGroup) {
	d.types[p.Path+"."+t.Name.Name] = strings.TrimSpace(doc.Text())
	s, ok := t.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, f := range s.Fields.List {
		text := strings.TrimSpace(f.Doc.Text() + f.Comment.Text())
		for _, id := range f.Names {
			d.fields[p.Path+"."+t.Name.Name+"."+id.Name] = text
		}
	}
}

// key returns the full name of a field of a struct.
func key(t *types.Named, f *types.Var) string {
	return t.Obj().Pkg().Path() + "." + t.Obj().Name() + "." + f.Name()
}

// of returns the comment on a type, with its Go name replaced by its TypeScript name.
func (d docs) of(t *types.Named, name string) string {
	text, found := strings.CutPrefix(d.types[t.Obj().Pkg().Path()+"."+t.Obj().Name()], t.Obj().Name()+" ")
	if found {
		return name + " " + text
	}
	return text
}

// comment formats text as a TypeScript comment.
func comment(indent, text string) string {
	if text == "" {
		return ""
	}
	return indent + "/** " + strings.ReplaceAll(text, "\n", " ") + " */\n"
}
