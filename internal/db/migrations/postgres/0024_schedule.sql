-- The twin of this file is ../sqlite/0024_schedule.sql: the same columns and index.

-- What the schedule of the roadmap depends on: an epic's own dates, the lag of a link in working days, and the working days and holidays of a
-- project. Workdays are a list of days of the week from 1 for Monday to 7 for Sunday; holidays are a list of dates, or NULL if there are none.
ALTER TABLE epics ADD COLUMN start_date TEXT COLLATE "C";
ALTER TABLE epics ADD COLUMN target_date TEXT COLLATE "C";
ALTER TABLE links ADD COLUMN lag_days BIGINT NOT NULL DEFAULT 0;
ALTER TABLE projects ADD COLUMN workdays TEXT COLLATE "C" NOT NULL DEFAULT '[1,2,3,4,5]';
ALTER TABLE projects ADD COLUMN holidays TEXT COLLATE "C";

-- When work on each ticket began is found from the index alone. The longest value that matters is '"backlog"'; an imported log may contain longer ones.
CREATE INDEX changes_moved ON changes (project_id, noun_uuid, id, at, substr(from_value, 1, 10), substr(to_value, 1, 10)) WHERE what = 'status';
