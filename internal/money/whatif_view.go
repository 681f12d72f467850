package money

import (
	"context"

	"earnest/evm"
	"earnest/internal/report"
	"earnest/internal/work"
)

// WhatIfView is the answer to a question with the curves of both sides.
type WhatIfView struct {
	Day       evm.Day
	Question  evm.WhatIf // with every factor; 1 asks nothing
	Now, Then WhatIfSide
}

// WhatIfSide is a project as it is, or as it would be.
type WhatIfSide struct {
	report.Outlook

	Curve []evm.CurvePoint
}

// WhatIfView gives what WhatIf gives, to be drawn. It only reads.
func (a *Service) WhatIfView(ctx context.Context, who work.Reader, q WhatIfQuery) (WhatIfView, error) {
	now, then, question, err := a.ask(ctx, who, q)
	if err != nil {
		return WhatIfView{}, err
	}
	view := WhatIfView{Day: now.Today, Question: question}
	if view.Now, err = now.side(ctx, q.Thresholds); err != nil {
		return WhatIfView{}, err
	}
	view.Then, err = then.side(ctx, q.Thresholds)
	return view, err
}

func (in Insight) side(ctx context.Context, t evm.Thresholds) (side WhatIfSide, err error) {
	if side.Outlook, err = in.outlook(ctx, t); err != nil {
		return side, err
	}
	side.Curve, err = in.course(ctx, viewPoints)
	return side, err
}
