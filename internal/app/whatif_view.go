package app

import (
	"context"

	"earnest/evm"
	"earnest/internal/report"
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
func (a *App) WhatIfView(ctx context.Context, who Reader, q WhatIfQuery) (WhatIfView, error) {
	now, then, question, err := a.ask(ctx, who, q)
	if err != nil {
		return WhatIfView{}, err
	}
	return WhatIfView{Day: now.Today, Question: question, Now: now.side(q.Thresholds), Then: then.side(q.Thresholds)}, nil
}

func (in Insight) side(t evm.Thresholds) WhatIfSide {
	return WhatIfSide{Outlook: in.outlook(t), Curve: in.course(viewPoints)}
}
