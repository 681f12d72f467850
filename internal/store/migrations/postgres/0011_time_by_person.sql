-- The twin of this file is ../sqlite/0011_time_by_person.sql: same indexes.

-- The time of a person in a project is added up from the index alone.
DROP INDEX effort_days_user;
CREATE INDEX effort_days_user ON effort_days (project_id, user_id, day, minutes);
