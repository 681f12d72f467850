package dash

import (
	"earnest/internal/dash/figures"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/work"
)

// member is a team member, as shown in the settings. tjm and rates are null for readers who may not see them.
type member struct {
	frameMember

	Email    string   `json:"email"`
	JoinedAt string   `json:"joined_at"`
	TJM      *float64 `json:"tjm"`
	Rates    *[]rate  `json:"rates"`
	Version  string   `json:"version"` // to be sent in If-Match to change this version only
}

// rate is a daily rate and the first day on which it applies; 0001-01-01 means from the start.
type rate struct {
	From string  `json:"from"`
	TJM  float64 `json:"tjm"`
}

type memberList struct {
	Members   []member `json:"members"`
	SeesRates bool     `json:"sees_rates"`
	Offer     *offer   `json:"offer"` // the open ownership offer
}

// invited holds a new member, and a link if they are new to the instance. Only administrators get the link.
type invited struct {
	Member member  `json:"member"`
	Link   *string `json:"link"`
}

type rateList struct {
	Rates []rate `json:"rates"`
}

// newMemberBody describes the person to invite. The names are used only if an administrator of the instance sends them.
type newMemberBody struct {
	Email     domain.Opt[string] `json:"email" rule:"email" need:"yes"`
	Firstname domain.Opt[string] `json:"firstname" rule:"person name"`
	Lastname  domain.Opt[string] `json:"lastname" rule:"person name"`
	Role      domain.Opt[string] `json:"role" rule:"new role" need:"yes"`
	ScrumRole domain.Opt[string] `json:"scrum_role" rule:"scrum role"`
	Service   domain.Opt[string] `json:"service" rule:"service"`
}

type memberBody struct {
	Role      domain.Opt[string] `json:"role" rule:"role"`
	ScrumRole domain.Opt[string] `json:"scrum_role" rule:"scrum role"`
	Service   domain.Opt[string] `json:"service" rule:"service"`
	Status    domain.Opt[string] `json:"status" rule:"member status"`
}

type rateBody struct {
	TJM         domain.Opt[float64]      `json:"tjm" rule:"money" need:"yes"`
	From        domain.Opt[*domain.Date] `json:"from" rule:"date"`
	RewritePast domain.Opt[bool]         `json:"rewrite_past" rule:"flag"`
}

// memberOf includes the rates only if the reader may see them; if there are none, the list is empty.
func memberOf(m work.TeamMember, sees bool) member {
	out := member{frameMember: frameMemberOf(m.Member), Email: m.Email, JoinedAt: figures.Stamp(m.CreatedAt), Version: versionOfMember(m.Member)}
	if sees {
		out.TJM, out.Rates = m.TJM, new(front.Mapped(m.Rates, rateOf))
	}
	return out
}

func versionOfMember(m domain.Member) string {
	return versionOf(string(m.Role), m.ScrumRole, m.Service, string(m.Status))
}

func rateOf(r domain.Rate) rate { return rate{From: string(r.From), TJM: r.TJM} }

func newMemberOf(b newMemberBody) domain.NewMember {
	return domain.NewMember{
		Email:     b.Email.Value,
		Firstname: b.Firstname,
		Lastname:  b.Lastname,
		Role:      domain.Role(b.Role.Value),
		ScrumRole: b.ScrumRole.Or(domain.DefaultScrumRole),
		Service:   b.Service.Value,
	}
}

func rateChangeOf(b rateBody) domain.RateChange {
	change := domain.RateChange{TJM: b.TJM.Value, RewritePast: b.RewritePast.Value}
	if b.From.Value != nil {
		change.From = domain.Some(*b.From.Value)
	}
	return change
}

func (d *Dash) getMembers(r *request) (any, error) {
	team, err := d.app.Projects.Members(r.ctx, r.caller(), r.UUID)
	show := func(m work.TeamMember) member { return memberOf(m, team.SeesRates) }
	out := memberList{Members: front.Mapped(team.Members, show), SeesRates: team.SeesRates}
	if team.Offer != nil {
		open := offerOf(*team.Offer)
		out.Offer = &open
	}
	return out, err
}

func (d *Dash) addMember(r *request) (any, error) {
	added, err := d.app.Accounts.AddMember(r.ctx, r.caller(), r.UUID, create(r, newMemberOf))
	if err != nil {
		return nil, err
	}
	out := invited{Member: memberOf(added.Member, true)}
	if added.Token != nil {
		link := d.invitationLink(added.Token.Reveal())
		out.Link = &link
	}
	return made{out}, nil
}

func (d *Dash) updateMember(r *request) (any, error) {
	in := patch(r, func(b memberBody) domain.MemberPatch { return domain.MemberPatch(b) })
	m, err := d.app.Projects.UpdateMember(r.ctx, expecting(r, versionOfMember), r.UUID, in)
	return memberOf(m, true), err
}

func (d *Dash) removeMember(r *request) (any, error) {
	return done{true}, d.app.Projects.RemoveMember(r.ctx, r.caller(), r.UUID)
}

func (d *Dash) setRate(r *request) (any, error) {
	rates, err := d.app.Projects.SetMemberRate(r.ctx, r.caller(), r.UUID, create(r, rateChangeOf))
	return rateList{front.Mapped(rates, rateOf)}, err
}

func (d *Dash) clearRate(r *request) (any, error) {
	return done{true}, d.app.Projects.ClearMemberRates(r.ctx, r.caller(), r.UUID)
}
