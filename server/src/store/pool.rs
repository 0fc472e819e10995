//! The connections to the database.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, Sqlite, SqliteConnection, SqlitePool};

/// Connections at once.
pub(super) const MOST: u32 = 4;

/// Opens the database, or makes it.
pub(super) async fn open(path: &Path) -> Result<SqlitePool, sqlx::Error> {
    let options = SqliteConnectOptions::from_str("sqlite://")?
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // A run is rare and precious: it survives a power cut, not only a crash.
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(5))
        .foreign_keys(true)
        // What a large import took in the log beside the file is given back.
        .pragma("journal_size_limit", "16777216")
        .pragma("trusted_schema", "OFF");
    SqlitePoolOptions::new()
        .max_connections(MOST)
        // They do not age, and a new one needs room on the disk, which may be full.
        .idle_timeout(None)
        .max_lifetime(None)
        .after_release(|connection, _| Box::pin(undo(connection)))
        .connect_with(options)
        .await
}

/// Begins a transaction; without [`commit`] nothing of it is kept.
///
/// Not the library's own: on a full disk `SQLite` undoes a transaction by itself, the library's attempt to undo it then
/// fails, and it goes on to count one open transaction. The next one on that connection would be a savepoint that nothing
/// commits and that locks everybody out.
pub(super) async fn begin(pool: &SqlitePool) -> Result<PoolConnection<Sqlite>, sqlx::Error> {
    let mut connection = pool.acquire().await?;
    sqlx::query("BEGIN IMMEDIATE").execute(&mut *connection).await?;
    Ok(connection)
}

/// Keeps what was written since [`begin`].
pub(super) async fn commit(mut connection: PoolConnection<Sqlite>) -> Result<(), sqlx::Error> {
    sqlx::query("COMMIT").execute(&mut *connection).await.map(drop)
}

/// Undoes what is open on a connection before somebody else gets it; false where that can't be and it must be closed.
async fn undo(connection: &mut SqliteConnection) -> Result<bool, sqlx::Error> {
    match sqlx::query("ROLLBACK").execute(&mut *connection).await {
        Ok(_) => {}
        Err(sqlx::Error::Database(error)) if error.message().contains("no transaction is active") => {}
        Err(error) => return Err(error),
    }
    Ok(!connection.is_in_transaction())
}
