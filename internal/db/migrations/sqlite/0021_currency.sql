-- The twin of this file is ../postgres/0021_currency.sql: same tables, same columns.

-- The ISO 4217 code of the currency that a project's amounts are in; null while nobody has said.
ALTER TABLE projects ADD COLUMN currency TEXT;

-- What administrators set for the whole instance, by name. A setting that has no row has never been set.
CREATE TABLE settings (
  name  TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- From from_day on, one unit of from_currency is worth rate units of to_currency, until a later row of the same pair says otherwise.
CREATE TABLE exchange_rates (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  from_currency TEXT NOT NULL,
  to_currency   TEXT NOT NULL,
  from_day      TEXT NOT NULL,
  rate          REAL NOT NULL CHECK (rate > 0),
  entered_by    INTEGER REFERENCES users (id),
  created_at    INTEGER NOT NULL,
  UNIQUE (from_currency, to_currency, from_day)
) STRICT;
