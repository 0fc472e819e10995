-- Everything that a list filters and sorts by in one index, so that no row is read but those that are shown: with the
-- record in it a row takes kilobytes.
DROP INDEX runs_started_ms;
CREATE INDEX runs_listed ON runs (
    started_ms, id, state, bits_per_second, streams, label_key, note_key, coordinator_key, peer_key, protocol,
    direction, deleted_ms
) WHERE deleted_ms IS NULL AND started_ms IS NOT NULL;

-- Of deleted runs alone: over all runs it would be taken for lists, which it can't order.
DROP INDEX runs_deleted_ms;
CREATE INDEX runs_deleted_ms ON runs (deleted_ms) WHERE deleted_ms IS NOT NULL;
