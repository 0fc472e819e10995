//! Links that show a run to whoever has them.

use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, Row};

use super::{Store, StoreError};

/// A link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Share {
    /// Its id, 26 Crockford base 32 characters in upper case.
    pub id: String,
    /// The run's id.
    pub run: String,
    /// Whether names and addresses are left out.
    pub hidden: bool,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: i64,
    /// When it ends; none = never.
    pub expires_ms: Option<i64>,
}

/// Links that work: not ended, and their run not deleted. `$1` is the time of day.
const LIVE: &str = "SELECT shares.id, run_id, hidden, created_ms, expires_ms FROM shares JOIN runs ON runs.id = run_id \
                    WHERE deleted_ms IS NULL AND (expires_ms IS NULL OR expires_ms > $1)";

fn share(row: &SqliteRow) -> Result<Share, StoreError> {
    let hidden: i64 = row.try_get("hidden")?;
    Ok(Share {
        id: row.try_get("id")?,
        run: row.try_get("run_id")?,
        // Whatever is not plainly open is hidden.
        hidden: hidden != 0,
        created_ms: row.try_get("created_ms")?,
        expires_ms: row.try_get("expires_ms")?,
    })
}

impl Store {
    /// Keeps a link to a run that is here.
    pub async fn add_share(&self, share: &Share) -> Result<(), StoreError> {
        sqlx::query("INSERT INTO shares (id, run_id, hidden, created_ms, expires_ms) VALUES ($1, $2, $3, $4, $5)")
            .bind(&share.id)
            .bind(&share.run)
            .bind(i64::from(share.hidden))
            .bind(share.created_ms)
            .bind(share.expires_ms)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// The link of that id, if it works at that time of day (milliseconds since 1970).
    pub async fn share(&self, id: &str, now_ms: i64) -> Result<Option<Share>, StoreError> {
        let sql = live(" AND shares.id = $2");
        let row = sqlx::query(sql).bind(now_ms).bind(id).fetch_optional(&self.pool).await?;
        row.as_ref().map(share).transpose()
    }

    /// The links of a run that work then, the newest first.
    pub async fn shares_of(&self, run: &str, now_ms: i64) -> Result<Vec<Share>, StoreError> {
        let sql = live(" AND run_id = $2 ORDER BY created_ms DESC, shares.id");
        let rows = sqlx::query(sql).bind(now_ms).bind(run).fetch_all(&self.pool).await?;
        rows.iter().map(share).collect()
    }

    /// All links that work then, the newest first.
    pub async fn shares(&self, now_ms: i64) -> Result<Vec<Share>, StoreError> {
        let sql = live(" ORDER BY created_ms DESC, shares.id");
        let rows = sqlx::query(sql).bind(now_ms).fetch_all(&self.pool).await?;
        rows.iter().map(share).collect()
    }

    /// Withdraws a link; false if none of that id works.
    pub async fn withdraw_share(&self, id: &str, now_ms: i64) -> Result<bool, StoreError> {
        let found = self.share(id, now_ms).await?.is_some();
        sqlx::query("DELETE FROM shares WHERE id = $1").bind(id).execute(&self.pool).await?;
        Ok(found)
    }

    /// Withdraws all links of a run.
    pub async fn withdraw_shares(&self, run: &str) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM shares WHERE run_id = $1").bind(run).execute(&self.pool).await?;
        Ok(())
    }
}

fn live(rest: &str) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!("{LIVE}{rest}"))
}
