-- One row a run; `head` is the record's parts without samples, as JSON.
CREATE TABLE runs (
    id TEXT PRIMARY KEY NOT NULL,
    started_at TEXT NOT NULL,
    state TEXT NOT NULL,
    side TEXT NOT NULL,
    head TEXT NOT NULL,
    summary TEXT
);
CREATE INDEX runs_started_at ON runs (started_at);

-- Samples in chunks as they came: zlib over a JSON array, in the order of `chunk`.
CREATE TABLE samples (
    run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    side TEXT NOT NULL,
    chunk BIGINT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (run_id, side, chunk)
);
