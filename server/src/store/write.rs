//! Writing runs: one that begins, goes on and ends, and one that comes whole from a file.

use pairperf_shared::api::RunPatch;
use pairperf_shared::config::side_key;
use pairperf_shared::plan::Side;
use pairperf_shared::record::RunParts;
use pairperf_shared::sample::Sample;
use sqlx::SqliteConnection;

use super::index::{Figures, Index, key};
use super::{Store, StoreError, apart, chunk, pool, rows};

impl Store {
    /// Keeps a run that begins.
    pub async fn insert(&self, parts: &RunParts, side: Side) -> Result<(), StoreError> {
        let mut connection = self.pool.acquire().await?;
        if insert(&mut connection, parts, side, false).await? {
            Ok(())
        } else {
            Err(StoreError::Taken(parts.id.clone()))
        }
    }

    /// Keeps what changed in a run that goes on, samples apart.
    pub async fn update(&self, parts: &RunParts) -> Result<(), StoreError> {
        sqlx::query("UPDATE runs SET state = $1, head = $2 WHERE id = $3")
            .bind(parts.outcome.state.key())
            .bind(rows::head(parts)?)
            .bind(&parts.id)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Appends samples of one side; `chunk` counts up from 0.
    pub async fn append(&self, run: &str, side: Side, chunk: i64, samples: &[Sample]) -> Result<(), StoreError> {
        let mut connection = self.pool.acquire().await?;
        insert_chunk(&mut connection, run, &Chunk { side, place: chunk, body: chunk::pack(samples)? }).await
    }

    /// Replaces a run by its final form, with the figures that follow from it, in one transaction.
    pub async fn finish(&self, parts: &RunParts) -> Result<(), StoreError> {
        let Packed { head, figures, chunks } = Packed::of(parts.clone()).await?;
        let mut transaction = pool::begin(&self.pool).await?;
        sqlx::query(
            "UPDATE runs SET state = $1, head = $2, summary = $3, bits_per_second = $4, spark = $5 WHERE id = $6",
        )
        .bind(parts.outcome.state.key())
        .bind(head)
        .bind(figures.summary)
        .bind(figures.bits_per_second)
        .bind(figures.spark)
        .bind(&parts.id)
        .execute(&mut *transaction)
        .await?;
        sqlx::query("DELETE FROM samples WHERE run_id = $1").bind(&parts.id).execute(&mut *transaction).await?;
        insert_chunks(&mut transaction, &parts.id, &chunks).await?;
        pool::commit(transaction).await?;
        Ok(())
    }

    /// Keeps a run that came from a file; false, and nothing changed, where there is one of its id already, deleted
    /// ones that can be taken back included.
    pub async fn import(&self, parts: RunParts, side: Side) -> Result<bool, StoreError> {
        let bare = rows::bare(&parts);
        let Packed { figures, chunks, .. } = Packed::of(parts).await?;
        let mut transaction = pool::begin(&self.pool).await?;
        if !insert(&mut transaction, &bare, side, true).await? {
            return Ok(false);
        }
        sqlx::query("UPDATE runs SET summary = $1, bits_per_second = $2, spark = $3 WHERE id = $4")
            .bind(figures.summary)
            .bind(figures.bits_per_second)
            .bind(figures.spark)
            .bind(&bare.id)
            .execute(&mut *transaction)
            .await?;
        insert_chunks(&mut transaction, &bare.id, &chunks).await?;
        pool::commit(transaction).await?;
        Ok(true)
    }

    /// Changes label and note of a run; false if there is no such run.
    pub async fn relabel(&self, id: &str, patch: &RunPatch) -> Result<bool, StoreError> {
        let RunPatch { label, note } = patch;
        let mut transaction = pool::begin(&self.pool).await?;
        // A write first: what is read and then written could be refused as out of date.
        let found = sqlx::query("UPDATE runs SET label = label WHERE id = $1 AND deleted_ms IS NULL")
            .bind(id)
            .execute(&mut *transaction)
            .await?
            .rows_affected();
        for (statement, text) in [
            ("UPDATE runs SET label = $1, label_key = $2 WHERE id = $3", label),
            ("UPDATE runs SET note = $1, note_key = $2 WHERE id = $3", note),
        ] {
            if let Some(text) = text.as_ref().filter(|_| found > 0) {
                sqlx::query(statement)
                    .bind(text)
                    .bind(text.as_deref().map(key))
                    .bind(id)
                    .execute(&mut *transaction)
                    .await?;
            }
        }
        pool::commit(transaction).await?;
        Ok(found > 0)
    }
}

/// Inserts the row of a run; false if its id is taken.
async fn insert(
    connection: &mut SqliteConnection,
    parts: &RunParts,
    side: Side,
    imported: bool,
) -> Result<bool, StoreError> {
    let index = Index::of(parts);
    let (label, note) = (&parts.config.label, &parts.config.note);
    let done = sqlx::query(
        "INSERT INTO runs (id, started_at, state, side, head, started_ms, label, label_key, note, note_key, \
         coordinator_key, peer_key, protocol, direction, streams, imported) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) ON CONFLICT (id) DO NOTHING",
    )
    .bind(&parts.id)
    .bind(&parts.started_at)
    .bind(parts.outcome.state.key())
    .bind(side_key(side))
    .bind(rows::head(parts)?)
    .bind(index.started_ms)
    .bind(label)
    .bind(label.as_deref().map(key))
    .bind(note)
    .bind(note.as_deref().map(key))
    .bind(index.coordinator_key)
    .bind(index.peer_key)
    .bind(index.protocol)
    .bind(index.direction)
    .bind(index.streams)
    .bind(i64::from(imported))
    .execute(connection)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// A run that has ended, made ready to be written.
struct Packed {
    head: String,
    figures: Figures,
    chunks: Vec<Chunk>,
}

impl Packed {
    async fn of(parts: RunParts) -> Result<Self, StoreError> {
        apart(move || {
            let (head, chunks) = (rows::head(&parts)?, Chunk::all(&parts)?);
            Ok(Self { head, chunks, figures: Figures::of(parts)? })
        })
        .await
    }
}

/// Samples of one side, packed.
struct Chunk {
    side: Side,
    place: i64,
    body: Vec<u8>,
}

impl Chunk {
    /// All samples of a run.
    fn all(parts: &RunParts) -> Result<Vec<Self>, StoreError> {
        let mut packed = Vec::new();
        for (side, samples) in [(Side::Coordinator, &parts.coordinator.samples), (Side::Peer, &parts.peer.samples)] {
            for (place, samples) in samples.chunks(chunk::SAMPLES).enumerate() {
                packed.push(Self { side, place: place as i64, body: chunk::pack(samples)? });
            }
        }
        Ok(packed)
    }
}

async fn insert_chunks(connection: &mut SqliteConnection, run: &str, chunks: &[Chunk]) -> Result<(), StoreError> {
    for chunk in chunks {
        insert_chunk(connection, run, chunk).await?;
    }
    Ok(())
}

async fn insert_chunk(connection: &mut SqliteConnection, run: &str, chunk: &Chunk) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO samples (run_id, side, chunk, body) VALUES ($1, $2, $3, $4)")
        .bind(run)
        .bind(side_key(chunk.side))
        .bind(chunk.place)
        .bind(&chunk.body)
        .execute(connection)
        .await?;
    Ok(())
}
