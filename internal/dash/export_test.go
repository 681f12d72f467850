package dash_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"math"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"earnest/client"
	"earnest/evm"
	"earnest/internal/apitest"
	"earnest/internal/domain"
)

// table parses a CSV file into rows keyed by column name.
func table(t testing.TB, a answer) []map[string]string {
	t.Helper()
	text, marked := strings.CutPrefix(string(a.Body), "\ufeff")
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if a.Status != http.StatusOK || !marked || err != nil || a.Header.Get("Content-Type") != "text/csv; charset=utf-8" {
		t.Fatalf("%d %v %s", a.Status, err, a.Body)
	}
	var list []map[string]string
	for _, row := range rows[1:] {
		named := map[string]string{}
		for i, cell := range row {
			named[rows[0][i]] = cell
		}
		list = append(list, named)
	}
	return list
}

// sheets reads the cells of an XLSX file as displayed, by sheet name.
func sheets(t testing.TB, a answer) map[string][][]string {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(a.Body), int64(len(a.Body)))
	if err != nil {
		t.Fatalf("%d %v %.200s", a.Status, err, a.Body)
	}
	part := func(name string, into any) {
		f, err := archive.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		text := apitest.Must(io.ReadAll(f))(t)
		if err := xml.Unmarshal(text, into); err != nil {
			t.Fatal(err)
		}
	}
	var book struct {
		Sheets []struct {
			Name string `xml:"name,attr"`
		} `xml:"sheets>sheet"`
	}
	part("xl/workbook.xml", &book)
	all := map[string][][]string{}
	for i, s := range book.Sheets {
		var body struct {
			Rows []struct {
				Cells []struct {
					Value string `xml:"v"`
					Text  string `xml:"is>t"`
				} `xml:"c"`
			} `xml:"sheetData>row"`
		}
		part(fmt.Sprintf("xl/worksheets/sheet%d.xml", i+1), &body)
		for _, r := range body.Rows {
			var cells []string
			for _, c := range r.Cells {
				cells = append(cells, c.Value+c.Text)
			}
			all[s.Name] = append(all[s.Name], cells)
		}
	}
	return all
}

func number(t testing.TB, text string) float64 {
	t.Helper()
	return apitest.Must(strconv.ParseFloat(text, 64))(t)
}

func TestTheFilesHoldWhatTheProjectHolds(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		done := c.rich(t)
		b := c.browser(t, "owner")
		get := func(file string) answer { return b.call(t, "GET", "/projects/"+c.Project+"/export/"+file, nil) }

		tickets := table(t, get("tickets.csv"))
		cards := must[struct{ Total int }](t, b, "GET", "/projects/"+c.Project+"/cards", nil)
		i := slices.IndexFunc(tickets, func(r map[string]string) bool { return r["uuid"] == done })
		if len(tickets) != cards.Total || i < 0 || tickets[i]["story_points"] != "2" || tickets[i]["minutes"] != "165" || tickets[i]["hours"] != "2.75" ||
			tickets[i]["sprint"] != "Sprint" || tickets[i]["done_at"] != "2026-03-10 09:00:00" || tickets[i]["status"] != "done" {
			t.Errorf("%d tickets, %v", len(tickets), tickets[max(0, i)])
		}

		cost := 0.0
		entries := table(t, get("time.csv"))
		for _, e := range entries {
			cost += number(t, e["cost"])
		}
		finance := c.finance(t)
		if len(entries) != 3 || math.Abs(cost-finance.ACTotal) > 1e-9 || entries[0]["date"] != "2026-03-09" || entries[0]["daily_rate"] != "7531" {
			t.Errorf("the entries cost %v of %v: %v", cost, finance.ACTotal, entries)
		}

		numbers := map[string]string{}
		for _, r := range table(t, get("finance.csv")) {
			numbers[r["indicator"]] = r["value"]
		}
		if len(numbers) != 26 || numbers["project_uuid"] != c.Project {
			t.Errorf("%d numbers: %v", len(numbers), numbers)
		}
		for _, name := range evm.IndicatorNames() {
			value, _ := finance.Value(name)
			if text := numbers[name]; value.Known != (text != "") || value.Known && number(t, text) != value.Value {
				t.Errorf("%s is %q, want %v", name, text, value)
			}
		}

		book := sheets(t, get("finance.xlsx"))
		want := []string{"curve", "epics", "indicators", "members", "sprints"}
		if names := slices.Sorted(maps.Keys(book)); !slices.Equal(names, want) || len(book["indicators"]) != 27 || len(book["members"]) != 4 {
			t.Errorf("%v", book)
		}
		for _, name := range want {
			csvRows := table(t, get("finance.csv?table="+name))
			if len(csvRows) != len(book[name])-1 {
				t.Errorf("%s has %d rows as CSV and %d as XLSX", name, len(csvRows), len(book[name])-1)
			}
		}
		if rows := sheets(t, get("time.xlsx"))["time"]; len(rows) != 4 || rows[1][1] != "46090" { // 2026-03-09 as a spreadsheet's day number
			t.Errorf("%v", rows)
		}
	})
}

