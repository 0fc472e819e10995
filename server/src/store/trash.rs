//! Deleted runs: gone from every list at once, to be taken back for a while, then gone for good.

use sqlx::AssertSqlSafe;

use super::list::readable;
use super::{KeptHead, Store, StoreError, rows};

/// A deleted run can be taken back for so long, in milliseconds.
pub const TAKE_BACK_MS: i64 = 600_000;

impl Store {
    /// Marks a run that has ended as deleted at that time of day (milliseconds since 1970); false if there is no such run.
    pub async fn delete(&self, id: &str, now_ms: i64) -> Result<bool, StoreError> {
        let done = sqlx::query(
            "UPDATE runs SET deleted_ms = $1 WHERE id = $2 AND deleted_ms IS NULL \
             AND state IN ('done', 'failed', 'cancelled', 'interrupted')",
        )
        .bind(now_ms)
        .bind(id)
        .execute(&self.pool)
        .await?;
        Ok(done.rows_affected() > 0)
    }

    /// Takes the deletion of a run back; false if there is none to be taken back.
    pub async fn restore(&self, id: &str, now_ms: i64) -> Result<bool, StoreError> {
        let done = sqlx::query("UPDATE runs SET deleted_ms = NULL WHERE id = $1 AND deleted_ms > $2")
            .bind(id)
            .bind(now_ms - TAKE_BACK_MS)
            .execute(&self.pool)
            .await?;
        Ok(done.rows_affected() > 0)
    }

    /// The runs that can still be taken back, the one deleted last first; 100 at most. One that can't be read is left out.
    pub async fn deleted(&self, now_ms: i64) -> Result<Vec<KeptHead>, StoreError> {
        let columns = rows::COLUMNS;
        let sql = format!("SELECT {columns} FROM runs WHERE deleted_ms > $1 ORDER BY deleted_ms DESC, id LIMIT 100");
        let found = sqlx::query(AssertSqlSafe(sql)).bind(now_ms - TAKE_BACK_MS).fetch_all(&self.pool).await?;
        Ok(found.iter().filter_map(readable).collect())
    }

    /// Whether the run of that id is deleted and still there.
    pub async fn is_deleted(&self, id: &str) -> Result<bool, StoreError> {
        let found = sqlx::query("SELECT 1 FROM runs WHERE id = $1 AND deleted_ms IS NOT NULL")
            .bind(id)
            .fetch_optional(&self.pool)
            .await?;
        Ok(found.is_some())
    }

    /// Removes for good what can't be taken back any more, and links that have ended; says how many deleted runs are left.
    pub async fn purge(&self, now_ms: i64) -> Result<u64, StoreError> {
        let due = now_ms - TAKE_BACK_MS;
        // Samples and links go with their run.
        sqlx::query("DELETE FROM runs WHERE deleted_ms <= $1").bind(due).execute(&self.pool).await?;
        sqlx::query("DELETE FROM shares WHERE expires_ms <= $1").bind(now_ms).execute(&self.pool).await?;
        let left: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM runs WHERE deleted_ms IS NOT NULL").fetch_one(&self.pool).await?;
        Ok(left.unsigned_abs())
    }
}
