package main

import (
	"go/ast"
	"go/types"
	"strings"

	"earnest/internal/typed"
)

// docs holds the comments on a package's structs and their fields.
type docs struct {
	types  map[string]string
	fields map[types.Object]string
}

func docsOf(p *typed.Package) docs {
	d := docs{map[string]string{}, map[types.Object]string{}}
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
	return d
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
			d.fields[p.Info.Defs[id]] = text
		}
	}
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
