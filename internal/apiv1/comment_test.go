package apiv1_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/db"
)

func TestCommentLivesFromCreateToDelete(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ctx := t.Context()
		c := w.MustCast(t, "")
		before := apitest.Must(c.Owner.Ticket(ctx, c.Ticket))(t).UpdatedAt
		w.Clock.Advance(time.Minute)
		m := apitest.Must(c.Member.CreateComment(ctx, client.CommentCreate{
			TicketUUID: c.Ticket, Content: "<p>See <b>this</b> & that</p>", Mentions: []int64{c.Owner.ID, c.Viewer.ID, c.Owner.ID},
		}))(t)
		want := client.Comment{
			UUID: m.UUID, AuthorID: c.Member.ID, AuthorName: "member Test", AuthorInitials: "MT", TicketUUID: c.Ticket,
			Content: "<p>See <b>this</b> &amp; that</p>", Mentions: []int64{c.Owner.ID, c.Viewer.ID},
			CreatedAt: client.Time{Time: w.Clock.Now()}, CreatedAtISO: w.Clock.Now(), UpdatedAt: client.Time{Time: w.Clock.Now()}, UpdatedAtISO: w.Clock.Now(),
			Version: m.Version,
		}
		if fmt.Sprint(*m) != fmt.Sprint(want) {
			t.Errorf("a new comment is\n%+v, not\n%+v", *m, want)
		}
		w.Clock.Advance(time.Minute)
		got := apitest.Must(c.Viewer.Comment(ctx, m.UUID))(t)
		if fmt.Sprint(*got) != fmt.Sprint(want) {
			t.Errorf("read again it is\n%+v, not\n%+v", *got, want)
		}
		same := apitest.Must(c.Member.UpdateComment(ctx, m.UUID, client.CommentUpdate{Content: client.Set("<p>See <b>this</b> & that<script>x</script></p>")}))(t)
		if same.UpdatedAt != m.UpdatedAt {
			t.Errorf("an update that changes nothing moved updated_at to %v", same.UpdatedAt)
		}
		changed := apitest.Must(c.Member.UpdateComment(ctx, m.UUID, client.CommentUpdate{Mentions: client.Set([]int64{c.Viewer.ID, c.Owner.ID})}))(t)
		if !slices.Equal(changed.Mentions, []int64{c.Viewer.ID, c.Owner.ID}) || changed.Content != m.Content || !changed.UpdatedAt.After(m.UpdatedAt.Time) || changed.CreatedAt != m.CreatedAt {
			t.Errorf("after new mentions it is %+v", changed)
		}
		if empty := apitest.Must(c.Member.UpdateComment(ctx, m.UUID, client.CommentUpdate{Mentions: client.Set([]int64{})}))(t); len(empty.Mentions) != 0 {
			t.Errorf("an empty list left %v", empty.Mentions)
		}
		if list := apitest.Must(c.Viewer.Comments(ctx, c.Ticket))(t); len(list) != 2 || list[0].UUID != c.Comment || list[1].UUID != m.UUID {
			t.Errorf("comments are not in the order of their creation: %+v", list)
		}
		if err := c.Member.DeleteComment(ctx, m.UUID); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Member.Comment(ctx, m.UUID); !errors.Is(err, client.NotFound) {
			t.Errorf("a deleted comment gave %v", err)
		}
		if after := apitest.Must(c.Owner.Ticket(ctx, c.Ticket))(t).UpdatedAt; after != before {
			t.Errorf("comments moved the ticket's updated_at to %v: its detail does not show them", after)
		}
	})
}

