package guides

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// example is code in a guide.
type example struct {
	language string
	code     string
	output   string // what it prints, where … stands for anything; empty: not shown
}

var fence = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")

// examplesIn returns the examples of a guide. Programs that follow each other share the output after them. A block without a language is
// not meant to be run.
func examplesIn(text string) []example {
	var list []example
	first := 0 // of those that share an output
	for _, m := range fence.FindAllStringSubmatchIndex(text, -1) {
		language, code := text[m[2]:m[3]], text[m[4]:m[5]]
		switch language {
		case "":
		case "output":
			for i := first; i < len(list); i++ {
				list[i].output = code
			}
			first = len(list)
		default:
			if language == "sh" || len(list) > 0 && list[len(list)-1].language == "sh" {
				first = len(list)
			}
			list = append(list, example{language: language, code: code})
		}
	}
	return list
}

const mark = "--- the end of an example ---"

// mustRunCommands runs the commands of a guide in one shell, as a reader would.
func (r reader) mustRunCommands(t *testing.T, examples []example) {
	t.Helper()
	var script strings.Builder
	var commands []example
	for _, e := range examples {
		if e.language == "sh" {
			script.WriteString(e.code + "\nprintf '\\n%s\\n' '" + mark + "'\n")
			commands = append(commands, e)
		}
	}
	if len(commands) == 0 {
		return
	}
	for _, program := range []string{"bash", "curl", "jq"} {
		if _, err := exec.LookPath(program); err != nil {
			skip(t, "the commands of this guide", program+" is missing")
		}
	}
	outputs := strings.Split(r.run(t, "sh", script.String()), mark)
	for i, e := range commands {
		check(t, e, outputs[i])
	}
}

// check compares the output of an example with what its guide says.
func check(t *testing.T, e example, got string) {
	t.Helper()
	if e.output == "" {
		return
	}
	want := strings.ReplaceAll(regexp.QuoteMeta(strings.TrimSpace(e.output)), "…", ".*")
	if !regexp.MustCompile(`(?s)^` + want + `$`).MatchString(strings.TrimSpace(got)) {
		t.Errorf("this example prints\n%s\nnot\n%s\n\n%s", got, e.output, e.code)
	}
}

// run runs a program in an empty folder, with the address, key and project in the environment, and returns its output.
func (r reader) run(t *testing.T, language, code string) string {
	t.Helper()
	dir := t.TempDir()
	var args []string
	switch language {
	case "sh":
		args = []string{"bash", "-euo", "pipefail", mustWrite(t, dir, "main.sh", code)}
	case "go":
		args = []string{"go", "run", mustWrite(t, dir, "main.go", code)}
	case "python":
		args = []string{"python3", mustWrite(t, dir, "main.py", code)}
	case "ts":
		args = []string{"node", mustTranspile(t, dir, code)}
	default:
		t.Fatalf("nobody runs %s", language)
	}
	if _, err := exec.LookPath(args[0]); err != nil {
		skip(t, "this program", args[0]+" is missing")
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "EARNEST_URL="+r.url, "EARNEST_KEY="+r.key, "PROJECT="+r.project, "PYTHONIOENCODING=utf-8")
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s%s\n%s", language, err, out, said.String(), code)
	}
	return string(out)
}

func mustWrite(t *testing.T, dir, name, code string) string {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte(code), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// skip skips a test that cannot run here, unless CI is set: there, everything must run.
func skip(t *testing.T, what, why string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatalf("NOT RUN: %s. CI is set, but %s.", what, why)
	}
	t.Skipf("NOT RUN: %s, because %s.", what, why)
}

// transpiler checks the syntax of a TypeScript file and writes the JavaScript beside it. It uses Vite, which the dashboard is built with.
const transpiler = `
const [vite, file] = process.argv.slice(1);
const { readFileSync, writeFileSync } = require("fs");
import(vite).then(async ({ transformWithOxc }) => {
  const { code } = await transformWithOxc(readFileSync(file, "utf8"), file);
  writeFileSync(file.replace(/ts$/, "mjs"), code);
});
`

func mustTranspile(t *testing.T, dir, code string) string {
	t.Helper()
	vite, err := filepath.Abs("../../web/node_modules/vite/dist/node/index.js")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(vite); err != nil {
		skip(t, "programs in TypeScript", "the packages of the dashboard are not installed; `make web` does that")
	}
	if _, err := exec.LookPath("node"); err != nil {
		skip(t, "programs in TypeScript", "node is missing")
	}
	file := mustWrite(t, dir, "main.ts", code)
	if out, err := exec.Command("node", "-e", transpiler, vite, file).CombinedOutput(); err != nil {
		t.Fatalf("compile: %v\n%s\n%s", err, out, code)
	}
	return strings.TrimSuffix(file, "ts") + "mjs"
}
