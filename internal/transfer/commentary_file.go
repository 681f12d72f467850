package transfer

import (
	"context"

	"earnest/internal/domain"
	moneystore "earnest/internal/money/store"
	"earnest/internal/workspace"
)

// commentaries imports what managers have to say about single days.
func (p *projectImport) commentaries() {
	for _, c := range p.from.Commentaries {
		_, updated := p.stamps(workspace.Stamps{UpdatedAt: c.UpdatedAt})
		p.content.Commentaries = append(p.content.Commentaries, domain.Commentary{
			Day: domain.Date(c.Day), Content: c.Content, AuthorID: p.user(c.Author), UpdatedAt: updated,
		})
	}
}

func (x *exporter) commentaries(ctx context.Context, projectID int64) error {
	return items(x, "commentaries", moneystore.Commentaries(ctx, x.tx, projectID), func(c domain.Commentary) any {
		return workspace.Commentary{Day: string(c.Day), Content: c.Content, Author: x.emails[c.AuthorID], UpdatedAt: workspace.Stamp(c.UpdatedAt)}
	})
}