func TestOnlyTheAuthorAndModeratorsChangeAComment(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ctx := t.Context()
		c := w.MustCast(t, "")
		other := w.MustPerson(t, "other")
		w.MustJoin(t, c.Project, other.ID, "member")
		for name, p := range map[string]struct {
			who apitest.Person
			may bool
		}{
			"author": {c.Member, true}, "owner": {c.Owner, true}, "admin": {c.Admin, true},
			"another member": {other, false}, "viewer": {c.Viewer, false}, "stranger": {c.Stranger, false},
		} {
			comment := c.NewComment(t)
			m, err := p.who.UpdateComment(ctx, comment, client.CommentUpdate{Content: client.Set("changed by " + name)})
			if p.may && (err != nil || m.AuthorID != c.Member.ID) || !p.may && !errors.Is(err, client.Forbidden) {
				t.Errorf("%s: an update gave %+v, %v", name, m, err)
			}
			if err := p.who.DeleteComment(ctx, comment); p.may && err != nil || !p.may && !errors.Is(err, client.Forbidden) {
				t.Errorf("%s: a delete gave %v", name, err)
			}
		}
		mustSetRole(t, w, c.Project, c.Member.ID, "viewer")
		if err := c.Member.DeleteComment(ctx, c.Comment); !errors.Is(err, client.Forbidden) {
			t.Errorf("an author who may only read now deleted a comment: %v", err)
		}
	})
}

// mustSetRole changes a member's role; an empty role removes the member from the team.
func mustSetRole(t *testing.T, w *apitest.World, project string, userID int64, role string) {
	t.Helper()
	ctx := context.Background()
	text, args := `UPDATE members SET role = $3 WHERE user_id = $2 AND project_id = (SELECT id FROM projects WHERE uuid = $1)`, []any{project, userID, role}
	if role == "" {
		text, args = `DELETE FROM members WHERE user_id = $2 AND project_id = (SELECT id FROM projects WHERE uuid = $1)`, []any{project, userID}
	}
	err := w.Store.Write(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, text, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAMentionSurvivesTheMemberLeaving(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ctx := t.Context()
		c := w.MustCast(t, "")
		m := apitest.Must(c.Member.CreateComment(ctx, client.CommentCreate{TicketUUID: c.Ticket, Content: "x", Mentions: []int64{c.Viewer.ID}}))(t)
		mustSetRole(t, w, c.Project, c.Viewer.ID, "")
		kept := apitest.Must(c.Member.UpdateComment(ctx, m.UUID, client.CommentUpdate{Mentions: client.Set([]int64{c.Owner.ID, c.Viewer.ID})}))(t)
		if !slices.Equal(kept.Mentions, []int64{c.Owner.ID, c.Viewer.ID}) {
			t.Errorf("mentions are %v", kept.Mentions)
		}
		apitest.Must(c.Member.UpdateComment(ctx, m.UUID, client.CommentUpdate{Mentions: client.Set([]int64{c.Owner.ID})}))(t)
		if _, err := c.Member.UpdateComment(ctx, m.UUID, client.CommentUpdate{Mentions: client.Set([]int64{c.Viewer.ID})}); !errors.Is(err, client.ValidationError) {
			t.Errorf("someone who left was mentioned anew: %v", err)
		}
		if _, err := c.Viewer.Comment(ctx, m.UUID); !errors.Is(err, client.Forbidden) {
			t.Errorf("someone who left read a comment: %v", err)
		}
	})
}

func TestCommentHTMLIsMadeSafeOnWrite(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ctx := t.Context()
		c := w.MustCast(t, "")
		for name, h := range map[string]struct{ sent, stored string }{
			"script":      {`<p>hi<script>alert(1)</script></p>`, `<p>hi</p>`},
			"handler":     {`<p onclick="alert(1)" style="x">hi</p>`, `<p>hi</p>`},
			"image":       {`<img src="https://example.com/a.png" onerror="alert(1)">`, `<img src="https://example.com/a.png">`},
			"scheme":      {`<a href="java&#115;cript:alert(1)">go</a>`, `go`},
			"frame":       {`hi<iframe src="https://example.com"></iframe>`, `hi`},
			"style trick": {`<style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">--></style>hi`, ""},
			"unclosed":    {`<b>hi`, `<b>hi</b>`},
			"text":        {`1 < 2 & "3" > 'x' 日本 🚀`, `1 &lt; 2 &amp; "3" &gt; 'x' 日本 🚀`},
		} {
			m, err := c.Member.CreateComment(ctx, client.CommentCreate{TicketUUID: c.Ticket, Content: h.sent})
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if h.stored != "" && m.Content != h.stored || strings.Contains(m.Content, "onerror=") && strings.Contains(m.Content, "<img") {
				t.Errorf("%s: %q was stored as %q, not %q", name, h.sent, m.Content, h.stored)
			}
			again := apitest.Must(c.Member.UpdateComment(ctx, m.UUID, client.CommentUpdate{Content: client.Set(m.Content)}))(t)
			if again.Content != m.Content || apitest.Must(c.Viewer.Comment(ctx, m.UUID))(t).Content != m.Content {
				t.Errorf("%s: sent back as it was read, %q became %q", name, m.Content, again.Content)
			}
		}
	})
}

