-- The twin of this file is ../postgres/0011_fewer_reads.sql: same indexes.

-- The time of a person in a project is added up from the index alone.
DROP INDEX effort_days_user;
CREATE INDEX effort_days_user ON effort_days (project_id, user_id, day, minutes);

-- What the log tells of a project's statuses is little, and is looked for before the rest of the log is read.
CREATE INDEX changes_statuses ON changes (project_id, id) WHERE noun = 'status';
