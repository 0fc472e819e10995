-- What the list of runs filters and sorts by, beside the record itself; `…_key` are texts in lower case.
-- `label` and `note` are the ones in effect: what a person writes here goes before what the record began with.
-- Rows of older versions have no `started_ms` until the store has gone through them.
ALTER TABLE runs ADD COLUMN started_ms BIGINT;
ALTER TABLE runs ADD COLUMN label TEXT;
ALTER TABLE runs ADD COLUMN label_key TEXT;
ALTER TABLE runs ADD COLUMN note TEXT;
ALTER TABLE runs ADD COLUMN note_key TEXT;
ALTER TABLE runs ADD COLUMN coordinator_key TEXT;
ALTER TABLE runs ADD COLUMN peer_key TEXT;
ALTER TABLE runs ADD COLUMN protocol TEXT;
ALTER TABLE runs ADD COLUMN direction TEXT;
ALTER TABLE runs ADD COLUMN streams BIGINT;
ALTER TABLE runs ADD COLUMN bits_per_second BIGINT;
ALTER TABLE runs ADD COLUMN spark TEXT;
-- 1 for a record that came from a file.
ALTER TABLE runs ADD COLUMN imported BIGINT NOT NULL DEFAULT 0;
-- When it was deleted; for a while it can be taken back.
ALTER TABLE runs ADD COLUMN deleted_ms BIGINT;
DROP INDEX runs_started_at;
CREATE INDEX runs_started_ms ON runs (started_ms);
CREATE INDEX runs_deleted_ms ON runs (deleted_ms);

-- Links that show a run to whoever has them; without `expires_ms` they last.
CREATE TABLE shares (
    id TEXT PRIMARY KEY NOT NULL,
    run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    hidden BIGINT NOT NULL,
    created_ms BIGINT NOT NULL,
    expires_ms BIGINT
);
CREATE INDEX shares_run_id ON shares (run_id);