func TestCommentContentIsLimitedAsSentAndAsStored(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ctx := t.Context()
		c := w.MustCast(t, "")
		const most = 100_000
		for name, x := range map[string]struct{ content, refusal string }{
			"the most":                {strings.Repeat("é", most), ""},
			"one more":                {strings.Repeat("é", most+1), "content must be text of 1 to 100000 characters"},
			"one more, mostly unsafe": {"x<script>" + strings.Repeat("y", most) + "</script>", "content must be text of 1 to 100000 characters"},
			"the most, escaped":       {strings.Repeat("&amp;", most/5), ""},
			"longer once escaped":     {strings.Repeat("&", most/5+1), "it would have 100005"},
			"empty":                   {"", "content must be"},
			"blank":                   {" \n\t ", "nothing visible"},
			"blank elements":          {"<p>&nbsp;</p><br><p>\u200b</p>", "nothing visible"},
			"only a script":           {"<script>alert(1)</script>", "nothing visible"},
		} {
			for _, write := range []func() error{
				func() error {
					_, err := c.Member.CreateComment(ctx, client.CommentCreate{TicketUUID: c.Ticket, Content: x.content})
					return err
				},
				func() error {
					_, err := c.Member.UpdateComment(ctx, c.Comment, client.CommentUpdate{Content: client.Set(x.content)})
					return err
				},
			} {
				err := write()
				if x.refusal == "" && err != nil || x.refusal != "" && (!errors.Is(err, client.ValidationError) || !strings.Contains(err.Error(), x.refusal)) {
					t.Errorf("%s: got %v, want %q", name, err, x.refusal)
				}
			}
		}
	})
}

