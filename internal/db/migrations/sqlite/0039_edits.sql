-- The twin of this file is ../postgres/0039_edits.sql: same index.

-- What Edits in internal/money/store looks for since the last report, which may be the whole log of a project. Most rows are not of these kinds, such as those about
-- new tickets, statuses and time, and cost nothing here.
CREATE INDEX changes_edits ON changes (project_id, at, id)
WHERE noun = 'ticket' AND what IN ('story_points', 'deleted')
   OR noun = 'ticket' AND what = 'sprint' AND from_value <> 'null'
   OR noun = 'sprint' AND what IN ('commitment', 'start_date', 'end_date')
   OR noun = 'project' AND what IN ('budget', 'budget_from');