func TestTheWordsInAFileAreInTheLanguageOfItsReader(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner := c.browser(t, "owner")
		must[any](t, owner, "PUT", "/tickets/"+c.Ticket, map[string]any{"priority": "critique"})
		priority := func(query string) string {
			rows := table(t, owner.call(t, "GET", "/projects/"+c.Project+"/export/tickets.csv"+query, nil))
			i := slices.IndexFunc(rows, func(r map[string]string) bool { return r["uuid"] == c.Ticket })
			return rows[i]["priority"]
		}
		meaning := func(query string) string {
			rows := table(t, owner.call(t, "GET", "/projects/"+c.Project+"/export/finance.csv"+query, nil))
			i := slices.IndexFunc(rows, func(r map[string]string) bool { return r["indicator"] == "pv" })
			return rows[i]["meaning"]
		}
		logged := func(query string) string {
			rows := table(t, c.browser(t, "administrator").call(t, "GET", "/admin/changes.csv"+query, nil))
			i := slices.IndexFunc(rows, func(r map[string]string) bool { return r["what"] == "priority" })
			return rows[i]["from"] + " → " + rows[i]["to"]
		}
		for got, want := range map[string]string{
			priority(""):         "critical",
			priority("?lang=fr"): "critique",
			meaning("?lang=en"):  "Planned value",
			meaning("?lang=fr"):  "Valeur planifiée",
			logged(""):           "normal → critical",
			logged("?lang=fr"):   "normale → critique",
		} {
			if got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
		refused(t, owner.call(t, "GET", "/projects/"+c.Project+"/export/tickets.csv?lang=de", nil), http.StatusUnprocessableEntity, "invalid")
	})
}

func TestTheFilesHideWhatWouldRevealRates(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		c.rich(t)
		c.setAudience(t, domain.RatesForAdmins)
		sprintCost := ""
		for _, r := range table(t, c.browser(t, "admin").call(t, "GET", "/projects/"+c.Project+"/export/finance.csv?table=sprints", nil)) {
			sprintCost = r["cost"]
		}
		if number(t, sprintCost) == 0 {
			t.Fatal("the sprint cost nothing: the test proves nothing")
		}
		for _, who := range []string{"member", "viewer"} {
			b := c.browser(t, who)
			get := func(file string) answer { return b.call(t, "GET", "/projects/"+c.Project+"/export/"+file, nil) }
			for _, file := range []string{"time.csv", "finance.csv?table=sprints", "finance.csv?table=epics"} {
				a := get(file)
				if text := withoutUUIDs(a.Body); strings.Contains(text, "7531") || strings.Contains(text, "6427") {
					t.Errorf("%s finds a rate in %s", who, file)
				}
				for _, row := range table(t, a) {
					if _, there := row["cost"]; there {
						t.Errorf("%s finds what a part cost in %s: %v", who, file, row)
					}
				}
			}
			refused(t, get("finance.csv?table=members"), http.StatusUnprocessableEntity, "invalid")
			book := sheets(t, get("finance.xlsx"))
			if _, there := book["members"]; there || strings.Contains(fmt.Sprint(book["sprints"], book["epics"]), "cost") {
				t.Errorf("%s finds %v", who, book)
			}
		}
	})
}