func TestCommentsAreRefusedWithTheRightReason(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c, none := w.MustCast(t, ""), apitest.NewUUID()
		another := c.NewTicket(t)
		other := w.MustPerson(t, "other")
		w.MustJoin(t, c.Project, other.ID, "member")
		one, member := "/comments/"+c.Comment, c.Member.Key
		body := func(ticket, more string) string { return fmt.Sprintf(`{"ticket_uuid":%q%s}`, ticket, more) }
		wantBad(t, w, []badCall{
			{"list: no ticket", member, "GET", "/comments", "", client.ValidationError, "ticket_uuid is required"},
			{"list: malformed", member, "GET", "/comments?ticket_uuid=x", "", client.ValidationError, "ticket_uuid must be the uuid of a ticket"},
			{"list: malformed alias", member, "GET", "/comments?us=x", "", client.ValidationError, "ticket_uuid must be the uuid of a ticket"},
			{"list: one of both malformed", member, "GET", "/comments?us=x&ticket_uuid=" + c.Ticket, "", client.ValidationError, "must be the uuid of a ticket"},
			{"list: names disagree", member, "GET", "/comments?us=" + another + "&ticket_uuid=" + c.Ticket, "", client.ValidationError, "ticket_uuid and us"},
			{"list: alias twice", member, "GET", "/comments?us=" + another + "&us=" + c.Ticket, "", client.ValidationError, "once"},
			{"list: unknown", member, "GET", "/comments?us=" + none, "", client.NotFound, "ticket not found"},
			{"list: stranger", c.Stranger.Key, "GET", "/comments?ticket_uuid=" + c.Ticket, "", client.Forbidden, "not a member"},
			{"get: malformed", member, "GET", "/comments/x", "", client.NotFound, "comment not found"},
			{"get: unknown", member, "GET", "/comments/" + none, "", client.NotFound, "comment not found"},
			{"get: stranger", c.Stranger.Key, "GET", one, "", client.Forbidden, "not a member"},

			{"create: us is no member of the body", member, "POST", "/comments", fmt.Sprintf(`{"us":%q,"content":"x"}`, c.Ticket), client.ValidationError, "ticket_uuid is required"},
			{"create: unknown ticket before the content", member, "POST", "/comments", body(none, ""), client.NotFound, "ticket not found"},
			{"create: stranger before the content", c.Stranger.Key, "POST", "/comments", body(c.Ticket, `,"content":" "`), client.Forbidden, "not a member"},
			{"create: viewer before the content", c.Viewer.Key, "POST", "/comments", body(c.Ticket, `,"content":" "`), client.Forbidden, "viewer"},
			{"create: no content", member, "POST", "/comments", body(c.Ticket, ""), client.ValidationError, "content is required"},
			{"create: null mentions", member, "POST", "/comments", body(c.Ticket, `,"content":"x","mentions":null`), client.ValidationError, "mentions must be"},
			{"create: text in mentions", member, "POST", "/comments", body(c.Ticket, `,"content":"x","mentions":["1"]`), client.ValidationError, "mentions[0] must be"},
			{"create: 101 mentions", member, "POST", "/comments", body(c.Ticket, `,"content":"x","mentions":[1`+manyIDs(101)+`]`), client.ValidationError, "at most 100"},
			{"create: a stranger mentioned", member, "POST", "/comments", body(c.Ticket, fmt.Sprintf(`,"content":"x","mentions":[%d,%d]`, c.Owner.ID, c.Stranger.ID)), client.ValidationError, fmt.Sprintf("user %d is not one", c.Stranger.ID)},

			{"update: unknown before the body", member, "PUT", "/comments/" + none, `[`, client.NotFound, "comment not found"},
			{"update: stranger before the body", c.Stranger.Key, "PUT", one, `[`, client.Forbidden, "not a member"},
			{"update: viewer before the body", c.Viewer.Key, "PUT", one, `[`, client.Forbidden, "viewer"},
			{"update: not the author before the body", other.Key, "PUT", one, `[`, client.Forbidden, "author"},
			{"update: not the author before the content", other.Key, "PUT", one, `{"content":" "}`, client.Forbidden, "author"},
			{"update: a bad body", member, "PUT", one, `[`, client.ValidationError, "JSON"},
			{"update: null content", member, "PUT", one, `{"content":null}`, client.ValidationError, "content must be"},
			{"update: a stranger mentioned", c.Owner.Key, "PUT", one, fmt.Sprintf(`{"mentions":[%d]}`, c.Stranger.ID), client.ValidationError, "mentions must be"},
			{"delete: unknown", member, "DELETE", "/comments/" + none, "", client.NotFound, "comment not found"},
			{"other method", member, "PATCH", one, "", client.MethodNotAllowed, "DELETE, GET, HEAD, PUT"},
			{"reading without the scope", w.MustKey(t, c.Member.Email, "comments:write"), "GET", one, "", client.InsufficientScope, "comments:read"},
			{"writing without the scope", w.MustKey(t, c.Member.Email, "comments:read"), "DELETE", one, "", client.InsufficientScope, "comments:write"},
		})
		if list := apitest.Must(c.Member.Comments(t.Context(), c.Ticket))(t); len(list) != 1 || list[0].Content != "Hello" || len(list[0].Mentions) != 0 {
			t.Errorf("refused writes left something behind: %+v", list)
		}
	})
}

// manyIDs returns n different ids, each preceded by a comma.
func manyIDs(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ",%d", i+1)
	}
	return b.String()
}

func TestCommentListAcceptsBothNamesOfItsParameter(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		for _, query := range []string{
			"ticket_uuid=" + c.Ticket, "us=" + c.Ticket, "us=" + strings.ToUpper(c.Ticket), "us=" + strings.ToUpper(c.Ticket) + "&ticket_uuid=" + c.Ticket,
		} {
			var list []client.Comment
			w.Call(t, c.Viewer.Key, "GET", "/comments?"+query, nil).Data(t, &list)
			if len(list) != 1 || list[0].UUID != c.Comment {
				t.Errorf("%s gave %+v", query, list)
			}
		}
	})
}