func TestAHostileTitleStaysATitleInEveryFile(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "owner")
		titles := []string{
			`=HYPERLINK("http://evil.example","x")`, "+1", "-1", "@SUM(A1)", `=cmd|' /C calc'!A0`, `x;=1+1`, `a"b`, "Été, œuvre; 日本", "<b>&amp;</b>", "_x003D_1+1",
		}
		for _, title := range titles {
			_ = apitest.Must(c.Owner.CreateTicket(t.Context(), client.TicketCreate{ProjectUUID: c.Project, Title: title}))(t)
		}
		rows := table(t, b.call(t, "GET", "/projects/"+c.Project+"/export/tickets.csv", nil))
		cells := sheets(t, b.call(t, "GET", "/projects/"+c.Project+"/export/tickets.xlsx", nil))["tickets"]
		for i, title := range titles {
			written := rows[len(rows)-len(titles)+i]["title"]
			if strings.ReplaceAll(written, "'", "") != strings.ReplaceAll(title, "'", "") || strings.ContainsAny(written[:1], "=+-@") {
				t.Errorf("%q is written as %q", title, written)
			}
			if kept := strings.Replace(cells[len(cells)-len(titles)+i][2], "_x005F_", "_", 1); kept != title {
				t.Errorf("%q is kept as %q", title, kept)
			}
		}
	})
}

func TestAFileIsNamedAfterItsProjectAndTheDay(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		b := w.mustBrowser(t, "ada")
		for name, want := range map[string]string{
			`Fête "de" la/mer`:         "Fête-de-la-mer-tickets-2026-03-10.csv",
			"../../etc\r\nX: y":        "etc-X-y-tickets-2026-03-10.csv",
			"💥":                        "tickets-2026-03-10.csv",
			strings.Repeat("été ", 40): strings.TrimSuffix(strings.Repeat("été-", 15), "-") + "--tickets-2026-03-10.csv",
		} {
			project := apitest.Must(w.App.Projects.CreateProject(t.Context(), domain.Caller{UserID: b.ID}, domain.ProjectPatch{Name: domain.Some(name)}))(t)
			a := b.call(t, "GET", "/projects/"+project.UUID+"/export/tickets.csv", nil)
			kind, params, err := mime.ParseMediaType(a.Header.Get("Content-Disposition"))
			if err != nil || kind != "attachment" || params["filename"] != want {
				t.Errorf("%q: %v %s %q, want %q", name, err, kind, params["filename"], want)
			}
			if a.Header.Get("Content-Length") != strconv.Itoa(len(a.Body)) {
				t.Errorf("the file says that it has %s bytes", a.Header.Get("Content-Length"))
			}
		}
	})
}

func TestAnUnknownFileOrTableIsRefused(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "viewer")
		for file, status := range map[string]int{
			"tickets.pdf": 404, "tickets": 404, "rates.csv": 404, "tickets.csv.xlsx": 404, "finance.csv?table=x": 422, "finance.csv?as_of=soon": 422,
			"tickets.csv?separator=x": 422, "tickets.csv?separator=semicolon": 200, "finance.xlsx?as_of=2026-03-01": 200,
		} {
			if a := b.call(t, "GET", "/projects/"+c.Project+"/export/"+file, nil); a.Status != status {
				t.Errorf("%s: %d %.200s", file, a.Status, a.Body)
			}
		}
		if a := b.call(t, "GET", "/projects/"+c.Project+"/export/finance.csv?separator=semicolon", nil); !strings.Contains(string(a.Body), "\r\ncontingency_pct;10;%;") {
			t.Errorf("%s", a.Body)
		}
	})
}