func TestTheLogRecordsSubtasksCommentsAndTime(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ctx := t.Context()
		c := w.MustCast(t, "")
		s := apitest.Must(c.Member.CreateSubtask(ctx, client.SubtaskCreate{TicketUUID: c.Ticket, Title: "Old"}))(t)
		for range 2 { // the second iteration changes nothing
			apitest.Must(c.Owner.UpdateSubtask(ctx, s.UUID, client.SubtaskUpdate{Title: client.Set("New"), Status: client.Set("done"), AssigneeID: client.Set(c.Admin.ID)}))(t)
			apitest.Must(c.Owner.UpdateComment(ctx, c.Comment, client.CommentUpdate{Content: client.Set("Bye<script>"), Mentions: client.Set([]int64{c.Admin.ID})}))(t)
		}
		of := fmt.Sprintf(`{"ticket":%q,`, c.Ticket)
		wantLog(t, w, c.Comment, []string{
			fmt.Sprintf(`comment created by %d:  -> %s"author_id":%d,"content":"Hello","mentions":[]}`, c.Member.ID, of, c.Member.ID),
			fmt.Sprintf(`comment content by %d: "Hello" -> "Bye"`, c.Owner.ID),
			fmt.Sprintf(`comment mentions by %d: [] -> [%d]`, c.Owner.ID, c.Admin.ID),
		})
		if err := errors.Join(c.Owner.DeleteSubtask(ctx, s.UUID), c.Owner.DeleteComment(ctx, c.Comment)); err != nil {
			t.Fatal(err)
		}
		e := mustLog(t, c.Member, c.Ticket, 5, "2026-03-01")
		wantLog(t, w, s.UUID, []string{
			fmt.Sprintf(`subtask created by %d:  -> %s"title":"Old","status":"todo","sort_order":2,"assignee_id":null}`, c.Member.ID, of),
			fmt.Sprintf(`subtask title by %d: "Old" -> "New"`, c.Owner.ID),
			fmt.Sprintf(`subtask status by %d: "todo" -> "done"`, c.Owner.ID),
			fmt.Sprintf(`subtask assignee_id by %d: null -> %d`, c.Owner.ID, c.Admin.ID),
			fmt.Sprintf(`subtask deleted by %d: %s"title":"New","status":"done","sort_order":2,"assignee_id":%d} -> `, c.Owner.ID, of, c.Admin.ID),
		})
		wantLog(t, w, c.Comment, []string{ // its text is gone with it
			fmt.Sprintf(`comment created by %d:  -> %s"author_id":%d}`, c.Member.ID, of, c.Member.ID),
			fmt.Sprintf(`comment content by %d:  -> `, c.Owner.ID),
			fmt.Sprintf(`comment mentions by %d: [] -> [%d]`, c.Owner.ID, c.Admin.ID),
			fmt.Sprintf(`comment deleted by %d: %s"author_id":%d} -> `, c.Owner.ID, of, c.Member.ID),
		})
		wantLog(t, w, e.UUID, []string{
			fmt.Sprintf(`time_entry created by %d:  -> %s"user_id":%d,"duration_minutes":5,"logged_at":"2026-03-01","comment":null}`, c.Member.ID, of, c.Member.ID),
		})
	})
}

// wantLog checks that the change log has exactly these lines for an object.
func wantLog(t *testing.T, w *apitest.World, uuid string, want []string) {
	t.Helper()
	got := []string{}
	err := w.Store.Read(t.Context(), func(tx *db.Tx) error {
		rows, err := tx.Query(t.Context(), `SELECT noun, what, user_id, COALESCE(from_value, ''), COALESCE(to_value, '') FROM changes WHERE noun_uuid = $1 ORDER BY id`, uuid)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var noun, what, from, to string
			var user int64
			if err := rows.Scan(&noun, &what, &user, &from, &to); err != nil {
				return err
			}
			got = append(got, fmt.Sprintf("%s %s by %d: %s -> %s", noun, what, user, from, to))
		}
		return rows.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got, want) {
		t.Errorf("the log tells\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
